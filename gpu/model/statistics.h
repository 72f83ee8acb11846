// SPDX-License-Identifier: Apache-2.0
// Statistics of repeated measurements: distribution-free, so that skewed timings need no excuse.
// The interval of a median comes from order statistics; the interval of a ratio from a seeded bootstrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dsm::model {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

struct Summary {
  std::size_t n = 0;
  double median = 0;
  double minimum = 0;
  double maximum = 0;
  double mad = 0;         // median absolute deviation from the median, unscaled
  Interval median95;      // 95 % interval of the median; equals [minimum, maximum] below 6 samples
  double relativeHalfWidth() const;  // half the interval over the median; infinity for median 0
};

// Non-finite samples are skipped; n counts those used. n = 0 gives NaN throughout.
Summary summarize(std::span<const double> samples);

struct Ratio {
  double value = 0;  // median(next) / median(base)
  Interval interval95;
};
// Bootstrap of the ratio of medians, 2,000 resamples, deterministic for a seed.
Ratio ratioOfMedians(std::span<const double> base, std::span<const double> next, std::uint64_t seed = 1);

enum class Verdict { same, faster, slower, undecided };
// `ratio` of times (or of any quantity where less is better). same: the whole interval within 1 +- threshold.
// faster / slower: the whole interval beyond 1 -+ threshold. undecided: neither.
Verdict verdictOf(const Ratio& ratio, double threshold = 0.01);

}  // namespace dsm::model
