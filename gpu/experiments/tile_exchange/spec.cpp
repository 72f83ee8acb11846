// SPDX-License-Identifier: Apache-2.0
// Tile exchange: every block of a cluster pulls the tile of the next rank, round after round, with a barrier a
// round. Through DSMEM the tile never leaves the SMs; through global memory it is written, fenced and read back.
// Bandwidth counts each byte once, on receipt.
#include "gpu/experiments/tile_exchange/spec.h"

#include <limits>

#include "gpu/experiments/common_parameters.h"

namespace dsm::experiments {
namespace {

using namespace model;

const char* const kDsmem = "dsmem";
const char* const kGlobal = "global";
const char* const kGrid = "grid_sync";
const char* const kRelaunch = "relaunch";

Parameter tileParameter() {
  Parameter tile;
  tile.id = "tile_bytes";
  tile.label = "Tile a block";
  tile.unit = "bytes";
  tile.help = "Bytes that each block receives in a round.";
  tile.kind = ParameterKind::choice;
  tile.defaultValue = 16384;
  tile.minimum = 4096;
  tile.maximum = 32768;
  tile.choices = {{4096, "", "4 KiB"}, {8192, "", "8 KiB"}, {16384, "", "16 KiB"}, {32768, "", "32 KiB"}};
  return tile;
}

Parameter roundsParameter() {
  Parameter rounds;
  rounds.id = "rounds";
  rounds.label = "Rounds";
  rounds.help = "Exchanges in one launch.";
  rounds.kind = ParameterKind::integer;
  rounds.defaultValue = 5000;
  rounds.minimum = 1;
  rounds.maximum = 100000;
  for (const std::int64_t count : {100, 200, 1000, 5000}) rounds.choices.push_back({count, "", ""});
  return rounds;
}

ExperimentInfo makeInfo() {
  ExperimentInfo info;
  info.id = "tile_exchange";
  info.label = "Tile exchange";
  info.summary = "Blocks of a cluster read each other's tile, round after round, on the whole device.";
  info.chartTitle = "Tile exchange, one launch";
  info.parameters = {clusterParameter(2, 2, {kDsmem, kGlobal}), tileParameter(), threadsParameter(128), roundsParameter(),
                     loadBytesParameter({}), nonPortableParameter({kDsmem, kGlobal})};
  info.variants = {
      {kDsmem, kDsmem, "Pulls the partner's tile out of its shared memory through map_shared_rank.", VariantSlot::dsmem, true, false},
      {kGlobal, kGlobal, "Writes the tile to global memory, __threadfence(), cluster.sync(), reads the partner's.",
       VariantSlot::global, true, false},
      {kGrid, kGrid, "The same through global memory with a barrier over the whole grid.", VariantSlot::gridSync, false, true},
      {kRelaunch, kRelaunch, "The same with a kernel for each half round, all in one CUDA graph.", VariantSlot::relaunch, false, false}};
  info.quantities = {{"time", "Time of one launch", Unit::nanoseconds, Better::lower},
                     {"rate", "Bytes received", Unit::bytesPerSecond, Better::higher}};
  info.rateQuantity = "rate";
  info.timeQuantity = "time";
  // 114 x 16,384 B x 5,000 over 30.871 and 46.678 ms: the source counts every byte twice and says 0.61 and 0.40.
  info.marks = {{"rate", kDsmem, 114.0 * 16384 * 5000 / 30.871e-3, "seed 0.303", "H100 PCIe, 128 threads, each byte once"},
                {"rate", kGlobal, 114.0 * 16384 * 5000 / 46.678e-3, "seed 0.200", "H100 PCIe, 128 threads, each byte once"}};
  info.baseline = kGlobal;
  return info;
}

class TileExchangeSpec final : public ExperimentSpec {
 public:
  const ExperimentInfo& info() const override {
    static const ExperimentInfo kInfo = makeInfo();
    return kInfo;
  }

  SharedLayout layout(const Values& values, std::string_view variant) const override {
    SharedLayout layout;
    const bool clustered = variant == kDsmem || variant == kGlobal;
    if (clustered) layout.ranks = static_cast<std::uint32_t>(valueOf(*this, values, "cluster"));
    const auto tileBytes = static_cast<std::uint64_t>(valueOf(*this, values, "tile_bytes"));
    layout.arrays = {{"src", tileBytes / 4, 4, 0, 0, 1}, {"dst", tileBytes / 4, 4, tileBytes, 1, 1}};
    layout.dynamicBytes = 2 * tileBytes;
    const std::string barrier = variant == kGrid ? "grid.sync()" : variant == kRelaunch ? "end of kernel" : "cluster.sync()";
    layout.phases = {
        {"offer", variant == kDsmem ? "each block's tile lies in src" : "each block writes src to global memory", barrier},
        {"pull", variant == kDsmem ? "dst is read from the next rank's src, through map_shared_rank"
                                   : "dst is read from the partner's buffer in global memory", barrier}};
    return layout;
  }

  LaunchShape launchShape(const Values& values, std::string_view variant, const Device& device) const override {
    const SharedLayout shared = layout(values, variant);
    LaunchShape shape;
    shape.clusterSize = shared.ranks;
    shape.needsClusters = variant == kDsmem || variant == kGlobal;
    shape.cooperative = variant == kGrid;
    shape.allowNonPortable = shape.needsClusters && valueOf(*this, values, "non_portable") != 0;
    shape.threads = static_cast<std::uint32_t>(valueOf(*this, values, "threads"));
    shape.dynamicBytes = shared.dynamicBytes;
    // One block an SM, as many whole clusters as are active at once.
    const auto clusters = activeClusters(device, shape.clusterSize, 1);
    shape.gridBlocks = clusters.value_or(0) * shape.clusterSize;
    if (!shape.needsClusters) shape.gridBlocks = device.smCount / 2 * 2;
    return shape;
  }

  std::optional<Legality> ownLimits(const Values&, std::string_view variant, const Device& device) const override {
    if (variant != kGrid || device.cooperativeLaunch) return std::nullopt;
    Legality refused;
    refused.code = "no_cooperative_launch";
    refused.reason = device.name + " has no cooperative launch, which a barrier over the grid needs.";
    return refused;
  }

  // Ingress by multicast, in flight through DSMEM; without clusters only global memory connects blocks.
  std::optional<Guide> guide(const Values&, const Device& device) const override {
    const char* const source = "Hopper DSMEM in depth, H100 PCIe";
    if (device.hasClusters()) {
      return Guide{kDsmem, "Blocks of one cluster exchange tiles through DSMEM, and nothing in between is written to global memory; "
                           "what comes from there is read once, by TMA multicast.", source};
    }
    return Guide{device.cooperativeLaunch ? kGrid : kRelaunch,
                 "This device has no clusters: tiles go through global memory, with a barrier over the grid or a kernel for each half round.",
                 source};
  }

  ExpectedTraffic expectedTraffic(const Values& values, std::string_view variant, const LaunchInfo& launch) const override {
    ExpectedTraffic traffic;
    traffic.payloadBytes = launch.gridBlocks * static_cast<std::uint64_t>(valueOf(*this, values, "tile_bytes")) *
                           static_cast<std::uint64_t>(valueOf(*this, values, "rounds"));
    if (variant == kDsmem) {
      traffic.dsmemBytes = traffic.payloadBytes;
    } else {
      traffic.l2FromSmBytes = 2 * traffic.payloadBytes;
      traffic.note = "Each tile is written once and read once a round.";
    }
    return traffic;
  }

  double derive(std::string_view quantity, const Values& values, std::string_view variant, const Sample& sample,
                const LaunchInfo& launch) const override {
    if (!(sample.elapsedNs > 0)) return std::numeric_limits<double>::quiet_NaN();
    if (quantity == "time") return sample.elapsedNs;
    if (quantity != "rate") return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(expectedTraffic(values, variant, launch).payloadBytes) / (sample.elapsedNs * 1e-9);
  }
};

}  // namespace

const model::ExperimentSpec& tileExchangeSpec() {
  static const TileExchangeSpec kSpec;
  return kSpec;
}

}  // namespace dsm::experiments
