// SPDX-License-Identifier: Apache-2.0
// Histogram: the canonical case for DSMEM. Bins that do not fit one block's shared memory are spread over the
// ranks of a cluster; every thread adds to the rank that owns its bin. Against it: atomics straight into global
// memory, and private bins in one block where they fit.
#include "gpu/experiments/histogram/spec.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/experiments/common_parameters.h"

namespace dsm::experiments {
namespace {

using namespace model;

constexpr std::uint32_t kBinBytes = 4;
constexpr std::uint64_t kKeyBytes = 4;
constexpr std::int64_t kMostKeys = std::numeric_limits<std::uint32_t>::max();  // a bin's count is 32 bits wide

constexpr std::int64_t kSkewed = 1;  // of the input parameter
constexpr std::int64_t kSingle = 2;

const char* const kDsmem = "cluster_dsmem";
const char* const kGlobal = "global_atomics";
const char* const kPrivate = "block_private";

Parameter binsParameter() {
  Parameter bins;
  bins.id = "bins";
  bins.label = "Bins";
  bins.help = "Counters of the histogram, 32 bits each.";
  bins.kind = ParameterKind::powerOfTwo;
  bins.defaultValue = 65536;
  bins.minimum = 1;
  bins.maximum = 1 << 24;
  return bins;
}

Parameter keysParameter() {
  Parameter keys;
  keys.id = "keys";
  keys.label = "Keys";
  keys.help = "Input keys, int32, read from global memory.";
  keys.kind = ParameterKind::integer;
  keys.defaultValue = std::int64_t{1} << 28;
  keys.minimum = 1;
  keys.maximum = kMostKeys;
  for (const int power : {20, 24, 26, 28, 30, 31}) {
    keys.choices.push_back({std::int64_t{1} << power, "2^" + std::to_string(power), "2^" + std::to_string(power)});
  }
  return keys;
}

Parameter inputParameter() {
  Parameter input;
  input.id = "input";
  input.label = "Input";
  input.help = "How the keys fall on the bins: evenly, skewed to the low ones (u to the fourth), or all on one.";
  input.kind = ParameterKind::choice;
  input.maximum = 2;
  input.choices = {{0, "uniform", "Uniform"}, {kSkewed, "u4", "Skewed, u^4"}, {kSingle, "single", "One key"}};
  return input;
}

Parameter invalidParameter() {
  Parameter invalid;
  invalid.id = "invalid_permille";
  invalid.label = "Keys out of range";
  invalid.unit = "of 1000";
  invalid.help = "So many keys of a thousand lie outside the bins: they are counted apart and never written.";
  invalid.kind = ParameterKind::integer;
  invalid.maximum = 1000;
  invalid.choices = {{0, "", ""}, {10, "", ""}, {100, "", ""}};
  invalid.advanced = true;
  return invalid;
}

ExperimentInfo makeInfo() {
  ExperimentInfo info;
  info.id = "histogram";
  info.label = "Histogram";
  info.summary = "Counts int32 keys into bins that are spread over the shared memory of a cluster.";
  info.chartTitle = "Histogram, one launch";
  info.parameters = {clusterParameter(1, 4, {kDsmem}), binsParameter(), keysParameter(), threadsParameter(512),
                     inputParameter(), loadBytesParameter({}), invalidParameter(), nonPortableParameter({kDsmem})};
  info.variants = {
      {kDsmem, kDsmem, "Each rank owns a slice of the bins; every thread adds to the owner through map_shared_rank.",
       VariantSlot::dsmem, true, false},
      {kGlobal, kGlobal, "Every thread adds straight into global memory.", VariantSlot::global, false, false},
      {kPrivate, kPrivate, "Each block counts all bins in its own shared memory, then adds them to global memory.",
       VariantSlot::blockPrivate, false, false}};
  info.quantities = {{"time", "Time of one launch", Unit::nanoseconds, Better::lower},
                     {"rate", "Keys counted", Unit::keysPerSecond, Better::higher}};
  info.rateQuantity = "rate";
  info.timeQuantity = "time";
  info.baseline = kGlobal;
  return info;
}

// What the guide is: sections on distributed shared memory and clusters, and measurements on an H100 PCIe.
const char* const kGuide = "Distributed shared memory, the cluster histogram; Hopper DSMEM in depth, H100 PCIe";

// "65 536", with a thin space.
std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, "\u2009");
  return text;
}

// The bin of the "single" input: reference.cpp's key for MeasurementPlan's own seed, in the same arithmetic (SplitMix64,
// scaled by the high half of a product).
std::uint64_t singleBin(std::uint64_t bins) {
  std::uint64_t state = MeasurementPlan{}.seed * 0x9e3779b97f4a7c15ULL;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL;
  state ^= state >> 31;
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{state} * bins) >> 64);
}

class HistogramSpec final : public ExperimentSpec {
 public:
  const ExperimentInfo& info() const override {
    static const ExperimentInfo kInfo = makeInfo();
    return kInfo;
  }

  SharedLayout layout(const Values& values, std::string_view variant) const override {
    SharedLayout layout;
    if (variant == kGlobal) return layout;
    const auto bins = static_cast<std::uint64_t>(valueOf(*this, values, "bins"));
    layout.ranks = variant == kDsmem ? static_cast<std::uint32_t>(valueOf(*this, values, "cluster")) : 1;
    const std::uint64_t perRank = (bins + layout.ranks - 1) / layout.ranks;  // rounded up: the tail is guarded
    layout.arrays = {{"bins", perRank, kBinBytes, 0, 0, 2}};
    layout.dynamicBytes = perRank * kBinBytes;
    layout.owner = OwnerMap{"bin", "bins", bins, perRank};
    const bool clustered = variant == kDsmem;
    const std::string barrier = clustered ? "cluster.sync()" : "__syncthreads()";
    layout.phases = {
        {"zero", "each thread clears its own slice", barrier},
        {"count", clustered ? "atomicAdd from all " + std::to_string(layout.ranks) + " ranks, through map_shared_rank"
                            : "atomicAdd from the own block", barrier},
        {"flush", "the own block adds its bins to global memory", ""}};
    return layout;
  }

  LaunchShape launchShape(const Values& values, std::string_view variant, const Device&) const override {
    const SharedLayout shared = layout(values, variant);
    LaunchShape shape;
    shape.clusterSize = shared.ranks;
    shape.needsClusters = variant == kDsmem;
    shape.allowNonPortable = variant == kDsmem && valueOf(*this, values, "non_portable") != 0;
    shape.threads = static_cast<std::uint32_t>(valueOf(*this, values, "threads"));
    shape.dynamicBytes = shared.dynamicBytes;
    return shape;
  }

  std::optional<Legality> ownLimits(const Values& values, std::string_view variant, const Device& device) const override {
    if (variant == kGlobal) return std::nullopt;
    const SharedLayout shared = layout(values, variant);
    const std::uint64_t capacity = shared.ranks * (device.sharedPerBlockOptin / kBinBytes);
    const auto bins = static_cast<std::uint64_t>(valueOf(*this, values, "bins"));
    if (bins <= capacity) return std::nullopt;
    Legality refused;
    refused.code = "bins";
    refused.bytesPerBlock = shared.dynamicBytes;
    refused.limitBytes = device.sharedPerBlockOptin;
    refused.parameter = "bins";
    refused.nearest = static_cast<std::int64_t>(capacity);
    const std::string needs = std::to_string((shared.dynamicBytes + 1023) / 1024) + " KiB in one block; " +
                              std::to_string(device.sharedPerBlockOptin / 1024) + " allowed";
    refused.reason = variant == kPrivate ? "Needs " + needs + "."
                                         : std::to_string(shared.ranks) + (shared.ranks == 1 ? " rank holds" : " ranks hold") +
                                               " at most " + std::to_string(capacity) + " bins (needs " + needs + ").";
    return refused;
  }

  ExpectedTraffic expectedTraffic(const Values& values, std::string_view variant, const LaunchInfo& launch) const override {
    ExpectedTraffic traffic;
    const auto keys = static_cast<std::uint64_t>(valueOf(*this, values, "keys"));
    traffic.payloadBytes = keys * kKeyBytes;
    traffic.l2FromSmBytes = keys * kKeyBytes;
    traffic.dramReadFlushedBytes = keys * kKeyBytes;  // each key is read once
    if (variant == kDsmem) traffic.dsmemBytes = keys * kBinBytes * (launch.clusterSize - 1) / launch.clusterSize;
    if (variant == kGlobal) traffic.l2FromSmBytes += keys * kBinBytes;
    traffic.note = "Keys and one 4-byte add a key (uniform input); atomics move whole packets, and the flush is left out.";
    return traffic;
  }

  // Fits one block: there; fits a cluster: spread over its ranks; beyond the cluster: global memory.
  std::optional<Guide> guide(const Values& values, const Device& device) const override {
    const auto bins = static_cast<std::uint64_t>(valueOf(*this, values, "bins"));
    const std::uint64_t perBlock = device.sharedPerBlockOptin / kBinBytes;
    const std::string many = grouped(bins) + (bins == 1 ? " bin" : " bins");
    const std::string limit = std::to_string(device.sharedPerBlockOptin / 1024) + "\u00a0KiB";
    if (bins <= perBlock) {
      return Guide{kPrivate, many + (bins == 1 ? " fits" : " fit") + " one block (" + limit + " at most): count in its own shared memory.", kGuide};
    }
    if (!device.hasClusters()) {
      return Guide{kGlobal, many + " are more than one block holds, and this device has no clusters: only global memory is left.", kGuide};
    }
    const bool optIn = valueOf(*this, values, "non_portable") != 0;
    const std::uint64_t largest = std::max(device.maxClusterPortable, optIn ? device.maxClusterNonPortable : 0U);
    std::uint64_t size = 2;
    while (size * perBlock < bins && size < largest) size = std::min(2 * size, largest);
    if (size * perBlock >= bins && size <= largest) {
      return Guide{kDsmem, many + " are more than one block holds, and a cluster of " + std::to_string(size) +
                               " holds them: stay inside the cluster, through DSMEM.", kGuide};
    }
    std::string rule = many + " are more than a cluster of " + std::to_string(largest) +
                       " holds: across clusters only global memory (L2, HBM) reaches.";
    if (!optIn && device.maxClusterNonPortable * perBlock >= bins) {
      rule += " With the non-portable opt-in a cluster of " + std::to_string(device.maxClusterNonPortable) + " would hold them.";
    }
    return Guide{kGlobal, rule, kGuide};
  }

  // uniform: as wide as the slice. u4: a key is floor(u^4 x bins), so P(bin < b) = (b / bins)^(1/4). single: one bin, whose
  // place depends on the seed of the input; it is that of seed 1, which every plan has unless told otherwise. Keys out of
  // range are no accesses, and are drawn apart from the others.
  std::vector<double> rankShares(const Values& values, std::string_view variant) const override {
    const SharedLayout shared = layout(values, variant);
    if (!shared.owner || shared.owner->total == 0) return {};
    const std::int64_t input = valueOf(*this, values, "input");
    const auto total = static_cast<double>(shared.owner->total);
    const std::uint64_t single = singleBin(shared.owner->total);
    std::vector<double> shares(shared.ranks, 0);
    for (std::uint32_t rank = 0; rank < shared.ranks; ++rank) {
      const Slice slice = sliceOf(*shared.owner, rank);
      const double first = static_cast<double>(slice.first) / total;
      const double last = static_cast<double>(slice.first + slice.count) / total;
      if (input == kSingle) {
        shares[rank] = single >= slice.first && single < slice.first + slice.count ? 1 : 0;
      } else {
        shares[rank] = input == kSkewed ? std::pow(last, 0.25) - std::pow(first, 0.25) : last - first;
      }
    }
    return shares;
  }

  double derive(std::string_view quantity, const Values& values, std::string_view, const Sample& sample,
                const LaunchInfo&) const override {
    if (!(sample.elapsedNs > 0)) return std::numeric_limits<double>::quiet_NaN();
    if (quantity == "time") return sample.elapsedNs;
    if (quantity == "rate") return static_cast<double>(valueOf(*this, values, "keys")) / (sample.elapsedNs * 1e-9);
    return std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace

const model::ExperimentSpec& histogramSpec() {
  static const HistogramSpec kSpec;
  return kSpec;
}

}  // namespace dsm::experiments
