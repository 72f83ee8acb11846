// SPDX-License-Identifier: Apache-2.0
// Every round of every exchange moves the right tile, and the two ways of setting a cluster's size are the same.
#include <gtest/gtest.h>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/experiments/tile_exchange/kernels.h"
#include "gpu/experiments/tile_exchange/tile_data.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

TEST(TileExchange, EveryRoundMovesTheRightTile) {
  int tried = 0;
  for (const std::string variant : {"dsmem", "global", "grid_sync", "relaunch"}) {
    const bool clustered = variant == "dsmem" || variant == "global";
    if (clustered && !device().hasClusters()) continue;
    for (const std::int64_t cluster : {2, 3, 8, 16}) {
      if (!clustered && cluster != 2) continue;
      for (const std::int64_t tile : {4096, 32768}) {
        for (const std::int64_t width : {4, 16}) {
          for (const std::int64_t rounds : {1, 2, 61}) {
            model::Values values{{"tile_bytes", tile}, {"load_bytes", width}, {"rounds", rounds}, {"threads", 96 + 32 * rounds % 777}};
            if (clustered) values.insert({{"cluster", cluster}, {"non_portable", 1}});
            const model::RunRequest wanted = request("tile_exchange", variant, values, static_cast<std::uint64_t>(rounds));
            if (!bench::deviceLegality(experiment("tile_exchange"), wanted, device()).fits) continue;
            EXPECT_TRUE(isCorrect(wanted));
            ++tried;
          }
        }
      }
    }
  }
  EXPECT_GE(tried, 24);
}

TEST(TileExchange, OneBlockAnSmOnTheWholeDevice) {
  DSM_NEEDS_CLUSTERS();
  const auto run = prepare(request("tile_exchange", "dsmem", {}));
  const model::LaunchInfo info = run->launchInfo();
  EXPECT_EQ(info.gridBlocks % 2, 0U);
  EXPECT_LE(info.gridBlocks, device().smCount);
  EXPECT_GE(info.gridBlocks, device().smCount * 3 / 4);
}

// Launches a kernel of the exchange over clusters of two and returns every block's checksum.
std::vector<std::uint32_t> sumsOf(const void* function, bool clusterInKernel) {
  bench::GpuContext& context = bench::GpuContext::of(device());
  context.beginRun();
  bench::KernelChoice kernel{function, {}, clusterInKernel};
  kernel.shape.needsClusters = true;
  kernel.shape.clusterSize = 2;
  kernel.shape.threads = 128;
  kernel.shape.dynamicBytes = 2 * 16384;
  kernel.shape.gridBlocks = 64;
  experiments::TileArgs args;
  args.tileWords = 4096;
  args.rounds = 50;
  args.seed = 12345;
  args.clock = context.clock();
  args.sums = context.buffer("test sums", 64 * sizeof(std::uint32_t)).as<std::uint32_t>();
  DSM_CUDA(cudaMemsetAsync(args.sums, 0, 64 * sizeof(std::uint32_t), context.stream()));
  bench::configureKernel(kernel);
  bench::launchKernel(kernel, &args, context.stream());
  std::vector<std::uint32_t> sums(64);
  context.copyToHost(sums.data(), args.sums, sums.size() * sizeof sums[0]);
  return sums;
}

TEST(TileExchange, CompileTimeClusterDimensionsGiveTheSameAsTheLaunchAttribute) {
  DSM_NEEDS_CLUSTERS();
  const std::vector<std::uint32_t> byAttribute = sumsOf(experiments::tileDsmemKernel(4, false), false);
  const std::vector<std::uint32_t> byDeclaration = sumsOf(experiments::tileDsmemStaticClusterKernel(), true);
  EXPECT_EQ(byAttribute, byDeclaration);
  const experiments::RoundSums rounds = experiments::roundSums(12345, 50, false);
  for (std::uint32_t block = 0; block < 64; ++block) {
    EXPECT_EQ(byAttribute[block], experiments::expectedSum(12345, block ^ 1U, 4096, rounds)) << block;
  }
}

TEST(TileExchange, RoundsAreNotSkippedInTheTimedLoop) {
  DSM_NEEDS_CLUSTERS();
  const auto cycles = [](const char* variant, std::int64_t rounds) {
    const auto run = prepare(request("tile_exchange", variant, {{"rounds", rounds}}));
    double best = 1e18;
    for (int i = 0; i < 10; ++i) best = std::min(best, run->measure().cycles);
    return best;
  };
  for (const char* variant : {"dsmem", "global"}) {
    EXPECT_NEAR(cycles(variant, 2000) / cycles(variant, 200), 10.0, 0.7) << variant;
  }
}

}  // namespace
}  // namespace dsm::gputest
