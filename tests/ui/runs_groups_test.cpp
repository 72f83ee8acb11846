// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about groups of runs: the rows are those of a plain reference for any sequence of arrivals, deletions, edits,
// sorts, filters and folds; what is selected stays selected; the keyboard folds and opens.
#include <map>
#include <random>
#include <set>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSignalSpy>
#include <QtTest>

#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/catalogue_text.h"
#include "ui/runs/runs_desk.h"
#include "ui/runs/runs_panel.h"
#include "ui/theme/theme.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

const model::ExperimentSpec& spec(const char* id) { return *model::findSpec(experiments::catalogue(), id); }

model::RunPtr tagged(const model::RunPtr& run, const std::vector<std::string>& tags) {
  auto copy = std::make_shared<model::Run>(*run);
  copy->tags = tags;
  return copy;
}

// What the table shows, a line for each row: "[title] count" for a head, the id for a run.
QStringList shownRows(RunsDesk& desk) {
  QStringList rows;
  for (int row = 0; row < desk.rows().rowCount(); ++row) {
    if (desk.rows().isHeader(row)) {
      rows << QStringLiteral("[%1] %2").arg(desk.rows().title(row), desk.rows().countText(row));
    } else {
      rows << QString::fromStdString(desk.runAt(desk.rows().index(row, 0))->id);
    }
  }
  return rows;
}

// The same from the filter's rows alone.
QStringList referenceRows(RunsDesk& desk, const std::set<QString>& folded) {
  const auto titleOf = [&](const model::Run& run) {
    switch (desk.rows().by()) {
      case RunsGroups::By::experiment: return catalogueText(model::findSpec(experiments::catalogue(), run.experiment)->info().label);
      case RunsGroups::By::variant: return QString::fromStdString(run.variant);
      case RunsGroups::By::tag: return run.tags.empty() ? QStringLiteral("no tag") : QString::fromStdString(run.tags.front());
      case RunsGroups::By::none: break;
    }
    return QString();
  };
  std::map<std::pair<bool, QString>, QStringList> groups;  // what has no tag comes last
  QStringList plain;
  for (int row = 0; row < desk.filter().rowCount(); ++row) {
    const model::RunPtr run = desk.model().runAt(desk.filter().mapToSource(desk.filter().index(row, 0)).row());
    const bool last = desk.rows().by() == RunsGroups::By::tag && run->tags.empty();
    groups[{last, titleOf(*run)}] << QString::fromStdString(run->id);
    plain << QString::fromStdString(run->id);
  }
  if (!desk.rows().isGrouped()) return plain;
  QStringList rows;
  for (const auto& [key, ids] : groups) {
    rows << QStringLiteral("[%1] %2").arg(key.second, ids.size() == 1 ? QStringLiteral("1 run") : QStringLiteral("%1 runs").arg(ids.size()));
    if (!folded.contains(key.second)) rows << ids;
  }
  return rows;
}

int rowOfHead(RunsDesk& desk, const QString& title) {
  for (int row = 0; row < desk.rows().rowCount(); ++row) {
    if (desk.rows().isHeader(row) && desk.rows().title(row) == title) return row;
  }
  return -1;
}

}  // namespace

class RunsGroupsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void withoutGroupsTheRowsAreThoseOfTheFilter() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    desk.model().setSession(test::sessionOf(spec("histogram"), 9));
    desk.filter().sort(int(RunColumn::time), Qt::AscendingOrder);
    QCOMPARE(shownRows(desk), referenceRows(desk, {}));
    QCOMPARE(desk.rows().headerOf(3), -1);
    QVERIFY(!desk.rows().isHeader(0));
  }

  void groupsByExperimentVariantAndTagHaveHeadsWithCounts() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    auto session = test::sessionOf(spec("histogram"), 4);
    const auto hops = test::sessionOf(spec("token_hop"), 1);
    auto hop = std::make_shared<model::Run>(*hops->runs.front());
    hop->id = "hop";
    session->runs.push_back(hop);
    session->runs[1] = tagged(session->runs[1], {"cold", "later"});
    session->runs[3] = tagged(session->runs[3], {"anew"});
    desk.model().setSession(session);
    desk.rows().setBy(RunsGroups::By::experiment);
    QCOMPARE(desk.rows().rowCount(), 7);
    QCOMPARE(shownRows(desk), referenceRows(desk, {}));
    desk.rows().setBy(RunsGroups::By::tag);
    QCOMPARE(shownRows(desk), (QStringList{"[anew] 1 run", "r3", "[cold] 1 run", "r1", "[no tag] 3 runs", "r0", "r2", "hop"}));
    desk.rows().setBy(RunsGroups::By::variant);
    QCOMPARE(shownRows(desk), referenceRows(desk, {}));
    desk.rows().setBy(RunsGroups::By::none);
    QCOMPARE(shownRows(desk), referenceRows(desk, {}));
  }

  // Everything that can happen to the rows, in any order, against the reference; the tester watches every signal.
  void anySequenceOfChangesGivesTheRowsOfTheReference() {
    for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
      std::mt19937 random(seed);
      const auto pick = [&](int below) { return int(random() % unsigned(below)); };
      RunsDesk desk(experiments::catalogue());
      QAbstractItemModelTester tester(&desk.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
      QSignalSpy resets(&desk.rows(), &QAbstractItemModel::modelReset);
      desk.filter().setScope(RunsFilter::Scope::all);
      auto session = test::sessionOf(spec("histogram"), 12);
      desk.model().setSession(session);
      std::set<QString> folded;
      int made = 0;
      for (int step = 0; step < 120; ++step) {
        auto next = std::make_shared<model::Session>(*session);
        auto& runs = next->runs;
        switch (pick(9)) {
          case 0: runs.push_back(test::makeRun("n" + std::to_string(made++), spec(pick(2) ? "histogram" : "tile_exchange"), spec("histogram").info().variants[std::size_t(pick(3))].id, 1e6 + pick(100) * 1e4)); break;
          case 1: if (!runs.empty()) runs.erase(runs.begin() + pick(int(runs.size()))); break;
          case 2:
            if (!runs.empty()) {
              model::RunPtr& run = runs[std::size_t(pick(int(runs.size())))];
              run = tagged(run, pick(3) == 0 ? std::vector<std::string>{} : std::vector<std::string>{std::string(1, char('a' + pick(3)))});
            }
            break;
          case 3: std::shuffle(runs.begin(), runs.end(), random); break;
          case 4: desk.filter().sort(pick(2) ? int(RunColumn::time) : int(RunColumn::tags), pick(2) ? Qt::AscendingOrder : Qt::DescendingOrder); break;
          case 5: desk.filter().setText(pick(2) ? QString() : QStringLiteral("tag:%1").arg(QChar(u'a' + pick(3)))); break;
          case 6: {
            const auto by = RunsGroups::By(pick(4));
            if (by != desk.rows().by()) folded.clear();
            desk.rows().setBy(by);
            break;
          }
          case 7:
          case 8: {
            if (!desk.rows().isGrouped() || desk.rows().rowCount() == 0) break;
            const int head = desk.rows().headerOf(pick(desk.rows().rowCount()));
            const bool fold = !desk.rows().isFolded(head);
            if (fold) folded.insert(desk.rows().title(head));
            else folded.erase(desk.rows().title(head));
            desk.rows().setFolded(head, fold);
            break;
          }
        }
        if (next->runs != session->runs) {
          session = next;
          desk.model().setSession(session);
        }
        // A run that is in sight takes its new group's fold away: the reference asks the model which are folded.
        std::set<QString> now;
        for (int row = 0; row < desk.rows().rowCount(); ++row) {
          if (desk.rows().isHeader(row) && desk.rows().isFolded(row)) now.insert(desk.rows().title(row));
        }
        for (const QString& title : now) QVERIFY2(folded.contains(title), qPrintable(title));
        QCOMPARE(shownRows(desk), referenceRows(desk, now));
        for (int row = 0; row < desk.rows().rowCount(); ++row) {
          const QModelIndex shown = desk.rows().index(row, 2);
          const QModelIndex below = desk.rows().mapToSource(shown);
          QCOMPARE(below.isValid(), !desk.rows().isHeader(row));
          if (below.isValid()) QCOMPARE(desk.rows().mapFromSource(below), shown);
        }
      }
      QCOMPARE(resets.size(), 0);
    }
  }

  void selectionStaysWhenGroupsComeGoAndChange() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    auto session = test::sessionOf(spec("histogram"), 12);
    desk.model().setSession(session);
    desk.select(QStringLiteral("r7"));
    for (const RunsGroups::By by : {RunsGroups::By::variant, RunsGroups::By::tag, RunsGroups::By::experiment, RunsGroups::By::none}) {
      desk.rows().setBy(by);
      QCOMPARE(desk.currentId(), QStringLiteral("r7"));
      QCOMPARE(desk.selectedIds(), QStringList{QStringLiteral("r7")});
    }
    desk.rows().setBy(RunsGroups::By::tag);
    auto next = std::make_shared<model::Session>(*session);
    next->runs[7] = tagged(next->runs[7], {"mine"});
    desk.model().setSession(next);
    QCOMPARE(shownRows(desk).mid(0, 2), (QStringList{"[mine] 1 run", "r7"}));
    QCOMPARE(desk.currentId(), QStringLiteral("r7"));
    desk.model().setSession(session);  // undo
    QCOMPARE(desk.rows().rowCount(), 13);
    QCOMPARE(desk.currentId(), QStringLiteral("r7"));
  }

  void aRunInAFoldedGroupIsRevealedWhenItIsSelected() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    desk.model().setSession(test::sessionOf(spec("histogram"), 9));
    desk.rows().setBy(RunsGroups::By::variant);
    desk.rows().setAllFolded(true);
    QVERIFY(desk.rows().rowCount() < 9);
    desk.select(QStringLiteral("r4"));
    QCOMPARE(desk.currentId(), QStringLiteral("r4"));
  }

  void leftFoldsRightOpensAndTheCursorStaysOnTheHead() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.resize(1150, 400);
    panel.show();
    desk.model().setSession(test::sessionOf(spec("histogram"), 9));
    desk.rows().setBy(RunsGroups::By::variant);
    RunsTable* table = panel.table();
    table->setFocus();
    const int all = desk.rows().rowCount();
    const QString variant = QString::fromStdString(desk.runAt(desk.rows().index(1, 0))->variant);
    table->setCurrentIndex(desk.rows().index(2, int(RunColumn::pin)));
    QTest::keyClick(table, Qt::Key_Left);
    QCOMPARE(table->currentIndex().row(), 0);
    QVERIFY(desk.selectedIds().isEmpty());
    QTest::keyClick(table, Qt::Key_Left);
    QVERIFY(desk.rows().isFolded(0));
    QVERIFY(desk.rows().rowCount() < all);
    QTest::keyClick(table, Qt::Key_Right);
    QCOMPARE(desk.rows().rowCount(), all);
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(desk.rows().isFolded(0));
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(desk.rows().rowCount(), all);
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(QString::fromStdString(desk.runAt(table->currentIndex())->variant), variant);
    QTest::keyClick(table, Qt::Key_Minus);
    QVERIFY(desk.rows().isFolded(0));
    QCOMPARE(table->currentIndex().row(), 0);
    QTest::keyClick(table, Qt::Key_Plus);
    QCOMPARE(desk.rows().rowCount(), all);
  }

  void actionsLeaveHeadsAlone() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.show();
    desk.model().setSession(test::sessionOf(spec("histogram"), 4));
    desk.rows().setBy(RunsGroups::By::variant);
    QSignalSpy deletions(&desk, &RunsDesk::deleteRequested);
    QSignalSpy pins(&desk, &RunsDesk::pinRequested);
    panel.table()->selectAll();
    desk.deleteSelected();
    QStringList deleted = deletions.first().first().toStringList();
    deleted.sort();
    QCOMPARE(deleted, (QStringList{"r0", "r1", "r2", "r3"}));
    panel.table()->selectRow(0);
    desk.deleteSelected();
    desk.togglePins();
    QCOMPARE(deletions.size(), 1);
    QCOMPARE(pins.size(), 0);
    const QString heard = desk.rows().index(0, 3).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(heard.contains(QStringLiteral("1 run, open")), qPrintable(heard));
  }

  void aThousandArrivingRunsKeepGroupsSelectionAndScroll() {
    RunsDesk desk(experiments::catalogue());
    desk.filter().setScope(RunsFilter::Scope::all);
    RunsPanel panel(desk, RunsTable::Kind::panel);
    panel.resize(1150, 200);
    panel.show();
    model::SessionPtr session = test::sessionOf(spec("histogram"), 400);
    desk.model().setSession(session);
    desk.rows().setBy(RunsGroups::By::variant);
    panel.table()->sortByColumn(int(RunColumn::time), Qt::AscendingOrder);
    desk.select(QStringLiteral("r200"));
    panel.table()->scrollTo(panel.table()->currentIndex(), QAbstractItemView::PositionAtTop);
    const auto& variants = spec("histogram").info().variants;
    const std::string last = desk.runAt(desk.rows().index(desk.rows().rowCount() - 1, 0))->variant;
    qint64 longest = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::string variant = variants[std::size_t(i) % variants.size()].id;
      session = test::withRun(*session, test::makeRun("new" + std::to_string(i), spec("histogram"), variant, 5e6 + 100.0 * i));
      QElapsedTimer timer;
      timer.start();
      desk.model().setSession(session);
      longest = std::max(longest, timer.elapsed());
    }
    QCOMPARE(desk.rows().rowCount(), 1400 + rowHeads(desk));
    QCOMPARE(desk.currentId(), QStringLiteral("r200"));
    QVERIFY2(longest < 50, qPrintable(QString::number(longest)));
    QVERIFY(rowOfHead(desk, QString::fromStdString(last)) > 0);
  }

 private:
  static int rowHeads(RunsDesk& desk) {
    int heads = 0;
    for (int row = 0; row < desk.rows().rowCount(); ++row) heads += desk.rows().isHeader(row) ? 1 : 0;
    return heads;
  }
};

QTEST_MAIN(RunsGroupsTest)
#include "runs_groups_test.moc"
