// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics against known answers, and their promises by simulation: 95 % intervals cover, verdicts rarely
// lie on equal data and find a planted shift.
#include "gpu/model/statistics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace dsm::model {
namespace {

std::vector<double> noisy(std::mt19937_64& random, std::size_t n, double median, double spread) {
  std::lognormal_distribution<double> noise(0, spread);  // skewed to the right, as timings are
  std::vector<double> samples(n);
  for (double& sample : samples) sample = median * noise(random);
  return samples;
}

TEST(Summarize, KnownOddAndEvenSamples) {
  const std::vector<double> odd{5, 1, 3};
  EXPECT_EQ(summarize(odd).median, 3);
  EXPECT_EQ(summarize(odd).mad, 2);
  const std::vector<double> even{4, 1, 3, 2};
  EXPECT_EQ(summarize(even).median, 2.5);
  EXPECT_EQ(summarize(even).minimum, 1);
  EXPECT_EQ(summarize(even).maximum, 4);
}

TEST(Summarize, EmptyIsNotZero) {
  const Summary summary = summarize({});
  EXPECT_EQ(summary.n, 0U);
  EXPECT_TRUE(std::isnan(summary.median));
  EXPECT_TRUE(std::isnan(summary.median95.low));
}

TEST(Summarize, SkipsWhatIsNotFinite) {
  const std::vector<double> samples{1, std::nan(""), 3, std::numeric_limits<double>::infinity(), 2};
  EXPECT_EQ(summarize(samples).n, 3U);
  EXPECT_EQ(summarize(samples).median, 2);
}

TEST(Summarize, IntervalIsTheOrderStatisticsOne) {
  // n = 20: P(Binomial(20, 1/2) <= 5) = 0.0207, <= 6 is 0.0577: the 6th smallest and 6th largest (tables of the sign test).
  std::vector<double> samples(20);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<double>(i + 1);
  EXPECT_EQ(summarize(samples).median95, (Interval{6, 15}));
}

TEST(Summarize, IntervalCoversTheMedianOfSkewedNoise) {
  std::mt19937_64 random(7);
  int covered = 0;
  constexpr int kTrials = 2000;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Summary summary = summarize(noisy(random, 40, 100, 0.05));
    covered += summary.median95.low <= 100 && 100 <= summary.median95.high;
  }
  EXPECT_GE(covered, kTrials * 94 / 100);
  EXPECT_LE(covered, kTrials * 99 / 100) << "an interval that is always right is too wide";
}

TEST(Verdict, EqualDataIsRarelyCalledDifferent) {
  std::mt19937_64 random(11);
  int called = 0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const auto base = noisy(random, 40, 100, 0.01);
    const auto next = noisy(random, 40, 100, 0.01);
    const Verdict verdict = verdictOf(ratioOfMedians(base, next, trial));
    called += verdict == Verdict::faster || verdict == Verdict::slower;
  }
  EXPECT_LE(called, 10);
}

TEST(Verdict, FindsAPlantedShift) {
  std::mt19937_64 random(13);
  int found = 0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const auto base = noisy(random, 40, 100, 0.005);
    const auto next = noisy(random, 40, 103, 0.005);
    found += verdictOf(ratioOfMedians(base, next, trial)) == Verdict::slower;
  }
  EXPECT_GE(found, 190);
}

TEST(Verdict, WordsForEachCase) {
  EXPECT_EQ(verdictOf({1.0, {0.995, 1.005}}), Verdict::same);
  EXPECT_EQ(verdictOf({0.5, {0.49, 0.51}}), Verdict::faster);
  EXPECT_EQ(verdictOf({2.0, {1.9, 2.1}}), Verdict::slower);
  EXPECT_EQ(verdictOf({1.02, {0.99, 1.05}}), Verdict::undecided);
  EXPECT_EQ(verdictOf(ratioOfMedians({}, {})), Verdict::undecided);
}

TEST(Ratio, IsDeterministicForASeed) {
  std::mt19937_64 random(17);
  const auto base = noisy(random, 20, 10, 0.1);
  const auto next = noisy(random, 20, 20, 0.1);
  EXPECT_EQ(ratioOfMedians(base, next, 5).interval95, ratioOfMedians(base, next, 5).interval95);
  EXPECT_NEAR(ratioOfMedians(base, next, 5).value, 2, 0.3);
}

}  // namespace
}  // namespace dsm::model
