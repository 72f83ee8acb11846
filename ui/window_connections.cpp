// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the person does with the window, turned into changes of the configuration or into signals to the application.
#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QTabBar>

#include "ui/catalogue_text.h"
#include "ui/charts/latency_view.h"
#include "ui/configure/configure_panel.h"
#include "ui/first_start_strip.h"
#include "ui/main_window.h"
#include "ui/menu_corner.h"
#include "ui/notice_strip.h"
#include "ui/portal_scheme.h"
#include "ui/ruler/shared_memory_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/table_page.h"
#include "ui/shortcuts_window.h"
#include "ui/tile/tile_desk.h"
#include "ui/tile/tile_side.h"
#include "ui/traffic/traffic_view.h"
#include "ui/view_tabs.h"
#include "ui/window_parts.h"

namespace dsm::ui {
namespace {

constexpr qsizetype kMostRecent = 10;

}  // namespace

std::vector<ViewTab> WindowParts::makeTabs() {
  const auto wire = [this](ChartPage* page) {
    QObject::connect(page, &ChartPage::exportWanted, &window, [this, page] { exportChart(page->chartId(), page->exportOptions()); });
    QObject::connect(page, &ChartPage::runWanted, &window, [this] { requestRun(); });
    QObject::connect(page, &ChartPage::openRecordingWanted, &window, &MainWindow::openRecordingRequested);
    QObject::connect(page, &ChartPage::runSelected, &window, [this](const std::string& id) { desk.select(QString::fromStdString(id)); });
    return page;
  };
  const auto feedChart = [](QWidget* page, const ViewInput& input) { static_cast<ChartPage*>(page)->setInput(input); };
  std::vector<ViewTab> tabs;
  tabs.push_back({QStringLiteral("shared_memory"), MainWindow::tr("Shared memory"),
                  [this, wire](QWidget* parent) {
                    auto* page = new SharedMemoryView(parent);
                    QObject::connect(page, &SharedMemoryView::configurationChosen, &window,
                                     [this](const model::Values& values, const std::string& variant) {
                                       configuration.setValues(values);
                                       configuration.setTicked(variant, true);
                                     });
                    return wire(page);
                  }, feedChart});
  tabs.push_back({QStringLiteral("latency"), MainWindow::tr("Latency"),
                  [wire](QWidget* parent) { return wire(new LatencyView(parent)); }, feedChart});
  tabs.push_back({QStringLiteral("traffic"), MainWindow::tr("Traffic"),
                  [wire](QWidget* parent) { return wire(new TrafficView(parent)); }, feedChart});
  tabs.push_back({QStringLiteral("table"), MainWindow::tr("Table"),
                  [this](QWidget* parent) {
                    auto* page = new TablePage(desk, parent);
                    page->panel()->setRunPossible(canMeasure(), isRunning());
                    QObject::connect(page->panel(), &RunsPanel::runWanted, &window, [this] { requestRun(); });
                    QObject::connect(page->panel(), &RunsPanel::openRecordingWanted, &window, &MainWindow::openRecordingRequested);
                    return page;
                  },
                  [](QWidget* page, const ViewInput& input) { static_cast<TablePage*>(page)->setInput(input); }});
  return tabs;
}

void WindowParts::connectActions() {
  const auto on = [this](QAction* action, auto slot) { QObject::connect(action, &QAction::triggered, &window, slot); };
  on(actions.newWindow, [this] { emit window.newWindowRequested(); });
  on(actions.open, [this] { openFiles(); });
  on(actions.openRecording, [this] { emit window.openRecordingRequested(); });
  on(actions.save, [this] {
    if (tileShown) emit window.tileSaveRequested({});
    else emit window.saveRequested();
  });
  on(actions.saveAs, [this] { saveAs(); });
  on(actions.exportChart, [this] { exportShown(); });
  on(actions.exportReport, [this] { emit window.reportRequested(desk.selectedIds()); });
  on(actions.print, [this] { printShown(); });
  on(actions.closeWindow, [this] { window.close(); });
  on(actions.quit, [this] { emit window.quitRequested(); });
  on(actions.copy, [this] { desk.copySelected(); });
  on(actions.rename, [this] { editInTable(&RunsTable::rename); });
  on(actions.tags, [this] { editInTable(&RunsTable::editTags); });
  on(actions.notes, [this] { editInTable(&RunsTable::editNotes); });
  on(actions.remove, [this] { desk.deleteSelected(); });
  on(actions.find, [this] { focusFilter(); });
  on(actions.run, [this] { requestRun(); });
  on(actions.stop, [this] { stop(); });
  on(actions.defaults, [this] {
    if (tileShown) tile->reset();
    else configuration.reset();
  });
  on(actions.restartWorker, [this] { emit window.workerRestartRequested(); });
  on(actions.runsPanel, [this](bool shown) { setRunsFolded(!shown, true); });
  on(actions.fullScreen, [this](bool full) { full ? window.showFullScreen() : window.showNormal(); });
  on(actions.resetLayout, [this] { resetLayout(); });
  on(actions.pin, [this] { desk.togglePins(); });
  on(actions.clearPins, [this] { desk.clearPins(); });
  on(actions.showConfiguration, [this] { desk.showConfiguration(); });
  on(actions.shortcuts, [this] { showShortcuts(); });
  on(actions.tileLanguage, [this] { showTileLanguage(); });
  on(actions.about, [this] { showAbout(); });
}

void WindowParts::connectTabs() {
  for (std::size_t i = 0; i < actions.tabs.size(); ++i) {
    QObject::connect(actions.tabs[i], &QAction::triggered, &window, [this, i] { views->bar()->setCurrentIndex(int(i)); });
  }
  QObject::connect(views, &ViewTabs::currentChanged, &window, [this](const QString& id) {
    // The Table view is the runs: the panel below would say the same twice.
    runs->setVisible(id != QLatin1String("table"));
    if (auto* table = qobject_cast<TablePage*>(views->currentPage())) table->setCompact(compact);
    chainFocus();
  });
  QObject::connect(views, &ViewTabs::pageMade, &window, [this] { chainFocus(); });
}

void WindowParts::connectParts() {
  QObject::connect(configure, &ConfigurePanel::runClicked, &window, [this] { requestRun(); });
  QObject::connect(configure, &ConfigurePanel::stopClicked, &window, [this] { stop(); });
  QObject::connect(configure, &ConfigurePanel::tileChosen, &window, [this](bool shown) { showTile(shown); });
  QObject::connect(configure, &ConfigurePanel::tileResetClicked, &window, [this] { tile->reset(); });
  QObject::connect(&configuration, &Configuration::changed, &window, [this] { scheduleRefresh(); });
  QObject::connect(&configuration, &Configuration::experimentChanged, &window, [this] {
    chainFocus();
    scheduleRefresh();
    emit window.experimentShown(QString::fromStdString(configuration.spec().info().id));
  });
  QObject::connect(&configuration, &Configuration::metricPickerWanted, &window, [this] { showMetricPicker(); });
  QObject::connect(&configuration, &Configuration::legalityWanted, &window, &MainWindow::legalityWanted);
  QObject::connect(corner, &MenuCorner::deviceChosen, &window, [this](int index) {
    chooseDevice(index);
    if (tileShown) tile->document().setChip({});
    emit window.deviceChosen(index);
  });
  QObject::connect(runs, &RunsPanel::foldToggled, &window, [this](bool folded) { setRunsFolded(folded, true); });
  QObject::connect(runs, &RunsPanel::runWanted, &window, [this] { requestRun(); });
  QObject::connect(runs, &RunsPanel::openRecordingWanted, &window, &MainWindow::openRecordingRequested);
  QObject::connect(notices, &NoticeStrip::actionClicked, &window, &MainWindow::workerRestartRequested);
  QObject::connect(notices, &NoticeStrip::noticeAction, &window, &MainWindow::noticeAction);
  QObject::connect(portal, &PortalScheme::preferenceChanged, &window, [this](bool dark) {
    desktopIsDark = dark;
    showScheme();
  });
  QObject::connect(&desk, &RunsDesk::pinRequested, &window, &MainWindow::pinRequested);
  QObject::connect(&desk, &RunsDesk::deleteRequested, &window, &MainWindow::deleteRequested);
  QObject::connect(&desk, &RunsDesk::nameEdited, &window, &MainWindow::nameEdited);
  QObject::connect(&desk, &RunsDesk::tagsEdited, &window, &MainWindow::tagsEdited);
  QObject::connect(&desk, &RunsDesk::notesEdited, &window, &MainWindow::notesEdited);
  QObject::connect(&desk, &RunsDesk::configurationWanted, &window, [this](const QString& id) { takeOver(id); });
  QObject::connect(&desk, &RunsDesk::currentRunChanged, &window, [this] { scheduleRefresh(); });
}

void WindowParts::requestRun() {
  if (isRunning() || requestSent || tileShown) return;
  const auto refuse = [this](const QString& sentence, const QString& hint) {
    window.showNotice({Notice::Kind::warning, sentence, hint});
  };
  switch (worker.state) {
    case WorkerStatus::State::starting:
      refuse(MainWindow::tr("The worker is still starting."), MainWindow::tr("Press Run again when the status line says ready."));
      return;
    case WorkerStatus::State::none:
      refuse(worker.text.isEmpty() ? MainWindow::tr("Nothing can be measured on this machine.") : worker.text,
             worker.remedy.isEmpty() ? worker.detail : worker.remedy);
      return;
    case WorkerStatus::State::gone:
      window.showNotice({Notice::Kind::error, MainWindow::tr("The worker is gone, so nothing can be measured."), worker.detail});
      return;
    default: break;
  }
  if (!configuration.deviceIsLive()) {
    const QString name = configuration.device() ? QString::fromStdString(configuration.device()->name) : MainWindow::tr("No device");
    refuse(configuration.device() ? MainWindow::tr("%1 is known from a recording; nothing can be measured on it here.").arg(name)
                                  : MainWindow::tr("No device is chosen."),
           canMeasure() ? MainWindow::tr("Choose a device of this machine at the top right.") : MainWindow::tr("This machine has no GPU to run on."));
    return;
  }
  std::vector<model::RunRequest> requests = configuration.requests();
  if (requests.empty()) {
    const model::Legality* why = configuration.legalityOf(configuration.leadVariant());
    const bool ticked = !configuration.ticked().empty();
    refuse(!ticked || why == nullptr ? MainWindow::tr("No variant is ticked.") : catalogueText(why->reason),
           ticked ? MainWindow::tr("Change the setting that is marked, then press Run.") : MainWindow::tr("Tick at least one, then press Run."));
    return;
  }
  requestSent = true;
  emit window.runRequested(std::move(requests));
}

void WindowParts::stop() {
  if (isRunning() && worker.state != WorkerStatus::State::cancelling) emit window.stopRequested();
}

void WindowParts::chooseDevice(int index) {
  currentDevice = index >= 0 && index < int(devices.size()) ? index : -1;
  if (currentDevice < 0) {
    configuration.setDevice(nullptr, false);
  } else {
    const DeviceChoice& choice = devices[std::size_t(currentDevice)];
    configuration.setDevice(std::make_shared<const model::Device>(choice.device), choice.live);
  }
  scheduleRefresh();
}

void WindowParts::takeOver(const QString& runId) {
  const model::RunPtr run = desk.model().runAt(desk.model().rowOf(runId));
  if (!run) return;
  const model::ExperimentSpec* spec = desk.model().specOf(*run);
  if (spec == nullptr) {
    window.showNotice({Notice::Kind::warning, MainWindow::tr("This program has no experiment %1.").arg(QString::fromStdString(run->experiment)), {}});
    return;
  }
  showTile(false);
  configuration.showExperiment(run->experiment);
  configuration.setValues(run->values);
  configuration.setTicked(run->variant, true);
}

void WindowParts::openFiles() {
  auto* dialog = new QFileDialog(&window, MainWindow::tr("Open sessions"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  const QStringList filters{MainWindow::tr("DSMScope sessions (*.dsmscope)"), MainWindow::tr("Tile kernels (*.tile)")};
  dialog->setNameFilters(QStringList{MainWindow::tr("Sessions and tile kernels (*.dsmscope *.tile)")} + filters + QStringList{MainWindow::tr("All files (*)")});
  if (tileShown) dialog->selectNameFilter(filters.last());
  QObject::connect(dialog, &QFileDialog::filesSelected, &window, &MainWindow::openRequested);
  dialog->open();
}

void WindowParts::saveAs() {
  auto* dialog = new QFileDialog(&window, MainWindow::tr("Save as"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(tileShown ? QStringLiteral("tile") : QStringLiteral("dsmscope"));
  dialog->setNameFilters({tileShown ? MainWindow::tr("Tile kernels (*.tile)") : MainWindow::tr("DSMScope sessions (*.dsmscope)"), MainWindow::tr("All files (*)")});
  if (tileShown) {
    dialog->selectFile(tile->document().name());
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, &MainWindow::tileSaveRequested);
  } else {
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, &MainWindow::saveAsRequested);
  }
  dialog->open();
}

void WindowParts::showRecent(const QStringList& files) {
  recentFiles = files;
  if (tile != nullptr) tile->section()->setRecentFiles(files);
  actions.recent->clear();
  actions.recent->setEnabled(!files.isEmpty());
  int number = 1;
  for (const QString& file : files.first(std::min(files.size(), kMostRecent))) {
    QAction* action = actions.recent->addAction(QStringLiteral("&%1  %2").arg(number++ % 10).arg(QFileInfo(file).fileName().replace(u'&', QStringLiteral("&&"))));
    action->setToolTip(file);
    action->setStatusTip(file);
    QObject::connect(action, &QAction::triggered, &window, [this, file] { emit window.openRequested({file}); });
  }
  actions.recent->setToolTipsVisible(true);
}

void WindowParts::focusFilter() {
  if (auto* table = qobject_cast<TablePage*>(views->currentPage())) {
    table->panel()->focusFilter();
    return;
  }
  setRunsFolded(false, true);
  runs->focusFilter();
}

void WindowParts::editInTable(void (RunsTable::*edit)()) {
  auto* page = qobject_cast<TablePage*>(views->currentPage());
  if (page == nullptr) setRunsFolded(false, true);
  ((page != nullptr ? page->panel() : runs)->table()->*edit)();
}

void WindowParts::showShortcuts() {
  if (!shortcuts) {
    shortcuts = new ShortcutsWindow(actions.withShortcut, &window);
    shortcuts->setAttribute(Qt::WA_DeleteOnClose);
  }
  shortcuts->show();
  shortcuts->raise();
}

void WindowParts::showAbout() {
  auto* box = new QMessageBox(QMessageBox::NoIcon, MainWindow::tr("About DSMScope"),
                              MainWindow::tr("DSMScope runs kernels on thread block clusters and shows what distributed shared memory does."),
                              QMessageBox::Close, &window);
  box->setInformativeText(MainWindow::tr("GPL-3.0-or-later; the measuring process is Apache-2.0. Drawn with Qt and QCustomPlot."));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

}  // namespace dsm::ui
