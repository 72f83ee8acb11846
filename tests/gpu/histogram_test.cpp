// SPDX-License-Identifier: Apache-2.0
// The histogram counts right: for every cluster size, for bins that the cluster does not divide, for keys out of range.
#include <gtest/gtest.h>
#include <random>

#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

model::RunRequest clustered(std::int64_t cluster, std::int64_t bins, std::int64_t keys, model::Values more = {}) {
  more["cluster"] = cluster;
  more["bins"] = bins;
  more["keys"] = keys;
  more["non_portable"] = 1;
  return request("histogram", "cluster_dsmem", more, static_cast<std::uint64_t>(cluster * bins));
}

bool runs(const model::RunRequest& request) { return bench::deviceLegality(experiment(request.experiment), request, device()).fits; }

TEST(Histogram, BinsSpreadOverAnyClusterEqualTheReference) {
  DSM_NEEDS_CLUSTERS();
  int tried = 0;
  for (const std::int64_t cluster : {1, 2, 3, 4, 6, 8, 16}) {
    for (const std::int64_t bins : {1, 2, 15, 1000, 4096, 58111}) {
      for (const std::int64_t keys : {1, 31, (1 << 20) + 3}) {
        for (const std::int64_t width : {4, 16}) {
          const model::RunRequest wanted = clustered(cluster, bins, keys, {{"load_bytes", width}, {"threads", 256}});
          if (!runs(wanted)) continue;
          EXPECT_TRUE(isCorrect(wanted));
          ++tried;
        }
      }
    }
  }
  EXPECT_GE(tried, 36);
}

TEST(Histogram, SixteenRanksHoldExactlyWhatTheySayTheyHold) {
  DSM_NEEDS_CLUSTERS();
  const auto most = static_cast<std::int64_t>(16 * (device().sharedPerBlockOptin / 4));
  if (!runs(clustered(16, most, 1000))) GTEST_SKIP() << "this device runs no cluster of 16 with all of its shared memory";
  EXPECT_TRUE(isCorrect(clustered(16, most, (1 << 22) + 5, {{"threads", 512}})));
  const auto refused = bench::deviceLegality(experiment("histogram"), clustered(16, most + 1, 1000), device());
  EXPECT_FALSE(refused.fits);
  EXPECT_EQ(refused.code, "bins");
  EXPECT_EQ(refused.nearest, most);
  EXPECT_NE(refused.reason.find(std::to_string(most)), std::string::npos) << refused.reason;
}

TEST(Histogram, KeysOutOfRangeAreCountedApartByEveryVariant) {
  for (const std::string variant : {"cluster_dsmem", "global_atomics", "block_private"}) {
    if (variant == "cluster_dsmem" && !device().hasClusters()) continue;
    for (const std::int64_t permille : {1, 250, 1000}) {
      for (const std::int64_t width : {4, 16}) {
        model::Validation validation;
        EXPECT_TRUE(
            isCorrect(request("histogram", variant,
                              {{"bins", 1000}, {"keys", 300'001}, {"threads", 100}, {"invalid_permille", permille}, {"load_bytes", width}}),
                      &validation));
        EXPECT_GT(validation.rejectedInputs, 0U);
        EXPECT_EQ(permille == 1000, validation.rejectedInputs == 300'001U);
      }
    }
  }
}

TEST(Histogram, SkewedAndSingleKeysEqualTheReference) {
  for (const std::string variant : {"cluster_dsmem", "global_atomics", "block_private"}) {
    if (variant == "cluster_dsmem" && !device().hasClusters()) continue;
    for (const std::int64_t input : {1, 2}) {
      EXPECT_TRUE(isCorrect(request("histogram", variant, {{"bins", 10'007}, {"keys", 1 << 20}, {"input", input}})));
    }
  }
}

TEST(Histogram, GlobalAtomicsTakeBinsBeyondAnyCluster) {
  EXPECT_TRUE(isCorrect(request("histogram", "global_atomics", {{"bins", 5'000'011}, {"keys", (1 << 22) + 1}})));
}

TEST(Histogram, MoreKeysThan32BitOffsetsReach) {
  const std::int64_t keys = (std::int64_t{1} << 31) + 5;  // 8 GiB of keys
  if (device().memoryBytes < std::uint64_t{20} << 30) GTEST_SKIP() << "needs a GPU with 20 GiB";
  for (const std::string variant : {"block_private", "global_atomics", "cluster_dsmem"}) {
    if (variant == "cluster_dsmem" && !device().hasClusters()) continue;
    EXPECT_TRUE(isCorrect(request("histogram", variant, {{"bins", 4096}, {"keys", keys}, {"load_bytes", 16}})));
  }
  bench::GpuContext::of(device()).releaseBuffers();
}

TEST(Histogram, RandomConfigurationsEqualTheReference) {
  std::mt19937_64 random(20);
  const std::string variants[] = {"cluster_dsmem", "global_atomics", "block_private"};
  int tried = 0;
  for (int i = 0; i < 120; ++i) {
    const std::string& variant = variants[random() % 3];
    if (variant == "cluster_dsmem" && !device().hasClusters()) continue;
    model::Values values{{"bins", 1 + static_cast<std::int64_t>(random() % (1ULL << (1 + random() % 20)))},
                         {"keys", 1 + static_cast<std::int64_t>(random() % 500'000)},
                         {"threads", 32 + static_cast<std::int64_t>(random() % 993)},
                         {"input", static_cast<std::int64_t>(random() % 3)},
                         {"load_bytes", random() % 2 == 0 ? 4 : 16},
                         {"invalid_permille", static_cast<std::int64_t>(random() % 4 == 0 ? random() % 1001 : 0)}};
    if (variant == "cluster_dsmem") {
      values["cluster"] = 1 + static_cast<std::int64_t>(random() % 16);
      values["non_portable"] = 1;
    }
    const model::RunRequest wanted = request("histogram", variant, values, random());
    if (!runs(wanted)) continue;
    EXPECT_TRUE(isCorrect(wanted));
    ++tried;
  }
  EXPECT_GE(tried, 40);
}

}  // namespace
}  // namespace dsm::gputest
