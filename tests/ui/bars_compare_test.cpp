// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about comparison on the Latency chart: the column, the sentence, what a reader hears and the table say the same
// as the runs table, in the window and in a file.
#include <QtTest>

#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/bars_compare.h"
#include "ui/charts/findings.h"
#include "ui/charts/latency_view.h"
#include "ui/export/render.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/theme.h"

using namespace dsm;
using namespace dsm::ui;

namespace {

const model::ExperimentSpec& histogram() { return *model::findSpec(experiments::catalogue(), "histogram"); }

// global_atomics pinned, cluster_dsmem twice as fast, block_private a little slower.
std::shared_ptr<model::Session> comparedSession() {
  auto session = test::sessionOf(histogram(), 0);
  session->runs = {test::makeRun("base", histogram(), "global_atomics", 3e6), test::makeRun("fast", histogram(), "cluster_dsmem", 1.5e6),
                   test::makeRun("slow", histogram(), "block_private", 3.3e6)};
  session->pinned = {"base"};
  return session;
}

model::BarsShape shapeOf(const ViewInput& input, const std::string& quantity) {
  return model::barsOf(*input.spec, *input.session, input.variants, input.values, quantity, model::BarOrder::fastestFirst, nullptr);
}

BarsData dataOf(const ViewInput& input) {
  const std::string headline = input.spec->info().quantities.front().id;
  const model::BarsShape shape = shapeOf(input, headline);
  BarsOptions options = test::barsOptions();
  options.comparisons = barComparisons(input, shape, headline);
  return prepareBars(shape, options);
}

const BarItem& rowOf(const BarsData& data, const QString& label) {
  for (const BarItem& row : data.rows) {
    if (row.label == label) return row;
  }
  qFatal("no row %s", qPrintable(label));
}

}  // namespace

class BarsCompareTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qApp, Scheme::light); }

  void oneBaselineStandsInTheHeadAndEachRowSaysItsVerdict() {
    const ViewInput input = test::chartInput("histogram", comparedSession());
    const BarsData data = dataOf(input);
    QCOMPARE(data.comparisonLabel, QStringLiteral("vs global_atomics"));
    QCOMPARE(rowOf(data, QStringLiteral("cluster_dsmem")).comparisonText, QStringLiteral("2.00× faster"));
    QCOMPARE(rowOf(data, QStringLiteral("block_private")).comparisonText, QStringLiteral("1.10× slower"));
    QCOMPARE(rowOf(data, QStringLiteral("global_atomics")).comparisonText, QStringLiteral("pinned"));
  }

  void severalBaselinesAreNamedInTheRows() {
    auto session = comparedSession();
    session->runs.push_back(test::makeRun("other", histogram(), "cluster_dsmem", 3e6, {{"cluster", 8}}));
    auto named = std::make_shared<model::Run>(*session->runs.back());
    named->name = "Eight blocks";
    named->values = session->runs[1]->values;  // nearest to cluster_dsmem: the same variant and settings
    session->runs.back() = named;
    std::swap(session->runs.back(), session->runs.front());  // older than what it is compared with
    session->pinned = {"other", "base"};
    const BarsData data = dataOf(test::chartInput("histogram", session));
    QCOMPARE(data.comparisonLabel, QStringLiteral("vs pinned"));
    QCOMPARE(rowOf(data, QStringLiteral("cluster_dsmem")).comparisonText, QStringLiteral("2.00× faster, Eight blocks"));
    QVERIFY(rowOf(data, QStringLiteral("block_private")).comparisonText.endsWith(QStringLiteral("slower, global_atomics")));
  }

  void withoutPinsNothingIsComparedAndNoRoomIsTaken() {
    auto session = comparedSession();
    session->pinned.clear();
    const BarsData data = dataOf(test::chartInput("histogram", session));
    QVERIFY(data.comparisonLabel.isEmpty());
    QCOMPARE(barsColumns(data, windowFonts(), QSizeF(1200, 300)).compareRight, 0.0);
  }

  void anotherQuantityThanTheHeadlineIsNotJudged() {
    const ViewInput input = test::chartInput("histogram", comparedSession());
    const auto& quantities = input.spec->info().quantities;
    QVERIFY(quantities.size() > 1);
    QVERIFY(barComparisons(input, shapeOf(input, quantities[1].id), quantities[1].id).empty());
  }

  void theSentenceNamesBaselineAndWhatIsNotAlike() {
    auto session = comparedSession();
    ViewInput input = test::chartInput("histogram", session);
    model::BarsShape shape = shapeOf(input, input.spec->info().quantities.front().id);
    QString sentence = findingsOf(shape, dataOf(input)).sentences.front();
    QVERIFY2(sentence.startsWith(QStringLiteral("Against the pinned global_atomics: cluster_dsmem 2.00× faster, block_private 1.10× slower.")),
             qPrintable(sentence));
    auto other = std::make_shared<model::Run>(*session->runs[1]);
    other->plan.seed = 5;
    session->runs[1] = other;
    input = test::chartInput("histogram", session);
    sentence = findingsOf(shape, dataOf(input)).sentences.front();
    QVERIFY2(sentence.contains(QStringLiteral("Not alike in ")) && sentence.contains(QStringLiteral("seed")), qPrintable(sentence));
  }

  void theReaderHearsRatioAndInterval() {
    const ViewInput input = test::chartInput("histogram", comparedSession());
    const model::BarsShape shape = shapeOf(input, input.spec->info().quantities.front().id);
    const BarsData data = dataOf(input);
    int row = 0;
    while (data.rows[row].label != QStringLiteral("cluster_dsmem")) ++row;
    const QString heard = rowSentence(shape, data, row);
    QVERIFY2(heard.contains(QStringLiteral("2.00× faster than global_atomics, ratio 0.5")), qPrintable(heard));
  }

  void theTableHasRatioAndIntervalAndOnlyWithABaseline() {
    const ViewInput input = test::chartInput("histogram", comparedSession());
    const model::BarsShape shape = shapeOf(input, input.spec->info().quantities.front().id);
    const ChartTable table = barsTable(shape, dataOf(input));
    const auto column = [](const ChartTable& in, const QString& key) {
      for (qsizetype i = 0; i < in.columns.size(); ++i) {
        if (in.columns[i].key == key) return i;
      }
      return qsizetype{-1};
    };
    const qsizetype ratio = column(table, QStringLiteral("ratio"));
    QVERIFY(ratio > 0);
    for (const auto& row : table.rows) {
      if (row[0].text == QStringLiteral("cluster_dsmem")) {
        QVERIFY(std::abs(row[ratio].number.value() - 0.5) < 0.01);
        QVERIFY(row[ratio + 1].number.value() < row[ratio].number.value() && row[ratio + 2].number.value() > row[ratio].number.value());
      }
      if (row[0].text == QStringLiteral("global_atomics")) QVERIFY(std::isnan(row[ratio].number.value_or(std::nan(""))));
    }
    auto bare = comparedSession();
    bare->pinned.clear();
    const ViewInput alone = test::chartInput("histogram", bare);
    QCOMPARE(column(barsTable(shape, dataOf(alone)), QStringLiteral("ratio")), qsizetype{-1});
  }

  // The plot keeps 200 px; what does not fit is still in sentence, read-out and table.
  void theColumnGivesWayBeforeThePlotDoes() {
    const BarsData data = dataOf(test::chartInput("histogram", comparedSession()));
    for (int width = 320; width <= 1400; width += 20) {
      const BarsColumns columns = barsColumns(data, windowFonts(), QSizeF(width, 300));
      if (columns.compareRight > 0) {
        QVERIFY(columns.plotRight - columns.plotLeft >= 200);
        QVERIFY(columns.compareRight <= width && columns.compareLeft > std::max(columns.valueRight, columns.secondRight));
      }
    }
    QVERIFY(barsColumns(data, windowFonts(), QSizeF(1100, 300)).compareRight > 0);
    QCOMPARE(barsColumns(data, windowFonts(), QSizeF(420, 300)).compareRight, 0.0);
  }

  void windowAndFileSayTheSameWhetherComparisonsAreGivenOrComputed() {
    ViewInput input = test::chartInput("histogram", comparedSession());
    const std::vector<std::string> ids{"base", "fast", "slow"};
    ViewInput given = input;
    given.comparisons = std::make_shared<model::Comparisons>(model::comparisonsOf(*input.spec, *input.session, ids));
    const auto bytes = [](const ViewInput& from, Format format) { return renderChart(QStringLiteral("latency"), from, format, {}, {}).value(); };
    QCOMPARE(bytes(input, Format::png), bytes(given, Format::png));
    QCOMPARE(bytes(input, Format::csv), bytes(given, Format::csv));
    QVERIFY(bytes(input, Format::csv).contains("compared_with"));
    QVERIFY(bytes(input, Format::svg).contains("vs global_atomics"));
    input.comparisonThreshold = 0.2;
    QVERIFY(bytes(input, Format::csv).contains("same"));
  }

  void whatIsNotKnownYetIsLeftOutAndComesLater() {
    ViewInput input = test::chartInput("histogram", comparedSession());
    input.comparisons = std::make_shared<model::Comparisons>();
    QVERIFY(dataOf(input).comparisonLabel.isEmpty());
  }

  void factorsAndRatiosHaveTheDigitsThatTheIntervalSupports() {
    model::Comparison comparison;
    comparison.kind = model::Comparison::Kind::verdict;
    comparison.verdict = model::Verdict::faster;
    comparison.ratio = {0.5583, {0.5513, 0.5652}};
    QCOMPARE(ratioText(comparison), QStringLiteral("0.558 (0.551–0.565)"));
    QCOMPARE(verdictWords(comparison), QStringLiteral("1.79× faster"));
    comparison.ratio = {0.5583, {0.45, 0.66}};
    QCOMPARE(ratioText(comparison), QStringLiteral("0.56 (0.45–0.66)"));
    comparison.ratio = {0.0002, {0.0001, 0.0003}};
    QCOMPARE(verdictWords(comparison), QStringLiteral("5\u2009000× faster"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    comparison.ratio = {0.5, {nan, nan}};
    QCOMPARE(ratioText(comparison), QStringLiteral("0.500"));
    comparison.kind = model::Comparison::Kind::none;
    QCOMPARE(ratioText(comparison), QStringLiteral("–"));
  }
};

QTEST_MAIN(BarsCompareTest)
#include "bars_compare_test.moc"
