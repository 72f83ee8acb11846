// SPDX-License-Identifier: GPL-3.0-or-later
//
// The public face of the window: everything that comes in is compared, stored and shown at the next turn of the event
// loop. The parts are built in window_parts.cpp and connected in window_connections.cpp.
#include "ui/document_text.h"
#include "ui/main_window.h"

#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDataStream>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QGuiApplication>
#include <QIODevice>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QUndoStack>
#include <QUrl>

#include "ui/configure/configure_panel.h"
#include "ui/configure/metric_picker.h"
#include "ui/first_start_strip.h"
#include "ui/menu_corner.h"
#include "ui/notice_strip.h"
#include "ui/portal_scheme.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/table_page.h"
#include "ui/settings/settings_window.h"
#include "ui/theme/theme.h"
#include "ui/view_tabs.h"
#include "ui/window_geometry.h"
#include "ui/window_parts.h"

namespace dsm::ui {
namespace {

constexpr quint32 kLayoutMagic = 0x44534d31;  // "DSM1": bytes of another program or version are ignored
constexpr int kPortalDelayMs = 50;            // after the first paint

QStringList localFiles(const QMimeData* data) {
  QStringList files;
  for (const QUrl& url : data->urls()) {
    if (url.isLocalFile()) files << url.toLocalFile();
  }
  return files;
}

}  // namespace

MainWindow::MainWindow(const model::Catalogue& catalogue, QWidget* parent)
    : QMainWindow(parent), m_parts(std::make_unique<WindowParts>(*this, catalogue)) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(QStringLiteral("DSMScope[*]"));
  m_parts->build();
  m_parts->showRecent({});
  m_parts->applySizeClass();
}

QStringList MainWindow::tabIds() const { return m_parts->views->ids(); }

// Children point into the parts: they go first.
MainWindow::~MainWindow() {
  disconnect();
  delete takeCentralWidget();
}

void MainWindow::setSession(model::SessionPtr session) {
  WindowParts& parts = *m_parts;
  parts.session = std::move(session);
  parts.requestSent = false;
  parts.desk.model().setSession(parts.session);
  parts.showTitle();
  if (parts.session) parts.corner->setSession(*parts.session);
  const bool strip = !parts.firstStartSeen && parts.session && parts.session->origin == model::Origin::recorded &&
                     !parts.session->runs.empty() && measuredHere(*parts.session) == 0;
  if (strip && parts.firstStart == nullptr) {
    parts.firstStart = new FirstStartStrip(parts.views);
    parts.views->addStrip(parts.firstStart);
    connect(parts.firstStart, &FirstStartStrip::dismissed, this, [this] {
      m_parts->firstStartSeen = true;
      m_parts->firstStartWanted = false;
      m_parts->firstStart->hide();
    });
    parts.firstStart->setVisible(true);
    if (!parts.runs->isFolded()) parts.openRuns();
    parts.chainFocus();
  }
  if (parts.firstStart != nullptr) {
    if (strip) parts.firstStart->setSession(*parts.session);
    parts.firstStartWanted = strip;
    parts.firstStart->setVisible(strip && !parts.tileShown);
  }
  parts.scheduleRefresh();
}

void MainWindow::setDevices(std::vector<DeviceChoice> devices, int current) {
  WindowParts& parts = *m_parts;
  if (devices == parts.devices && current == parts.currentDevice) return;
  parts.devices = std::move(devices);
  parts.corner->setDevices(parts.devices, current);
  parts.chooseDevice(current);
}

int MainWindow::currentDevice() const { return m_parts->currentDevice; }

void MainWindow::setDeviceLegality(const QString& key, const model::Legality& legality) {
  m_parts->configuration.setDeviceLegality(key, legality);
}

void MainWindow::setWorkerStatus(const WorkerStatus& status) {
  m_parts->worker = status;
  m_parts->requestSent = false;
  const bool gone = status.state == WorkerStatus::State::gone;
  m_parts->notices->setAction(gone ? tr("Restart worker") : QString());
  m_parts->scheduleRefresh();
}

void MainWindow::setProgress(const RunProgress& progress) {
  m_parts->progress = progress;
  m_parts->requestSent = false;
  m_parts->scheduleRefresh();
}

void MainWindow::showNotice(const Notice& notice) {
  m_parts->requestSent = false;
  m_parts->notices->add(notice);
}

void MainWindow::setUndoStack(QUndoStack* stack) {
  WindowParts& parts = *m_parts;
  parts.undoStack = stack;
  for (QAction** action : {&parts.actions.undo, &parts.actions.redo}) {
    parts.actions.edit->removeAction(*action);
    delete *action;
  }
  parts.actions.undo = stack != nullptr ? stack->createUndoAction(this, tr("&Undo")) : new QAction(tr("&Undo"), this);
  parts.actions.redo = stack != nullptr ? stack->createRedoAction(this, tr("&Redo")) : new QAction(tr("&Redo"), this);
  parts.actions.undo->setShortcut(QKeySequence::Undo);
  parts.actions.redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
  for (QAction* action : {parts.actions.undo, parts.actions.redo}) {
    parts.actions.edit->insertAction(parts.actions.editEnd, action);
    addAction(action);
    if (stack == nullptr) action->setEnabled(false);
  }
  parts.setUndoActions();
  parts.actions.withShortcut.clear();
  for (QAction* action : actions()) {
    if (!action->shortcut().isEmpty()) parts.actions.withShortcut << action;
  }
}

void MainWindow::setSessionFile(const QString& path) { m_parts->sessionFile = path; }
void MainWindow::setExportFolder(const QString& folder) { m_parts->exportFolder = folder; }
QString MainWindow::exportFolder() const { return m_parts->exportFolder; }

void MainWindow::setRecentFiles(const QStringList& files) { m_parts->showRecent(files); }

void MainWindow::setViewState(const ViewState& state) {
  WindowParts& parts = *m_parts;
  parts.firstStartSeen = state.firstStartSeen;
  if (state.firstStartSeen && parts.firstStart != nullptr) {
    parts.firstStartWanted = false;
    parts.firstStart->hide();
  }
  if (!state.experiment.empty()) parts.configuration.showExperiment(state.experiment);
  parts.configuration.setValues(state.values);
  if (!state.variants.empty()) parts.configuration.setTickedVariants(state.variants);
  parts.configuration.setCounters(state.counters);
  Settings settings = parts.settings;
  settings.scheme = state.scheme;
  settings.textPercent = parts.knownTextPercent(int(state.textScale * 100 + 0.5));
  parts.applySettings(settings);
  if (!state.geometry.isEmpty()) restoreGeometry(state.geometry);
  QList<QRect> screens;
  for (const QScreen* screen : QGuiApplication::screens()) screens << screen->availableGeometry();
  const QRect placed = placedOnScreens(geometry(), screens, minimumSize());
  if (placed != geometry() && !isMaximized() && !isFullScreen()) setGeometry(placed);
  QDataStream stream(state.layout);
  quint32 magic = 0;
  QByteArray split;
  QByteArray columns;
  stream >> magic >> split >> columns;
  if (stream.status() == QDataStream::Ok && magic == kLayoutMagic) {
    parts.splitter->restoreState(split);
    parts.splitter->setOrientation(Qt::Vertical);  // whatever the bytes said
    parts.splitter->setHandleWidth(1);
    parts.splitter->setChildrenCollapsible(false);
    parts.runs->table()->restoreColumns(columns);
    qint32 groupBy = 0;
    stream >> groupBy;
    const bool known = stream.status() == QDataStream::Ok && groupBy >= 0 && groupBy <= int(RunsGroups::By::tag);
    if (known) parts.desk.rows().setBy(RunsGroups::By(groupBy));
  }
  parts.runsFoldedWanted = state.runsFolded;
  parts.applySizeClass();
  parts.setRunsFolded(parts.compact || state.runsFolded, false);
  if (!state.tab.isEmpty()) showTab(state.tab);
}

ViewState MainWindow::viewState() const {
  const WindowParts& parts = *m_parts;
  ViewState state;
  state.experiment = parts.configuration.spec().info().id;
  state.values = parts.configuration.values();
  state.variants = parts.configuration.ticked();
  state.counters = parts.configuration.counters();
  state.tab = parts.views->current();
  state.geometry = saveGeometry();
  QDataStream stream(&state.layout, QIODevice::WriteOnly);
  stream << kLayoutMagic << parts.splitter->saveState() << parts.runs->table()->saveColumns()
         << qint32(parts.desk.rows().by());
  state.scheme = parts.settings.scheme;
  state.textScale = textScale();
  state.runsFolded = parts.runsFoldedWanted;
  state.firstStartSeen = parts.firstStartSeen;
  return state;
}

void MainWindow::setSettings(const Settings& settings) { m_parts->applySettings(settings); }
const Settings& MainWindow::settings() const { return m_parts->settings; }
void MainWindow::setSettingsFile(const QString& path, const QString& trouble) {
  m_parts->settingsPath = path;
  m_parts->settingsTrouble = trouble;
  if (m_parts->settingsWindow) m_parts->settingsWindow->setFile(path, trouble);
}
model::CounterRequest MainWindow::counterRequest() const { return m_parts->configuration.counters(); }
void MainWindow::setCounterStatus(const model::Preflight& preflight) { m_parts->setCounterStatus(preflight); }
void MainWindow::setMetrics(const model::MetricList& metrics) {
  if (m_parts->metricPicker) m_parts->metricPicker->setMetrics(metrics);
}
void MainWindow::requestRun() { m_parts->requestRun(); }
void MainWindow::showTab(const QString& tab) { m_parts->views->show(tab); }

bool MainWindow::event(QEvent* event) {
  if (event->type() == QEvent::Polish && m_parts) {
    // The first paint already shows the document.
    m_parts->applySizeClass();
    m_parts->refreshNow();
  }
  const bool handled = QMainWindow::event(event);
  if (event->type() == QEvent::Show && m_parts && !m_parts->wasShown) {
    m_parts->wasShown = true;
    // No control wears the ring before the person takes the keyboard: Tab then starts at the first.
    centralWidget()->setFocus(Qt::OtherFocusReason);
    QTimer::singleShot(kPortalDelayMs, m_parts->portal, &PortalScheme::start);
  }
  return handled;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  emit closing();
  QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (m_parts) m_parts->applySizeClass();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList files = localFiles(event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  emit openRequested(files);
}

}  // namespace dsm::ui
