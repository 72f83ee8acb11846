// SPDX-License-Identifier: Apache-2.0
// Limits of one SM as in cuda_occupancy.h (CUDA 13.0, cudaOccMaxBlocksPerSM*Limit), and what they make of a device.
#include "gpu/model/residency.h"

#include <algorithm>
#include <limits>

namespace dsm::model {
namespace {

constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kRegisterStep = 256;  // registers are handed out to warps in these steps
constexpr std::uint64_t kSmQuarters = 4;      // a warp's registers lie in one quarter of the SM
constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

// Shared memory is handed out to blocks in these steps.
std::uint64_t sharedStep(const Device& device) { return device.ccMajor >= 8 ? 128 : 256; }

SmLimit sharedLimit(const LaunchShape& shape, const Device& device) {
  SmLimit limit{SmResource::sharedMemory, std::nullopt, 0, device.sharedPerSm, false, {}};
  constexpr std::uint64_t kUnreal = std::uint64_t{1} << 62;  // keeps the sum from wrapping
  const std::uint64_t asked = std::min(shape.staticBytes, kUnreal) + std::min(shape.dynamicBytes, kUnreal);
  limit.perBlock = roundedUp(asked + device.sharedReservedPerBlock, sharedStep(device));
  if (limit.perBlock == 0) {
    limit.why = "The kernel uses no shared memory, and this chip reserves none.";
  } else {
    limit.blocks = static_cast<std::uint32_t>(limit.perSm / limit.perBlock);
  }
  return limit;
}

SmLimit threadLimit(const LaunchShape& shape, const Device& device) {
  const std::uint64_t threads = roundedUp(shape.threads, kWarp);
  const std::uint64_t blocks = threads == 0 ? 0 : device.maxThreadsPerSm / threads;
  return {SmResource::threads, static_cast<std::uint32_t>(blocks), threads, device.maxThreadsPerSm, false, {}};
}

SmLimit registerLimit(const LaunchShape& shape, const Device& device) {
  SmLimit limit{SmResource::registers, std::nullopt, 0, device.registersPerSm, false, {}};
  if (shape.registersPerThread == 0 || device.registersPerSm == 0) {
    limit.why = "Registers a thread are known once the kernel has run on such a device.";
    return limit;
  }
  const std::uint64_t warps = (std::uint64_t{shape.threads} + kWarp - 1) / kWarp;
  const std::uint64_t perWarp = roundedUp(shape.registersPerThread * kWarp, kRegisterStep);
  limit.perBlock = perWarp * warps;
  const std::uint64_t warpsPerSm = device.registersPerSm / kSmQuarters / perWarp * kSmQuarters;
  limit.blocks = static_cast<std::uint32_t>(warps > 0 ? warpsPerSm / warps : 0);
  return limit;
}

void markBinding(std::vector<SmLimit>& limits) {
  std::uint64_t least = kMost;
  for (const SmLimit& limit : limits) least = std::min<std::uint64_t>(least, limit.blocks.value_or(kMost));
  for (SmLimit& limit : limits) limit.binds = limit.blocks && *limit.blocks == least;
}

// The fewest blocks an SM that make as many clusters as `blocksPerSm` do: beyond it the table no longer rises.
std::uint32_t blocksThatCount(const Device& device, std::uint32_t clusterSize, std::uint32_t blocksPerSm, std::uint32_t clusters) {
  std::uint32_t least = blocksPerSm;
  for (const OccupancyEntry& entry : device.occupancy) {
    if (entry.clusterSize == clusterSize && entry.activeClusters == clusters) least = std::min(least, entry.blocksPerSm);
  }
  return std::max(1U, least);
}

bool inTable(const Device& device, std::uint32_t clusterSize, std::uint32_t blocksPerSm) {
  return std::ranges::any_of(device.occupancy, [&](const OccupancyEntry& entry) {
    return entry.clusterSize == clusterSize && entry.blocksPerSm == blocksPerSm;
  });
}

void countSms(Residency& residency, const LaunchShape& shape, const Device& device) {
  if (!residency.blocksAtOnce || residency.blocksPerSm == 0 || device.smCount == 0) return;
  std::uint32_t shared = residency.blocksPerSm;
  if (shape.needsClusters && residency.clustersAtOnce) {
    shared = blocksThatCount(device, residency.clusterSize, shared, *residency.clustersAtOnce);
  }
  if (shared < residency.blocksPerSm) {
    for (SmLimit& limit : residency.limits) limit.binds = false;
    residency.limits.push_back({SmResource::clusterSlots, shared, 1, shared, true, {}});
  }
  residency.blocksPerUsedSm = shared;
  const std::uint64_t used = (*residency.blocksAtOnce + shared - 1) / shared;
  residency.smsInUse = static_cast<std::uint32_t>(std::min<std::uint64_t>(used, device.smCount));
  residency.smsExact = shared == 1 || *residency.smsInUse == device.smCount;
}

}  // namespace

std::vector<SmLimit> smLimits(const LaunchShape& shape, const Device& device) {
  std::vector<SmLimit> limits{sharedLimit(shape, device), threadLimit(shape, device), registerLimit(shape, device),
                              {SmResource::blocks, device.maxBlocksPerSm, 1, device.maxBlocksPerSm, false, {}}};
  markBinding(limits);
  return limits;
}

Residency residencyOf(const LaunchShape& shape, const Device& device, const Legality* own, Origin tableOrigin) {
  const Legality modelled = checkLaunch(shape, device);
  const bool measured = own != nullptr && own->origin == Origin::measured;
  const Legality& answer = measured ? *own : modelled;
  Residency residency;
  residency.runs = answer.fits;
  residency.reason = answer.reason;
  residency.limits = smLimits(shape, device);
  residency.clusterSize = std::max(1U, shape.clusterSize);
  residency.smCount = device.smCount;
  residency.gridBlocks = shape.gridBlocks;
  if (measured) residency.origin = Origin::measured;
  // A refused launch keeps the limits of an SM, which may say why, and has nothing at once.
  residency.blocksPerSm = answer.blocksPerSm;
  if (!answer.fits) return residency;
  const bool saysLess = measured && answer.blocksPerSm < blocksPerSm(shape, device);
  residency.deviceSaysLess = saysLess;
  if (saysLess) {
    for (SmLimit& limit : residency.limits) limit.binds = false;
  }
  residency.clustersAtOnce = answer.clustersAtOnce;
  if (answer.clustersAtOnce) residency.blocksAtOnce = std::uint64_t{*answer.clustersAtOnce} * residency.clusterSize;
  if (!answer.clustersAtOnce) {
    if (device.smCount == 0) {
      residency.notKnown = device.name + " is a chip: how many SMs a product has, and how they lie in GPCs, is known of a device only.";
    } else {
      residency.notKnown = "No occupancy table at hand says how many clusters of " + std::to_string(residency.clusterSize) + " with " +
                           std::to_string(residency.blocksPerSm) + " blocks an SM fit the GPCs of " + device.name + ".";
    }
  }
  if (!measured && shape.needsClusters && inTable(device, residency.clusterSize, residency.blocksPerSm)) residency.origin = tableOrigin;
  countSms(residency, shape, device);
  return residency;
}

std::optional<std::uint32_t> Residency::smsIdle() const {
  if (!smsInUse) return std::nullopt;
  return smCount - *smsInUse;
}

std::optional<std::uint32_t> Residency::smsOfLaunch() const {
  if (!smsInUse || gridBlocks == 0) return smsInUse;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(gridBlocks, *smsInUse));
}

std::string_view resourceName(SmResource resource) {
  switch (resource) {
    case SmResource::sharedMemory: return "shared memory";
    case SmResource::threads: return "threads";
    case SmResource::registers: return "registers";
    case SmResource::blocks: return "block slots";
    case SmResource::clusterSlots: return "cluster slots";
  }
  return "";
}

}  // namespace dsm::model
