// SPDX-License-Identifier: Apache-2.0
// The shares of the keys that each rank takes, as the spec computes them, against counting the reference's own keys. No GPU needed.
#include <gtest/gtest.h>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "gpu/experiments/histogram/reference.h"
#include "gpu/experiments/histogram/spec.h"

namespace dsm::experiments {
namespace {

constexpr std::uint64_t kKeys = 1U << 20;

// Shares by counting 2^20 keys with the owner arithmetic of the kernel.
std::vector<double> counted(const model::SharedLayout& layout, std::int32_t kind, std::uint32_t invalidPermille, std::uint64_t seed) {
  const HistogramInput input{kKeys, static_cast<std::uint32_t>(layout.owner->total), kind, seed, invalidPermille};
  std::vector<double> shares(layout.ranks, 0);
  double valid = 0;
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    const std::int64_t key = referenceKey(input, i);
    if (key < 0 || key >= static_cast<std::int64_t>(layout.owner->total)) continue;
    shares[static_cast<std::size_t>(key) / layout.owner->perRank] += 1;
    valid += 1;
  }
  for (double& share : shares) share /= valid;
  return shares;
}

TEST(RankShares, EqualTheKeysThatAreDrawn) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 36; ++i) {
    const std::int64_t kind = i % 3;
    const std::int64_t cluster = 1 + static_cast<std::int64_t>(random() % 16);
    const std::int64_t bins = i < 6 ? 1 + static_cast<std::int64_t>(random() % 40) : 1 + static_cast<std::int64_t>(random() % 200'000);
    const std::int64_t invalid = random() % 2 == 0 ? 0 : 300;
    const model::Values values = model::completeValues(histogramSpec(), "cluster_dsmem", {{"cluster", cluster}, {"bins", bins}, {"input", kind},
                                                                                          {"invalid_permille", invalid}}).value();
    const model::SharedLayout layout = histogramSpec().layout(values, "cluster_dsmem");
    const std::vector<double> shares = histogramSpec().rankShares(values, "cluster_dsmem");
    ASSERT_EQ(shares.size(), static_cast<std::size_t>(cluster));
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
    const std::uint64_t seed = kind == 2 ? model::MeasurementPlan{}.seed : random();
    const std::vector<double> drawn = counted(layout, static_cast<std::int32_t>(kind), static_cast<std::uint32_t>(invalid), seed);
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
      const double sigma = std::sqrt(shares[rank] * (1 - shares[rank]) / (0.7 * kKeys));
      EXPECT_NEAR(shares[rank], drawn[rank], 5 * sigma + 1e-12)
          << "rank " << rank << " of " << cluster << ", " << bins << " bins, input " << kind;
    }
  }
}

TEST(RankShares, AreKnownWhereThereIsAnOwner) {
  const model::Values plain = model::completeValues(histogramSpec(), "global_atomics", {}).value();
  EXPECT_TRUE(histogramSpec().rankShares(plain, "global_atomics").empty());
  const model::Values own = model::completeValues(histogramSpec(), "block_private", {}).value();
  EXPECT_EQ(histogramSpec().rankShares(own, "block_private"), std::vector<double>{1});
  const model::Values skewed = model::completeValues(histogramSpec(), "cluster_dsmem", {{"cluster", 16}, {"input", 1}}).value();
  EXPECT_NEAR(histogramSpec().rankShares(skewed, "cluster_dsmem").front(), 0.5, 1e-12);  // (1 / 16)^(1/4)
}

}  // namespace
}  // namespace dsm::experiments
