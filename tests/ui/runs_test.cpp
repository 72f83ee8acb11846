// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the runs table: snapshots become row changes and never a reset, what the person looks at stays where it
// is, and cells say what a run is worth and where it comes from.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QThreadPool>
#include <QtTest>

#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/runs/runs_desk.h"
#include "ui/runs/runs_panel.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

const model::ExperimentSpec& histogram() { return *model::findSpec(experiments::catalogue(), "histogram"); }

QString cell(RunsModel& model, int row, RunColumn column) { return model.index(row, int(column)).data().toString(); }

QStringList shownIds(RunsDesk& desk) {
  QStringList ids;
  for (int row = 0; row < desk.filter().rowCount(); ++row) {
    ids << QString::fromStdString(desk.model().runAt(desk.filter().mapToSource(desk.filter().index(row, 0)).row())->id);
  }
  return ids;
}

}  // namespace

class RunsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void theModelKeepsTheContractThroughEveryKindOfChange() {
    RunsModel model(experiments::catalogue());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const auto first = test::sessionOf(histogram(), 20);
    model.setSession(first);
    QCOMPARE(model.rowCount(), 20);
    auto next = std::make_shared<model::Session>(*first);
    next->runs.erase(next->runs.begin() + 3, next->runs.begin() + 6);
    next->runs.erase(next->runs.begin());
    model.setSession(next);
    QCOMPARE(model.rowCount(), 16);
    model.setSession(first);  // undo: back at their old places
    QCOMPARE(model.rowCount(), 20);
    for (int row = 0; row < 20; ++row) QCOMPARE(model.runAt(row)->id, first->runs[std::size_t(row)]->id);
    auto turned = std::make_shared<model::Session>(*first);
    std::reverse(turned->runs.begin(), turned->runs.end());
    model.setSession(turned);
    for (int row = 0; row < 20; ++row) QCOMPARE(model.runAt(row)->id, turned->runs[std::size_t(row)]->id);
    model.setSession(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(resets.size(), 0);
  }

  void aChangedRunIsOneChangedRow() {
    RunsModel model(experiments::catalogue());
    const auto first = test::sessionOf(histogram(), 5);
    model.setSession(first);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    auto next = std::make_shared<model::Session>(*first);
    auto edited = std::make_shared<model::Run>(*next->runs[2]);
    edited->notes = "good";
    next->runs[2] = edited;
    model.setSession(next);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toModelIndex().row(), 2);
    QCOMPARE(cell(model, 2, RunColumn::notes), QStringLiteral("good"));
  }

  void aThousandArrivingRunsKeepSelectionScrollAndSort() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.resize(1150, 200);
    panel.show();
    model::SessionPtr session = test::sessionOf(histogram(), 400);
    desk.model().setSession(session);
    RunsTable* table = panel.table();
    table->sortByColumn(int(RunColumn::time), Qt::AscendingOrder);
    desk.select(QStringLiteral("r200"));
    const QModelIndex selected = table->currentIndex();
    table->scrollTo(selected, QAbstractItemView::PositionAtTop);
    QSignalSpy resets(&desk.filter(), &QAbstractItemModel::modelReset);
    const auto topId = [&] { return desk.runAt(table->indexAt(QPoint(200, 4)))->id; };
    const std::string before = topId();
    const auto& variants = histogram().info().variants;
    qint64 longest = 0;
    for (int i = 0; i < 1000; ++i) {
      // Slower than all: they sort behind, so that what is on screen has no reason to move.
      const model::RunPtr run = test::makeRun("new" + std::to_string(i), histogram(), variants[std::size_t(i) % 3].id, 5e6 + 100.0 * i);
      const model::SessionPtr next = test::withRun(*session, run);
      QElapsedTimer timer;
      timer.start();
      desk.model().setSession(next);
      longest = std::max(longest, timer.elapsed());
      session = next;
    }
    QCOMPARE(desk.filter().rowCount(), 1400);
    QCOMPARE(desk.currentId(), QStringLiteral("r200"));
    QCOMPARE(desk.selectedIds(), QStringList{QStringLiteral("r200")});
    QCOMPARE(topId(), before);
    QCOMPARE(desk.filter().sortColumn(), int(RunColumn::time));
    const QStringList ids = shownIds(desk);
    QVERIFY(ids.indexOf(QStringLiteral("r399")) < ids.indexOf(QStringLiteral("r0")));
    QVERIFY(ids.indexOf(QStringLiteral("new999")) == 1399);
    QCOMPARE(resets.size(), 0);
    QVERIFY2(longest < 50, qPrintable(QString::number(longest)));
  }

  void figuresCarryUnitsAndAnInterval() {
    RunsModel model(experiments::catalogue());
    model.setSession(test::sessionOf(histogram(), 1));
    QCOMPARE(cell(model, 0, RunColumn::run), QStringLiteral("histogram 64") + QChar(kNoBreakSpace) + QStringLiteral("Ki"));
    QVERIFY2(cell(model, 0, RunColumn::time).endsWith(QStringLiteral("ms")), qPrintable(cell(model, 0, RunColumn::time)));
    QVERIFY2(cell(model, 0, RunColumn::rate).contains(QStringLiteral("keys/s")), qPrintable(cell(model, 0, RunColumn::rate)));
    QVERIFY(cell(model, 0, RunColumn::interval).endsWith(QChar(kNoBreakSpace) + QStringLiteral("%")));
    QCOMPARE(cell(model, 0, RunColumn::samples), QStringLiteral("40"));
    QCOMPARE(cell(model, 0, RunColumn::origin), QStringLiteral("recorded"));
    QCOMPARE(cell(model, 0, RunColumn::cluster), QStringLiteral("4"));
    QCOMPARE(model.index(0, int(RunColumn::time)).data(Qt::TextAlignmentRole).toInt(), int(Qt::AlignRight | Qt::AlignVCenter));
  }

  void aFailedRunSaysTheErrorAndHasNoNumber() {
    RunsModel model(experiments::catalogue());
    auto session = test::sessionOf(histogram(), 2);
    auto failed = std::make_shared<model::Run>(*session->runs[1]);
    failed->status = model::RunStatus::failed;
    failed->error = {"cuda_launch_failure", "The kernel failed to launch (719).", "Run it again."};
    failed->samples.clear();
    session->runs[1] = failed;
    model.setSession(session);
    QCOMPARE(cell(model, 1, RunColumn::time), missingNumber());
    QCOMPARE(cell(model, 1, RunColumn::status), QStringLiteral("failed: The kernel failed to launch (719). Run it again."));
    QCOMPARE(model.index(1, 0).data(RunsModel::verdictRole).toInt(), int(RunsModel::VerdictState::failed));
    QCOMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("failed"));
    QCOMPARE(cell(model, 1, RunColumn::notes), QStringLiteral("The kernel failed to launch (719). Run it again."));
    QCOMPARE(cell(model, 0, RunColumn::status), QStringLiteral("ok"));
  }

  void verdictsComeFromThePoolAndFollowThePins() {
    RunsModel model(experiments::catalogue());
    auto session = std::make_shared<model::Session>(*test::sessionOf(histogram(), 1));
    session->runs.push_back(test::makeRun("half", histogram(), "global_atomics", 1.5e6));
    session->runs.push_back(test::makeRun("twin", histogram(), "global_atomics", 3e6));
    const model::ExperimentSpec* hop = model::findSpec(experiments::catalogue(), "token_hop");
    session->runs.push_back(test::makeRun("hop", *hop, "dsmem_barrier", 1e6));
    model.setSession(session);
    QCOMPARE(cell(model, 1, RunColumn::verdict), QString());
    auto pinned = std::make_shared<model::Session>(*session);
    pinned->pinned = {"r0"};
    model.setSession(pinned);
    QCOMPARE(cell(model, 0, RunColumn::verdict), QStringLiteral("pinned"));
    QCOMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("comparing"));
    QTRY_COMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("2.00× faster"));
    QTRY_COMPARE(cell(model, 2, RunColumn::verdict), QStringLiteral("same"));
    QTRY_COMPARE(cell(model, 3, RunColumn::verdict), QStringLiteral("other experiment"));
    pinned = std::make_shared<model::Session>(*session);
    pinned->pinned = {"half"};
    model.setSession(pinned);
    QTRY_COMPARE(cell(model, 0, RunColumn::verdict), QStringLiteral("2.00× slower"));
    model.setSession(session);
    QCOMPARE(cell(model, 0, RunColumn::verdict), QString());
  }

  void wordsFilterAndMissingValuesSortLast() {
    RunsDesk desk(experiments::catalogue());
    auto session = test::sessionOf(histogram(), 6);
    auto failed = std::make_shared<model::Run>(*session->runs[2]);
    failed->status = model::RunStatus::failed;
    failed->samples.clear();
    failed->notes = "Odd one";
    session->runs[2] = failed;
    desk.model().setSession(session);
    desk.filter().setScope(RunsFilter::Scope::all);
    desk.filter().sort(int(RunColumn::time), Qt::AscendingOrder);
    QCOMPARE(shownIds(desk), (QStringList{"r5", "r4", "r3", "r1", "r0", "r2"}));
    desk.filter().sort(int(RunColumn::time), Qt::DescendingOrder);
    QCOMPARE(shownIds(desk), (QStringList{"r0", "r1", "r3", "r4", "r5", "r2"}));
    desk.filter().setText(QStringLiteral("odd HISTOGRAM"));
    QCOMPARE(shownIds(desk), QStringList{"r2"});
    desk.filter().setText(QStringLiteral("atomics failed"));
    QCOMPARE(shownIds(desk), QStringList());
    desk.filter().setText({});
    QCOMPARE(desk.filter().rowCount(), 6);
  }

  void theScopeShowsThisConfigurationAndWhatIsPinned() {
    RunsDesk desk(experiments::catalogue());
    auto session = test::sessionOf(histogram(), 3);
    session->runs.push_back(test::makeRun("other", histogram(), "cluster_dsmem", 1e6, {{"bins", 4096}}));
    session->runs.push_back(test::makeRun("pin", histogram(), "cluster_dsmem", 1e6, {{"bins", 512}}));
    session->pinned = {"pin"};
    desk.model().setSession(session);
    model::Values values;
    for (const model::Parameter& parameter : histogram().info().parameters) values[parameter.id] = parameter.defaultValue;
    desk.filter().setConfiguration(&histogram(), values);
    QCOMPARE(shownIds(desk), (QStringList{"r0", "r1", "r2", "pin"}));
    values["bins"] = 4096;
    desk.filter().setConfiguration(&histogram(), values);
    QCOMPARE(shownIds(desk), (QStringList{"other", "pin"}));
    desk.filter().setScope(RunsFilter::Scope::all);
    QCOMPARE(desk.filter().rowCount(), 5);
  }

  void theKeyboardPinsDeletesEditsAndCopies() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.resize(1150, 220);
    panel.show();
    desk.model().setSession(test::sessionOf(histogram(), 4));
    QSignalSpy pins(&desk, &RunsDesk::pinRequested);
    QSignalSpy deletions(&desk, &RunsDesk::deleteRequested);
    QSignalSpy notes(&desk, &RunsDesk::notesEdited);
    QSignalSpy configurations(&desk, &RunsDesk::configurationWanted);
    RunsTable* table = panel.table();
    table->setFocus();
    desk.select(QStringLiteral("r1"));
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(desk.currentId(), QStringLiteral("r2"));
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(pins.size(), 1);
    QCOMPARE(pins.first(), (QVariantList{QStringList{QStringLiteral("r2")}, true}));
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(deletions.first().first().toStringList(), (QStringList{"r2", "r3"}));
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 3);  // head and two rows
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Run\tVariant\t")));
    desk.select(QStringLiteral("r0"));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(configurations.size(), 1);
    QTest::keyClick(table, Qt::Key_F4);
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("fast"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(notes.size(), 1);
    QCOMPARE(notes.first(), (QVariantList{QStringLiteral("r0"), QStringLiteral("fast")}));
  }

  void twoTablesShareRowsSortAndSelection() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    desk.model().setSession(test::sessionOf(histogram(), 8));
    RunsPanel small(desk, RunsTable::Kind::panel);
    RunsPanel full(desk, RunsTable::Kind::full);
    small.show();
    full.show();
    small.table()->sortByColumn(int(RunColumn::time), Qt::DescendingOrder);
    small.table()->selectRow(3);
    QCOMPARE(full.table()->selectionModel(), small.table()->selectionModel());
    QVERIFY(full.table()->selectionModel()->isRowSelected(3, {}));
    QVERIFY(!full.table()->isColumnHidden(int(RunColumn::command)));
    QVERIFY(small.table()->isColumnHidden(int(RunColumn::command)));
    const int bins = int(RunColumn::count) + int(std::ranges::find(desk.model().parameterColumns(), "bins") - desk.model().parameterColumns().begin());
    QVERIFY(!full.table()->isColumnHidden(bins));
    QCOMPARE(full.table()->horizontalHeader()->sortIndicatorSection(), int(RunColumn::time));
  }

  void columnsAreRememberedAndForeignBytesIgnored() {
    RunsDesk desk(experiments::catalogue());
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.table()->setColumnShown(int(RunColumn::date), true);
    panel.table()->setColumnWidth(int(RunColumn::run), 222);
    const QByteArray state = panel.table()->saveColumns();
    panel.table()->resetColumns();
    QVERIFY(!panel.table()->isColumnShown(int(RunColumn::date)));
    panel.table()->restoreColumns(state);
    QVERIFY(panel.table()->isColumnShown(int(RunColumn::date)));
    QCOMPARE(panel.table()->columnWidth(int(RunColumn::run)), 222);
    panel.table()->restoreColumns("rubbish");
    QVERIFY(panel.table()->isColumnShown(int(RunColumn::run)));
  }

  void anEmptyTableSaysWhyAndHelps() {
    RunsDesk desk(experiments::catalogue());
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.resize(1100, 200);
    panel.show();
    QSignalSpy runs(&panel, &RunsPanel::runWanted);
    desk.model().setSession(std::make_shared<model::Session>());
    QVERIFY(panel.emptyState() != nullptr && panel.emptyState()->isVisible());
    emit panel.emptyState()->buttonClicked();
    QCOMPARE(runs.size(), 1);
    desk.filter().setScope(RunsFilter::Scope::all);
    desk.model().setSession(test::sessionOf(histogram(), 3));
    QVERIFY(!panel.emptyState()->isVisible());
    panel.filterField()->setText(QStringLiteral("nothing like it"));
    QVERIFY(panel.emptyState()->isVisible());
    emit panel.emptyState()->buttonClicked();
    QCOMPARE(desk.filter().rowCount(), 3);
    QVERIFY(panel.filterField()->text().isEmpty());
  }

  void theHeadCountsAndTheFoldedHeadNamesThePinnedRun() {
    RunsDesk desk(experiments::catalogue());
    RunsPanel panel(desk, RunsTable::Kind::panel);
    auto session = test::sessionOf(histogram(), 3);
    session->runs.push_back(test::makeRun("other", histogram(), "cluster_dsmem", 1e6, {{"bins", 4096}}));
    session->pinned = {"r1"};
    desk.model().setSession(session);
    model::Values values;
    for (const model::Parameter& parameter : histogram().info().parameters) values[parameter.id] = parameter.defaultValue;
    desk.filter().setConfiguration(&histogram(), values);
    QCOMPARE(panel.countsText(), QStringLiteral("4 of the built-in recording, 3 shown"));
    panel.setFolded(true);
    QVERIFY2(panel.countsText().contains(QStringLiteral("; pinned: global_atomics, ")), qPrintable(panel.countsText()));
  }
};

QTEST_MAIN(RunsTest)
#include "runs_test.moc"
