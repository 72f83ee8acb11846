// SPDX-License-Identifier: GPL-3.0-or-later
//
// Builds the window and keeps its parts in step with document, configuration, device and worker.
#include "ui/window_parts.h"

#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QScrollArea>
#include <QScreen>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include "ui/configure/configure_panel.h"
#include "ui/document_text.h"
#include "ui/first_start_strip.h"
#include "ui/machine_page.h"
#include "ui/main_window.h"
#include "ui/menu_corner.h"
#include "ui/notice_strip.h"
#include "ui/portal_scheme.h"
#include "ui/runs/run_text.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/table_page.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/status_strip.h"
#include "ui/tile/tile_desk.h"
#include "ui/tile/tile_page.h"
#include "ui/tile/tile_side.h"
#include "ui/view_tabs.h"

namespace dsm::ui {
namespace {

constexpr int kLeastWidth = 960;
constexpr int kLeastHeight = 540;
constexpr int kStartWidth = 1440;
constexpr int kStartHeight = 900;
constexpr int kRefreshGapMs = 30;  // a flood of snapshots redraws at most this often

StatusDot dotOf(WorkerStatus::State state) {
  switch (state) {
    case WorkerStatus::State::starting: return StatusDot::starting;
    case WorkerStatus::State::ready:
    case WorkerStatus::State::busy:
    case WorkerStatus::State::cancelling: return StatusDot::ok;
    case WorkerStatus::State::gone: return StatusDot::error;
    case WorkerStatus::State::none: break;
  }
  return StatusDot::starting;
}

QString workerText(WorkerStatus::State state) {
  switch (state) {
    case WorkerStatus::State::starting: return MainWindow::tr("worker starting");
    case WorkerStatus::State::ready: return MainWindow::tr("worker ready");
    case WorkerStatus::State::busy: return MainWindow::tr("worker busy");
    case WorkerStatus::State::cancelling: return MainWindow::tr("stopping");
    case WorkerStatus::State::gone: return MainWindow::tr("worker gone");
    case WorkerStatus::State::none: break;
  }
  return {};  // the first piece says why
}

void collectFocusable(QWidget* root, QList<QWidget*>& chain);

void collectFocusable(QLayout* layout, QList<QWidget*>& chain) {
  for (int i = 0; i < layout->count(); ++i) {
    QLayoutItem* item = layout->itemAt(i);
    if (item->layout() != nullptr) collectFocusable(item->layout(), chain);
    if (item->widget() != nullptr) collectFocusable(item->widget(), chain);
  }
}

// In the order of the layouts, which is reading order; the toolkit's own chain is the order of making.
void collectFocusable(QWidget* root, QList<QWidget*>& chain) {
  if (root->isWindow()) return;  // a menu or a pop-up
  const bool takesFocus = (root->focusPolicy() & Qt::TabFocus) && root->focusProxy() == nullptr;
  if (takesFocus) chain << root;
  if (root->layout() != nullptr) {
    collectFocusable(root->layout(), chain);
    return;
  }
  if (auto* area = qobject_cast<QScrollArea*>(root); area != nullptr && area->widget() != nullptr) {
    collectFocusable(area->widget(), chain);
    return;
  }
  for (QObject* child : root->children()) {
    if (auto* widget = qobject_cast<QWidget*>(child)) collectFocusable(widget, chain);
  }
}

}  // namespace

WindowParts::WindowParts(MainWindow& owner, const model::Catalogue& catalogue) : window(owner), configuration(catalogue), desk(catalogue) {
  refreshTimer.setSingleShot(true);
  QObject::connect(&refreshTimer, &QTimer::timeout, &window, [this] { refreshNow(); });
}

bool WindowParts::isRunning() const {
  return progress.fraction >= 0 || worker.state == WorkerStatus::State::busy || worker.state == WorkerStatus::State::cancelling;
}

bool WindowParts::canMeasure() const {
  return worker.state != WorkerStatus::State::none && std::ranges::any_of(devices, &DeviceChoice::live);
}

void WindowParts::build() {
  window.setMinimumSize(kLeastWidth, kLeastHeight);
  window.resize(kStartWidth, kStartHeight);
  window.setAcceptDrops(true);

  auto* centre = new QWidget(&window);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(0);
  column->addLayout(middle, 1);
  configure = new ConfigurePanel(configuration, centre);
  middle->addWidget(configure);

  splitter = new QSplitter(Qt::Vertical, centre);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(1);
  views = new ViewTabs(makeTabs(), splitter);
  notices = new NoticeStrip(views);
  views->addStrip(notices);
  runs = new RunsPanel(desk, RunsTable::Kind::panel, splitter);
  splitter->addWidget(views);
  splitter->addWidget(runs);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  middle->addWidget(splitter, 1);
  status = new StatusStrip(centre);
  status->setOrder({QStringLiteral("device"), QStringLiteral("counters"), QStringLiteral("clock"), QStringLiteral("worker")});
  column->addWidget(status);
  window.setCentralWidget(centre);

  QStringList labels;
  for (int i = 0; i < views->bar()->count(); ++i) labels << views->bar()->tabText(i);
  actions = makeWindowActions(&window, labels);
  corner = new MenuCorner(window.menuBar());
  window.menuBar()->setCornerWidget(corner, Qt::TopRightCorner);
  portal = new PortalScheme(&window);
  connectActions();
  connectParts();
  connectTabs();
  connectCompare();
  connectSettings();
  setRunsFolded(false, false);
  chainFocus();
}

void WindowParts::scheduleRefresh() {
  if (refreshTimer.isActive()) return;
  const bool justShown = sinceRefresh.isValid() && sinceRefresh.elapsed() < kRefreshGapMs;
  refreshTimer.start(justShown ? kRefreshGapMs : 0);
}

void WindowParts::refreshNow() {
  refreshTimer.stop();
  sinceRefresh.start();
  desk.filter().setConfiguration(&configuration.spec(), configuration.values());

  ViewInput input;
  input.spec = &configuration.spec();
  input.session = session ? session : std::make_shared<const model::Session>();
  input.device = configuration.device();
  input.deviceIsLive = configuration.deviceIsLive() && worker.state == WorkerStatus::State::ready;
  input.values = configuration.values();
  input.variants = configuration.ticked();
  input.leadVariant = configuration.leadVariant();
  input.legality = configuration.legality();
  input.selectedRun = desk.currentId().toStdString();
  input.running = isRunning();
  input.comparisonThreshold = desk.model().comparer().threshold();
  input.comparisons = knownComparisons(input);

  const bool nothing = worker.state == WorkerStatus::State::none && input.session->runs.empty();
  if (nothing && machine == nullptr) {
    machine = new MachinePage(views);
    QObject::connect(machine, &MachinePage::openRecordingWanted, &window, &MainWindow::openRecordingRequested);
    QObject::connect(machine, &MachinePage::checkAgainWanted, &window, &MainWindow::workerRestartRequested);
  }
  if (nothing) machine->setStatus(worker);
  QWidget* substitute = nothing ? machine : nullptr;
  if (tileShown) {
    tile->document().setOwnDevice(configuration.device());
    substitute = tile->elsewhere();
  }
  views->setSubstitute(substitute);
  views->setFront(tileShown ? tile->page() : nullptr);
  views->setInput(input);

  runs->setRunPossible(canMeasure(), input.running);
  if (auto* table = qobject_cast<TablePage*>(views->page(QStringLiteral("table")))) table->panel()->setRunPossible(canMeasure(), input.running);
  const bool stopping = worker.state == WorkerStatus::State::cancelling;
  configure->setProgress(progress);
  configure->setRunning(input.running, stopping);
  actions.run->setEnabled(!input.running && !stopping && !tileShown);
  actions.stop->setEnabled(input.running && !stopping);
  actions.workers->setEnabled(!input.running && !stopping);
  showCompareActions();
  showStatus();
}

void WindowParts::showStatus() {
  if (tileShown) {
    showTileStatus();
    return;
  }
  QString deviceText = worker.text;
  if (deviceText.isEmpty() && configuration.device()) deviceText = shortDeviceName(configuration.device()->name);
  status->setPiece(QStringLiteral("device"), deviceText, dotOf(worker.state), worker.detail);
  showCounterStatus();
  status->setPiece(QStringLiteral("clock"), worker.smClockHz > 0 ? quantityText(model::Unit::hertz, worker.smClockHz, 4) : QString());
  status->setPiece(QStringLiteral("worker"), workerText(worker.state), StatusDot::none, worker.remedy);
  QString right;
  if (session) {
    const QString title = QString::fromStdString(session->title);
    const bool words = session->origin == model::Origin::recorded && !title.contains(u'.');
    right = words ? title.left(1).toLower() + title.mid(1) : title;
    const QString provenance = session->runs.empty() ? QString() : provenanceText(*session);
    if (!right.isEmpty() && !provenance.isEmpty()) right += QStringLiteral(", ");
    right += provenance;
  }
  status->setRightText(right);
}

void WindowParts::applySizeClass() {
  const bool small = window.width() < scaled(kSmallWindowWidth) || window.height() < scaled(kSmallWindowHeight);
  if (small == compact && wasShown) return;
  compact = small;
  configure->setCompact(small);
  views->setCompact(small);
  runs->table()->setCompact(small);
  if (tile != nullptr) tile->foot()->setCompact(small);
  setRunsFolded(small || runsFoldedWanted || tileShown, false);
}

void WindowParts::setRunsFolded(bool folded, bool byPerson) {
  if (byPerson && !compact && !tileShown) runsFoldedWanted = folded;
  const bool wasFolded = runs->maximumHeight() == runs->headHeight();
  runs->setFolded(folded);
  actions.runsPanel->setChecked(!folded);
  if (folded) {
    runs->setFixedHeight(runs->headHeight());
    splitter->setSizes({std::max(1, splitter->height() - runs->headHeight()), runs->headHeight()});
    return;
  }
  runs->setMinimumHeight(runs->headHeight() + 2 * scaled(kTableRowHeight));
  runs->setMaximumHeight(QWIDGETSIZE_MAX);
  if (wasFolded || !wasShown) openRuns();
}

// The strip of a first start takes its place from the runs, so that the chart has all of its own.
void WindowParts::openRuns() {
  int height = runs->openHeight();
  if (firstStart != nullptr && !firstStart->isHidden()) height -= 3 * scaled(kTableRowHeight);
  splitter->setSizes({std::max(1, splitter->height() - height), height});
}

void WindowParts::chainFocus() {
  QList<QWidget*> chain;
  collectFocusable(configure, chain);
  collectFocusable(views->bar(), chain);
  collectFocusable(notices, chain);
  if (firstStart != nullptr) collectFocusable(firstStart, chain);
  if (QWidget* page = views->currentPage()) collectFocusable(page, chain);
  collectFocusable(runs, chain);
  collectFocusable(corner, chain);
  for (qsizetype i = 1; i < chain.size(); ++i) QWidget::setTabOrder(chain[i - 1], chain[i]);
}

void WindowParts::showScheme() {
  const SchemeChoice choice = settings.scheme;
  for (QAction* action : actions.scheme->actions()) action->setChecked(action->data().toInt() == int(choice));
  const bool dark = choice == SchemeChoice::dark || (choice == SchemeChoice::automatic && desktopIsDark);
  const Scheme wanted = dark ? Scheme::dark : Scheme::light;
  if (currentScheme() != wanted) ThemeHost::instance().setScheme(wanted);
}

void WindowParts::resetLayout() {
  runsFoldedWanted = false;
  runs->table()->resetColumns();
  if (auto* table = qobject_cast<TablePage*>(views->page(QStringLiteral("table")))) table->panel()->table()->resetColumns();
  Settings wanted = settings;
  wanted.textPercent = 100;
  changeSettings(wanted);
  desk.rows().setBy(RunsGroups::By::none);
  setRunsFolded(compact, false);
  if (!compact) openRuns();
}

}  // namespace dsm::ui
