// SPDX-License-Identifier: Apache-2.0
// Keys and counts on the CPU. Written apart from the device's generator on purpose: that they agree is a test.
#include "gpu/experiments/histogram/reference.h"

#include <algorithm>
#include <deque>
#include <thread>

namespace dsm::experiments {
namespace {

constexpr std::uint64_t kKeysBetweenLooks = 1 << 20;  // at the cancel flag
constexpr std::uint32_t kMostPrivateBins = 1 << 20;   // beyond it the threads count into one array
constexpr std::size_t kKept = 8;

// SplitMix64, with the golden-ratio increment folded into the counter.
std::uint64_t mixed(std::uint64_t counter) {
  std::uint64_t state = counter * 0x9e3779b97f4a7c15ULL;
  state ^= state >> 30;
  state *= 0xbf58476d1ce4e5b9ULL;
  state ^= state >> 27;
  state *= 0x94d049bb133111ebULL;
  state ^= state >> 31;
  return state;
}

std::uint32_t scaledTo(std::uint64_t bits, std::uint32_t range) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint32_t>((Wide{bits} * range) >> 64);
}

std::int32_t invalidKey(std::uint32_t low, std::uint32_t binCount) {
  const std::int64_t wide = low / 4;
  const std::int64_t bins = binCount;
  const std::int64_t beyond = (std::int64_t{1} << 31) - bins;
  const std::int64_t keys[4] = {-1, -1 - wide, bins, bins + wide % beyond};
  return static_cast<std::int32_t>(keys[low % 4]);
}

// Counts keys begin..end-1 into `counts`; false if cancelled.
template <class Add>
bool countRange(const HistogramInput& input, std::uint64_t begin, std::uint64_t end, const std::atomic<bool>& cancel,
                std::uint64_t& rejected, Add add) {
  while (begin < end) {
    if (cancel.load(std::memory_order_relaxed)) return false;
    const std::uint64_t stop = std::min(end, begin + kKeysBetweenLooks);
    for (; begin < stop; ++begin) {
      const std::int32_t key = referenceKey(input, begin);
      if (key < 0 || static_cast<std::uint32_t>(key) >= input.binCount) {
        ++rejected;
      } else {
        add(static_cast<std::uint32_t>(key));
      }
    }
  }
  return true;
}

std::shared_ptr<const HistogramReference> count(const HistogramInput& input, const std::atomic<bool>& cancel) {
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::uint64_t threadCount = std::clamp<std::uint64_t>(input.keyCount / (1 << 16), 1, cores);
  auto reference = std::make_shared<HistogramReference>();
  reference->counts.assign(input.binCount, 0);
  std::vector<std::uint64_t> rejected(threadCount, 0);
  std::atomic<bool> complete{true};
  const bool shared = input.binCount > kMostPrivateBins;
  std::vector<std::vector<std::uint32_t>> own(threadCount);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t t = 0; t < threadCount; ++t) {
      threads.emplace_back([&, t] {
        const std::uint64_t begin = input.keyCount / threadCount * t;
        const std::uint64_t end = t + 1 == threadCount ? input.keyCount : input.keyCount / threadCount * (t + 1);
        std::uint64_t outside = 0;
        bool done = false;
        if (shared) {
          done = countRange(input, begin, end, cancel, outside,
                            [&](std::uint32_t bin) { std::atomic_ref(reference->counts[bin]).fetch_add(1, std::memory_order_relaxed); });
        } else {
          std::vector<std::uint32_t> counts(input.binCount, 0);
          done = countRange(input, begin, end, cancel, outside, [&](std::uint32_t bin) { ++counts[bin]; });
          own[t] = std::move(counts);
        }
        rejected[t] = outside;
        if (!done) complete.store(false, std::memory_order_relaxed);
      });
    }
  }
  if (!complete.load()) return nullptr;
  for (const std::vector<std::uint32_t>& counts : own) {
    for (std::size_t bin = 0; bin < counts.size(); ++bin) reference->counts[bin] += counts[bin];
  }
  for (const std::uint64_t outside : rejected) reference->rejected += outside;
  return reference;
}

}  // namespace

std::int32_t referenceKey(const HistogramInput& input, std::uint64_t index) {
  const std::uint64_t bits = mixed(input.seed + index + 1);
  if (input.invalidPermille > 0) {
    const std::uint64_t choice = mixed(bits ^ 0x5851f42d4c957f2dULL);
    if (scaledTo(choice >> 32 << 32, 1000) < input.invalidPermille) {
      return invalidKey(static_cast<std::uint32_t>(choice), input.binCount);
    }
  }
  if (input.kind == 2) return static_cast<std::int32_t>(scaledTo(mixed(input.seed), input.binCount));
  if (input.kind == 0) return static_cast<std::int32_t>(scaledTo(bits, input.binCount));
  const double u = static_cast<double>(bits >> 11) * 0x1p-53;
  const double squared = u * u;
  const double scaled = squared * squared * static_cast<double>(input.binCount);
  return static_cast<std::int32_t>(std::min(static_cast<std::uint32_t>(scaled), input.binCount - 1));
}

std::shared_ptr<const HistogramReference> histogramReference(const HistogramInput& input, const std::atomic<bool>& cancel) {
  struct Entry {
    HistogramInput input;
    std::shared_ptr<const HistogramReference> reference;
  };
  static std::deque<Entry> kept;
  const auto found = std::ranges::find(kept, input, &Entry::input);
  if (found != kept.end()) return found->reference;
  std::shared_ptr<const HistogramReference> reference = count(input, cancel);
  if (!reference) return nullptr;
  if (kept.size() == kKept) kept.pop_front();
  kept.push_back({input, reference});
  return reference;
}

}  // namespace dsm::experiments
