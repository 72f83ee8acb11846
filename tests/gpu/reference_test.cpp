// SPDX-License-Identifier: Apache-2.0
// The CPU references themselves: they have to be right before they may judge a kernel. No GPU needed.
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

#include "gpu/bench/cuda_error.h"
#include "gpu/experiments/histogram/reference.h"
#include "gpu/experiments/tile_exchange/tile_data.h"

namespace dsm::experiments {
namespace {

const std::atomic<bool> kNever{false};

TEST(FastDivision, EqualsDivisionForEveryKeyAndManyDivisors) {
  std::mt19937 random(7);
  std::vector<std::uint32_t> divisors{1, 2, 3, 5, 7, 63, 334, 1000, 58112, 65535, 65536, 65537, (1U << 20) - 1, 1U << 20};
  for (int i = 0; i < 40; ++i) divisors.push_back(1 + random() % (1U << 20));
  for (const std::uint32_t divisor : divisors) {
    const FastDivision division = fastDivision(divisor);
    for (std::uint32_t key = 0; key < kFastDivisionKeys; ++key) {
      ASSERT_EQ(static_cast<std::uint32_t>((std::uint64_t{key} * division.magic) >> division.shift), key / divisor)
          << key << " / " << divisor;
    }
  }
}

TEST(HistogramReference, CountsEveryKeyOnceOnAnyNumberOfCores) {
  for (const std::int32_t kind : {0, 1, 2}) {
    for (const std::uint64_t keys : {1ULL, 31ULL, 70'001ULL, (1ULL << 20) + 3}) {
      const HistogramInput input{keys, 1000, kind, 42, 100};
      const auto reference = histogramReference(input, kNever);
      ASSERT_NE(reference, nullptr);
      std::vector<std::uint32_t> counts(1000, 0);
      std::uint64_t rejected = 0;
      for (std::uint64_t i = 0; i < keys; ++i) {
        const std::int32_t key = referenceKey(input, i);
        if (key < 0 || key >= 1000) {
          ++rejected;
        } else {
          ++counts[static_cast<std::size_t>(key)];
        }
      }
      EXPECT_EQ(reference->counts, counts);
      EXPECT_EQ(reference->rejected, rejected);
    }
  }
}

TEST(HistogramReference, InputsHaveTheShapeTheyAreNamedAfter) {
  const HistogramInput uniform{1 << 20, 16, 0, 1, 0};
  for (const std::uint32_t count : histogramReference(uniform, kNever)->counts) EXPECT_NEAR(count, 65536, 1500);

  const auto skewed = histogramReference({1 << 20, 16, 1, 1, 0}, kNever);
  // P(u^4 < 1/16) = 1/2.
  EXPECT_NEAR(skewed->counts[0], 524288, 3000);
  EXPECT_GT(skewed->counts[0], 10 * skewed->counts[15]);

  const auto single = histogramReference({1000, 16, 2, 1, 0}, kNever);
  EXPECT_EQ(*std::max_element(single->counts.begin(), single->counts.end()), 1000U);
}

TEST(HistogramReference, InvalidKeysAreAsManyAsAskedForAndOfBothKinds) {
  const HistogramInput input{1 << 20, 929792, 0, 3, 250};
  EXPECT_NEAR(static_cast<double>(histogramReference(input, kNever)->rejected), 262144, 3000);
  int negative = 0;
  int beyond = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::int32_t key = referenceKey(input, i);
    negative += key < 0 ? 1 : 0;
    beyond += key >= 929792 ? 1 : 0;
  }
  EXPECT_GT(negative, 50);
  EXPECT_GT(beyond, 50);
  EXPECT_EQ(histogramReference({5000, 7, 0, 3, 1000}, kNever)->rejected, 5000U);
  EXPECT_EQ(histogramReference({5000, 7, 0, 3, 0}, kNever)->rejected, 0U);
}

TEST(HistogramReference, StopsWhenCancelled) {
  const std::atomic<bool> cancelled{true};
  EXPECT_EQ(histogramReference({1ULL << 32, 9, 0, 99, 0}, cancelled), nullptr);
}

TEST(TileChecksum, ShortFormEqualsTheSumOverAllRounds) {
  const std::uint32_t seed = 99;
  const std::uint32_t words = 1024;
  std::uint32_t sum = 0;
  for (std::uint32_t round = 0; round < 37; ++round) {
    for (std::uint32_t place = 0; place < words; ++place) {
      sum += roundWeight(seed, round) * placeWeight(place) * (tileBase(seed, 5, place) + tileShift(seed, round));
    }
  }
  EXPECT_EQ(expectedSum(seed, 5, words, roundSums(seed, 37, true)), sum);
}

TEST(TileChecksum, NoticesASkippedAStaleAndAMisplacedTile) {
  const std::uint32_t right = expectedSum(1, 3, 1024, roundSums(1, 100, true));
  EXPECT_NE(expectedSum(1, 3, 1024, roundSums(1, 99, true)), right);
  EXPECT_NE(expectedSum(1, 2, 1024, roundSums(1, 100, true)), right);
  // Round 50 read the tile of round 49 instead.
  RoundSums stale = roundSums(1, 100, true);
  stale.weightedShifts += roundWeight(1, 50) * (tileShift(1, 49) - tileShift(1, 50));
  EXPECT_NE(expectedSum(1, 3, 1024, stale), right);
}

TEST(CudaError, KnowsWhatCanBeGoneOnFrom) {
  for (const int code : {1, 2, 9, 701, 720, 912}) EXPECT_FALSE(bench::isSticky(code)) << code;
  for (const int code : {700, 710, 719, 46, 999, 123456}) EXPECT_TRUE(bench::isSticky(code)) << code;
  const bench::CudaError error(719, "cudaStreamSynchronize(stream)", "gpu/x.cpp:1");
  EXPECT_EQ(error.toError().code, "cuda_launch_failure");
  EXPECT_NE(error.toError().message.find("cudaStreamSynchronize(stream) at gpu/x.cpp:1"), std::string::npos);
  EXPECT_EQ(bench::CudaError(2, "cudaMalloc", "x").toError().code, "cuda_memory_allocation");
}

}  // namespace
}  // namespace dsm::experiments
