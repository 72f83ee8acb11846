// SPDX-License-Identifier: Apache-2.0
// Median, its order-statistics interval, and the bootstrap of a ratio of medians. A run may have 100,000 samples, and a window
// waits for summaries: nothing here sorts them, and a resample costs the same whatever their number.
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

std::vector<double> finiteOf(std::span<const double> samples) {
  std::vector<double> finite;
  finite.reserve(samples.size());
  std::ranges::copy_if(samples, std::back_inserter(finite), [](double x) { return std::isfinite(x); });
  return finite;
}

std::vector<double> finiteSorted(std::span<const double> samples) {
  std::vector<double> sorted = finiteOf(samples);
  std::ranges::sort(sorted);
  return sorted;
}

double medianOfSorted(std::span<const double> sorted) {
  const std::size_t n = sorted.size();
  if (n == 0) return kNan;
  return n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
}

using At = std::vector<double>::iterator;

// Of a range that is not empty. It is parted afterwards: nothing before the middle is larger than it, nothing behind it smaller.
double partAtMedian(const At begin, const At end) {
  const At middle = begin + (end - begin) / 2;
  std::nth_element(begin, middle, end);
  return (end - begin) % 2 == 1 ? *middle : 0.5 * (*std::max_element(begin, middle) + *middle);
}

// The largest k such that the binomial(n, 1/2) mass below k is at most 2.5 %: the interval of the median
// then runs from the k-th smallest to the k-th largest sample and covers at least 95 %.
std::size_t lowerRank(std::size_t n) {
  const auto count = static_cast<double>(n);
  const double logHalf = -count * std::log(2.0);
  // Ten standard deviations below the middle there is no mass that a double would notice.
  const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(0.5 * count - 5 * std::sqrt(count))));
  double logChoose = std::lgamma(count + 1) - std::lgamma(static_cast<double>(first) + 1) - std::lgamma(count - static_cast<double>(first) + 1);
  double mass = 0;
  for (std::size_t i = first; i < n; ++i) {
    mass += std::exp(logChoose + logHalf);
    if (mass > 0.025) return i;
    logChoose += std::log(static_cast<double>(n - i)) - std::log(static_cast<double>(i + 1));
  }
  return 0;
}

// The median of as many picks with replacement as there are values, without picking each: of n uniform numbers the k-th smallest
// is Beta(k, n + 1 - k), and the next one the smallest of the n - k that lie above it.
class MedianResampler {
 public:
  explicit MedianResampler(const std::vector<double>& sorted)
      : m_sorted(sorted), m_rank((sorted.size() + 1) / 2), m_low(static_cast<double>(m_rank)),
        m_high(static_cast<double>(sorted.size() + 1 - m_rank)) {}

  double operator()(std::mt19937_64& random) {
    const double low = m_low(random);
    const double at = low / (low + m_high(random));
    if (m_sorted.size() % 2 == 1) return value(at);
    const double above = std::pow(m_uniform(random), 1 / static_cast<double>(m_sorted.size() - m_rank));
    return 0.5 * (value(at) + value(1 - (1 - at) * above));
  }

 private:
  double value(double at) const {
    const auto n = static_cast<double>(m_sorted.size());
    return m_sorted[static_cast<std::size_t>(std::clamp(at * n, 0.0, n - 1))];
  }

  const std::vector<double>& m_sorted;
  std::size_t m_rank;
  std::gamma_distribution<double> m_low, m_high;
  std::uniform_real_distribution<double> m_uniform;
};

}  // namespace

double Summary::relativeHalfWidth() const {
  if (!(median != 0)) return std::numeric_limits<double>::infinity();
  return 0.5 * (median95.high - median95.low) / std::abs(median);
}

Summary summarize(std::span<const double> samples) {
  std::vector<double> values = finiteOf(samples);
  Summary summary;
  summary.n = values.size();
  if (values.empty()) {
    summary.median = summary.minimum = summary.maximum = summary.mad = kNan;
    summary.median95 = {kNan, kNan};
    return summary;
  }
  summary.median = partAtMedian(values.begin(), values.end());
  const auto [least, most] = std::ranges::minmax(values);
  summary.minimum = least;
  summary.maximum = most;
  const std::size_t rank = values.size() < kSmallestForInterval ? 0 : lowerRank(values.size());
  const auto below = static_cast<std::ptrdiff_t>(rank == 0 ? 0 : rank - 1);
  const At middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  const At low = values.begin() + below;
  const At high = values.end() - 1 - below;
  if (low < middle) std::nth_element(values.begin(), low, middle);
  if (high > middle) std::nth_element(middle + 1, high, values.end());
  summary.median95 = {*low, *high};
  for (double& value : values) value = std::abs(value - summary.median);
  summary.mad = partAtMedian(values.begin(), values.end());
  return summary;
}

Ratio ratioOfMedians(std::span<const double> base, std::span<const double> next, std::uint64_t seed) {
  const std::vector<double> sortedBase = finiteSorted(base);
  const std::vector<double> sortedNext = finiteSorted(next);
  if (sortedBase.empty() || sortedNext.empty()) return {kNan, {kNan, kNan}};
  Ratio ratio;
  ratio.value = medianOfSorted(sortedNext) / medianOfSorted(sortedBase);
  std::mt19937_64 random(seed);
  MedianResampler baseMedians(sortedBase);
  MedianResampler nextMedians(sortedNext);
  std::vector<double> ratios(kResamples);
  for (double& value : ratios) {
    const double baseMedian = baseMedians(random);
    value = nextMedians(random) / baseMedian;
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
