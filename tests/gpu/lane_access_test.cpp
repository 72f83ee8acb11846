// SPDX-License-Identifier: Apache-2.0
// The lane model is what the hardware counts: passes and conflicts of every local pattern, sectors of every remote one, each
// exactly, or where the model says so at least. The random patterns are others than those that the rules were made from (seed 7, tests/model/lane_access_h200.csv).
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "gpu/bench/devices.h"
#include "tests/gpu/gpu.h"
#include "tests/gpu/lane_counters.h"

namespace dsm::gputest {
namespace {

constexpr std::uint64_t kSeed = 20261130;
constexpr const char* kWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";
constexpr const char* kConflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum";
constexpr const char* kRequested = "l1tex__t_sectors_pipe_lsu_mem_dshared.sum";
constexpr const char* kMoved = "l1tex__m_xbar2l1tex_read_sectors_mem_dshared.sum";

std::unique_ptr<LaneCounter> g_counter;

struct Expected {
  const char* metric;
  std::uint32_t (*of)(const model::LaneCost& cost);
};

const Expected kLocal[] = {
    {kWavefronts, [](const model::LaneCost& cost) { return cost.banks.passes; }},
    {kConflicts, [](const model::LaneCost& cost) { return cost.banks.passes - cost.banks.fewestPasses(); }},
};
const Expected kRemote[] = {
    {kRequested, [](const model::LaneCost& cost) { return cost.network->requested; }},
    {kMoved, [](const model::LaneCost& cost) { return cost.network->moved; }},
};

std::vector<LanePattern> patternsOf(bool remote) {
  std::vector<LanePattern> patterns = lanePatterns(kSeed);
  std::erase_if(patterns, [&](const LanePattern& pattern) { return pattern.warp.remote != remote; });
  return patterns;
}

// Prints one line a pattern; fails for each that is off. Returns how many patterns each kind of access had.
std::map<std::pair<model::LaneOp, std::uint32_t>, int> compare(bool remote, std::span<const Expected> wanted) {
  const std::vector<LanePattern> patterns = patternsOf(remote);
  std::vector<std::string> metrics;
  for (const Expected& one : wanted) metrics.emplace_back(one.metric);
  const auto counts = g_counter->count(metrics, patterns);
  EXPECT_TRUE(counts) << counts.error().message;
  std::map<std::pair<model::LaneOp, std::uint32_t>, int> compared;
  int exact = 0, all = 0;
  if (!counts) return compared;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const std::string name = text(patterns[i]);
    EXPECT_EQ((*counts)[i].wrong, "") << name;
    const model::LaneCost cost = model::costOf(patterns[i].warp);
    std::printf("%-48s", name.c_str());
    for (const Expected& one : wanted) {
      const double counted = (*counts)[i].perAccess.at(one.metric);
      std::printf("  %4u %8.3f", one.of(cost), counted);
      const bool holds = cost.network && cost.network->isLeast ? counted >= one.of(cost) : counted == one.of(cost);
      EXPECT_TRUE(holds) << name << ": " << one.metric;
      exact += counted == one.of(cost);
      ++all;
    }
    std::printf("\n");
    ++compared[{patterns[i].warp.op, patterns[i].warp.elementBytes}];
  }
  std::printf("%d of %d numbers equal\n", exact, all);
  EXPECT_GE(exact, 0.99 * all);
  return compared;
}

TEST(LaneAccess, PassesAndConflictsOfLocalAccessesAreTheCounters) {
  DSM_NEEDS_CLUSTERS();
  std::printf("%-48s  modelled and counted: wavefronts, bank conflicts\n", "");
  auto compared = compare(false, kLocal);
  for (const model::LaneOp op : {model::LaneOp::load, model::LaneOp::store}) {
    for (const std::uint32_t bytes : {1U, 2U, 4U, 8U, 16U}) EXPECT_GE((compared[{op, bytes}]), 60);
  }
  EXPECT_GE((compared[{model::LaneOp::addOne, 4}]), 40);
  EXPECT_GE((compared[{model::LaneOp::addValue, 4}]), 40);
}

TEST(LaneAccess, SectorsOfRemoteAccessesAreTheCounters) {
  DSM_NEEDS_CLUSTERS();
  std::printf("%-48s  modelled and counted: sectors requested, sectors moved\n", "");
  auto compared = compare(true, kRemote);
  for (const model::LaneOp op : {model::LaneOp::load, model::LaneOp::store}) {
    for (const std::uint32_t bytes : {1U, 4U, 8U, 16U}) EXPECT_GE((compared[{op, bytes}]), 40);
  }
  EXPECT_GE((compared[{model::LaneOp::addOne, 4}]), 40);
  EXPECT_GE((compared[{model::LaneOp::addValue, 4}]), 40);
}

}  // namespace
}  // namespace dsm::gputest

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  std::string why;
  if (dsm::bench::queryDevices(&why).empty() || !(dsm::gputest::g_counter = dsm::gputest::LaneCounter::open(why))) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  const int failed = RUN_ALL_TESTS();
  dsm::gputest::g_counter.reset();  // while the driver is still there
  return failed;
}
