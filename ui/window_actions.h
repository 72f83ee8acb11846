// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's actions and its menu bar. Actions are made at the start since they own the shortcuts; the rest of the
// window connects and enables them.
#pragma once

#include <vector>

#include <QList>
#include <QStringList>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QMenuBar;

namespace dsm::ui {

struct WindowActions {
  // File
  QAction* newWindow = nullptr;
  QAction* open = nullptr;
  QAction* openRecording = nullptr;
  QAction* save = nullptr;
  QAction* saveAs = nullptr;
  QAction* exportChart = nullptr;
  QAction* exportReport = nullptr;
  QAction* print = nullptr;
  QAction* closeWindow = nullptr;
  QAction* quit = nullptr;
  QMenu* recent = nullptr;
  // Edit
  QMenu* edit = nullptr;
  QAction* undo = nullptr;  // replaced by the undo stack's own
  QAction* redo = nullptr;
  QAction* editEnd = nullptr;  // separator behind undo and redo
  QAction* copy = nullptr;
  QAction* rename = nullptr;
  QAction* tags = nullptr;
  QAction* notes = nullptr;
  QAction* remove = nullptr;
  QAction* find = nullptr;
  QAction* settings = nullptr;
  // Run
  QAction* run = nullptr;
  QAction* stop = nullptr;
  QAction* showConfiguration = nullptr;
  QAction* defaults = nullptr;
  QMenu* workers = nullptr;  // filled from the settings
  QAction* restartWorker = nullptr;
  // View
  std::vector<QAction*> tabs;
  QAction* runsPanel = nullptr;
  QActionGroup* groupBy = nullptr;   // data: int(RunsGroups::By)
  QActionGroup* scheme = nullptr;    // data: int(SchemeChoice)
  QActionGroup* textSize = nullptr;  // data: percent
  QAction* resetLayout = nullptr;
  QAction* fullScreen = nullptr;
  // Compare
  QAction* pin = nullptr;
  QAction* clearPins = nullptr;
  QAction* interleave = nullptr;
  QActionGroup* threshold = nullptr;  // data: percent times 100; 0: one's own
  // Help
  QAction* shortcuts = nullptr;
  QAction* tileLanguage = nullptr;
  QAction* about = nullptr;

  /// Every action that has a shortcut, in menu order.
  QList<QAction*> withShortcut;
};

/// Builds menus and actions into the window's menu bar. `tabs`: labels of the views.
WindowActions makeWindowActions(QMainWindow* window, const QStringList& tabs);

}  // namespace dsm::ui
