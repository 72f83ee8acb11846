// SPDX-License-Identifier: Apache-2.0
// Median, its order-statistics interval, and the bootstrap of a ratio of medians.
#include "gpu/model/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace dsm::model {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int kResamples = 2000;
constexpr std::size_t kSmallestForInterval = 6;  // below it no pair of order statistics reaches 95 %

std::vector<double> finiteSorted(std::span<const double> samples) {
  std::vector<double> sorted;
  sorted.reserve(samples.size());
  std::ranges::copy_if(samples, std::back_inserter(sorted), [](double x) { return std::isfinite(x); });
  std::ranges::sort(sorted);
  return sorted;
}

double medianOfSorted(std::span<const double> sorted) {
  const std::size_t n = sorted.size();
  if (n == 0) return kNan;
  return n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
}

// The largest k such that the binomial(n, 1/2) mass below k is at most 2.5 %: the interval of the median
// then runs from the k-th smallest to the k-th largest sample and covers at least 95 %.
std::size_t lowerRank(std::size_t n) {
  double logChoose = 0;  // log C(n, i), built up term by term
  const double logHalf = -static_cast<double>(n) * std::log(2.0);
  double mass = 0;
  for (std::size_t i = 0; i < n; ++i) {
    mass += std::exp(logChoose + logHalf);
    if (mass > 0.025) return i;
    logChoose += std::log(static_cast<double>(n - i)) - std::log(static_cast<double>(i + 1));
  }
  return 0;
}

double resampledMedian(const std::vector<double>& sorted, std::mt19937_64& random, std::vector<double>& scratch) {
  std::uniform_int_distribution<std::size_t> pick(0, sorted.size() - 1);
  scratch.resize(sorted.size());
  for (double& value : scratch) value = sorted[pick(random)];
  const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(scratch.size() / 2);
  std::nth_element(scratch.begin(), middle, scratch.end());
  if (scratch.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(scratch.begin(), middle));
}

}  // namespace

double Summary::relativeHalfWidth() const {
  if (!(median != 0)) return std::numeric_limits<double>::infinity();
  return 0.5 * (median95.high - median95.low) / std::abs(median);
}

Summary summarize(std::span<const double> samples) {
  const std::vector<double> sorted = finiteSorted(samples);
  Summary summary;
  summary.n = sorted.size();
  summary.median = medianOfSorted(sorted);
  if (sorted.empty()) {
    summary.minimum = summary.maximum = summary.mad = kNan;
    summary.median95 = {kNan, kNan};
    return summary;
  }
  summary.minimum = sorted.front();
  summary.maximum = sorted.back();
  std::vector<double> deviations(sorted.size());
  std::ranges::transform(sorted, deviations.begin(), [&](double x) { return std::abs(x - summary.median); });
  std::ranges::sort(deviations);
  summary.mad = medianOfSorted(deviations);
  const std::size_t rank = sorted.size() < kSmallestForInterval ? 0 : lowerRank(sorted.size());
  const std::size_t below = rank == 0 ? 0 : rank - 1;
  summary.median95 = {sorted[below], sorted[sorted.size() - 1 - below]};
  return summary;
}

Ratio ratioOfMedians(std::span<const double> base, std::span<const double> next, std::uint64_t seed) {
  const std::vector<double> sortedBase = finiteSorted(base);
  const std::vector<double> sortedNext = finiteSorted(next);
  if (sortedBase.empty() || sortedNext.empty()) return {kNan, {kNan, kNan}};
  Ratio ratio;
  ratio.value = medianOfSorted(sortedNext) / medianOfSorted(sortedBase);
  std::mt19937_64 random(seed);
  std::vector<double> scratch;
  std::vector<double> ratios(kResamples);
  for (double& value : ratios) {
    const double baseMedian = resampledMedian(sortedBase, random, scratch);
    value = resampledMedian(sortedNext, random, scratch) / baseMedian;
  }
  std::ranges::sort(ratios);
  constexpr std::size_t kTail = kResamples / 40;  // 2.5 %
  ratio.interval95 = {ratios[kTail], ratios[kResamples - 1 - kTail]};
  return ratio;
}

Verdict verdictOf(const Ratio& ratio, double threshold) {
  const auto& [low, high] = ratio.interval95;
  if (!std::isfinite(low) || !std::isfinite(high)) return Verdict::undecided;
  if (low >= 1 - threshold && high <= 1 + threshold) return Verdict::same;
  if (high < 1 - threshold) return Verdict::faster;
  if (low > 1 + threshold) return Verdict::slower;
  return Verdict::undecided;
}

}  // namespace dsm::model
