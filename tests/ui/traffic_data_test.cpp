// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about counters as data: books, bounds, ratios, reasons, and the sentences and cells made from them.
#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/runs/runs_model.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/traffic/traffic_layout.h"
#include "ui/traffic/traffic_notes.h"
#include "ui/traffic/traffic_text.h"

#include <QtTest>

#include <cmath>

using namespace dsm;
using namespace dsm::ui;
using model::Bound;
using model::CounterFlag;
using model::CounterRole;

namespace {

constexpr int kDsmem = 0, kGlobal = 1;

const TrafficCell& cellOf(const TrafficData& data, CounterRole role, int variant) { return data.row(role)->cells[variant]; }

QString noteTitled(const TrafficData& data, const QString& start) {
  for (const TrafficNote& note : trafficNotes(data, {})) {
    if (note.title.startsWith(start)) return note.text;
  }
  return {};
}

model::SessionPtr changed(const std::string& run, const std::function<void(model::Counters&)>& change) {
  const auto session = test::trafficSession();
  model::Counters counters = *session->run(run)->counters;
  change(counters);
  return test::withCounters(session, run, counters);
}

TrafficOptions optionsOf(bool logarithmic = false) {
  TrafficOptions options;
  options.logarithmic = logarithmic;
  options.fonts = windowFonts();
  return options;
}

}  // namespace

class TrafficDataTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void theBooksOfTheExchangeBalance() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    QCOMPARE(data.variants.size(), 2);
    QCOMPARE(data.variants[kDsmem].payloadBytes, 10813440000.0);
    const TrafficCell& received = cellOf(data, CounterRole::dsmemIn, kDsmem);
    QCOMPARE(received.bytes, 10813440000.0);
    QCOMPARE(*received.expectedBytes, 10813440000.0);
    QVERIFY(received.balanced && received.bound == Bound::exact);
    const TrafficCell& fromSm = cellOf(data, CounterRole::l2FromSm, kGlobal);
    QCOMPARE(fromSm.bytes, 675840000.0 * 32);
    QCOMPARE(*fromSm.expectedBytes, 2 * 10813440000.0);
    QVERIFY(fromSm.balanced && fromSm.inSectors);
    QCOMPARE(trafficValue(fromSm, 1, false), QStringLiteral("21.627\u00a0GB"));
    QCOMPARE(trafficResidual(fromSm), QStringLiteral("0.0\u00a0%"));
  }

  void theTotalIsExplainedByTheFabric() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    const TrafficCell& total = cellOf(data, CounterRole::l2Total, kGlobal);
    QCOMPARE(trafficResidual(total), QStringLiteral("+37.5\u00a0%"));
    QVERIFY(total.needsExplaining && total.explanation.contains(QStringLiteral("fabric")));
    QCOMPARE(data.variants[kGlobal].fabric.bytes, 2.112e8 * 32);
    const QString note = noteTitled(data, QStringLiteral("What explains +37.5"));
    QVERIFY2(note.contains(QStringLiteral("fabric")) && note.contains(QStringLiteral("6.76\u00a0GB")) &&
                 note.contains(QStringLiteral("8.12\u00a0GB")),
             qPrintable(note));
  }

  void aFewSectorsAreNamedAndNotLoud() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    const TrafficCell& few = cellOf(data, CounterRole::l2FromSm, kDsmem);
    QCOMPARE(trafficResidual(few), QStringLiteral("132 sectors"));
    QCOMPARE(trafficValue(few, 1, false), QStringLiteral("4.2\u00a0kB"));
    QVERIFY(!few.needsExplaining);
  }

  void theBackgroundIsABoundAndRatiosSaySo() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    const TrafficCell& total = cellOf(data, CounterRole::l2Total, kDsmem);
    QVERIFY(total.isBound());
    QCOMPARE(total.bytes, 7.1e6);
    QCOMPARE(trafficValue(total, 1, false), QStringLiteral("≤\u00a07.1\u00a0MB"));
    QCOMPARE(trafficResidual(total), QStringLiteral("background"));
    const model::RatioReading ratio = trafficRatio(*data.row(CounterRole::l2Total), kGlobal, kDsmem);
    QVERIFY(ratio.bound == Bound::moreThan);
    QCOMPARE(trafficRatioText(ratio), QStringLiteral("more than 4\u2009100"));
    QVERIFY(trafficFinding(data, {}).contains(QStringLiteral("more than 4\u2009100")));
    QCOMPARE(trafficRatioText(trafficRatio(*data.row(CounterRole::dsmemIn), kDsmem, kGlobal)), QString());  // over zero: none
    QVERIFY(trafficRatioText(trafficRatio(*data.row(CounterRole::dramWrite), kDsmem, kGlobal)).isEmpty());  // both background
    QVERIFY(!noteTitled(data, QStringLiteral("At most the background")).isEmpty());
  }

  void ratiosThroughDsmemAreMoreThanABackground() {
    const auto session = changed("tile_exchange/global", [](model::Counters& counters) {
      counters.values[0].value = 3e5;
      counters.values[0].background = 2e5;
    });
    const TrafficData data = trafficDataOf(test::trafficInput(session));
    QCOMPARE(trafficRatioText(trafficRatio(*data.row(CounterRole::dsmemIn), kDsmem, kGlobal)), QStringLiteral("more than 36\u2009000"));
  }

  void boundsAreRoundedSoThatTheyStayTrue() {
    QCOMPARE(roundedBound(4189.6, 2, false), 4100.0);
    QCOMPARE(roundedBound(4189.6, 2, true), 4200.0);
    QCOMPARE(roundedBound(7.1e6, 2, true), 7.1e6);
    QCOMPARE(trafficBytes(7.12e6, Bound::atMost, 3), QStringLiteral("≤\u00a07.2\u00a0MB"));
    QCOMPARE(trafficBytes(0, Bound::exact, 3), QStringLiteral("0\u00a0B"));
  }

  void aDramWriteNearZeroMayStillBeInL2() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    QVERIFY(cellOf(data, CounterRole::dramWrite, kGlobal).hasFlag(CounterFlag::mayStillBeInL2));
    const QString note = noteTitled(data, QStringLiteral("DRAM near zero"));
    QVERIFY2(note.contains(QStringLiteral("21.63\u00a0GB")) && note.contains(QStringLiteral("≤\u00a02.4\u00a0MB")), qPrintable(note));
  }

  void shortLaunchesAndBadRangesAreFlagged() {
    const auto session = changed("tile_exchange/dsmem", [](model::Counters& counters) {
      counters.kernelNs = 9000;
      counters.values[2].outOfRange = true;
    });
    const TrafficData data = trafficDataOf(test::trafficInput(session));
    QVERIFY(data.variants[kDsmem].tooShort && !data.variants[kGlobal].tooShort);
    QVERIFY(noteTitled(data, QStringLiteral("Too short")).contains(QStringLiteral("9.00\u00a0µs")));
    QVERIFY(noteTitled(data, QStringLiteral("Outside its range")).contains(QStringLiteral("dsmem L2 in total")));
    QVERIFY(noteTitled(trafficDataOf(test::trafficInput()), QStringLiteral("Too short")).isEmpty());
  }

  void notCollectedIsAReasonAndNeverZero() {
    auto input = test::trafficInput();
    input.variants = {"dsmem", "global", "grid_sync", "relaunch"};
    const TrafficData data = trafficDataOf(input);
    QCOMPARE(data.variants[2].state, QStringLiteral("counters were not asked for"));
    QVERIFY(data.variants[3].state.startsWith(QStringLiteral("failed: ")));
    for (const TrafficRow& row : data.rows) {
      for (const int variant : {2, 3}) {
        QVERIFY(!row.cells[variant].collected && !row.cells[variant].reason.isEmpty());
        QCOMPARE(trafficValue(row.cells[variant], 1, false), missingNumber());
      }
    }
    QVERIFY(noteTitled(data, QStringLiteral("Not collected")).contains(QStringLiteral("grid_sync (counters were not asked for)")));
    const QStringList lines = toTsv(trafficTable(data, {})).split(QLatin1Char('\n'));
    const auto line = std::ranges::find_if(lines, [](const QString& each) { return each.startsWith(QStringLiteral("grid_sync\tDSMEM")); });
    QVERIFY(line != lines.end());
    QCOMPARE(line->split(QLatin1Char('\t'))[2], QString());
    QVERIFY(line->contains(QStringLiteral("not collected")));
  }

  void theReasonIsTheCollectorsOwn() {
    model::Counters none;
    none.why = {"no_permission", "The driver lets only administrators read counters.", "Set RmProfilingAdminOnly to 0."};
    auto session = test::withCounters(test::trafficSession(), "tile_exchange/dsmem", none);
    session = test::withCounters(session, "tile_exchange/global",
                                 changed("tile_exchange/global",
                                         [](model::Counters& counters) {
                                           std::erase_if(counters.values,
                                                         [](const model::CounterValue& value) { return value.name.starts_with("dram"); });
                                           counters.missing = {{"dram__bytes_read.sum", "This chip has no DRAM byte counter."}};
                                         })
                                     ->run("tile_exchange/global")
                                     ->counters);
    const TrafficData data = trafficDataOf(test::trafficInput(session));
    QCOMPARE(data.variants[kDsmem].state, QStringLiteral("The driver lets only administrators read counters"));
    QCOMPARE(data.variants[kDsmem].remedy, QStringLiteral("Set RmProfilingAdminOnly to 0."));
    QCOMPARE(cellOf(data, CounterRole::dramRead, kGlobal).reason, QStringLiteral("This chip has no DRAM byte counter"));
    QCOMPARE(cellOf(data, CounterRole::dramWrite, kGlobal).reason, QStringLiteral("not among the counters that were asked for"));
  }

  void theLatestRunWithCountersStandsForAVariant() {
    auto session = std::make_shared<model::Session>(*test::trafficSession());
    auto later = std::make_shared<model::Run>(*session->run("tile_exchange/dsmem"));
    later->id = "later";
    later->counters.reset();
    session->runs.push_back(later);
    QCOMPARE(trafficDataOf(test::trafficInput(session)).variants[kDsmem].runId, std::string("tile_exchange/dsmem"));
    auto latest = std::make_shared<model::Run>(*session->run("tile_exchange/dsmem"));
    latest->id = "latest";
    session->runs.push_back(latest);
    QCOMPARE(trafficDataOf(test::trafficInput(session)).variants[kDsmem].runId, std::string("latest"));
  }

  void payloadUnitsDivide() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    QCOMPARE(trafficValue(cellOf(data, CounterRole::l2Total, kGlobal), data.variants[kGlobal].payloadBytes, true),
             QStringLiteral("2.751×"));
    QCOMPARE(trafficValue(cellOf(data, CounterRole::l2Total, kDsmem), data.variants[kDsmem].payloadBytes, true),
             QStringLiteral("≤\u00a00.0007×"));
    QCOMPARE(trafficValue(cellOf(data, CounterRole::dsmemIn, kGlobal), 0, true), missingNumber());
  }

  void aLogAxisHoldsEveryValueAndZeroHasNoPlaceOnIt() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    const TrafficLayout layout = layoutTraffic(QRectF(0, 0, 1104, 460), data, optionsOf(true));
    QVERIFY(layout.axis.logarithmic && layout.axis.low > 0);
    for (const TrafficRow& row : data.rows) {
      for (const TrafficCell& cell : row.cells) {
        const double at = layout.axis.position(cell.bytes / layout.axis.unit.factor);
        QVERIFY(cell.bytes == 0 ? std::isnan(at) : at >= 0 && at <= 1);
      }
    }
  }

  void everythingStandsInsideTheAxes_data() {
    QTest::addColumn<double>("width");
    QTest::addColumn<bool>("log");
    for (const double width : {1104.0, 664.0, 420.0}) {
      for (const bool log : {false, true}) QTest::addRow("%g %s", width, log ? "log" : "linear") << width << log;
    }
  }
  void everythingStandsInsideTheAxes() {
    QFETCH(double, width);
    QFETCH(bool, log);
    const TrafficData data = trafficDataOf(test::trafficInput());
    const double height = leastTrafficHeight(width, data, optionsOf(log));
    const QRectF bounds(0, 0, width, height);
    const TrafficLayout layout = layoutTraffic(bounds, data, optionsOf(log));
    QVERIFY(layout.labelRight < layout.plotLeft && layout.plotLeft + 60 < layout.plotRight);
    QVERIFY(layout.plotRight < layout.measuredRight - layout.columnWidth + 1);
    QVERIFY(layout.residualRight <= width);
    for (const TrafficRow& row : data.rows) {
      for (const TrafficCell& cell : row.cells) {
        if (cell.bytes > 0) QVERIFY(layout.x(cell.bytes / layout.axis.unit.factor) <= layout.plotRight + 0.5);
        if (cell.expectedBytes.value_or(0) > 0) QVERIFY(layout.x(*cell.expectedBytes / layout.axis.unit.factor) <= layout.plotRight + 0.5);
      }
    }
    QCOMPARE(layout.flows.size(), 2);
    for (const QRectF& flow : layout.flows) QVERIFY(bounds.contains(flow));
    QCOMPARE(layout.placedNotes.size() + layout.moreNotes, layout.notes.size());
    QVERIFY(layout.placedNotes.size() >= 3);
    for (const TrafficPlacedNote& note : layout.placedNotes) {
      QVERIFY(bounds.adjusted(0, 0, 1, 1).contains(note.rect));
      for (const QRectF& flow : layout.flows) QVERIFY(!flow.intersects(note.rect));
    }
  }

  void hiddenVariantsLeaveChartAndSentences() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    TrafficOptions options = optionsOf();
    options.hidden = {"global"};
    const TrafficLayout layout = layoutTraffic(QRectF(0, 0, 1104, 460), data, options);
    QCOMPARE(layout.shown, QVector<int>{kDsmem});
    QCOMPARE(layout.lines.size(), 5);
    QVERIFY(!trafficFinding(data, options.hidden).contains(QStringLiteral("global")));
    options.hidden = {"global", "dsmem"};
    QVERIFY(trafficFinding(data, options.hidden).contains(QStringLiteral("hidden")));
    QVERIFY(layoutTraffic(QRectF(0, 0, 1104, 460), data, options).flows.isEmpty());
  }

  void arrowsOfAllVariantsShareOneScale() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    QCOMPARE(layoutTraffic(QRectF(0, 0, 1104, 460), data, optionsOf()).flowBytesPerPixel, 5e8);
  }

  void aCellIsASentence() {
    const TrafficData data = trafficDataOf(test::trafficInput());
    const QString total = trafficCellSentence(data, 2, kGlobal, false);
    QVERIFY2(total.startsWith(QStringLiteral("global, L2 in total, 29.746\u00a0GB, expected 21.627\u00a0GB, residual +37.5\u00a0%. ")),
             qPrintable(total));
    QVERIFY(trafficCellSentence(data, 99, 0, false).isEmpty());
  }

  void theRunsTableShowsCountersWithTheirBounds() {
    RunsModel runs(experiments::catalogue());
    const auto session = test::trafficSession();
    runs.setSession(session);
    const auto cell = [&](const char* id, RunColumn column, int role = Qt::DisplayRole) {
      return runs.index(runs.rowOf(QString::fromLatin1(id)), int(column)).data(role);
    };
    QCOMPARE(cell("tile_exchange/dsmem", RunColumn::dsmem).toString(), QStringLiteral("10.81\u00a0GB"));
    QCOMPARE(cell("tile_exchange/dsmem", RunColumn::l2FromSms).toString(), QStringLiteral("4.2\u00a0kB"));
    QCOMPARE(cell("tile_exchange/global", RunColumn::dramWritten).toString(), QStringLiteral("≤\u00a02.4\u00a0MB"));
    QCOMPARE(cell("tile_exchange/global", RunColumn::dsmem).toString(), QStringLiteral("0\u00a0B"));
    QCOMPARE(cell("tile_exchange/grid_sync", RunColumn::dsmem).toString(), QStringLiteral("not collected"));
    QVERIFY(cell("tile_exchange/grid_sync", RunColumn::dsmem, RunsModel::notCollectedRole).toBool());
    QVERIFY(cell("tile_exchange/grid_sync", RunColumn::dsmem, Qt::ToolTipRole).toString().contains(QStringLiteral("not asked for")));
    QVERIFY(!cell("tile_exchange/grid_sync", RunColumn::dsmem, RunsModel::sortRole).isValid());
    QCOMPARE(cell("tile_exchange/dsmem", RunColumn::dsmem, RunsModel::sortRole).toDouble(), 10813440000.0);
    QCOMPARE(cell("tile_exchange/relaunch", RunColumn::dsmem).toString(), missingNumber());
  }
};

QTEST_MAIN(TrafficDataTest)
#include "traffic_data_test.moc"
