// SPDX-License-Identifier: Apache-2.0
// Histogram: the canonical case for DSMEM. Bins that do not fit one block's shared memory are spread over the
// ranks of a cluster; every thread adds to the rank that owns its bin. Against it: atomics straight into global
// memory, and private bins in one block where they fit.
#include "gpu/experiments/histogram/spec.h"

#include <limits>

#include "gpu/experiments/common_parameters.h"

namespace dsm::experiments {
namespace {

using namespace model;

constexpr std::uint32_t kBinBytes = 4;
constexpr std::uint64_t kKeyBytes = 4;
constexpr std::int64_t kMostKeys = std::numeric_limits<std::uint32_t>::max();  // a bin's count is 32 bits wide

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
  input.choices = {{0, "uniform", "Uniform"}, {1, "u4", "Skewed, u^4"}, {2, "single", "One key"}};
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
