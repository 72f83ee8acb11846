// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window is made of and how the parts are kept in step. Changes are collected and shown once for each turn of the event
// loop, so that a flood of snapshots costs one redraw. Private to MainWindow and its sources.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include "gpu/model/session.h"
#include "ui/configure/configuration.h"
#include "ui/runs/runs_desk.h"
#include "ui/settings/settings.h"
#include "ui/window_actions.h"
#include "ui/window_types.h"

class QSplitter;
class QUndoStack;
class QVBoxLayout;

namespace dsm::ui {

class ConfigurePanel;
class FirstStartStrip;
class MachinePage;
class MainWindow;
class MenuCorner;
class MetricPicker;
class NoticeStrip;
class PortalScheme;
class RunsTable;
class SettingsWindow;
class RunsPanel;
class ShortcutsWindow;
class StatusStrip;
class TileDesk;
class TileLanguageWindow;
class ViewTabs;
struct ViewInput;
struct RenderOptions;
struct ViewTab;

struct WindowParts {
  WindowParts(MainWindow& window, const model::Catalogue& catalogue);

  // window_parts.cpp: building and showing
  void build();
  void scheduleRefresh();
  void refreshNow();
  void applySizeClass();
  void setRunsFolded(bool folded, bool byPerson);
  void openRuns();  // to the height of a start
  void chainFocus();
  void showStatus();
  void showScheme();
  void resetLayout();
  // window_settings.cpp
  void connectSettings();
  void applySettings(const Settings& wanted);
  void changeSettings(Settings wanted);  // by the person: applies and tells
  void setTextPercent(int percent);
  static int knownTextPercent(int percent);
  void showSettings(bool threshold);
  void fillWorkers();
  void showThreshold();
  // window_compare.cpp
  void connectCompare();
  std::shared_ptr<const model::Comparisons> knownComparisons(const ViewInput& input);
  void showCompareActions();
  // window_counters.cpp
  void setCounterStatus(const model::Preflight& preflight);
  void showCounterStatus();
  void showMetricPicker();
  // window_tile.cpp: the tile kernel
  TileDesk& tileDesk();
  void showTile(bool shown);
  void showTileStatus();
  void showTitle();
  void setUndoActions();
  void showTileLanguage();
  // window_connections.cpp: what the person does
  void connectActions();
  void connectParts();
  void connectTabs();
  void requestRun();
  void stop();
  void chooseDevice(int index);
  void takeOver(const QString& runId);
  void openFiles();
  void saveAs();
  void exportChart(const QString& chartId, const RenderOptions& options);  // as it looks on screen: quantity, axis, hidden rows
  void exportShown();  // the chart of the current tab
  void printShown();
  void showRecent(const QStringList& files);
  void focusFilter();
  void editInTable(void (RunsTable::*edit)());
  void showShortcuts();
  void showAbout();
  std::vector<ViewTab> makeTabs();

  bool isRunning() const;
  bool canMeasure() const;
  int chosenDevice() const { return currentDevice; }

  MainWindow& window;
  Configuration configuration;
  RunsDesk desk;
  WindowActions actions;

  model::SessionPtr session;
  std::vector<DeviceChoice> devices;
  int currentDevice = -1;
  WorkerStatus worker;
  RunProgress progress;
  bool requestSent = false;  // F5 was pressed and the application has not answered yet
  QUndoStack* undoStack = nullptr;

  Settings settings;
  QString settingsPath;
  QString settingsTrouble;
  std::set<std::string> comparisonsAwaited;  // run ids, of what the views show
  bool desktopIsDark = false;
  bool firstStartSeen = false;
  bool firstStartWanted = false;  // by what the session holds; a tile kernel, which is no recording, goes without
  bool compact = false;
  QString sessionFile;
  QString exportFolder;  // of the last export
  bool runsFoldedWanted = false;  // the person's choice on a large window
  bool wasShown = false;
  bool tileShown = false;
  QStringList recentFiles;

  ConfigurePanel* configure = nullptr;
  ViewTabs* views = nullptr;
  QSplitter* splitter = nullptr;
  RunsPanel* runs = nullptr;
  StatusStrip* status = nullptr;
  MenuCorner* corner = nullptr;
  NoticeStrip* notices = nullptr;
  FirstStartStrip* firstStart = nullptr;
  MachinePage* machine = nullptr;
  TileDesk* tile = nullptr;  // made when a tile kernel is first shown
  PortalScheme* portal = nullptr;
  QPointer<ShortcutsWindow> shortcuts;
  QPointer<TileLanguageWindow> tileLanguage;
  QPointer<MetricPicker> metricPicker;
  QPointer<SettingsWindow> settingsWindow;
  QTimer refreshTimer;
  QElapsedTimer sinceRefresh;
};

}  // namespace dsm::ui
