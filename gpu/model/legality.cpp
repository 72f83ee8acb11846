// SPDX-License-Identifier: Apache-2.0
// The arithmetic of what a device can launch. Limits are the device's own; nothing is decided from a list of
// compute capabilities.
#include "gpu/model/legality.h"

#include <algorithm>

namespace dsm::model {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint32_t kRegisterGranule = 256;  // registers are handed out to warps in these steps
constexpr std::uint32_t kWarp = 32;

std::string kib(std::uint64_t bytes) {
  const std::uint64_t tenths = (bytes * 10 + kKiB - 1) / kKiB;  // rounded up, so that "227.1 of 227" is seen
  std::string text = std::to_string(tenths / 10);
  if (tenths % 10 != 0) text += "." + std::to_string(tenths % 10);
  return text + " KiB";
}

Legality refuse(Legality legality, std::string code, std::string parameter, std::string reason,
                std::optional<std::int64_t> nearest = std::nullopt, std::string remedy = {}) {
  legality.fits = false;
  legality.code = std::move(code);
  legality.parameter = std::move(parameter);
  legality.reason = std::move(reason);
  legality.nearest = nearest;
  legality.remedy = std::move(remedy);
  return legality;
}

std::optional<Legality> checkCluster(const LaunchShape& shape, const Device& device, const Legality& legality) {
  if (shape.needsClusters && !device.hasClusters()) {
    return refuse(legality, "no_clusters", "",
                  device.name + " has no thread block clusters: they need compute capability 9.0 or newer, and this is " +
                      std::to_string(device.ccMajor) + "." + std::to_string(device.ccMinor) + ".");
  }
  if (shape.clusterSize <= 1) return std::nullopt;
  const std::uint32_t most = std::max(device.maxClusterPortable, device.maxClusterNonPortable);
  if (shape.clusterSize > most) {
    return refuse(legality, "cluster_size", "cluster",
                  "A cluster of " + std::to_string(shape.clusterSize) + " is more than this device allows (" +
                      std::to_string(most) + ").", most);
  }
  if (shape.clusterSize > device.maxClusterPortable && !shape.allowNonPortable) {
    return refuse(legality, "non_portable", "cluster",
                  std::to_string(shape.clusterSize) + " needs the non-portable opt-in.", device.maxClusterPortable,
                  "non_portable");
  }
  return std::nullopt;
}

std::optional<Legality> checkGrid(const LaunchShape& shape, const Legality& legality) {
  if (shape.gridBlocks % std::max(1U, shape.clusterSize) != 0) {
    return refuse(legality, "grid", "",
                  "A grid of " + std::to_string(shape.gridBlocks) + " blocks is not a multiple of the cluster size " +
                      std::to_string(shape.clusterSize) + ".");
  }
  if (shape.cooperative && legality.blocksAtOnce && shape.gridBlocks > *legality.blocksAtOnce) {
    return refuse(legality, "grid", "",
                  "A cooperative grid of " + std::to_string(shape.gridBlocks) + " blocks is more than the " +
                      std::to_string(*legality.blocksAtOnce) + " that are resident at once.");
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t blocksPerSm(const LaunchShape& shape, const Device& device) {
  if (shape.threads == 0) return 0;
  const std::uint32_t warps = (shape.threads + kWarp - 1) / kWarp;
  std::uint64_t blocks = std::min(device.maxBlocksPerSm, device.maxThreadsPerSm / (warps * kWarp));
  const std::uint64_t bytes = shape.staticBytes + shape.dynamicBytes + device.sharedReservedPerBlock;
  if (bytes > 0) blocks = std::min(blocks, device.sharedPerSm / bytes);
  if (shape.registersPerThread > 0 && device.registersPerSm > 0) {
    const std::uint64_t perWarp =
        (shape.registersPerThread * kWarp + kRegisterGranule - 1) / kRegisterGranule * kRegisterGranule;
    blocks = std::min(blocks, device.registersPerSm / (perWarp * warps));
  }
  return static_cast<std::uint32_t>(blocks);
}

Legality checkLaunch(const LaunchShape& shape, const Device& device) {
  Legality legality;
  legality.bytesPerBlock = shape.staticBytes + shape.dynamicBytes;
  legality.limitBytes = device.sharedPerBlockOptin;
  if (shape.threads == 0 || shape.threads > device.maxThreadsPerBlock) {
    return refuse(legality, "threads", "threads",
                  std::to_string(shape.threads) + " threads a block is outside 1 to " +
                      std::to_string(device.maxThreadsPerBlock) + ".", device.maxThreadsPerBlock);
  }
  if (auto refused = checkCluster(shape, device, legality)) return *refused;
  if (shape.staticBytes > device.sharedPerBlockStatic) {
    return refuse(legality, "static_memory", "",
                  "Static shared memory of " + kib(shape.staticBytes) + " is over the cap of " +
                      kib(device.sharedPerBlockStatic) + ".");
  }
  if (legality.bytesPerBlock > device.sharedPerBlockOptin) {
    return refuse(legality, "shared_memory", "",
                  "Needs " + kib(legality.bytesPerBlock) + " in one block; " + kib(device.sharedPerBlockOptin) +
                      " allowed.");
  }
  legality.blocksPerSm = blocksPerSm(shape, device);
  legality.clustersAtOnce = shape.needsClusters ? activeClusters(device, shape.clusterSize, legality.blocksPerSm)
                                                : device.smCount * legality.blocksPerSm;
  if (device.smCount == 0 && legality.blocksPerSm > 0) legality.clustersAtOnce.reset();  // a chip, not a device
  if (legality.clustersAtOnce) legality.blocksAtOnce = *legality.clustersAtOnce * shape.clusterSize;
  if (legality.clustersAtOnce == 0U) {
    return refuse(legality, "occupancy", shape.clusterSize > 1 ? "cluster" : "threads",
                  "Not one cluster of " + std::to_string(shape.clusterSize) + " with " + kib(legality.bytesPerBlock) +
                      " a block fits this device at once.");
  }
  if (auto refused = checkGrid(shape, legality)) return *refused;
  legality.fits = true;
  return legality;
}

}  // namespace dsm::model
