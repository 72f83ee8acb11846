// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to bars and verdicts: the latest matching run stands for a variant, a missing one says why.
#include "gpu/model/shapes.h"

#include <cmath>
#include <gtest/gtest.h>

#include "gpu/experiments/catalogue.h"
#include "tests/model/device_fixture.h"

namespace dsm::model {
namespace {

const ExperimentSpec& hop() { return *findSpec(experiments::catalogue(), "token_hop"); }

RunPtr hopRun(std::string id, std::string variant, double cyclesPerHop, const Values& given = {}) {
  model::Run run;
  run.id = std::move(id);
  run.experiment = "token_hop";
  run.variant = std::move(variant);
  run.values = completeValues(hop(), run.variant, given).value();
  run.launch.threads = 32;
  for (int i = 0; i < 20; ++i) {
    const double cycles = 2000 * (cyclesPerHop + 0.01 * i);
    run.samples.push_back({cycles / 1.98, cycles, 1.98e9});
  }
  return std::make_shared<const model::Run>(std::move(run));
}

Session sessionOf(std::vector<RunPtr> runs) {
  Session session;
  session.runs = std::move(runs);
  return session;
}

TEST(BarsOf, TheLatestMatchingRunStandsForAVariant) {
  const Session session = sessionOf({hopRun("a", "dsmem_barrier", 500), hopRun("b", "dsmem_barrier", 420),
                                     hopRun("c", "dsmem_barrier", 300, {{"cluster", 4}})});
  const BarsShape shape = barsOf(hop(), session, {"dsmem_barrier"}, {{"cluster", 2}}, "hop_cycles", BarOrder::catalogue, nullptr);
  ASSERT_EQ(shape.rows.size(), 1U);
  EXPECT_EQ(shape.rows[0].runId, "b");
  EXPECT_NEAR(shape.rows[0].summary.median, 420.1, 0.1);
  EXPECT_NEAR(shape.rows[0].secondValue, 212.2, 0.1);
  EXPECT_EQ(shape.secondUnit, Unit::nanoseconds);
  EXPECT_DOUBLE_EQ(shape.smClockHz, 1.98e9);
  ASSERT_EQ(shape.rows[0].marks.size(), 1U);
}

TEST(BarsOf, AMissingRunSaysWhyAndComesLast) {
  const Device device = test::withoutClusters();
  const Session session = sessionOf({hopRun("r", "relaunch", 4000)});
  const BarsShape shape = barsOf(hop(), session, {"dsmem_barrier", "grid_sync", "relaunch"}, {}, "hop_cycles",
                                 BarOrder::fastestFirst, &device);
  ASSERT_EQ(shape.rows.size(), 3U);
  EXPECT_EQ(shape.rows[0].runId, "r");
  EXPECT_EQ(shape.rows[1].state, "does not fit");
  EXPECT_EQ(shape.rows[2].state, "no run yet");
  EXPECT_TRUE(std::isnan(shape.rows[1].summary.median)) << "missing is not zero";
}

TEST(BarsOf, FastestFirstMeansHighestRate) {
  const ExperimentSpec& tile = *findSpec(experiments::catalogue(), "tile_exchange");
  const auto make = [&](std::string variant, double elapsedNs) {
    model::Run run;
    run.id = variant;
    run.experiment = "tile_exchange";
    run.variant = variant;
    run.values = completeValues(tile, variant, {}).value();
    run.launch.gridBlocks = 132;
    run.samples.assign(20, {elapsedNs, 0, 0});
    return std::make_shared<const model::Run>(run);
  };
  const Session session = sessionOf({make("global", 36e6), make("dsmem", 20e6)});
  const BarsShape shape = barsOf(tile, session, {"dsmem", "global"}, {}, "rate", BarOrder::fastestFirst, nullptr);
  EXPECT_EQ(shape.rows[0].runId, "dsmem");
  EXPECT_GT(shape.rows[0].summary.median, shape.rows[1].summary.median);
}

}  // namespace
}  // namespace dsm::model
