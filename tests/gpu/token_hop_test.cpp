// SPDX-License-Identifier: Apache-2.0
// No hop can be skipped, by any way, between any two ranks.
#include <gtest/gtest.h>

#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

TEST(TokenHop, EveryBlockRecordsTheProtocolBetweenAnyTwoRanks) {
  DSM_NEEDS_CLUSTERS();
  int tried = 0;
  for (const std::string variant : {"dsmem_barrier", "global_fence_barrier"}) {
    for (const std::int64_t cluster : {2, 3, 8, 16}) {
      for (const std::int64_t peer : {std::int64_t{1}, cluster / 2, cluster - 1}) {
        for (const std::int64_t pairs : {0, 1}) {
          const model::RunRequest wanted = request("token_hop", variant,
                                                   {{"cluster", cluster},
                                                    {"peer", peer},
                                                    {"pairs", pairs},
                                                    {"round_trips", 37},
                                                    {"threads", 32 + 50 * peer},
                                                    {"non_portable", 1}},
                                                   static_cast<std::uint64_t>(11 * peer));
          if (!bench::deviceLegality(experiment("token_hop"), wanted, device()).fits) continue;
          EXPECT_TRUE(isCorrect(wanted));
          ++tried;
        }
      }
    }
  }
  EXPECT_GE(tried, 24);
}

TEST(TokenHop, WaysFromBeforeClustersRecordTheProtocol) {
  for (const std::string variant : {"grid_sync", "relaunch"}) {
    for (const std::int64_t pairs : {0, 1}) {
      for (const std::int64_t trips : {1, 2, 333}) {
        EXPECT_TRUE(isCorrect(request("token_hop", variant, {{"pairs", pairs}, {"round_trips", trips}, {"threads", 64}})));
      }
    }
  }
}

TEST(TokenHop, CyclesAreThoseOfTheLoop) {
  DSM_NEEDS_CLUSTERS();
  // Ten times the hops take ten times the cycles: nothing but the loop is in them.
  const auto cycles = [](std::int64_t trips) {
    const auto run = prepare(request("token_hop", "dsmem_barrier", {{"round_trips", trips}}));
    double best = 1e18;
    for (int i = 0; i < 20; ++i) best = std::min(best, run->measure().cycles);
    return best;
  };
  EXPECT_NEAR(cycles(10'000) / cycles(1000), 10.0, 0.5);
}

TEST(TokenHop, ThroughSharedMemoryIsFasterThanThroughGlobal) {
  DSM_NEEDS_CLUSTERS();
  const auto cycles = [](const char* variant) {
    const auto run = prepare(request("token_hop", variant, {}));
    double best = 1e18;
    for (int i = 0; i < 20; ++i) best = std::min(best, run->measure().cycles);
    return best;
  };
  EXPECT_LT(cycles("dsmem_barrier"), cycles("global_fence_barrier"));
}

}  // namespace
}  // namespace dsm::gputest
