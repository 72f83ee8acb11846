// SPDX-License-Identifier: Apache-2.0
// Token hop: two blocks hand a token back and forth, many round trips in one launch. The protocol is the same on
// both sides (write, barrier, read), so that the medium is the only variable: the partner's shared memory, or
// global memory. grid_sync and relaunch are how it had to be done before clusters.
#include "gpu/experiments/token_hop/spec.h"

#include <algorithm>
#include <limits>

#include "gpu/experiments/common_parameters.h"

namespace dsm::experiments {
namespace {

using namespace model;

constexpr std::uint32_t kTokenBytes = 4;
constexpr std::uint64_t kSectorBytes = 32;

const char* const kDsmem = "dsmem_barrier";
const char* const kGlobal = "global_fence_barrier";
const char* const kGrid = "grid_sync";
const char* const kRelaunch = "relaunch";

Parameter peerParameter() {
  Parameter peer;
  peer.id = "peer";
  peer.label = "Partner rank";
  peer.help = "Rank 0 plays with this rank; the others wait in the barrier.";
  peer.kind = ParameterKind::integer;
  peer.defaultValue = 1;
  peer.minimum = 1;
  peer.maximum = 15;
  for (const std::int64_t rank : {1, 2, 3, 7, 15}) peer.choices.push_back({rank, "", ""});
  peer.advanced = true;
  peer.variants = {kDsmem, kGlobal};
  return peer;
}

Parameter roundTripsParameter() {
  Parameter trips;
  trips.id = "round_trips";
  trips.label = "Round trips";
  trips.help = "Round trips in one launch; each is two hops.";
  trips.kind = ParameterKind::integer;
  trips.defaultValue = 1000;
  trips.minimum = 1;
  trips.maximum = 100000;
  for (const std::int64_t count : {100, 1000, 10000}) trips.choices.push_back({count, "", ""});
  return trips;
}

Parameter pairsParameter() {
  Parameter pairs;
  pairs.id = "pairs";
  pairs.label = "Pairs";
  pairs.help = "One pair alone on the device, or as many as it holds at once.";
  pairs.kind = ParameterKind::choice;
  pairs.maximum = 1;
  pairs.choices = {{0, "one", "one"}, {1, "full", "full device"}};
  return pairs;
}

ExperimentInfo makeInfo() {
  ExperimentInfo info;
  info.id = "token_hop";
  info.label = "Token hop";
  info.summary = "Hands a token back and forth between two blocks and tells what one hop costs.";
  info.chartTitle = "One-way token hop";
  info.parameters = {clusterParameter(2, 2, {kDsmem, kGlobal}), roundTripsParameter(), threadsParameter(32),
                     pairsParameter(), peerParameter(), nonPortableParameter({kDsmem, kGlobal})};
  info.variants = {
      {kDsmem, kDsmem, "Store into the partner's shared memory, cluster.sync(), load of the own.", VariantSlot::dsmem, true, false},
      {kGlobal, kGlobal, "Store to global memory, __threadfence(), the same cluster.sync(), load; the mailbox is where L2 answers fastest.",
       VariantSlot::global, true, false},
      {kGrid, kGrid, "Store to global memory, then a barrier over the whole grid (cooperative launch).", VariantSlot::gridSync,
       false, true},
      {kRelaunch, kRelaunch, "One kernel a hop, all in one CUDA graph: the end of a kernel is the barrier.", VariantSlot::relaunch, false, false}};
  info.quantities = {{"hop_cycles", "One-way hop", Unit::cycles, Better::lower},
                     {"hop_ns", "One-way hop", Unit::nanoseconds, Better::lower}};
  info.secondQuantity = "hop_ns";
  info.rateQuantity = "hop_cycles";
  info.timeQuantity = "hop_ns";
  info.marks = {{"hop_cycles", kDsmem, 736.1, "seed 736", "H100 PCIe, CUDA 13.2, published"},
                {"hop_cycles", kGlobal, 1419.2, "seed 1419", "H100 PCIe, CUDA 13.2, published"}};
  info.baseline = kGlobal;
  return info;
}

class TokenHopSpec final : public ExperimentSpec {
 public:
  const ExperimentInfo& info() const override {
    static const ExperimentInfo kInfo = makeInfo();
    return kInfo;
  }

  SharedLayout layout(const Values& values, std::string_view variant) const override {
    SharedLayout layout;
    if (variant != kDsmem && variant != kGlobal) return layout;
    layout.ranks = static_cast<std::uint32_t>(valueOf(*this, values, "cluster"));
    if (variant != kDsmem) return layout;
    layout.arrays = {{"mailbox", 1, kTokenBytes, 0, 0, 1}};
    layout.staticBytes = kTokenBytes;
    layout.phases = {{"send", "rank 0 stores into the partner's mailbox", "cluster.sync()"},
                     {"answer", "the partner stores into the mailbox of rank 0", "cluster.sync()"}};
    return layout;
  }

  LaunchShape launchShape(const Values& values, std::string_view variant, const Device&) const override {
    const SharedLayout shared = layout(values, variant);
    const bool clustered = variant == kDsmem || variant == kGlobal;
    LaunchShape shape;
    shape.clusterSize = shared.ranks;
    shape.needsClusters = clustered;
    shape.cooperative = variant == kGrid;
    shape.allowNonPortable = clustered && valueOf(*this, values, "non_portable") != 0;
    shape.threads = static_cast<std::uint32_t>(valueOf(*this, values, "threads"));
    shape.staticBytes = shared.staticBytes;
    if (valueOf(*this, values, "pairs") == 0) shape.gridBlocks = clustered ? shape.clusterSize : 2;
    return shape;
  }

  std::optional<Legality> ownLimits(const Values& values, std::string_view variant, const Device& device) const override {
    Legality refused;
    if (variant == kGrid && !device.cooperativeLaunch) {
      refused.code = "no_cooperative_launch";
      refused.reason = device.name + " has no cooperative launch, which a barrier over the grid needs.";
      return refused;
    }
    if (variant != kDsmem && variant != kGlobal) return std::nullopt;
    const std::int64_t peer = valueOf(*this, values, "peer");
    const std::int64_t cluster = valueOf(*this, values, "cluster");
    if (peer < cluster) return std::nullopt;
    refused.code = "peer";
    refused.parameter = "peer";
    refused.nearest = cluster - 1;
    refused.reason = "Rank " + std::to_string(peer) + " is outside a cluster of " + std::to_string(cluster) + ".";
    return refused;
  }

  // Inside a cluster through DSMEM; without clusters only global memory connects two blocks.
  std::optional<Guide> guide(const Values&, const Device& device) const override {
    const char* const source = "Hopper DSMEM in depth, H100 PCIe";
    if (device.hasClusters()) {
      return Guide{kDsmem, "Two blocks of one cluster hand a value on: in flight through DSMEM, never by way of global memory.", source};
    }
    return Guide{device.cooperativeLaunch ? kGrid : kRelaunch,
                 "This device has no clusters: blocks meet in global memory alone, with a fence and a barrier over the grid, or in another kernel.",
                 source};
  }

  ExpectedTraffic expectedTraffic(const Values& values, std::string_view variant, const LaunchInfo& launch) const override {
    ExpectedTraffic traffic;
    const std::uint64_t pairs = launch.gridBlocks / std::max(2U, launch.clusterSize);
    const std::uint64_t hops = 2 * static_cast<std::uint64_t>(valueOf(*this, values, "round_trips")) * pairs;
    traffic.payloadBytes = hops * kTokenBytes;
    if (variant == kDsmem) {
      traffic.dsmemBytes = hops * kTokenBytes;
    } else {
      traffic.l2FromSmBytes = 2 * hops * kSectorBytes;
      traffic.note = "One sector written and one read a hop; the barrier's own traffic is left out.";
    }
    return traffic;
  }

  double derive(std::string_view quantity, const Values& values, std::string_view, const Sample& sample,
                const LaunchInfo&) const override {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    const double hops = 2.0 * static_cast<double>(valueOf(*this, values, "round_trips"));
    const bool inKernel = sample.cycles > 0;  // else a chain of kernels, timed from outside
    const double clockHz = sample.smClockHz;
    if (quantity == "hop_cycles") {
      if (inKernel) return sample.cycles / hops;
      return clockHz > 0 ? sample.elapsedNs * 1e-9 * clockHz / hops : kUnknown;
    }
    if (quantity == "hop_ns") {
      if (!inKernel) return sample.elapsedNs / hops;
      return clockHz > 0 ? sample.cycles / clockHz * 1e9 / hops : kUnknown;
    }
    return kUnknown;
  }
};

}  // namespace

const model::ExperimentSpec& tokenHopSpec() {
  static const TokenHopSpec kSpec;
  return kSpec;
}

}  // namespace dsm::experiments
