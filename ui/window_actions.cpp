// SPDX-License-Identifier: GPL-3.0-or-later
//
// One function a menu. No icons: nothing is rendered for a menu that is not open.
#include "ui/window_actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "ui/runs/runs_groups.h"
#include "ui/window_types.h"

namespace dsm::ui {
namespace {

QString text(const char* english) { return QCoreApplication::translate("dsm::ui::WindowActions", english); }

class Builder {
 public:
  Builder(QMainWindow* window, WindowActions& actions) : m_window(window), m_actions(actions) {}

  QMenu* menu(const char* title) {
    m_menu = m_window->menuBar()->addMenu(text(title));
    return m_menu;
  }
  QAction* add(const char* english, const QKeySequence& keys = {}) { return addTo(m_menu, text(english), keys); }
  QAction* addTo(QMenu* menu, const QString& label, const QKeySequence& keys = {}) {
    auto* action = new QAction(label, m_window);
    if (!keys.isEmpty()) {
      action->setShortcut(keys);
      m_window->addAction(action);  // works also while the menu bar is hidden
      m_actions.withShortcut << action;
    }
    menu->addAction(action);
    return action;
  }
  // The keys are shown; the runs table acts on them, since they mean other things elsewhere.
  QAction* addHinted(const char* english, const QKeySequence& keys) {
    QAction* action = addTo(m_menu, text(english));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    return action;
  }
  QAction* separator() { return m_menu->addSeparator(); }
  QMenu* subMenu(const char* title) { return m_menu->addMenu(text(title)); }
  QActionGroup* choices(const char* title, const std::vector<std::pair<const char*, int>>& items) {
    QMenu* sub = subMenu(title);
    auto* group = new QActionGroup(m_window);
    for (const auto& [label, value] : items) {
      QAction* action = addTo(sub, text(label));
      action->setCheckable(true);
      action->setData(value);
      group->addAction(action);
    }
    return group;
  }

 private:
  QMainWindow* m_window;
  WindowActions& m_actions;
  QMenu* m_menu = nullptr;
};

void makeFile(Builder& build, WindowActions& actions) {
  build.menu("&File");
  actions.newWindow = build.add("&New window", QKeySequence::New);
  actions.open = build.add("&Open…", QKeySequence::Open);
  actions.recent = build.subMenu("Open &recent");
  actions.openRecording = build.add("Open the &built-in recording");
  build.separator();
  actions.save = build.add("&Save", QKeySequence::Save);
  actions.saveAs = build.add("Save &as…", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  actions.exportChart = build.add("&Export chart…", QKeySequence(Qt::CTRL | Qt::Key_E));
  actions.exportReport = build.add("Export &report…", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
  actions.print = build.add("&Print chart…", QKeySequence::Print);
  build.separator();
  actions.closeWindow = build.add("&Close window", QKeySequence(Qt::CTRL | Qt::Key_W));
  actions.quit = build.add("&Quit", QKeySequence(Qt::CTRL | Qt::Key_Q));
}

void makeEdit(Builder& build, WindowActions& actions) {
  actions.edit = build.menu("&Edit");
  actions.undo = build.add("&Undo", QKeySequence::Undo);
  actions.redo = build.add("&Redo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
  actions.undo->setEnabled(false);
  actions.redo->setEnabled(false);
  actions.editEnd = build.separator();
  actions.copy = build.add("&Copy runs");
  actions.rename = build.add("&Rename run", QKeySequence(Qt::Key_F2));
  actions.tags = build.add("Edit &tags of runs", QKeySequence(Qt::Key_F3));
  actions.notes = build.add("Edit &notes of run", QKeySequence(Qt::Key_F4));
  actions.remove = build.addHinted("&Delete runs", QKeySequence::Delete);
  build.separator();
  actions.find = build.add("&Filter runs", QKeySequence::Find);
  build.separator();
  actions.settings = build.add("&Settings…", QKeySequence(Qt::CTRL | Qt::Key_Comma));
}

void makeRun(Builder& build, WindowActions& actions) {
  build.menu("&Run");
  actions.run = build.add("&Run", QKeySequence(Qt::Key_F5));
  actions.stop = build.add("&Stop", QKeySequence(Qt::Key_Escape));
  actions.stop->setEnabled(false);
  build.separator();
  actions.showConfiguration = build.add("&Take over the settings of the run");
  actions.defaults = build.add("Back to the &defaults");
  build.separator();
  actions.workers = build.subMenu("&Measure with");
  actions.restartWorker = build.add("Restart the &worker");
}

void makeView(Builder& build, WindowActions& actions, const QStringList& tabs) {
  QMenu* menu = build.menu("&View");
  for (qsizetype i = 0; i < tabs.size(); ++i) {
    actions.tabs.push_back(build.addTo(menu, tabs[i], QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + int(i)))));
  }
  build.separator();
  actions.runsPanel = build.add("&Runs", QKeySequence(Qt::CTRL | Qt::Key_R));
  actions.runsPanel->setCheckable(true);
  actions.runsPanel->setChecked(true);
  actions.groupBy = build.choices("&Group runs", {{"&No groups", int(RunsGroups::By::none)}, {"By &experiment", int(RunsGroups::By::experiment)},
                                                  {"By &variant", int(RunsGroups::By::variant)}, {"By &tag", int(RunsGroups::By::tag)}});
  actions.groupBy->actions().front()->setChecked(true);
  actions.scheme = build.choices("&Theme", {{"As the &desktop", int(SchemeChoice::automatic)}, {"&Light", int(SchemeChoice::light)},
                                            {"&Dark", int(SchemeChoice::dark)}});
  actions.scheme->actions().front()->setChecked(true);
  actions.textSize = build.choices("Text &size", {{"&100 %", 100}, {"1&25 %", 125}, {"1&50 %", 150}});
  actions.textSize->actions().front()->setChecked(true);
  build.separator();
  actions.fullScreen = build.add("&Full screen", QKeySequence(Qt::Key_F11));
  actions.fullScreen->setCheckable(true);
  actions.resetLayout = build.add("Reset &layout");
}

void makeCompare(Builder& build, WindowActions& actions) {
  build.menu("&Compare");
  actions.pin = build.addHinted("&Pin or unpin the selected runs", QKeySequence(Qt::Key_Space));
  actions.clearPins = build.add("&Clear all pins");
  build.separator();
  actions.interleave = build.add("&Measure again, interleaved", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M));
  actions.interleave->setEnabled(false);
  build.separator();
  actions.threshold = build.choices("No change &below", {{"&0.5 %", 50}, {"&1 %", 100}, {"&2 %", 200}, {"&5 %", 500}, {"&Own…", 0}});
}

void makeHelp(Builder& build, WindowActions& actions) {
  build.menu("&Help");
  actions.shortcuts = build.add("&Keyboard shortcuts", QKeySequence(Qt::Key_F1));
  actions.tileLanguage = build.add("&Tile language");
  actions.about = build.add("&About DSMScope");
}

}  // namespace

WindowActions makeWindowActions(QMainWindow* window, const QStringList& tabs) {
  WindowActions actions;
  Builder build(window, actions);
  window->menuBar()->setNativeMenuBar(false);
  makeFile(build, actions);
  makeEdit(build, actions);
  makeRun(build, actions);
  makeView(build, actions, tabs);
  makeCompare(build, actions);
  makeHelp(build, actions);
  return actions;
}

}  // namespace dsm::ui
