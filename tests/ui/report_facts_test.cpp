// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about what a report says of its runs: each number of its methods is counted from them, and each run compares with a
// pinned one as it does in the window.
#include "gpu/experiments/catalogue.h"
#include "tests/ui/fixtures/page_elements.h"
#include "tests/ui/fixtures/report_fixture.h"
#include "tests/ui/fixtures/traffic_fixture.h"
#include "tests/ui/fixtures/window_fixture.h"
#include "ui/export/report_facts.h"
#include "ui/runs/verdict_text.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"

#include <QtTest>

#include <algorithm>
#include <ctime>
#include <random>

using namespace dsm;
using namespace dsm::ui;
using test::rowOf;
using test::textOf;

namespace {

const QString kRatioColumn = QStringLiteral("Ratio (95 % interval), below 1 is faster");

// global_atomics pinned, cluster_dsmem twice as fast, global_atomics again and 2 % slower, and one that failed.
std::shared_ptr<model::Session> comparedSession() {
  const model::ExperimentSpec& spec = *model::findSpec(experiments::catalogue(), "histogram");
  auto session = test::sessionOf(spec, 0);
  session->runs = {test::makeRun("base", spec, "global_atomics", 3e6), test::makeRun("fast", spec, "cluster_dsmem", 1.5e6),
                   test::makeRun("near", spec, "global_atomics", 3.06e6)};
  auto failed = std::make_shared<model::Run>(*test::makeRun("failed", spec, "block_private", 3e6));
  failed->status = model::RunStatus::failed;
  session->runs.push_back(failed);
  session->pinned = {"base"};
  return session;
}

QVector<test::Element> elementsOf(const ReportInput& input) { return test::elementsOf(renderReport(input).value_or(QByteArray())); }
QVector<test::Element> elementsOf(const model::SessionPtr& session) { return elementsOf(test::reportInput(session)); }

qint64 threadCpuMs() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

QString words(int runs) { return runs == 1 ? QStringLiteral("1 run") : QStringLiteral("%1 runs").arg(runs); }

}  // namespace

class ReportFactsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { installTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Scheme::light); }

  void methodsCountWhatTheRunsSay() {
    std::mt19937 random(7);
    const auto pick = [&](int n) { return int(random() % unsigned(n)); };
    for (int round = 0; round < 20; ++round) {
      std::vector<model::RunPtr> runs;
      int correct = 0, wrong = 0, failed = 0, interval = 0, flushed = 0;
      std::size_t fewest = SIZE_MAX, most = 0;
      const int count = 5 + pick(40);
      for (int i = 0; i < count; ++i) {
        auto run = std::make_shared<model::Run>();
        if (pick(6) == 0) {
          run->status = model::RunStatus::failed;
          ++failed;
        } else {
          run->validation = {true, pick(4) != 0, "", 0};
          ++(run->validation.correct ? correct : wrong);
          run->stopReason = pick(2) ? "interval" : "budget";
          interval += run->stopReason == "interval";
          run->plan.cache = pick(2) ? model::CacheState::flushed : model::CacheState::warm;
          flushed += run->plan.cache == model::CacheState::flushed;
          run->samples.resize(std::size_t(20 + pick(300)));
          fewest = std::min(fewest, run->samples.size());
          most = std::max(most, run->samples.size());
        }
        runs.push_back(run);
      }
      const QString text = methodsText(factsOf(runs));
      QVERIFY2(text.contains(QStringLiteral(": %1 correct").arg(words(correct))), qPrintable(text));
      QCOMPARE(text.contains(QStringLiteral(", %1 wrong").arg(words(wrong))), wrong > 0);
      QCOMPARE(text.contains(QStringLiteral(", %1 failed").arg(words(failed))), failed > 0);
      if (interval > 0) QVERIFY2(text.contains(QStringLiteral("%1 because the interval").arg(words(interval))), qPrintable(text));
      if (flushed > 0) QVERIFY2(text.contains(QStringLiteral("flushed before each launch in %1").arg(words(flushed))), qPrintable(text));
      if (fewest < most) QVERIFY2(text.contains(QStringLiteral("Then %1\u2013%2 launches").arg(fewest).arg(most)), qPrintable(text));
      QVERIFY(text.contains("not collected"));
    }
  }

  void clocksThrottlingAndCountersAreSaid() {
    auto run = std::make_shared<model::Run>();
    run->validation = {true, true, "", 0};
    run->samples = {{100, 0, 1.965e9}, {100, 0, 1.98e9}, {100, 0, 0}};
    run->provenance.throttleReasons = {"power cap"};
    run->counters = model::Counters();
    run->counters->collected = true;
    run->counters->passes = 3;
    const QString text = methodsText(factsOf({run}));
    QVERIFY2(text.contains(QStringLiteral("1\u2009965\u20131\u2009980 MHz")), qPrintable(text));
    QVERIFY(text.contains("power cap in 1 run."));
    QVERIFY(text.contains("Hardware counters of 1 run ") && text.contains("in 3 passes"));
    run->provenance.throttleReasons = {"unknown"};
    QVERIFY(methodsText(factsOf({run})).contains("not known for 1 run."));
    QVERIFY(!methodsText(factsOf({run})).contains("reported no reason"));
    run->provenance.throttleReasons = {};
    QVERIFY(methodsText(factsOf({run})).contains("reported no reason"));
  }

  void runsMeasuredInTurnAndImportedOnesAreToldApart() {
    auto turn = std::make_shared<model::Run>();
    turn->stopReason = std::string(model::kInterleavedStop);
    turn->plan.minSamples = 20;
    turn->samples.resize(200);
    const QString alone = methodsText(factsOf({turn}));
    QVERIFY2(alone.contains("1 run was measured in turn, in 10 rounds of 20 launches each."), qPrintable(alone));
    QVERIFY(!alone.contains("each doubling"));
    auto imported = std::make_shared<model::Run>();
    imported->experiment = "ncu: copy";
    imported->counters = model::Counters();
    imported->counters->collected = true;
    imported->plan.seed = 77;
    const ReportFacts facts = factsOf({imported});
    QVERIFY(facts.seeds.empty() && facts.counted == 0);
    QCOMPARE(methodsText(facts), QStringLiteral("Imported: 1 run from Nsight Compute. That tool measured them, and what is known of how stands in their notes."));
    const QString both = methodsText(factsOf({turn, imported}));
    QVERIFY(both.startsWith("Before a run was timed") && both.contains(": 0 runs correct, 1 run not checked.") && both.endsWith("in their notes."));
  }

  void whereEveryRunFailedThereIsNothingToSay() {
    auto run = std::make_shared<model::Run>();
    run->status = model::RunStatus::failed;
    QVERIFY(methodsText(factsOf({run})).startsWith("Every run failed"));
  }

  void datesVersionsAndCommandsAreCountedOnce() {
    std::vector<model::RunPtr> runs;
    for (const char* date : {"2026-11-30T10:00:00Z", "2026-11-28T23:00:00Z", "2026-12-01T01:00:00Z"}) {
      auto run = std::make_shared<model::Run>();
      run->provenance.date = date;
      run->provenance.workerVersion = runs.empty() ? "0.1" : "0.2";
      run->provenance.command = runs.empty() ? "a" : "b";
      run->plan.seed = 5;
      runs.push_back(run);
    }
    const ReportFacts facts = factsOf(runs);
    QCOMPARE(facts.firstDate, std::string("2026-11-28T23:00:00Z"));
    QCOMPARE(facts.lastDate, std::string("2026-12-01T01:00:00Z"));
    QCOMPARE(facts.workers.at("0.2"), 2);
    QCOMPARE(facts.commands, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(facts.seeds.at("5"), 3);
  }

  void theComparisonSaysItsNoiseAndItsThreshold() {
    ReportFacts facts;
    const std::map<double, const char16_t*> cases{{0.0, u"of 0\u00a0%,"}, {0.0005, u"of 0.05\u00a0%,"}, {0.07, u"of 7\u00a0%,"}};
    for (const auto& [threshold, says] : cases) {
      const QString text = comparisonText(facts, threshold);
      QVERIFY2(text.contains(QStringView(says)), qPrintable(text));
      QVERIFY2(text.contains(QStringLiteral("the %1\u00a0% by which").arg(model::kBetweenRuns95 * 100)), qPrintable(text));
      QVERIFY(!text.contains("in turn"));
    }
    facts.inTurn = 2;
    QVERIFY(comparisonText(facts, 0.01).contains("in turn"));
  }

  void tableAndChartCompareAsTheWindowDoes() {
    const auto session = comparedSession();
    const model::ExperimentSpec& spec = *model::findSpec(experiments::catalogue(), "histogram");
    for (const double threshold : {model::kDefaultThreshold, 0.05}) {
      ReportInput input = test::reportInput(session);
      input.threshold = threshold;
      const auto elements = elementsOf(input);
      for (const char* id : {"fast", "near"}) {
        const auto comparison = model::compareWithNearestPinned(spec, *session, *session->run(id), threshold);
        const auto row = rowOf(elements, QLatin1String(id));
        QCOMPARE(row["Verdict"], verdictWords(comparison));
        QCOMPARE(row[kRatioColumn], ratioText(comparison));
        QCOMPARE(row["Compared with"], QStringLiteral("global_atomics (base)"));
        QVERIFY(!row.contains("Not alike in"));
      }
      const QString near = threshold < 0.02 ? QStringLiteral("1.02\u00d7 slower") : QStringLiteral("same");
      QCOMPARE(rowOf(elements, "near")["Verdict"], near);
      const QString text = textOf(elements);
      QVERIFY(text.contains(QStringLiteral("Against the pinned global_atomics: cluster_dsmem 2.00\u00d7 faster, global_atomics %1.").arg(near)));
      QVERIFY(text.contains(QStringLiteral("threshold of %1\u00a0%").arg(threshold * 100)));
      QCOMPARE(rowOf(elements, "base")["Verdict"], QStringLiteral("pinned"));
      QCOMPARE(rowOf(elements, "base")[kRatioColumn], QStringLiteral("\u2013"));
      QCOMPARE(rowOf(elements, "failed")["Verdict"], QStringLiteral("not compared"));
      QVERIFY(text.contains("not compared, see Result (1 cell)"));
    }
  }

  void whatIsNotAlikeIsNamedWithBothValues() {
    auto session = comparedSession();
    auto other = std::make_shared<model::Run>(*session->runs[1]);
    other->plan.seed = 5;
    session->runs[1] = other;
    const auto elements = elementsOf(session);
    const QString said = rowOf(elements, "fast")["Not alike in"];
    QVERIFY2(said.contains("Seed: 1 in the baseline, 5 in this run"), qPrintable(said));
    QVERIFY(rowOf(elements, "near")["Not alike in"].isEmpty());
  }

  void whereNothingIsPinnedNothingIsCompared() {
    auto session = std::make_shared<model::Session>(*test::trafficSession());
    QVERIFY(!textOf(elementsOf(session)).contains("pinned"));
    session->pinned = {"histogram/global_atomics", "gone"};
    const auto elements = elementsOf(session);
    QVERIFY(rowOf(elements, "histogram/cluster_dsmem").contains("Verdict"));
    QVERIFY(!rowOf(elements, "token_hop/relaunch").isEmpty() && !rowOf(elements, "token_hop/relaunch").contains("Verdict"));
  }

  void aBaselineOutsideTheReportIsSaidWithItsNumber() {
    const auto whole = comparedSession();
    auto part = std::make_shared<model::Session>(*whole);
    std::erase_if(part->runs, [](const model::RunPtr& run) { return run->id == "base"; });
    ReportInput input = test::reportInput(part);
    input.baselines = whole;
    const auto elements = elementsOf(input);
    QVERIFY(rowOf(elements, "base").isEmpty());
    QCOMPARE(rowOf(elements, "near")["Verdict"], QStringLiteral("1.02\u00d7 slower"));
    QVERIFY(textOf(elements).contains("not in this report, but compared with: base, global_atomics, median "));
    QVERIFY(!textOf(elementsOf(whole)).contains("not in this report"));
  }

  void otherUnitsOnTheScreenChangeNoReport() {
    const ReportInput input = test::reportInput(test::trafficSession());
    const QByteArray usual = renderReport(input).value();
    setByteUnits(ByteUnits::iec);
    const QByteArray other = renderReport(input).value();
    setByteUnits(ByteUnits::si);
    QVERIFY(other == usual);
  }

  void comparingLeavesTheWindowAlive() {
    auto session = test::sessionOf(*model::findSpec(experiments::catalogue(), "histogram"), 200);
    session->pinned = {"r0"};
    ReportJob job(test::reportInput(session));
    qint64 before = threadCpuMs();
    qint64 costliest = 0;
    while (job.step()) {
      const qint64 now = threadCpuMs();
      costliest = std::max(costliest, now - before);
      before = now;
    }
    QVERIFY(!rowOf(test::elementsOf(*job.result()), "r199")["Verdict"].isEmpty());
    QVERIFY2(costliest < 50, qPrintable(QString::number(costliest)));
  }
};

QTEST_MAIN(ReportFactsTest)
#include "report_facts_test.moc"
