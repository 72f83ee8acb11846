// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the bar chart as pure functions: ticks, prepared data for good and bad numbers, sentences, tables, and
// where things are painted.
#include "tests/ui/fixtures/chart_fixture.h"
#include "ui/charts/axis_ticks.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/findings.h"
#include "ui/theme/numbers.h"
#include "ui/theme/variant_style.h"

#include <qcustomplot.h>

#include <QAbstractItemModelTester>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace dsm;
using namespace dsm::ui;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

QImage paintedBars(const model::BarsShape& shape, const BarsOptions& options, QSize size) {
  QCustomPlot plot;
  plot.setViewport(QRect(QPoint(0, 0), size));
  buildBars(plot, shape, options, theme(Scheme::light));
  QImage image(size, QImage::Format_RGB32);
  QCPPainter painter(&image);
  plot.toPainter(&painter, size.width(), size.height());
  return image;
}

}  // namespace

class ChartsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void linearTicksAreRoundAndFew_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("cycles") << 0.0 << 1500.0;
    QTest::newRow("small") << 0.0 << 0.0031;
    QTest::newRow("far from zero") << 1e6 << 1e6 + 3;
    QTest::newRow("huge") << 0.0 << 1e300;
    QTest::newRow("negative") << -5.0 << 12.0;
  }
  void linearTicksAreRoundAndFew() {
    QFETCH(double, low);
    QFETCH(double, high);
    const TickSet ticks = linearTicks(low, high, 7);
    QVERIFY(ticks.major.size() >= 3);
    QVERIFY(ticks.major.size() <= 8);
    for (double value : ticks.major) QVERIFY(value >= low - 1e-6 * std::abs(high) && value <= high * (1 + 1e-6));
  }

  void ticksOfBadRangesAreEmpty_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("nan") << kNan << 1.0;
    QTest::newRow("inf") << 0.0 << kInf;
    QTest::newRow("reversed") << 2.0 << 1.0;
    QTest::newRow("point") << 1.0 << 1.0;
    QTest::newRow("too close for a double") << 1e17 << std::nextafter(1e17, 2e17);
  }
  void ticksOfBadRangesAreEmpty() {
    QFETCH(double, low);
    QFETCH(double, high);
    QVERIFY(linearTicks(low, high, 7).major.isEmpty());
  }

  void logTicksNeedPositiveEnds() {
    QVERIFY(logTicks(0, 100, 7).major.isEmpty());
    QVERIFY(logTicks(-1, 100, 7).major.isEmpty());
    const TickSet ticks = logTicks(1, 1e12, 7);
    QVERIFY(ticks.major.size() >= 3 && ticks.major.size() <= 8);
    QCOMPARE(logTicks(100, 1000, 7).major, (QVector<double>{100, 200, 500, 1000}));
  }

  void byteTicksArePowersOfTwo() {
    const TickSet wide = byteTicks(0, 228 * 1024, 24 * 1024);
    QCOMPARE(wide.major.value(1), 32.0 * 1024);
    QCOMPARE(wide.major.size(), 8);
    const TickSet near = byteTicks(28928, 28928 + 64, 0.5);
    QCOMPARE(near.major.size(), 65);
  }

  void digitsFollowTheInterval() {
    QCOMPARE(decimalsFor(428, 2), 0);
    QCOMPARE(decimalsFor(2.928, 0.002), 3);
    QCOMPARE(decimalsFor(2.928, 0), 3);
    QCOMPARE(decimalsFor(0.5304, 0.01), 2);
    QCOMPARE(decimalsFor(kNan, 1), 0);
  }

  void barsStartAtZeroAndHoldEveryInterval() {
    const BarsData data = prepareBars(test::shapeOf({test::repeated(428), test::repeated(1024)}), test::barsOptions());
    QCOMPARE(data.low, 0.0);
    for (const BarItem& row : data.rows) QVERIFY(row.high <= data.high);
    QCOMPARE(data.unit.label, QStringLiteral("ns"));
    QCOMPARE(data.rows[0].value, 428.0);
  }

  void badNumbersAreCountedNotDrawn() {
    const BarsData data = prepareBars(test::shapeOf({{0, 1, kNan, kInf, 3}, {kNan, kInf}, {}}), test::barsOptions());
    QCOMPARE(data.rows.size(), 3);
    QCOMPARE(data.rows[0].samples.size(), 3);
    QVERIFY(!data.rows[1].state.isEmpty());
    QCOMPARE(data.rows[1].valueText, missingNumber());
    QVERIFY(!data.rows[2].state.isEmpty());
    QCOMPARE(data.skippedNotFinite, 4);
    QVERIFY(std::isfinite(data.high));
    QVERIFY(omissionText(data).contains(QLatin1Char('4')));
  }

  void logSkipsWhatIsNotAboveZeroAndCounts() {
    const BarsData data = prepareBars(test::shapeOf({{0, 1, kNan, kInf, 10, 100}, test::repeated(0)}), test::barsOptions(true));
    QCOMPARE(data.skippedNotFinite, 2);
    QCOMPARE(data.skippedOnLog, 21);
    QVERIFY(data.low > 0 && data.high > data.low && std::isfinite(data.high));
    QVERIFY(!data.rows[1].state.isEmpty());
    paintedBars(test::shapeOf({{0, 1, kNan, kInf, 10, 100}, test::repeated(0)}), test::barsOptions(true), {800, 300});
  }

  void anyNumberPaints_data() {
    QTest::addColumn<double>("value");
    for (double value : {0.0, 1e-300, 1e300, -5.0, 12766912345678.9}) QTest::addRow("%g", value) << value;
  }
  void anyNumberPaints() {
    QFETCH(double, value);
    for (bool log : {false, true}) {
      const model::BarsShape shape = test::shapeOf({test::repeated(value)});
      const BarsData data = prepareBars(shape, test::barsOptions(log));
      QVERIFY(data.high > data.low);
      QVERIFY(std::isfinite(data.low) && std::isfinite(data.high));
      QVERIFY(!paintedBars(shape, test::barsOptions(log), {640, 200}).isNull());
    }
  }

  void emptyAndOneRowPaint() {
    QVERIFY(!paintedBars(test::shapeOf({}), test::barsOptions(), {640, 200}).isNull());
    QVERIFY(!paintedBars(test::shapeOf({test::repeated(5)}), test::barsOptions(), {640, 200}).isNull());
    QVERIFY(!paintedBars(test::shapeOf({test::repeated(5)}), test::barsOptions(), {60, 30}).isNull());
  }

  void oneStragglerDoesNotSquashTheBars() {
    std::vector<double> samples = test::repeated(10, 40);
    samples.push_back(4000);
    const BarsData data = prepareBars(test::shapeOf({samples}), test::barsOptions());
    QVERIFY(data.high < 30);
    QCOMPARE(data.beyond, 1);
    QVERIFY(!omissionText(data).isEmpty());
  }

  void aRowWithoutRunHasATextAndNoNumber() {
    const auto input = test::chartInput("histogram");
    const model::BarsShape shape = model::barsOf(*input.spec, *input.session, input.variants, input.values, "time",
                                                 model::BarOrder::fastestFirst, input.device.get());
    const BarsData data = prepareBars(shape, test::barsOptions());
    QCOMPARE(data.rows.back().label, QStringLiteral("block_private"));
    QVERIFY(data.rows.back().unfit);
    QCOMPARE(data.rows.back().valueText, missingNumber());
  }

  void cyclesAndNanosecondsShareOneScaleButRateAndTimeDoNot() {
    const auto hop = test::chartInput("token_hop");
    const auto hops = model::barsOf(*hop.spec, *hop.session, hop.variants, hop.values, "hop_cycles", model::BarOrder::catalogue, nullptr);
    const BarsData data = prepareBars(hops, test::barsOptions());
    QVERIFY(std::abs(data.secondPerFirst - 1 / 1.98) < 0.01);
    QVERIFY(data.secondColumnLabel.contains(QStringLiteral("1.98")));
    model::BarsShape inverse = test::shapeOf({test::repeated(10), test::repeated(20)});
    inverse.secondUnit = model::Unit::keysPerSecond;
    inverse.rows[0].secondValue = 100;
    inverse.rows[1].secondValue = 50;
    QCOMPARE(prepareBars(inverse, test::barsOptions()).secondPerFirst, 0.0);
  }

  void theBarEndsAtItsValue() {
    const QSize size(1000, 200);
    const model::BarsShape shape = test::shapeOf({test::repeated(500), test::repeated(1000)});
    const BarsOptions options = test::barsOptions();
    const BarsData data = prepareBars(shape, options);
    const BarsColumns columns = barsColumns(data, options.fonts, size);
    const QImage image = paintedBars(shape, options, size);
    const QRectF row = barRowRect(columns, 0, 2, size.width());
    const int y = int(std::round(row.center().y() + 1)) + 6;  // below the whisker, inside the bar
    const auto isBar = [&](int x) { return QColor(image.pixel(x, y)) == variantStyle(0, Scheme::light).colour; };
    // The axis rectangle is one pixel narrower than the columns leave, as QRect counts.
    const double end = columns.plotLeft + (columns.plotRight - columns.plotLeft) * data.rows[0].value / data.high;
    QVERIFY(isBar(int(columns.plotLeft) + 4));
    QVERIFY(isBar(int(end) - 3));
    QVERIFY(!isBar(int(end) + 3));
  }

  void textsDoNotOverlapOrLeaveThePicture_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("1440 window") << 1104;
    QTest::newRow("960 window") << 664;
    QTest::newRow("narrow") << 420;
  }
  void textsDoNotOverlapOrLeaveThePicture() {
    QFETCH(int, width);
    for (const char* experiment : {"token_hop", "tile_exchange", "histogram"}) {
      const auto input = test::chartInput(experiment);
      const auto shape = model::barsOf(*input.spec, *input.session, input.variants, input.values,
                                       input.spec->info().quantities.front().id, model::BarOrder::catalogue, input.device.get());
      const BarsOptions options = test::barsOptions();
      const BarsData data = prepareBars(shape, options);
      const BarsColumns columns = barsColumns(data, options.fonts, QSizeF(width, 240));
      double note = 0;
      double value = textWidth(options.fonts.small, data.columnLabel);
      for (const BarItem& row : data.rows) {
        note = std::max(note, textWidth(options.fonts.small, row.note));
        value = std::max(value, textWidth(options.fonts.baseBold, row.valueText));
      }
      if (columns.noteRight > 0) {
        QVERIFY(columns.noteRight - note >= columns.labelLeft + columns.labelWidth);
        QVERIFY(columns.noteRight < columns.plotLeft);
      }
      QVERIFY(columns.labelLeft + columns.labelWidth < columns.plotLeft);
      QVERIFY2(columns.plotRight - columns.plotLeft >= 100, qPrintable(QString::number(columns.plotRight - columns.plotLeft)));
      QVERIFY(columns.valueRight - value > columns.plotRight);
      QVERIFY(std::max(columns.valueRight, columns.secondRight) <= width);
    }
  }

  void theFindingNamesBestAndNextWithAFactor() {
    const auto shape = test::shapeOf({test::repeated(1024), test::repeated(428), test::repeated(4000)});
    const BarsFindings findings = findingsOf(shape, prepareBars(shape, test::barsOptions()));
    QVERIFY2(findings.headline.contains(QStringLiteral("row 1 takes")), qPrintable(findings.headline));
    QVERIFY2(findings.headline.contains(QStringLiteral("2.4 times less than row 0")), qPrintable(findings.headline));
    QVERIFY(findings.sentences.size() >= 2 && findings.sentences.size() <= 3);
    QVERIFY(findings.caption.contains(QStringLiteral("95")));
  }

  void overlappingIntervalsAreUndecided() {
    std::vector<double> a, b;
    for (int i = 0; i < 40; ++i) {
      a.push_back(100 + i % 7);
      b.push_back(101 + i % 7);
    }
    const auto shape = test::shapeOf({a, b});
    const BarsFindings findings = findingsOf(shape, prepareBars(shape, test::barsOptions()));
    QVERIFY2(findings.headline.startsWith(QStringLiteral("Undecided")), qPrintable(findings.headline));
  }

  void higherIsBetterForRates() {
    auto shape = test::shapeOf({test::repeated(1e12), test::repeated(3e12)}, model::Unit::bytesPerSecond);
    shape.better = model::Better::higher;
    const BarsFindings findings = findingsOf(shape, prepareBars(shape, test::barsOptions()));
    QVERIFY2(findings.headline.startsWith(QStringLiteral("row 1 reaches 3.000")), qPrintable(findings.headline));
    QVERIFY2(findings.headline.contains(QStringLiteral("3.0 times as much as row 0")), qPrintable(findings.headline));
  }

  void findingsOfNothingAreSentences() {
    for (const auto& shape : {test::shapeOf({}), test::shapeOf({{}}), test::shapeOf({test::repeated(3)})}) {
      const BarsFindings findings = findingsOf(shape, prepareBars(shape, test::barsOptions()));
      QVERIFY(findings.headline.endsWith(QLatin1Char('.')));
    }
  }

  void theTableModelIsWellBehaved() {
    ChartTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto shape = test::shapeOf({test::repeated(3), {kNan}});
    model.setTable(barsTable(shape, prepareBars(shape, test::barsOptions())));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.data(model.index(1, 2)).toString(), missingNumber());
  }

  void tsvHasAllDigitsAndNoFakeZero() {
    const auto shape = test::shapeOf({test::repeated(12766912345678.9), {kNan}});
    const QStringList lines = toTsv(barsTable(shape, prepareBars(shape, test::barsOptions()))).split(QLatin1Char('\n'));
    QVERIFY(lines[0].contains(QStringLiteral("median_ns")));
    QVERIFY(lines[1].contains(QStringLiteral("12766912345678.9")));
    QCOMPARE(lines[2].split(QLatin1Char('\t'))[2], QString());
  }
};

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
