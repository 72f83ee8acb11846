// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counters against one parameter: which runs make a curve, what is a bound, and that nothing is painted outside.
#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/export/render.h"
#include "ui/traffic/traffic_curve.h"

#include <QPainter>
#include <QtTest>

#include <algorithm>

using namespace dsm;
using namespace dsm::ui;

namespace {

// The exchange's counted runs again at fewer rounds, with counters in proportion.
model::SessionPtr sessionOverRounds() {
  auto session = std::make_shared<model::Session>(*test::trafficSession());
  std::vector<model::RunPtr> more;
  for (const model::RunPtr& run : session->runs) {
    if (run->experiment != "tile_exchange" || !run->counters || !run->counters->collected) continue;
    for (const std::int64_t rounds : {1000, 100}) {
      auto copy = std::make_shared<model::Run>(*run);
      copy->id += "-" + std::to_string(rounds);
      copy->values["rounds"] = rounds;
      for (model::CounterValue& value : copy->counters->values) {
        if (model::readingOf(value).bound == model::Bound::exact) value.value *= double(rounds) / 5000;
      }
      more.push_back(copy);
    }
  }
  session->runs.insert(session->runs.end(), more.begin(), more.end());
  return session;
}

model::SessionPtr pinned(std::vector<std::string> ids) {
  auto session = std::make_shared<model::Session>(*sessionOverRounds());
  session->pinned = std::move(ids);
  return session;
}

// Of the line of a counter, a variant and a number of rounds.
ChartCell cellOf(const ChartTable& table, const QString& counter, const QString& variant, double rounds, const QString& key) {
  const auto column = std::ranges::find(table.columns, key, &ChartColumn::key);
  for (const auto& row : table.rows) {
    if (row[0].text == counter && row[1].text == variant && row[2].number == rounds) return row[column - table.columns.begin()];
  }
  qFatal("no line for %s, %s", qPrintable(counter), qPrintable(variant));
}

QByteArray bytesOf(const model::SessionPtr& session, Format format, bool chartOnly = false) {
  RenderOptions options;
  options.chartOnly = chartOnly;
  return renderChart(QStringLiteral("traffic_curve"), test::trafficInput(session), format, options, {}).value();
}

const CurveLine& lineOf(const TrafficCurve& curve, model::CounterRole role, int line) {
  for (const CurvePanel& panel : curve.panels) {
    if (panel.role == role) return panel.lines[line];
  }
  static const CurveLine kNone;
  return kNone;
}

}  // namespace

class TrafficCurveTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void theExchangeAgainstItsRounds() {
    const TrafficCurve curve = trafficCurveOf(test::trafficInput(sessionOverRounds()), {});
    QCOMPARE(curve.at, (QVector<double>{100, 1000, 5000}));  // the parameter that was varied
    QCOMPARE(curve.panels.size(), 4);
    QCOMPARE(curve.legend.size(), 2);
    const CurveLine& dsmem = lineOf(curve, model::CounterRole::dsmemIn, 0);
    QCOMPARE(dsmem.points.size(), 3);
    for (const CurvePoint& point : dsmem.points) {
      QCOMPARE(point.cell.bytes, 132 * 16384.0 * point.at);
      QCOMPARE(point.cell.expectedBytes.value_or(-1), point.cell.bytes);
    }
    for (const CurvePoint& point : lineOf(curve, model::CounterRole::dramWrite, 1).points) QVERIFY(point.cell.isBound());
    QVERIFY(curveFinding(curve).contains(QStringLiteral("5\u2009000")) || curveFinding(curve).contains(curve.atText.back()));
    QCOMPARE(curveTable(curve).columns.size(), 6);
    QVERIFY(!curveTable(curve).rows.isEmpty());
  }

  void theLatestRunOfAValueCounts() {
    auto session = std::make_shared<model::Session>(*sessionOverRounds());
    auto again = std::make_shared<model::Run>(*session->runs.back());
    again->id = "again";
    for (model::CounterValue& value : again->counters->values) {
      if (model::roleOf(value.name) == model::CounterRole::l2FromSm) value.value = 7;
    }
    session->runs.push_back(again);
    const TrafficCurve curve = trafficCurveOf(test::trafficInput(session), "rounds");
    const int line = again->variant == "dsmem" ? 0 : 1;
    QCOMPARE(lineOf(curve, model::CounterRole::l2FromSm, line).points.front().cell.bytes, 7 * 32.0);
  }

  void nothingVariedIsSaid() {
    const ViewInput input = test::trafficInput();
    QVERIFY(trafficCurveOf(input, "rounds").panels.isEmpty());
    QVERIFY(!curveFinding(trafficCurveOf(input, "rounds")).isEmpty());
    QVERIFY(trafficCurveOf(input, "no_such").panels.isEmpty());
    QVERIFY(renderChart(QStringLiteral("traffic_curve"), input, Format::svg, {}, {}).has_value());
  }

  void aPinnedPointIsRingedAndNamed() {
    const auto session = pinned({"tile_exchange/global"});
    const TrafficCurve curve = trafficCurveOf(test::trafficInput(session), "rounds");
    QCOMPARE(curve.pinned, QStringList{QStringLiteral("global at 5\u2009000")});
    int ringed = 0;
    for (const CurvePanel& panel : curve.panels) {
      for (const CurveLine& line : panel.lines) {
        for (const CurvePoint& point : line.points) {
          ringed += point.isPinned() ? 1 : 0;
          QCOMPARE(point.isPinned(), line.label == QStringLiteral("global") && point.at == 5000);
        }
      }
    }
    QCOMPARE(ringed, 4);
    QVERIFY(curveFinding(curve).contains(QStringLiteral(". Ringed, since pinned: global at 5\u2009000. ")));
    auto named = std::make_shared<model::Session>(*session);
    auto run = std::make_shared<model::Run>(*session->run("tile_exchange/global"));
    run->name = "Baseline";
    *std::ranges::find(named->runs, session->run("tile_exchange/global")) = run;
    QVERIFY(curveFinding(trafficCurveOf(test::trafficInput(named), "rounds")).contains(QStringLiteral("Baseline at 5\u2009000. ")));
  }

  void theTableHasRatiosToThePinnedPoint() {
    const ChartTable table = curveTable(trafficCurveOf(test::trafficInput(pinned({"tile_exchange/global"})), "rounds"));
    const auto cell = [&](const char* counter, const char* variant, double rounds, const char* key) {
      return cellOf(table, QString::fromLatin1(counter), QString::fromLatin1(variant), rounds, QString::fromLatin1(key));
    };
    QCOMPARE(cell("L2 from the SMs", "global", 100, "pinned_ratio").number.value(), 0.02);
    QCOMPARE(cell("L2 from the SMs", "global", 100, "pinned_ratio").text, QStringLiteral("0.0200×"));
    QCOMPARE(cell("L2 from the SMs", "global", 100, "not_alike").text, QStringLiteral("rounds"));
    QVERIFY(cell("L2 from the SMs", "global", 100, "compared_with").text.contains(QStringLiteral("5\u2009000")));
    QCOMPARE(cell("L2 from the SMs", "global", 5000, "pinned_ratio_bound").text, QStringLiteral("pinned"));
    QCOMPARE(cell("L2 from the SMs", "dsmem", 5000, "pinned_ratio").number.value(), 132.0 / 675840000.0);
    QCOMPARE(cell("DSMEM received", "dsmem", 1000, "pinned_ratio_bound").text, QStringLiteral("0\u00a0B in the pinned run"));
  }

  void withoutPinsNothingChanges() {
    const auto elsewhere = pinned({"token_hop/dsmem_barrier", "gone"});
    const auto here = pinned({"tile_exchange/global"});
    for (const Format format : {Format::png, Format::csv, Format::json}) {
      QCOMPARE(bytesOf(elsewhere, format), bytesOf(sessionOverRounds(), format));
      QVERIFY(bytesOf(here, format) != bytesOf(sessionOverRounds(), format));
    }
    QVERIFY(bytesOf(here, Format::svg, true).contains("pinned"));
    QVERIFY(!bytesOf(sessionOverRounds(), Format::svg, true).contains("pinned"));
    QVERIFY(bytesOf(here, Format::png, true) != bytesOf(sessionOverRounds(), Format::png, true));
  }

  void nothingIsPaintedOutside_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1150, 420), QSize(520, 200), QSize(200, 120), QSize(40, 30)}) {
      QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
  }
  void nothingIsPaintedOutside() {
    QFETCH(QSize, size);
    constexpr int kMargin = 40;
    const TrafficCurve curve = trafficCurveOf(test::trafficInput(pinned({"tile_exchange/dsmem", "tile_exchange/global"})), "rounds");
    QImage image(size + QSize(2 * kMargin, 2 * kMargin), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    const QRect inside(QPoint(kMargin, kMargin), size);
    paintTrafficCurve(painter, inside, curve, figureFonts(), currentTheme());
    painter.end();
    int outside = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        if (!inside.adjusted(-1, -1, 1, 1).contains(x, y) && image.pixelColor(x, y) != QColor(Qt::magenta)) ++outside;
      }
    }
    QCOMPARE(outside, 0);
  }
};

QTEST_MAIN(TrafficCurveTest)
#include "traffic_curve_test.moc"
