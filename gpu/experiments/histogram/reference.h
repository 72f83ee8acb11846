// SPDX-License-Identifier: Apache-2.0
// The histogram's CPU reference: the keys recomputed from their index and seed, not copied from the device, and
// counted on all cores. Also the exact division that the cluster kernel uses, so that it is tested without a GPU.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace dsm::experiments {

struct HistogramInput {
  std::uint64_t keyCount = 0;
  std::uint32_t binCount = 0;  // 1 to 2^31 - 1
  std::int32_t kind = 0;       // 0 uniform, 1 u^4, 2 one repeated key
  std::uint64_t seed = 0;
  std::uint32_t invalidPermille = 0;

  auto operator<=>(const HistogramInput&) const = default;
};

struct HistogramReference {
  std::vector<std::uint32_t> counts;  // one a bin
  std::uint64_t rejected = 0;         // keys out of range
};

// Key `index` of the input, as the device generates it.
std::int32_t referenceKey(const HistogramInput& input, std::uint64_t index);

// Counted once and kept for the life of the process (the latest eight inputs). Null if `cancel` became true.
// Takes about 3 ns a key over the number of cores. Called on one thread at a time.
std::shared_ptr<const HistogramReference> histogramReference(const HistogramInput& input, const std::atomic<bool>& cancel);

// key * magic >> shift == key / divisor for every key below 2^20 (Granlund and Montgomery 1994, figure 4.1).
struct FastDivision {
  std::uint32_t magic = 0;
  std::uint32_t shift = 0;
};
constexpr std::uint32_t kFastDivisionKeys = 1U << 20;
// `divisor` is 1 to 2^20.
constexpr FastDivision fastDivision(std::uint32_t divisor) {
  std::uint32_t bits = 0;
  while ((std::uint64_t{1} << bits) < divisor) ++bits;
  const std::uint32_t shift = 20 + bits;
  return {static_cast<std::uint32_t>(((std::uint64_t{1} << shift) + divisor - 1) / divisor), shift};
}

}  // namespace dsm::experiments
