// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the whole window, offscreen: the main path by keyboard, what F5 asks for, notices in place of dialogs, and
// how parts hear of each other.
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTabBar>
#include <QUndoStack>
#include <QtTest>

#include "tests/ui/fixtures/shown_window.h"
#include "ui/charts/latency_view.h"
#include "ui/configure/configure_panel.h"
#include "ui/configure/run_bar.h"
#include "ui/export/export_dialog.h"
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

using namespace dsm;
using namespace dsm::ui;
using test::histogram;
using test::Shown;

namespace {

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
  void initTestCase() {
    installTheme(*qApp, Scheme::light);
  }
  void cleanup() {
    setTextScale(1.0);
    ThemeHost::instance().setScheme(Scheme::light);
  }

  void anExportShowsWhatTheViewShows() {
    Shown shown;
    shown.window.showTab(QStringLiteral("latency"));
    auto* view = shown.part<LatencyView>();
    view->setLogarithmic(true);
    view->requestExport();
    auto* dialog = shown.part<ExportDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->options().logarithmic);
    QCOMPARE(dialog->options().quantity, view->exportOptions().quantity);
    dialog->reject();
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
    QCOMPARE(views->current(), QStringLiteral("traffic"));
    QTest::keyClick(&shown.window, Qt::Key_4, Qt::ControlModifier);
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
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
