// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the whole window, offscreen: the main path by keyboard, what F5 asks for, notices in place of dialogs, views
// that are built when shown, sizes, schemes and geometry.
#include <QAccessible>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabBar>
#include <QUndoStack>
#include <QtTest>

#include "gpu/experiments/catalogue.h"
#include "tests/model/device_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/charts/latency_view.h"
#include "ui/configure/configure_panel.h"
#include "ui/configure/fits_card.h"
#include "ui/configure/run_bar.h"
#include "ui/first_start_strip.h"
#include "ui/machine_page.h"
#include "ui/main_window.h"
#include "ui/menu_corner.h"
#include "ui/notice_strip.h"
#include "ui/ruler/shared_memory_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/table_page.h"
#include "ui/shortcuts_window.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/view_tabs.h"
#include "ui/window_geometry.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

const model::ExperimentSpec& histogram() { return *model::findSpec(experiments::catalogue(), "histogram"); }

// A window with a document of `runs` runs, a live H200 and a ready worker.
struct Shown {
  explicit Shown(int runs = 12, QSize size = {1440, 900}) : window(experiments::catalogue()) {
    session = test::sessionOf(histogram(), runs);
    window.setSession(session);
    window.setDevices({test::liveDevice(test::h200())}, 0);
    window.setWorkerStatus(test::readyWorker());
    window.resize(size);
    window.show();
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window)) qWarning("the window did not become active");
  }
  template <class T>
  T* part() {
    return window.findChild<T*>();
  }
  std::vector<model::RunRequest> requests(const QSignalSpy& spy, int call = 0) {
    return spy.at(call).first().value<std::vector<model::RunRequest>>();
  }
  MainWindow window;
  std::shared_ptr<model::Session> session;
};

// Every widget that Tab reaches from the one with the keyboard, until it comes round.
QList<QWidget*> tabRound(MainWindow& window) {
  QList<QWidget*> round;
  for (int i = 0; i < 200; ++i) {
    QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &window, Qt::Key_Tab);
    QWidget* at = QApplication::focusWidget();
    if (at == nullptr || (!round.isEmpty() && at == round.first())) break;
    if (round.isEmpty() || at != round.last()) round << at;  // a sentence with two links takes two steps
  }
  return round;
}

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }
  void cleanup() {
    setTextScale(1.0);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void theMainPathNeedsNoMouse() {
    Shown shown;
    QSignalSpy runs(&shown.window, &MainWindow::runRequested);
    QSignalSpy experiments(&shown.window, &MainWindow::experimentShown);
    auto* box = shown.part<ConfigurePanel>()->experimentBox();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(experiments.size(), 1);
    QCOMPARE(box->currentIndex(), 1);
    QTest::keyClick(box, Qt::Key_Up);
    QCOMPARE(box->currentIndex(), 0);
    QTest::keyClick(box, Qt::Key_Tab);
    auto* cluster = qobject_cast<SegmentedRow*>(QApplication::focusWidget());
    if (cluster == nullptr) {  // the link "Other..." of its label comes first
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      cluster = qobject_cast<SegmentedRow*>(QApplication::focusWidget());
    }
    QVERIFY(cluster != nullptr);
    QTest::keyClick(cluster, Qt::Key_Right);
    QTest::keyClick(cluster, Qt::Key_F5);
    QCOMPARE(runs.size(), 1);
    const auto requests = shown.requests(runs);
    QCOMPARE(requests.size(), std::size_t{2});  // block_private does not fit
    QCOMPARE(requests[0].variant, std::string("cluster_dsmem"));
    QCOMPARE(requests[0].values.at("cluster"), 8);
    QCOMPARE(requests[0].values.at("bins"), 65536);
    QCOMPARE(requests[0].deviceUuid, test::h200().uuid);
    QCOMPARE(requests[1].variant, std::string("global_atomics"));
    QVERIFY(!requests[1].values.contains("cluster"));
  }

  void tabReachesConfigureViewsRunsAndDevice() {
    Shown shown;
    shown.part<ConfigurePanel>()->experimentBox()->setFocus();
    const QList<QWidget*> round = tabRound(shown.window);
    if (qEnvironmentVariableIsSet("DSM_SHOW_TAB_ORDER")) {
      for (QWidget* at : round) qInfo() << at->metaObject()->className() << at->accessibleName();
    }
    const auto reaches = [&](QWidget* part) {
      return std::ranges::any_of(round, [&](QWidget* at) { return at == part || part->isAncestorOf(at); });
    };
    QVERIFY(reaches(shown.part<ConfigurePanel>()->runBar()));
    QVERIFY(reaches(shown.part<ViewTabs>()->bar()));
    QVERIFY(reaches(shown.part<SharedMemoryView>()));
    QVERIFY(reaches(shown.part<RunsPanel>()->table()));
    QVERIFY(reaches(shown.part<MenuCorner>()->deviceBox()));
    // In reading order: Configure, then views, then runs.
    const auto first = [&](QWidget* part) {
      for (qsizetype i = 0; i < round.size(); ++i) {
        if (round[i] == part || part->isAncestorOf(round[i])) return i;
      }
      return qsizetype{-1};
    };
    QVERIFY(first(shown.part<ConfigurePanel>()->runBar()) < first(shown.part<ViewTabs>()->bar()));
    QVERIFY(first(shown.part<SharedMemoryView>()) < first(shown.part<RunsPanel>()->table()));
  }

  void keysChooseTabsFilterStopAndHelp() {
    Shown shown;
    auto* views = shown.part<ViewTabs>();
    QTest::keyClick(&shown.window, Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(views->current(), QStringLiteral("latency"));
    QTest::keyClick(&shown.window, Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(views->current(), QStringLiteral("table"));
    QTest::keyClick(&shown.window, Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), shown.part<TablePage>()->panel()->filterField());
    QTest::keyClick(&shown.window, Qt::Key_1, Qt::ControlModifier);
    QSignalSpy stops(&shown.window, &MainWindow::stopRequested);
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    QCOMPARE(stops.size(), 0);
    RunProgress progress;
    progress.fraction = 0.1;
    progress.total = 2;
    shown.window.setProgress(progress);
    QTRY_VERIFY(shown.part<ConfigurePanel>()->runBar()->stopButton()->isEnabled());
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    QCOMPARE(stops.size(), 1);
    QTest::keyClick(&shown.window, Qt::Key_F1);
    QVERIFY(shown.part<ShortcutsWindow>() != nullptr && shown.part<ShortcutsWindow>()->isVisible());
  }

  void viewsAreBuiltWhenTheyAreShown() {
    Shown shown;
    QVERIFY(shown.part<SharedMemoryView>() != nullptr);
    QVERIFY(shown.part<LatencyView>() == nullptr);
    QVERIFY(shown.part<TablePage>() == nullptr);
    shown.window.showTab(QStringLiteral("latency"));
    QVERIFY(shown.part<LatencyView>() != nullptr);
    QVERIFY(shown.part<RunsPanel>()->isVisible());
    shown.window.showTab(QStringLiteral("table"));
    QVERIFY(shown.part<TablePage>() != nullptr);
    shown.window.showTab(QStringLiteral("nonsense"));
    QCOMPARE(shown.part<ViewTabs>()->current(), QStringLiteral("table"));
  }

  void rapidClicksAskOnce() {
    Shown shown;
    QSignalSpy runs(&shown.window, &MainWindow::runRequested);
    auto* run = shown.part<ConfigurePanel>()->runBar()->runButton();
    for (int i = 0; i < 20; ++i) QTest::mouseClick(run, Qt::LeftButton);
    QCOMPARE(runs.size(), 1);
    shown.window.setWorkerStatus(test::readyWorker());
    QTest::mouseClick(run, Qt::LeftButton);
    QCOMPARE(runs.size(), 2);
  }

  void aRunThatCannotBeIsANoticeAndNoDialog() {
    Shown shown;
    QSignalSpy runs(&shown.window, &MainWindow::runRequested);
    auto* notices = shown.part<NoticeStrip>();
    WorkerStatus none;
    none.state = WorkerStatus::State::none;
    none.text = QStringLiteral("No NVIDIA driver on this machine.");
    shown.window.setWorkerStatus(none);
    shown.window.requestRun();
    QCOMPARE(notices->current().sentence, none.text);
    notices->dismiss();
    QVERIFY(!notices->isVisible());
    shown.window.setWorkerStatus(test::readyWorker());
    shown.window.setDevices({{test::h200(), false, QStringLiteral("recorded")}}, 0);
    shown.window.requestRun();
    QVERIFY(notices->current().sentence.contains(QStringLiteral("known from a recording")));
    shown.window.setDevices({test::liveDevice(test::h200())}, 0);
    ViewState state = shown.window.viewState();
    state.variants = {"block_private"};
    shown.window.setViewState(state);
    shown.window.requestRun();
    QVERIFY2(notices->current().sentence.contains(QStringLiteral("KiB")), qPrintable(notices->current().sentence));
    QCOMPARE(runs.size(), 0);
    QVERIFY(QApplication::activeModalWidget() == nullptr);
  }

  void theSameNoticeIsShownOnceAndOthersWait() {
    Shown shown;
    auto* notices = shown.part<NoticeStrip>();
    for (int i = 0; i < 50; ++i) shown.window.showNotice({Notice::Kind::error, QStringLiteral("One."), {}});
    shown.window.showNotice({Notice::Kind::info, QStringLiteral("Two."), {}});
    QCOMPARE(notices->waiting(), 2);
    notices->dismiss();
    QCOMPARE(notices->current().sentence, QStringLiteral("One."));
  }

  void theRecordingSaysThatNothingWasMeasuredHere() {
    Shown shown;
    auto* strip = shown.part<FirstStartStrip>();
    QVERIFY(strip != nullptr && strip->isVisible());
    strip->findChild<IconButton*>()->click();
    QVERIFY(!strip->isVisible());
    QVERIFY(shown.window.viewState().firstStartSeen);
    shown.window.setSession(test::sessionOf(histogram(), 14));
    QVERIFY(!strip->isVisible());
  }

  void aMachineWithoutGpuAndDataSaysWhatWorks() {
    MainWindow window(experiments::catalogue());
    WorkerStatus none;
    none.state = WorkerStatus::State::none;
    none.text = QStringLiteral("No NVIDIA driver on this machine.");
    none.remedy = QStringLiteral("needs a driver");
    window.setSession(std::make_shared<model::Session>());
    window.setWorkerStatus(none);
    window.showTab(QStringLiteral("latency"));
    window.show();
    auto* page = window.findChild<MachinePage*>();
    QVERIFY(page != nullptr && page->isVisible());
    QSignalSpy opens(&window, &MainWindow::openRecordingRequested);
    page->findChild<PrimaryButton*>()->click();
    QCOMPARE(opens.size(), 1);
    window.setSession(test::sessionOf(histogram(), 3));
    QTRY_VERIFY(!page->isVisible());
  }

  void aFloodOfResultsNeverHoldsTheLoop() {
    Shown shown(400);
    shown.window.showTab(QStringLiteral("latency"));
    QTest::qWait(50);
    model::SessionPtr session = shown.session;
    qint64 longest = 0;
    for (int i = 0; i < 1000; ++i) {
      const model::SessionPtr next = test::withRun(*session, test::makeRun("n" + std::to_string(i), histogram(), "cluster_dsmem", 2.9e6 - i));
      QElapsedTimer timer;
      timer.start();
      shown.window.setSession(next);
      longest = std::max(longest, timer.elapsed());
      session = next;
      if (i % 20 == 0) QTest::qWait(1);
    }
    QVERIFY2(longest < 50, qPrintable(QString::number(longest)));
    QTest::qWait(50);
    QVERIFY(shown.part<RunsPanel>()->countsText().startsWith(QStringLiteral("1") + QChar(u'\u2009') + QStringLiteral("400 ")));
  }

  void choosingARunInTheTableReachesTheViewAndTheReverse() {
    Shown shown;
    shown.window.showTab(QStringLiteral("latency"));
    shown.part<RunsPanel>()->table()->selectRow(1);
    QTRY_COMPARE(shown.part<LatencyView>()->input().selectedRun, std::string("r1"));
    emit shown.part<LatencyView>()->runSelected("r0");
    QTRY_COMPARE(shown.part<LatencyView>()->input().selectedRun, std::string("r0"));
  }

  void settingsOfARunAreTakenOver() {
    Shown shown;
    auto session = std::make_shared<model::Session>(*shown.session);
    session->runs.push_back(test::makeRun("far", histogram(), "cluster_dsmem", 1e6, {{"bins", 4096}, {"cluster", 2}}));
    session->pinned = {"far"};
    shown.window.setSession(session);
    auto* table = shown.part<RunsPanel>()->table();
    QTest::qWait(20);
    table->selectRow(table->model()->rowCount() - 1);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(shown.window.viewState().values.at("bins"), 4096);
    QCOMPARE(shown.window.viewState().values.at("cluster"), 2);
  }

  void theStateSurvivesARestart() {
    ViewState kept;
    {
      Shown shown;
      ViewState state = shown.window.viewState();
      state.experiment = "token_hop";
      state.values = {{"cluster", 16}, {"round_trips", 777}};
      state.variants = {"grid_sync"};
      state.tab = QStringLiteral("latency");
      state.scheme = SchemeChoice::dark;
      state.runsFolded = true;
      shown.window.setViewState(state);
      kept = shown.window.viewState();
    }
    Shown again;
    again.window.setViewState(kept);
    const ViewState state = again.window.viewState();
    QCOMPARE(state.experiment, std::string("token_hop"));
    QCOMPARE(state.values.at("cluster"), 16);
    QCOMPARE(state.values.at("round_trips"), 777);
    QCOMPARE(state.variants, std::vector<std::string>{"grid_sync"});
    QCOMPARE(state.tab, QStringLiteral("latency"));
    QCOMPARE(currentScheme(), Scheme::dark);
    QVERIFY(again.part<RunsPanel>()->isFolded());
  }

  void nonsenseStateIsIgnored() {
    Shown shown;
    ViewState state;
    state.experiment = "no such thing";
    state.values = {{"no such parameter", 5}};
    state.variants = {"no such variant"};
    state.tab = QStringLiteral("no such tab");
    state.geometry = "rubbish";
    state.layout = "rubbish";
    state.textScale = 40;
    shown.window.setViewState(state);
    QCOMPARE(shown.window.viewState().experiment, std::string("histogram"));
    QVERIFY(textScale() <= 1.5);
  }

  // Case 42: a geometry at x = -9999 ends on a visible screen.
  void aWindowOffTheScreenComesBack() {
    const QList<QRect> screens{QRect(0, 0, 1920, 1080), QRect(1920, 0, 1280, 1024)};
    const QSize least(960, 540);
    QCOMPARE(placedOnScreens(QRect(100, 80, 1440, 900), screens, least), QRect(100, 80, 1440, 900));
    QVERIFY(screens[0].contains(placedOnScreens(QRect(-9999, 40, 1440, 900), screens, least)));
    QVERIFY(screens[0].contains(placedOnScreens(QRect(100, 5000, 1440, 900), screens, least)));
    QCOMPARE(placedOnScreens(QRect(2000, 10, 1200, 900), screens, least), QRect(2000, 10, 1200, 900));
    QCOMPARE(placedOnScreens(QRect(0, 0, 5000, 5000), screens, least).size(), QSize(1920, 1080));
    QCOMPARE(placedOnScreens(QRect(10, 10, 1, 1), screens, least).size(), least);

    Shown shown;
    ViewState state = shown.window.viewState();
    MainWindow far(experiments::catalogue());
    far.setGeometry(-9999, 30, 1200, 700);
    state.geometry = far.saveGeometry();
    shown.window.setViewState(state);
    const QRect available = QGuiApplication::primaryScreen()->availableGeometry();
    QVERIFY(available.intersects(QRect(shown.window.geometry().topLeft(), QSize(shown.window.width(), 30))));
  }

  void smallWindowsGetTheShortForm() {
    Shown shown(12, {960, 540});
    QVERIFY(shown.part<RunsPanel>()->isFolded());
    QVERIFY(shown.part<FitsCard>()->height() < 40);
    auto* run = shown.part<ConfigurePanel>()->runBar()->runButton();
    QVERIFY(QRect(QPoint(), shown.window.size()).contains(QRect(run->mapTo(&shown.window, QPoint()), run->size())));
    shown.window.resize(1440, 900);
    QVERIFY(!shown.part<RunsPanel>()->isFolded());
    QVERIFY(shown.part<FitsCard>()->height() > 40);
  }

  void sizesFromOnePixelAndLargeTextDoNoHarm_data() {
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("dark");
    for (const double scale : {1.0, 1.5}) {
      for (const bool dark : {false, true}) QTest::addRow("%d percent, %s", int(scale * 100), dark ? "dark" : "light") << scale << dark;
    }
  }
  void sizesFromOnePixelAndLargeTextDoNoHarm() {
    QFETCH(double, scale);
    QFETCH(bool, dark);
    Shown shown;
    ViewState state = shown.window.viewState();
    state.textScale = scale;
    state.scheme = dark ? SchemeChoice::dark : SchemeChoice::light;
    shown.window.setViewState(state);
    QCOMPARE(textScale(), scale);
    for (const QString& tab : {QStringLiteral("shared_memory"), QStringLiteral("latency"), QStringLiteral("table")}) {
      shown.window.showTab(tab);
      shown.window.setMinimumSize(1, 1);
      for (const QSize size : {QSize(1, 1), QSize(960, 540), QSize(1440, 900), QSize(1, 900), QSize(960, 540)}) {
        shown.window.resize(size);
        QVERIFY(!shown.window.grab().isNull());
      }
      auto* run = shown.part<ConfigurePanel>()->runBar()->runButton();
      const QRect place(run->mapTo(&shown.window, QPoint()), run->size());
      QVERIFY2(QRect(QPoint(), shown.window.size()).contains(place), qPrintable(tab));
    }
  }

  void droppedFilesAndRecentFilesAreOpened() {
    Shown shown;
    QSignalSpy opens(&shown.window, &MainWindow::openRequested);
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/data/a.dsmscope")), QUrl(QStringLiteral("https://example.org/b"))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&shown.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPoint(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&shown.window, &drop);
    QCOMPARE(opens.first().first().toStringList(), QStringList{QStringLiteral("/data/a.dsmscope")});
    shown.window.setRecentFiles({QStringLiteral("/data/x & y.dsmscope")});
    QMenu* recent = nullptr;
    for (QMenu* menu : shown.window.findChildren<QMenu*>()) {
      if (menu->title() == QLatin1String("Open &recent")) recent = menu;
    }
    QVERIFY(recent != nullptr);
    recent->actions().first()->trigger();
    QCOMPARE(opens.last().first().toStringList(), QStringList{QStringLiteral("/data/x & y.dsmscope")});
  }

  void undoAndRedoAreTheDocuments() {
    Shown shown;
    QUndoStack stack;
    shown.window.setUndoStack(&stack);
    stack.push(new QUndoCommand(QStringLiteral("Delete runs")));
    QCOMPARE(stack.index(), 1);
    QTest::keyClick(&shown.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(stack.index(), 0);
    QTest::keyClick(&shown.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(stack.index(), 1);
    shown.window.setUndoStack(nullptr);
  }

  void switchingTheDeviceIsToldAndAsksAgain() {
    Shown shown;
    model::Device small = test::smallWithClusters();
    shown.window.setDevices({test::liveDevice(test::h200()), test::liveDevice(small)}, 0);
    QSignalSpy chosen(&shown.window, &MainWindow::deviceChosen);
    QSignalSpy wanted(&shown.window, &MainWindow::legalityWanted);
    auto* box = shown.part<MenuCorner>()->deviceBox();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().toInt(), 1);
    QCOMPARE(shown.window.currentDevice(), 1);
    QTRY_VERIFY(wanted.size() >= 1);
    QVERIFY(wanted.last().first().toString().endsWith(QString::fromStdString(small.uuid)));
  }

  void everyControlHasANameForScreenReaders() {
    Shown shown;
    for (const QString& tab : {QStringLiteral("shared_memory"), QStringLiteral("latency"), QStringLiteral("table")}) {
      shown.window.showTab(tab);
      for (QWidget* widget : shown.window.findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(face != nullptr);
        QWidget* holder = widget->parentWidget();  // the field inside a box is named by the box
        const QString name = face->text(QAccessible::Name) + (holder != nullptr ? holder->accessibleName() : QString());
        QVERIFY2(!name.isEmpty(), qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()), widget->objectName())));
      }
    }
  }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
