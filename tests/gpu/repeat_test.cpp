// SPDX-License-Identifier: Apache-2.0
// One good pass proves nothing: the same launch a thousand times and more, errors checked throughout.
#include <gtest/gtest.h>

#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

void repeat(const model::RunRequest& wanted, int times) {
  const auto run = prepare(wanted);
  for (int i = 0; i < times; ++i) {
    run->measure();
    const model::Validation validation = run->checkLast();
    ASSERT_TRUE(validation.correct) << text(wanted) << ", launch " << i << ": " << validation.detail;
  }
}

TEST(Repeat, AThousandLaunchesNeverLeaveAClusterEarly) {
  DSM_NEEDS_CLUSTERS();
  repeat(request("tile_exchange", "dsmem", {{"rounds", 3}, {"tile_bytes", 4096}, {"threads", 32}}), 1000);
  repeat(request("token_hop", "dsmem_barrier", {{"round_trips", 3}, {"pairs", 1}}), 1000);
  repeat(request("histogram", "cluster_dsmem", {{"bins", 999}, {"keys", 20'000}, {"cluster", 8}, {"threads", 1024}}), 1000);
}

TEST(Repeat, ThreeThousandHistogramsAreAllRight) {
  const char* variant = device().hasClusters() ? "cluster_dsmem" : "block_private";
  repeat(request("histogram", variant, {{"bins", 1000}, {"keys", 1 << 16}, {"invalid_permille", 10}}), 3000);
}

}  // namespace
}  // namespace dsm::gputest
