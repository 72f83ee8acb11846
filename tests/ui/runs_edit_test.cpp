// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about what a person writes on runs and how they are compared: names, tags, the filter for tags, looking for a
// name by typing, baselines, thresholds, warnings, and the pair that is measured again in turn.
#include <QAction>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/runs/runs_desk.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/theme.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

const model::ExperimentSpec& histogram() { return *model::findSpec(experiments::catalogue(), "histogram"); }

template <class Change>
model::RunPtr changed(const model::RunPtr& run, Change change) {
  auto copy = std::make_shared<model::Run>(*run);
  change(*copy);
  return copy;
}

QString cell(RunsModel& model, int row, RunColumn column, int role = Qt::DisplayRole) { return model.index(row, int(column)).data(role).toString(); }

QStringList shownIds(RunsDesk& desk) {
  QStringList ids;
  for (int row = 0; row < desk.rows().rowCount(); ++row) ids << QString::fromStdString(desk.runAt(desk.rows().index(row, 0))->id);
  return ids;
}

// A shown panel over `session`, everything in it.
struct Panel {
  explicit Panel(const model::SessionPtr& session) : desk(experiments::catalogue()), panel(desk, RunsTable::Kind::panel) {
    desk.filter().setScope(RunsFilter::Scope::all);
    panel.resize(1150, 260);
    panel.show();
    desk.model().setSession(session);
    panel.table()->setFocus();
  }
  QLineEdit* editor() { return panel.table()->findChild<QLineEdit*>(); }
  RunsDesk desk;
  RunsPanel panel;
};

}  // namespace

class RunsEditTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void f2OffersTheNameAndWhatIsTypedIsAskedFor() {
    Panel shown(test::sessionOf(histogram(), 3));
    QSignalSpy names(&shown.desk, &RunsDesk::nameEdited);
    shown.desk.select(QStringLiteral("r1"));
    QTest::keyClick(shown.panel.table(), Qt::Key_F2);
    QVERIFY(shown.editor() != nullptr);
    QVERIFY(shown.editor()->text().startsWith(QStringLiteral("histogram")));
    shown.editor()->setText(QStringLiteral("  after   the fix "));
    QTest::keyClick(shown.editor(), Qt::Key_Return);
    QTRY_COMPARE(names.size(), 1);
    QCOMPARE(names.first(), (QVariantList{QStringLiteral("r1"), QStringLiteral("after the fix")}));
  }

  void anOfferedNameLeftAsItWasIsNoEditAndAnEmptyOneTakesItAway() {
    RunsModel model(experiments::catalogue());
    auto session = test::sessionOf(histogram(), 2);
    session->runs[1] = changed(session->runs[1], [](model::Run& run) { run.name = "mine"; });
    model.setSession(session);
    QSignalSpy names(&model, &RunsModel::nameEdited);
    const QModelIndex plain = model.index(0, int(RunColumn::run));
    QVERIFY(!model.setData(plain, plain.data(Qt::EditRole)));
    const QModelIndex named = model.index(1, int(RunColumn::run));
    QCOMPARE(named.data().toString(), QStringLiteral("mine"));
    QVERIFY(named.data(Qt::ToolTipRole).toString().contains(QStringLiteral("histogram")));
    QVERIFY(!model.setData(named, QStringLiteral("mine")));
    QCOMPARE(names.size(), 0);
    QVERIFY(model.setData(named, QString()));
    QCOMPARE(names.last(), (QVariantList{QStringLiteral("r1"), QString()}));
    QVERIFY(!model.setData(model.index(1, int(RunColumn::time)), QStringLiteral("1 ms")));
  }

  void tagsAreCommaSeparatedAndCleaned() {
    QCOMPARE(tagsFromText(QStringLiteral(" cold,first   run ,,Cold, b,")), (QStringList{"cold", "first run", "b"}));
    QCOMPARE(tagsFromText(QStringLiteral(" , ")), QStringList());
    Panel shown(test::sessionOf(histogram(), 2));
    QSignalSpy tags(&shown.desk, &RunsDesk::tagsEdited);
    shown.desk.select(QStringLiteral("r0"));
    QVERIFY(!shown.panel.table()->isColumnShown(int(RunColumn::tags)));
    QTest::keyClick(shown.panel.table(), Qt::Key_F3);
    QVERIFY(shown.panel.table()->isColumnShown(int(RunColumn::tags)));
    QVERIFY(shown.editor() != nullptr);
    shown.editor()->setText(QStringLiteral("cold, b"));
    QTest::keyClick(shown.editor(), Qt::Key_Return);
    QTRY_COMPARE(tags.size(), 1);
    QCOMPARE(tags.first().first().value<TagLists>(), (TagLists{{QStringLiteral("r0"), {QStringLiteral("cold"), QStringLiteral("b")}}}));
  }

  void tagsOfSeveralSelectedRunsChangeByWhatWasAddedAndTaken() {
    auto session = test::sessionOf(histogram(), 3);
    session->runs[0] = changed(session->runs[0], [](model::Run& run) { run.tags = {"old", "kept"}; });
    session->runs[1] = changed(session->runs[1], [](model::Run& run) { run.tags = {"own", "old"}; });
    Panel shown(session);
    QSignalSpy tags(&shown.desk, &RunsDesk::tagsEdited);
    shown.panel.table()->selectAll();
    shown.desk.model().setData(shown.desk.model().index(0, int(RunColumn::tags)), QStringLiteral("kept, new"));
    QCOMPARE(tags.size(), 1);
    const auto lists = tags.first().first().value<TagLists>();
    const std::map<QString, QStringList> byId(lists.begin(), lists.end());
    QCOMPARE(byId.at(QStringLiteral("r0")), (QStringList{"kept", "new"}));
    QCOMPARE(byId.at(QStringLiteral("r1")), (QStringList{"own", "new"}));
    QCOMPARE(byId.at(QStringLiteral("r2")), (QStringList{"new"}));
  }

  void aTagIsFilteredByItsStartAndWordsGoOn() {
    QCOMPARE(filterWords(QStringLiteral("a  TAG:Cold b")), (FilterWords{{QStringLiteral("a"), QStringLiteral("b")}, {QStringLiteral("cold")}}));
    QCOMPARE(filterWords(QStringLiteral("tag:\"first run\" x")), (FilterWords{{QStringLiteral("x")}, {QStringLiteral("first run")}}));
    QCOMPARE(filterWords(QStringLiteral("tag:\"first ru")), (FilterWords{{}, {QStringLiteral("first ru")}}));
    auto session = test::sessionOf(histogram(), 4);
    session->runs[1] = changed(session->runs[1], [](model::Run& run) { run.tags = {"Cold start"}; });
    session->runs[2] = changed(session->runs[2], [](model::Run& run) { run.notes = "tag:cold"; });
    session->runs[3] = changed(session->runs[3], [](model::Run& run) { run.tags = {"warm", "cold"}; run.name = "Best of all"; });
    Panel shown(session);
    const auto with = [&](const char* text) {
      shown.desk.filter().setText(QString::fromLatin1(text));
      return shownIds(shown.desk);
    };
    QCOMPARE(with("tag:cold"), (QStringList{"r1", "r3"}));
    QCOMPARE(with("tag:cold tag:WARM"), (QStringList{"r3"}));
    QCOMPARE(with("tag:\"cold st\""), (QStringList{"r1"}));
    QCOMPARE(with("tag:start"), QStringList());
    QCOMPARE(with("tag:"), (QStringList{"r1", "r3"}));
    QCOMPARE(with("best"), (QStringList{"r3"}));
    QCOMPARE(with("cold"), (QStringList{"r1", "r2", "r3"}));
    QCOMPARE(with(""), (QStringList{"r0", "r1", "r2", "r3"}));
  }

  void lettersLookForANameOrAVariant() {
    auto session = test::sessionOf(histogram(), 6);
    session->runs[4] = changed(session->runs[4], [](model::Run& run) { run.name = "zebra"; });
    session->runs[5] = changed(session->runs[5], [](model::Run& run) { run.name = "zero"; });
    Panel shown(session);
    shown.desk.select(QStringLiteral("r0"));
    QTest::keyClicks(shown.panel.table(), QStringLiteral("zer"));
    QCOMPARE(shown.desk.currentId(), QStringLiteral("r5"));
    QTest::qWait(QApplication::keyboardInputInterval() + 50);
    QTest::keyClicks(shown.panel.table(), QStringLiteral("z"));  // on from here, round the end
    QCOMPARE(shown.desk.currentId(), QStringLiteral("r4"));
    QTest::keyClicks(shown.panel.table(), QStringLiteral("z"));  // the same letter goes on
    QCOMPARE(shown.desk.currentId(), QStringLiteral("r5"));
  }

  void theVerdictNamesTheNearestOfSeveralBaselines() {
    auto session = test::sessionOf(histogram(), 0);
    session->runs = {test::makeRun("large", histogram(), "global_atomics", 4e6), test::makeRun("small", histogram(), "global_atomics", 1e6, {{"bins", 1024}}),
                     test::makeRun("a", histogram(), "cluster_dsmem", 2e6), test::makeRun("b", histogram(), "cluster_dsmem", 2e6, {{"bins", 1024}})};
    session->runs[0] = changed(session->runs[0], [](model::Run& run) { run.name = "The large one"; });
    session->pinned = {"large", "small"};
    RunsModel model(experiments::catalogue());
    model.setSession(session);
    QTRY_COMPARE(cell(model, 2, RunColumn::verdict), QStringLiteral("2.00× faster"));
    QTRY_COMPARE(cell(model, 3, RunColumn::verdict), QStringLiteral("2.00× slower"));
    QCOMPARE(cell(model, 2, RunColumn::baseline), QStringLiteral("The large one"));
    QCOMPARE(cell(model, 3, RunColumn::baseline), QStringLiteral("global_atomics"));
    const QString tip = cell(model, 2, RunColumn::verdict, Qt::ToolTipRole);
    QVERIFY2(tip.contains(QStringLiteral("2.00× faster, against the pinned The large one")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("The nearest of 2 pinned runs")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("Ratio 0.5")), qPrintable(tip));
    QVERIFY(cell(model, 2, RunColumn::run, Qt::AccessibleTextRole).endsWith(QStringLiteral("2.00× faster, against The large one")));
    QCOMPARE(cell(model, 2, RunColumn::ratio).left(4), QStringLiteral("0.50"));
  }

  void aThresholdIsAnotherVerdictWithoutAnotherBootstrap() {
    auto session = test::sessionOf(histogram(), 0);
    session->runs = {test::makeRun("base", histogram(), "global_atomics", 3e6), test::makeRun("near", histogram(), "global_atomics", 3.05e6)};
    session->pinned = {"base"};
    RunsModel model(experiments::catalogue());
    model.setSession(session);
    QTRY_COMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("1.02× slower"));
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    model.comparer().setThreshold(0.05);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("same"));
    QVERIFY(cell(model, 1, RunColumn::verdict, Qt::ToolTipRole).contains(QStringLiteral("5.0")));
    model.comparer().setThreshold(0.016);
    QCOMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("undecided"));
    model.comparer().setThreshold(0.005);
    QCOMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("1.02× slower"));
  }

  void whatDiffersIsNamedInSignTipAndSpeech() {
    auto session = test::sessionOf(histogram(), 0);
    session->runs = {test::makeRun("base", histogram(), "global_atomics", 3e6), test::makeRun("twin", histogram(), "global_atomics", 1e6),
                     test::makeRun("seed", histogram(), "global_atomics", 1e6)};
    session->runs[2] = changed(session->runs[2], [](model::Run& run) {
      run.plan.seed = 99;
      run.plan.cache = model::CacheState::flushed;
    });
    session->pinned = {"base"};
    RunsModel model(experiments::catalogue());
    model.setSession(session);
    QTRY_COMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("3.00× faster"));
    QTRY_COMPARE(cell(model, 2, RunColumn::verdict), QStringLiteral("3.00× faster"));
    QVERIFY(!model.index(1, int(RunColumn::verdict)).data(RunsModel::carefulRole).toBool());
    QVERIFY(model.index(2, int(RunColumn::verdict)).data(RunsModel::carefulRole).toBool());
    const QString tip = cell(model, 2, RunColumn::verdict, Qt::ToolTipRole);
    QVERIFY2(tip.contains(QStringLiteral("Seed: 1 in the baseline, 99 in this run")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("Cache: warm in the baseline, flushed in this run")), qPrintable(tip));
    QVERIFY(!cell(model, 1, RunColumn::verdict, Qt::ToolTipRole).contains(QStringLiteral("Not alike")));
    QCOMPARE(cell(model, 2, RunColumn::verdict, Qt::AccessibleTextRole), QStringLiteral("3.00× faster, against global_atomics; differs in seed and cache"));
    QCOMPARE(cell(model, 1, RunColumn::verdict, Qt::AccessibleTextRole), QStringLiteral("3.00× faster, against global_atomics"));
  }

  void aWrongRunIsNotComparedAndSaysWhy() {
    auto session = test::sessionOf(histogram(), 0);
    session->runs = {test::makeRun("base", histogram(), "global_atomics", 3e6), test::makeRun("wrong", histogram(), "cluster_dsmem", 1e6)};
    session->runs[1] = changed(session->runs[1], [](model::Run& run) { run.validation = {true, false, "bin 3 differs", 0}; });
    session->pinned = {"base"};
    RunsModel model(experiments::catalogue());
    model.setSession(session);
    QTRY_COMPARE(cell(model, 1, RunColumn::verdict), QStringLiteral("not compared"));
    QVERIFY(cell(model, 1, RunColumn::verdict, Qt::ToolTipRole).contains(QStringLiteral("wrong result")));
    QVERIFY(!model.index(1, int(RunColumn::verdict)).data(RunsModel::sortRole).isValid());
  }

  void thePairMeasuredInTurnIsTheSelectedRunAndItsBaselineOrTwoRuns() {
    auto session = test::sessionOf(histogram(), 4);
    session->runs.push_back(test::makeRun("hop", *model::findSpec(experiments::catalogue(), "token_hop"), "dsmem_barrier", 1e3));
    Panel shown(session);
    QSignalSpy pairs(&shown.desk, &RunsDesk::interleaveRequested);
    shown.desk.select(QStringLiteral("r1"));
    QVERIFY(!shown.desk.interleavePair());  // nothing is pinned
    auto pinned = std::make_shared<model::Session>(*session);
    pinned->pinned = {"r0"};
    shown.desk.model().setSession(pinned);
    QCOMPARE(shown.desk.interleavePair(), std::make_optional(std::pair(QStringLiteral("r0"), QStringLiteral("r1"))));
    shown.desk.interleave();
    QCOMPARE(pairs.size(), 0);  // no device
    shown.desk.setInterleavePossible(true);
    shown.desk.interleave();
    QCOMPARE(pairs.size(), 1);
    QCOMPARE(pairs.first(), (QVariantList{QStringLiteral("r0"), QStringLiteral("r1")}));
    shown.desk.select(QStringLiteral("r0"));
    QVERIFY(!shown.desk.interleavePair());  // against itself
    QTest::keyClick(shown.panel.table(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.desk.interleavePair(), std::make_optional(std::pair(QStringLiteral("r0"), QStringLiteral("r1"))));
    QTest::keyClick(shown.panel.table(), Qt::Key_Down);
    QTest::keyClick(shown.panel.table(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.desk.interleavePair(), std::make_optional(std::pair(QStringLiteral("r2"), QStringLiteral("r3"))));
    QTest::keyClick(shown.panel.table(), Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(!shown.desk.interleavePair());  // three
    QTest::keyClick(shown.panel.table(), Qt::Key_Up);
    QTest::keyClick(shown.panel.table(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.desk.selectedIds(), (QStringList{"r3", "hop"}));
    QVERIFY(!shown.desk.interleavePair());  // two experiments
  }

  void pinningAndUnpinningSeveralRunsIsOneRequest() {
    auto session = test::sessionOf(histogram(), 4);
    session->pinned = {"r1", "r3"};
    Panel shown(session);
    QSignalSpy pins(&shown.desk, &RunsDesk::pinRequested);
    shown.panel.table()->selectAll();
    shown.desk.togglePins();
    QCOMPARE(pins.size(), 1);
    QCOMPARE(pins.last(), (QVariantList{QStringList{"r0", "r2"}, true}));
    shown.desk.clearPins();
    QCOMPARE(pins.size(), 2);
    QCOMPARE(pins.last(), (QVariantList{QStringList{"r1", "r3"}, false}));
  }

  void aCopiedNameCannotBecomeAFormula() {
    auto session = test::sessionOf(histogram(), 1);
    session->runs[0] = changed(session->runs[0], [](model::Run& run) {
      run.name = "=HYPERLINK(\"x\")";
      run.notes = "+1\t@b\nc";
      run.tags = {"@tag"};
    });
    Panel shown(session);
    shown.desk.select(QStringLiteral("r0"));
    shown.desk.copySelected();
    const QStringList cells = QGuiApplication::clipboard()->text().section(u'\n', 1, 1).split(u'\t');
    QCOMPARE(cells.size(), shown.desk.rows().columnCount() - 1);
    QCOMPARE(cells[0], QStringLiteral("'=HYPERLINK(\"x\")"));
    QVERIFY(cells.contains(QStringLiteral("'+1 @b c")));
    QVERIFY(cells.contains(QStringLiteral("'@tag")));
    for (const QString& text : cells) QVERIFY2(text.isEmpty() || !QStringLiteral("=+-@").contains(text[0]), qPrintable(text));
  }

  void everyActionStandsInTheContextMenuWithItsKey() {
    auto session = test::sessionOf(histogram(), 3);
    session->pinned = {"r0"};
    Panel shown(session);
    shown.desk.setInterleavePossible(true);
    shown.desk.select(QStringLiteral("r1"));
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), shown.panel.table()->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(shown.panel.table()->viewport(), &event);
    auto* menu = shown.panel.table()->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    std::map<QString, QString> keys;
    for (const QAction* action : menu->actions()) {
      if (action->isEnabled()) keys[action->text()] = action->shortcut().toString();
    }
    QCOMPARE(keys[QStringLiteral("Pin")], QStringLiteral("Space"));
    QCOMPARE(keys[QStringLiteral("Rename")], QStringLiteral("F2"));
    QCOMPARE(keys[QStringLiteral("Edit tags")], QStringLiteral("F3"));
    QCOMPARE(keys[QStringLiteral("Edit notes")], QStringLiteral("F4"));
    QCOMPARE(keys[QStringLiteral("Delete run")], QStringLiteral("Del"));
    QCOMPARE(keys[QStringLiteral("Measure again, interleaved")], QStringLiteral("Ctrl+Shift+M"));
    QVERIFY(keys.contains(QStringLiteral("Group by tag")));
    menu->close();
  }
};

QTEST_MAIN(RunsEditTest)
#include "runs_edit_test.moc"
