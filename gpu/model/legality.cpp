// SPDX-License-Identifier: Apache-2.0
// The arithmetic of what a device can launch. Limits are the device's own; nothing is decided from a list of
// compute capabilities.
#include "gpu/model/legality.h"

#include <algorithm>

#include "gpu/model/residency.h"

namespace dsm::model {
namespace {

constexpr std::uint64_t kKiB = 1024;

std::string kib(std::uint64_t bytes) {
  if (bytes > ~std::uint64_t{0} / 16) return std::to_string(bytes / kKiB) + " KiB";
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
  std::uint32_t blocks = device.maxBlocksPerSm;
  for (const SmLimit& limit : smLimits(shape, device)) blocks = std::min(blocks, limit.blocks.value_or(blocks));
  return blocks;
}

Legality checkLaunch(const LaunchShape& shape, const Device& device) {
  Legality legality;
  // Sizes from a text may be as large as 64 bits hold: the sum stays at the top instead of starting over.
  legality.bytesPerBlock = shape.staticBytes + std::min(shape.dynamicBytes, ~std::uint64_t{0} - shape.staticBytes);
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
