// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about counters beside pinned ones: ratios of counted bytes, what has none and why, which baseline, what is not alike,
// the verdict in time beside it, the room it takes in the picture, and that nothing changes where nothing is pinned.
#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/chart_fixture.h"
#include "tests/ui/fixtures/text_recorder.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "ui/export/render.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_notes.h"
#include "ui/traffic/traffic_paint.h"
#include "ui/traffic/traffic_text.h"

#include <QPainter>
#include <QtTest>

#include <cmath>
#include <functional>

using namespace dsm;
using namespace dsm::ui;
using model::CounterRole;

namespace {

constexpr int kDsmem = 0, kGlobal = 1;
const char* const kDsmemRun = "tile_exchange/dsmem";
const char* const kGlobalRun = "tile_exchange/global";
const QString kFromSms = QStringLiteral("L2 from the SMs");
const QString kTotal = QStringLiteral("L2 in total");
const QString kReceived = QStringLiteral("DSMEM received");

model::SessionPtr pinnedSession(std::vector<std::string> pinned, const model::SessionPtr& session = test::trafficSession()) {
  auto next = std::make_shared<model::Session>(*session);
  next->pinned = std::move(pinned);
  return next;
}

model::SessionPtr changedRun(const model::SessionPtr& session, const std::string& id, const std::function<void(model::Run&)>& change) {
  auto next = std::make_shared<model::Session>(*session);
  for (model::RunPtr& run : next->runs) {
    if (run->id != id) continue;
    auto changed = std::make_shared<model::Run>(*run);
    change(*changed);
    run = changed;
  }
  return next;
}

TrafficData dataOf(const model::SessionPtr& session) { return trafficDataOf(test::trafficInput(session)); }

qsizetype columnOf(const ChartTable& table, const QString& key) {
  for (qsizetype i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].key == key) return i;
  }
  return -1;
}

// Of the line of a variant and a counter.
ChartCell cellOf(const ChartTable& table, const QString& variant, const QString& counter, const QString& key) {
  for (const auto& row : table.rows) {
    if (row[0].text == variant && row[1].text == counter) return row[columnOf(table, key)];
  }
  qFatal("no line for %s, %s", qPrintable(variant), qPrintable(counter));
}

ChartCell cellOf(const model::SessionPtr& session, const QString& variant, const QString& counter, const char* key) {
  return cellOf(trafficTable(dataOf(session), {}), variant, counter, QString::fromLatin1(key));
}

bool hasNoNumber(const ChartCell& cell) { return cell.number && std::isnan(*cell.number) && cell.text == missingNumber(); }

QString pinnedText(const TrafficData& data, const std::set<std::string>& hidden = {}) {
  for (const TrafficNote& note : trafficNotes(data, hidden)) {
    if (note.title == QStringLiteral("Compared with what is pinned")) return note.text;
  }
  return {};
}

QString exchangeVerdict() {
  const std::vector<std::string> ids{kDsmemRun};
  const auto session = pinnedSession({kGlobalRun});
  return verdictWords(model::comparisonsOf(*test::trafficInput(session).spec, *session, ids).at(kDsmemRun));
}

QByteArray bytesOf(const ViewInput& input, Format format) {
  return renderChart(QStringLiteral("traffic"), input, format, {}, {}).value();
}

TrafficOptions optionsOf(bool compact = false) {
  TrafficOptions options;
  options.compact = compact;
  options.fonts = windowFonts();
  return options;
}

struct Unlike {
  const char* word;
  std::function<void(model::Run&)> change;
};

}  // namespace

class TrafficCompareTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void aRatioIsThatOfTheCountedBytes() {
    const auto session = pinnedSession({kGlobalRun});
    const QString dsmem = QStringLiteral("dsmem");
    // 132 sectors beside 675 840 000.
    QCOMPARE(cellOf(session, dsmem, kFromSms, "pinned_ratio").number.value(), 132.0 / 675840000.0);
    QCOMPARE(cellOf(session, dsmem, kFromSms, "pinned_ratio").text, QStringLiteral("1/5\u2009120\u2009000"));
    QCOMPARE(cellOf(session, dsmem, kFromSms, "pinned_ratio_bound").text, QStringLiteral("exact"));
    QCOMPARE(cellOf(session, dsmem, kFromSms, "pinned_bytes").number.value(), 675840000.0 * 32);
    QCOMPARE(cellOf(session, dsmem, kFromSms, "compared_with").text, QStringLiteral("global"));
    QCOMPARE(cellOf(session, dsmem, kFromSms, "time_verdict").text, exchangeVerdict());
    QCOMPARE(cellOf(session, dsmem, QStringLiteral("L2 fabric"), "pinned_ratio").number.value(), 1404 / 2.112e8);
    // The other way round.
    QCOMPARE(cellOf(pinnedSession({kDsmemRun}), QStringLiteral("global"), kFromSms, "pinned_ratio").text,
             QStringLiteral("5\u2009120\u2009000×"));
  }

  void thePinnedRunItselfIsCalledSo() {
    const auto session = pinnedSession({kGlobalRun});
    QVERIFY(hasNoNumber(cellOf(session, QStringLiteral("global"), kFromSms, "pinned_ratio")));
    QCOMPARE(cellOf(session, QStringLiteral("global"), kFromSms, "pinned_ratio_bound").text, QStringLiteral("pinned"));
    QCOMPARE(cellOf(session, QStringLiteral("global"), kFromSms, "time_verdict").text, QStringLiteral("pinned"));
    QVERIFY(cellOf(session, QStringLiteral("global"), kFromSms, "compared_with").text.isEmpty());
  }

  void theBackgroundMakesABound() {
    const auto below = pinnedSession({kGlobalRun});
    const QString dsmem = QStringLiteral("dsmem");
    QCOMPARE(cellOf(below, dsmem, kTotal, "pinned_ratio").number.value(), 7.1e6 / 2.9746e10);
    QCOMPARE(cellOf(below, dsmem, kTotal, "pinned_ratio").text, QStringLiteral("≤\u00a01/4\u2009100"));
    QCOMPARE(cellOf(below, dsmem, kTotal, "pinned_ratio_bound").text, QStringLiteral("at most"));
    const auto above = pinnedSession({kDsmemRun});
    QCOMPARE(cellOf(above, QStringLiteral("global"), kTotal, "pinned_ratio").text, QStringLiteral(">\u00a04\u2009100×"));
    QCOMPARE(cellOf(above, QStringLiteral("global"), kTotal, "pinned_ratio_bound").text, QStringLiteral("more than"));
    QVERIFY(hasNoNumber(cellOf(below, dsmem, QStringLiteral("DRAM read"), "pinned_ratio")));
    QCOMPARE(cellOf(below, dsmem, QStringLiteral("DRAM read"), "pinned_ratio_bound").text, QStringLiteral("background in both"));
  }

  void overZeroThereIsNoRatioAndZeroIsOne() {
    const auto session = pinnedSession({kGlobalRun});
    const QString dsmem = QStringLiteral("dsmem");
    QVERIFY(hasNoNumber(cellOf(session, dsmem, kReceived, "pinned_ratio")));
    QCOMPARE(cellOf(session, dsmem, kReceived, "pinned_bytes").number.value_or(-1), 0.0);
    QCOMPARE(cellOf(session, dsmem, kReceived, "pinned_ratio_bound").text, QStringLiteral("0\u00a0B in the pinned run"));
    const ChartCell zero = cellOf(pinnedSession({kDsmemRun}), QStringLiteral("global"), kReceived, "pinned_ratio");
    QCOMPARE(zero.number.value_or(-1), 0.0);
    QCOMPARE(zero.text, QStringLiteral("0×"));
    model::Counters none = test::dsmemCounters();
    none.values.front().value = 0;
    const auto both = test::withCounters(session, kDsmemRun, none);
    QVERIFY(hasNoNumber(cellOf(both, dsmem, kReceived, "pinned_ratio")));
    QCOMPARE(cellOf(both, dsmem, kReceived, "pinned_ratio_bound").text, QStringLiteral("0\u00a0B in both"));
  }

  void notCollectedIsNeitherZeroNorARatio() {
    const auto session = test::withCounters(pinnedSession({kGlobalRun}), kGlobalRun, std::nullopt);
    const QString dsmem = QStringLiteral("dsmem");
    QVERIFY(hasNoNumber(cellOf(session, dsmem, kFromSms, "pinned_bytes")));
    QVERIFY(hasNoNumber(cellOf(session, dsmem, kFromSms, "pinned_ratio")));
    QCOMPARE(cellOf(session, dsmem, kFromSms, "pinned_ratio_bound").text,
             QStringLiteral("not collected in the pinned run: counters were not asked for"));
    QCOMPARE(cellOf(session, dsmem, kFromSms, "time_verdict").text, exchangeVerdict());
    const TrafficData data = dataOf(session);
    QCOMPARE(pinnedText(data), QStringLiteral("Against the pinned global: dsmem has no ratio of bytes (not collected in the pinned run: "
                                              "counters were not asked for) and is %1.")
                                   .arg(exchangeVerdict()));
    QCOMPARE(layoutTraffic(QRectF(0, 0, 1104, 460), data, optionsOf()).pinnedRight, 0.0);  // nothing to tell in a column
    ViewInput input = test::trafficInput(pinnedSession({kGlobalRun}));
    input.variants = {"dsmem", "global", "grid_sync"};
    const ChartTable table = trafficTable(trafficDataOf(input), {});
    QVERIFY(hasNoNumber(cellOf(table, QStringLiteral("grid_sync"), kFromSms, QStringLiteral("pinned_ratio"))));
    QCOMPARE(cellOf(table, QStringLiteral("grid_sync"), kFromSms, QStringLiteral("pinned_ratio_bound")).text,
             QStringLiteral("not collected"));
    QVERIFY(cellOf(table, QStringLiteral("grid_sync"), kFromSms, QStringLiteral("time_verdict")).text.endsWith(QStringLiteral("slower")));
  }

  // "Before" is the nearest of dsmem, having its variant; grid_sync has two that are as near, and takes the later pin.
  void ofSeveralPinsTheNearestCounts() {
    auto session = std::make_shared<model::Session>(*pinnedSession({"before", kGlobalRun}));
    auto before = std::make_shared<model::Run>(*session->run(kDsmemRun));
    before->id = "before";
    before->name = "Before";
    before->counters->values[1].value = 264;
    session->runs.insert(session->runs.begin(), before);
    ViewInput input = test::trafficInput(test::withCounters(session, "tile_exchange/grid_sync", test::globalCounters()));
    input.variants = {"dsmem", "global", "grid_sync"};
    const TrafficData data = trafficDataOf(input);
    const ChartTable table = trafficTable(data, {});
    const auto cell = [&](const char* variant, const char* key) {
      return cellOf(table, QString::fromLatin1(variant), kFromSms, QString::fromLatin1(key));
    };
    QCOMPARE(cell("dsmem", "compared_with").text, QStringLiteral("Before"));
    QCOMPARE(cell("dsmem", "pinned_ratio").number.value(), 0.5);
    QCOMPARE(cell("grid_sync", "compared_with").text, QStringLiteral("global"));
    QCOMPARE(cell("grid_sync", "pinned_ratio").text, QStringLiteral("1.00×"));
    QCOMPARE(cell("global", "pinned_ratio_bound").text, QStringLiteral("pinned"));
    const QString text = pinnedText(data);
    QVERIFY2(text.startsWith(QStringLiteral("Against their pinned runs: dsmem moves 0.500× the bytes between SM and L2 and ")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral(" (Before); grid_sync 1.00× and is ")) && text.contains(QStringLiteral("slower (global).")),
             qPrintable(text));
    QCOMPARE(layoutTraffic(QRectF(0, 0, 1104, 460), data, optionsOf()).pinnedHead, QStringLiteral("vs pinned"));
    for (std::size_t i = 0; i < input.variants.size(); ++i) {
      const TrafficComparison& comparison = data.comparisons[qsizetype(i)];
      if (comparison.kind != TrafficComparison::Kind::against) continue;
      const model::RunPtr run = input.session->run(data.variants[qsizetype(i)].runId);
      QCOMPARE(comparison.time.baseId, model::nearestPinned(*input.spec, *input.session, *run)->id);
    }
  }

  void anotherExperimentIsNotCompared() {
    const TrafficData data = dataOf(pinnedSession({"token_hop/dsmem_barrier", "gone"}));
    QVERIFY(data.comparisons.isEmpty());
    QVERIFY(pinnedText(data).isEmpty());
  }

  void whatIsNotAlikeIsNamed() {
    const auto session = pinnedSession({kGlobalRun});
    QVERIFY(cellOf(session, QStringLiteral("dsmem"), kFromSms, "not_alike").text.isEmpty());
    QVERIFY(!trafficNotes(dataOf(session), {}).front().warning);
    QVERIFY(!pinnedText(dataOf(session)).contains(QStringLiteral("Not alike")));
    const std::vector<Unlike> all = {
        {"seed", [](model::Run& run) { run.plan.seed = 5; }},
        {"cache", [](model::Run& run) { run.plan.cache = model::CacheState::flushed; }},
        {"cache", [](model::Run& run) { run.counters->cache = model::CacheState::flushed; }},
        {"rounds", [](model::Run& run) { run.values["rounds"] = 1000; }},
        {"block", [](model::Run& run) { run.launch.threads = 64; }},
        {"SM clock",
         [](model::Run& run) {
           for (model::Sample& sample : run.samples) sample.smClockHz *= 0.9;
         }},
        {"device and driver", [](model::Run& run) { run.deviceUuid = "another"; }},
    };
    for (const Unlike& unlike : all) {
      auto other = std::make_shared<model::Session>(*changedRun(session, kGlobalRun, unlike.change));
      other->devices.push_back(other->devices.front());
      other->devices.back().uuid = "another";
      other->devices.back().driver = "590.10";
      const TrafficData data = dataOf(other);
      const QString word = QString::fromLatin1(unlike.word);
      const QString named = cellOf(trafficTable(data, {}), QStringLiteral("dsmem"), kFromSms, QStringLiteral("not_alike")).text;
      QVERIFY2(named == word, qPrintable(word + QStringLiteral(": ") + named));
      QVERIFY2(pinnedText(data).endsWith(QStringLiteral("Not alike in %1.").arg(word)), qPrintable(pinnedText(data)));
      QVERIFY(trafficNotes(data, {}).front().warning);
    }
  }

  void aBaselineOfOtherKeysIsNamedWithThem() {
    const auto session = changedRun(pinnedSession({"histogram/global_atomics"}), "histogram/global_atomics",
                                    [](model::Run& run) { run.values["keys"] = std::int64_t{1} << 20; });
    const TrafficData data = trafficDataOf(test::chartInput("histogram", session));
    const ChartTable table = trafficTable(data, {});
    const QString name = cellOf(table, QStringLiteral("cluster_dsmem"), kFromSms, QStringLiteral("compared_with")).text;
    QVERIFY2(name.startsWith(QStringLiteral("global_atomics")) && name.contains(QStringLiteral("keys 2^20")), qPrintable(name));
    QCOMPARE(cellOf(table, QStringLiteral("cluster_dsmem"), kFromSms, QStringLiteral("pinned_ratio")).number.value(), 3.5e7 / 3.02e8);
    QVERIFY(pinnedText(data).contains(QStringLiteral("cluster_dsmem moves 0.116× the bytes between SM and L2")));
    QVERIFY(pinnedText(data).contains(QStringLiteral("Not alike in ")) && pinnedText(data).contains(QStringLiteral("keys")));
  }

  void theVerdictIsTheWindowsAndAboutTime() {
    const auto session = pinnedSession({kGlobalRun});
    ViewInput input = test::trafficInput(session);
    const auto word = [&] { return timeWord(trafficDataOf(input).comparisons[kDsmem]); };
    QVERIFY(word().endsWith(QStringLiteral("faster")));
    input.comparisonThreshold = 0.9;
    QCOMPARE(word(), QStringLiteral("same"));
    QVERIFY(pinnedText(trafficDataOf(input)).endsWith(QStringLiteral(" and takes the same time.")));
    model::Comparison known;
    known.kind = model::Comparison::Kind::verdict;
    known.verdict = model::Verdict::slower;
    known.ratio = {3, {2.9, 3.1}};
    known.baseId = kGlobalRun;
    input.comparisons = std::make_shared<model::Comparisons>(model::Comparisons{{kDsmemRun, known}});
    QCOMPARE(word(), QStringLiteral("3.00× slower"));
    known.baseId = kDsmemRun;  // of a pin that is gone
    input.comparisons = std::make_shared<model::Comparisons>(model::Comparisons{{kDsmemRun, known}});
    QVERIFY(word().isEmpty());
    input.comparisons = std::make_shared<model::Comparisons>();  // not known yet: bytes do not wait for it
    QVERIFY(word().isEmpty());
    QCOMPARE(pinnedText(trafficDataOf(input)),
             QStringLiteral("Against the pinned global: dsmem moves 1/5\u2009120\u2009000 of the bytes between SM and L2."));
  }

  void theNoteComesFirstAndLeavesHiddenVariantsOut() {
    const TrafficData data = dataOf(pinnedSession({kGlobalRun}));
    QCOMPARE(trafficNotes(data, {}).front().title, QStringLiteral("Compared with what is pinned"));
    QCOMPARE(
        pinnedText(data),
        QStringLiteral("Against the pinned global: dsmem moves 1/5\u2009120\u2009000 of the bytes between SM and L2 and is %1.").arg(exchangeVerdict()));
    QVERIFY(pinnedText(data, {"dsmem"}).isEmpty());
    QVERIFY(!pinnedText(data, {"global"}).isEmpty());
  }

  void aWrongBaselineIsSaid() {
    const auto session = changedRun(pinnedSession({kGlobalRun}), kGlobalRun, [](model::Run& run) {
      run.validation = {true, false, "block 3 differs", 0};
    });
    QCOMPARE(cellOf(session, QStringLiteral("dsmem"), kFromSms, "time_verdict").text, QStringLiteral("not compared"));
    QVERIFY2(pinnedText(dataOf(session)).contains(QStringLiteral("No verdict in time: The base run gave a wrong result: block 3 differs.")),
             qPrintable(pinnedText(dataOf(session))));
    QVERIFY(trafficNotes(dataOf(session), {}).front().warning);
  }

  void theReaderHearsRatioAndBaseline() {
    const TrafficData data = dataOf(pinnedSession({kGlobalRun}));
    const auto heard = [&](CounterRole role, int variant) {
      return trafficCellSentence(data, int(data.row(role) - data.rows.constData()), variant, false);
    };
    QVERIFY(heard(CounterRole::l2FromSm, kDsmem).contains(QStringLiteral(", 1/5\u2009120\u2009000 of the pinned global")));
    QVERIFY(heard(CounterRole::l2Total, kDsmem).contains(QStringLiteral(", at most 1/4\u2009100 of the pinned global")));
    QVERIFY(heard(CounterRole::dsmemIn, kDsmem).contains(QStringLiteral(", 0\u00a0B in the pinned run")));
    QVERIFY(heard(CounterRole::l2FromSm, kGlobal).contains(QStringLiteral(", pinned")));
    const QString before = trafficCellSentence(dataOf(test::trafficSession()), 1, kDsmem, false);
    QVERIFY(!before.contains(QStringLiteral("pinned")));
  }

  void withoutPinsNothingChanges() {
    const auto bare = test::trafficSession();
    const QStringList keys{"variant",           "counter",  "measured_bytes", "bound",       "expected_bytes", "residual_bytes",
                           "residual_fraction", "payloads", "metric",         "explanation", "state",          "origin"};
    QStringList found;
    for (const ChartColumn& column : trafficTable(dataOf(bare), {}).columns) found << column.key;
    QCOMPARE(found, keys);
    QCOMPARE(layoutTraffic(QRectF(0, 0, 1104, 460), dataOf(bare), optionsOf()).residualRight, 1100.0);
    const auto elsewhere = pinnedSession({"token_hop/dsmem_barrier", "gone"});
    ViewInput alone = test::trafficInput(pinnedSession({kGlobalRun}));
    alone.variants = {"global"};
    ViewInput aloneBare = test::trafficInput(bare);
    aloneBare.variants = {"global"};
    for (const Format format : {Format::png, Format::csv, Format::json}) {
      QCOMPARE(bytesOf(test::trafficInput(elsewhere), format), bytesOf(test::trafficInput(bare), format));
      QCOMPARE(bytesOf(alone, format), bytesOf(aloneBare, format));  // nothing stands beside the pinned run
      QVERIFY(bytesOf(test::trafficInput(pinnedSession({kGlobalRun})), format) !=
              bytesOf(test::trafficInput(bare), format));
    }
  }

  void filesHaveIt() {
    const ViewInput input = test::trafficInput(pinnedSession({kGlobalRun}));
    QVERIFY(bytesOf(input, Format::csv)
                .contains("compared_with,pinned_bytes,pinned_ratio,pinned_ratio_bound,not_alike,time_verdict"));
    const QByteArray json = bytesOf(input, Format::json);
    QVERIFY(json.contains("\"pinned_bytes\": 21626880000") && json.contains("\"pinned_ratio\": null"));
    QVERIFY(json.contains("Against the pinned global: dsmem moves"));
    QVERIFY(bytesOf(input, Format::svg).contains("vs global"));
  }

  void theColumnGivesWayBeforeThePlotDoes() {
    for (const char* pinned : {kDsmemRun, kGlobalRun}) {
      const TrafficData data = dataOf(pinnedSession({pinned}));
      for (int width = 320; width <= 1400; width += 20) {
        const TrafficLayout layout = layoutTraffic(QRectF(0, 0, width, 460), data, optionsOf(width < 700));
        if (layout.pinnedRight == 0) continue;
        QVERIFY(layout.plotRight - layout.plotLeft >= 140);
        QVERIFY(layout.pinnedRight <= width && layout.residualRight <= layout.pinnedRight - layout.pinnedWidth + 0.5);
        QVERIFY(textWidth(windowFonts().small, layout.pinnedHead) <= layout.pinnedWidth);
        for (const TrafficLine& line : layout.lines) {
          const TrafficComparison& comparison = data.comparisons[line.variant];
          const TrafficCell base = comparison.cells.value(line.row);
          const QString words = pinnedColumnText(comparison, data.rows[line.row].cells[line.variant], base);
          QVERIFY2(textWidth(windowFonts().base, words) <= layout.pinnedWidth, qPrintable(words));
        }
      }
      QVERIFY(layoutTraffic(QRectF(0, 0, 1104, 460), data, optionsOf()).pinnedRight > 0);
      QCOMPARE(layoutTraffic(QRectF(0, 0, 320, 460), data, optionsOf(true)).pinnedRight, 0.0);
    }
  }

  // The ratios of the pinned global: "from 0 B", "1/5 120 000", "≤ 1/4 100", "background".
  void theNewWordsStandOnNothing() {
    const TrafficData data = dataOf(pinnedSession({kGlobalRun}));
    const QStringList added{QStringLiteral("vs global"), QStringLiteral("from 0"), QStringLiteral("1/5"), QStringLiteral("1/4"),
                            QStringLiteral("pinned"),    exchangeVerdict(),        QStringLiteral("Against the")};
    for (const int width : {1104, 800, 664, 480}) {
      const TrafficOptions options = optionsOf(width < 700);
      const QSize size(width, int(leastTrafficHeight(width, data, options)));
      test::TextRecorder recorder(size);
      QPainter painter(&recorder);
      paintTraffic(painter, QRectF(QPointF(0, 0), size), data, options, theme(Scheme::light));
      painter.end();
      for (const QString& fault : recorder.faults()) {
        for (const QString& words : added) QVERIFY2(!fault.contains(words), qPrintable(fault));
      }
      const auto& texts = recorder.texts();
      const bool verdict = std::ranges::any_of(texts, [](const test::PaintedText& text) { return text.words == exchangeVerdict(); });
      if (width == 1104) QVERIFY(verdict && recorder.has(QStringLiteral("vs global")));
      QVERIFY(recorder.has(QStringLiteral("Against the pinned")));
    }
  }
};

QTEST_MAIN(TrafficCompareTest)
#include "traffic_compare_test.moc"
