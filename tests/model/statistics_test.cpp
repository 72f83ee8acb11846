// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics against known answers, and their promises by simulation: 95 % intervals cover, verdicts rarely
// lie on equal data and find a planted shift.
#include "gpu/model/statistics.h"

#include <algorithm>
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

// Every number of a summary against a sorted copy, from one sample to many, equal ones among them.
TEST(Summarize, IsThatOfASortedCopy) {
  std::mt19937_64 random(4);
  for (std::size_t n = 1; n < 3000; n += n < 60 ? 1 : 487) {
    std::vector<double> samples(n);
    for (double& sample : samples) sample = n % 3 == 0 ? double(random() % 7) : std::ldexp(double(random()), -40);
    std::vector<double> sorted = samples;
    std::ranges::sort(sorted);
    const auto middle = [](const std::vector<double>& of) {
      return of.size() % 2 == 1 ? of[of.size() / 2] : 0.5 * (of[of.size() / 2 - 1] + of[of.size() / 2]);
    };
    std::vector<double> deviations = sorted;
    for (double& value : deviations) value = std::abs(value - middle(sorted));
    std::ranges::sort(deviations);
    // The interval by its definition: binomial mass, term by term.
    std::size_t below = 0;
    long double mass = 0, term = std::pow(0.5L, static_cast<long double>(n));
    for (std::size_t i = 0; n >= 6 && i < n; ++i) {
      mass += term;
      if (mass > 0.025L) {
        below = i == 0 ? 0 : i - 1;
        break;
      }
      term *= static_cast<long double>(n - i) / static_cast<long double>(i + 1);
    }
    const Summary summary = summarize(samples);
    EXPECT_EQ(summary.median, middle(sorted)) << n;
    EXPECT_EQ(summary.minimum, sorted.front()) << n;
    EXPECT_EQ(summary.maximum, sorted.back()) << n;
    EXPECT_EQ(summary.mad, middle(deviations)) << n;
    EXPECT_EQ(summary.median95.low, sorted[below]) << n;
    EXPECT_EQ(summary.median95.high, sorted[n - 1 - below]) << n;
  }
}

// Against resamples that are really picked: the same medians, as far as 20,000 of them tell.
TEST(Ratio, ResamplesAreThoseOfABootstrap) {
  std::mt19937_64 random(8);
  for (const std::size_t n : {1, 2, 6, 7, 20, 21, 160}) {
    std::vector<double> data(n);
    for (double& value : data) value = 100 + std::ldexp(double(random()), -60);
    std::vector<double> medians(20'000);
    std::vector<double> picked(n);
    std::uniform_int_distribution<std::size_t> pick(0, n - 1);
    for (double& median : medians) {
      for (double& value : picked) value = data[pick(random)];
      std::ranges::sort(picked);
      median = n % 2 == 1 ? picked[n / 2] : 0.5 * (picked[n / 2 - 1] + picked[n / 2]);
    }
    std::ranges::sort(medians);
    const auto share = [&](double value) {  // of the picked medians below it
      return double(std::ranges::lower_bound(medians, value) - medians.begin()) / double(medians.size());
    };
    const auto upTo = [&](double value) { return double(std::ranges::upper_bound(medians, value) - medians.begin()) / double(medians.size()); };
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Interval interval = ratioOfMedians(std::vector<double>{1}, data, seed).interval95;
      EXPECT_LE(share(interval.low), 0.035) << n;
      EXPECT_GE(upTo(interval.low), 0.017) << n;
      EXPECT_LE(share(interval.high), 0.983) << n;
      EXPECT_GE(upTo(interval.high), 0.965) << n;
    }
  }
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
