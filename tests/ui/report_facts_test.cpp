// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements about the methods of a report: each number in them is counted from the runs.
#include "ui/export/report_facts.h"

#include <QtTest>

#include <algorithm>
#include <random>

using namespace dsm;
using namespace dsm::ui;

namespace {

QString words(int runs) { return runs == 1 ? QStringLiteral("1 run") : QStringLiteral("%1 runs").arg(runs); }

}  // namespace

class ReportFactsTest : public QObject {
  Q_OBJECT

 private slots:
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
};

QTEST_MAIN(ReportFactsTest)
#include "report_facts_test.moc"
