// SPDX-License-Identifier: GPL-3.0-or-later
// A and B in turn: the order of the requests, what is joined and what is refused, and the whole way through a worker.
#include <functional>

#include <QTest>

#include "app/worker/counter_queue.h"
#include "app/worker/interleave.h"
#include "app/worker/run_queue.h"
#include "gpu/experiments/catalogue.h"
#include "gpu/model/compare.h"
#include "tests/fake_worker/canned_run.h"

using namespace dsm;

namespace {

model::RunRequest request(const std::string& variant, const model::Values& values = {}) { return {"token_hop", variant, values, {}, {}}; }

// What a worker would answer, in the order of the plan.
std::vector<model::RunPtr> answered(const app::InterleavePlan& plan) {
  std::vector<model::RunPtr> runs;
  for (const model::RunRequest& asked : plan.requests) {
    const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), asked.experiment);
    auto run = test::cannedRun(*spec, asked, "run-" + std::to_string(runs.size() + 1));
    run->provenance.warmupNs = 10;
    runs.push_back(std::make_shared<const model::Run>(std::move(*run)));
  }
  return runs;
}

model::RunPtr changed(const model::RunPtr& run, const std::function<void(model::Run&)>& change) {
  model::Run copy = *run;
  change(copy);
  return std::make_shared<const model::Run>(std::move(copy));
}

}  // namespace

class InterleaveTest : public QObject {
  Q_OBJECT

 private slots:
  void roundsGoThereAndBack() {
    const auto plan = app::interleaved({request("dsmem_barrier"), request("relaunch")}, 6);
    QVERIFY(plan.has_value());
    std::string order;
    for (const model::RunRequest& each : plan->requests) order += each.variant == "relaunch" ? 'B' : 'A';
    QCOMPARE(order, std::string("ABBAABBAABBA"));
    for (std::size_t place = 0; place < plan->requests.size(); ++place) {
      QCOMPARE(plan->requests[place].plan.minSamples, 20U);
      QCOMPARE(plan->requests[place].plan.maxSamples, 20U);
      QCOMPARE(plan->sideOf[place], order[place] == 'A' ? std::size_t{0} : std::size_t{1});
    }
    const auto three = app::interleaved({request("dsmem_barrier"), request("relaunch"), request("grid_sync")}, 6);
    QCOMPARE(three->sideOf, (std::vector<std::size_t>{0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0}));
  }

  void whatCannotBeMeasuredInTurnIsRefused() {
    model::RunRequest elsewhere = request("relaunch");
    elsewhere.deviceUuid = "GPU-2";
    model::RunRequest nothing = request("relaunch");
    nothing.plan.minSamples = 0;
    QCOMPARE(app::interleaved({request("relaunch")}).error().code, std::string("bad_value"));
    QCOMPARE(app::interleaved({request("relaunch"), request("grid_sync")}, 5).error().code, std::string("bad_value"));
    QCOMPARE(app::interleaved({request("relaunch"), request("grid_sync")}, 1001).error().code, std::string("bad_value"));
    QCOMPARE(app::interleaved({request("dsmem_barrier"), elsewhere}).error().code, std::string("bad_value"));
    QCOMPARE(app::interleaved({request("dsmem_barrier"), nothing}).error().code, std::string("bad_value"));
  }

  void samplesAreJoinedInTheOrderOfTheRounds() {
    const auto plan = app::interleaved({request("dsmem_barrier"), request("relaunch")});
    const auto arrived = answered(*plan);
    const auto joined = app::joinInterleaved(*plan, arrived, experiments::catalogue());
    QVERIFY2(joined.has_value(), joined ? "" : joined.error().message.c_str());
    QCOMPARE(joined->size(), std::size_t{2});
    for (std::size_t side = 0; side < 2; ++side) {
      const model::Run& run = *(*joined)[side];
      QCOMPARE(run.variant, plan->sides[side].variant);
      QCOMPARE(run.samples.size(), std::size_t{200});
      std::size_t at = 0;
      for (std::size_t place = 0; place < arrived.size(); ++place) {
        if (plan->sideOf[place] != side) continue;
        for (const model::Sample& sample : arrived[place]->samples) QCOMPARE(run.samples[at++].elapsedNs, sample.elapsedNs);
      }
      QCOMPARE(run.stopReason, std::string(model::kInterleavedStop));
      QCOMPARE(run.plan.minSamples, 20U);
      QCOMPARE(run.plan.maxSamples, 200U);
      QCOMPARE(run.plan.budgetSeconds, model::MeasurementPlan{}.budgetSeconds);
      QCOMPARE(run.provenance.warmupNs, 100.0);
      QCOMPARE(run.launch.threads, arrived[0]->launch.threads);
      QCOMPARE(run.provenance.command,
               std::string("dsmscope run token_hop --variant dsmem_barrier --variant relaunch --samples 20 --interleave 10"));
    }
    const model::Comparison comparison = model::compareRuns(model::findSpec(experiments::catalogue(), "token_hop"), *joined->front(), nullptr,
                                                            *joined->back(), nullptr);
    QCOMPARE(comparison.verdict, model::Verdict::slower);
    QCOMPARE(comparison.ratio.interval95, comparison.sampling95);  // by rounds
  }

  void sidesOfOneVariantKeepEachItsOwnCommand() {
    const auto plan = app::interleaved({request("dsmem_barrier"), request("dsmem_barrier", {{"cluster", 4}})});
    const auto joined = app::joinInterleaved(*plan, answered(*plan), experiments::catalogue());
    QVERIFY2(joined.has_value(), joined ? "" : joined.error().message.c_str());
    QCOMPARE((*joined)[1]->values.at("cluster"), std::int64_t{4});
    QCOMPARE((*joined)[0]->provenance.command, (*joined)[1]->provenance.command);
    QVERIFY((*joined)[0]->provenance.command.find(" # in turn with: ") != std::string::npos);
  }

  void throttlingOfAnyRoundIsKept() {
    const auto plan = app::interleaved({request("dsmem_barrier"), request("relaunch")});
    auto arrived = answered(*plan);
    arrived[7] = changed(arrived[7], [](model::Run& run) { run.provenance.throttleReasons = {"heat"}; });
    const auto joined = app::joinInterleaved(*plan, arrived, experiments::catalogue());
    QCOMPARE((*joined)[plan->sideOf[7]]->provenance.throttleReasons, std::vector<std::string>{"heat"});
    QVERIFY((*joined)[1 - plan->sideOf[7]]->provenance.throttleReasons.empty());
  }

  void aRoundThatIsNotLikeTheFirstIsAnError() {
    const auto plan = app::interleaved({request("dsmem_barrier"), request("relaunch")});
    const std::vector<std::pair<const char*, std::function<void(model::Run&)>>> changes{
        {"other_launch", [](model::Run& run) { run.launch.gridBlocks += 2; }},
        {"other_launch", [](model::Run& run) { run.launch.clusterSize = 8; }},
        {"other_launch", [](model::Run& run) { run.launch.threads = 64; }},
        {"other_launch", [](model::Run& run) { run.launch.staticBytes = 1; }},
        {"other_launch", [](model::Run& run) { run.launch.dynamicBytes = 1; }},
        {"other_launch", [](model::Run& run) { run.launch.registersPerThread = 99; }},
        {"other_launch", [](model::Run& run) { run.launch.blocksPerSm += 1; }},
        {"other_launch", [](model::Run& run) { run.launch.activeClusters += 1; }},
        {"other_launch", [](model::Run& run) { run.launch.launchesPerSample = 7; }},
        {"other_launch", [](model::Run& run) { run.provenance.kernelBuildId = "other"; }},
        {"other_launch", [](model::Run& run) { run.deviceUuid = "GPU-2"; }},
        {"not_interleaved", [](model::Run& run) { run.variant = "grid_sync"; }},
        {"not_interleaved", [](model::Run& run) { run.values["round_trips"] = 7; }},
        {"not_interleaved", [](model::Run& run) { run.samples.pop_back(); }},
        {"wrong_result", [](model::Run& run) { run.validation.correct = false; }},
        {"boom", [](model::Run& run) {
           run.status = model::RunStatus::failed;
           run.error = {"boom", "error 719", ""};
         }}};
    for (const auto& [code, change] : changes) {
      auto arrived = answered(*plan);
      arrived[9] = changed(arrived[9], change);
      const auto joined = app::joinInterleaved(*plan, arrived, experiments::catalogue());
      QVERIFY(!joined);
      QCOMPARE(joined.error().code, std::string(code));
      QVERIFY2(joined.error().message.find("Round 5 of relaunch") == 0, joined.error().message.c_str());
    }
    auto arrived = answered(*plan);
    arrived[9] = changed(arrived[9], [](model::Run& run) { run.launch.placingLaunches = 3; });
    QVERIFY(app::joinInterleaved(*plan, arrived, experiments::catalogue()).has_value());  // it looked longer for a place
  }

  void stoppedHalfwayKeepsWholeRounds() {
    const auto plan = app::interleaved({request("dsmem_barrier"), request("relaunch")});
    auto arrived = answered(*plan);
    arrived.resize(15);  // seven rounds and a half
    arrived[14] = changed(arrived[14], [](model::Run& run) {
      run.status = model::RunStatus::cancelled;
      run.samples.resize(3);
    });
    auto joined = app::joinInterleaved(*plan, arrived, experiments::catalogue());
    QVERIFY(joined.has_value());
    for (const model::RunPtr& run : *joined) QCOMPARE(run->samples.size(), std::size_t{140});
    arrived.resize(13);  // one side has a portion that the other has not
    joined = app::joinInterleaved(*plan, arrived, experiments::catalogue());
    for (const model::RunPtr& run : *joined) QCOMPARE(run->samples.size(), std::size_t{120});
    arrived.resize(1);
    QCOMPARE(app::joinInterleaved(*plan, arrived, experiments::catalogue()).error().code, std::string("cancelled"));
    QCOMPARE(app::joinInterleaved(*plan, {}, experiments::catalogue()).error().code, std::string("cancelled"));
  }

  // As a window does it: from two runs that are there, through a queue and a worker.
  void aQueueMeasuresTwoRunsAgainInTurn() {
    const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), "token_hop");
    const auto a = test::cannedRun(*spec, request("dsmem_barrier"), "a");
    const auto b = test::cannedRun(*spec, request("global_fence_barrier"), "b");
    const auto plan = app::interleaved({app::requestOf(*a), app::requestOf(*b)});
    QVERIFY(plan.has_value());
    app::RunQueue queue({QStringLiteral(DSM_FAKE_WORKER), QStringLiteral("ok")}, experiments::catalogue());
    std::vector<model::RunPtr> arrived;
    bool drained = false;
    bool ended = false;
    connect(&queue, &app::RunQueue::runArrived, &queue, [&](const model::RunPtr& run, const model::Device&) { arrived.push_back(run); });
    connect(&queue, &app::RunQueue::drained, &queue, [&] { drained = true; });
    connect(&queue, &app::RunQueue::ended, &queue, [&] { ended = true; });
    queue.enqueue(plan->requests);
    QTRY_VERIFY_WITH_TIMEOUT(drained, 60'000);
    const auto joined = app::joinInterleaved(*plan, arrived, experiments::catalogue());
    QVERIFY2(joined.has_value(), joined ? "" : joined.error().message.c_str());
    for (const model::RunPtr& run : *joined) QCOMPARE(run->samples.size(), std::size_t{200});
    QCOMPARE(model::compareRuns(spec, *joined->front(), nullptr, *joined->back(), nullptr).verdict, model::Verdict::slower);
    queue.shutdown();
    QTRY_VERIFY(ended);
  }
};

QTEST_GUILESS_MAIN(InterleaveTest)
#include "interleave_test.moc"
