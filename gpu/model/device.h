// SPDX-License-Identifier: Apache-2.0
// What is known about one GPU: as the CUDA runtime reported it, or as a recording kept it.
// Sizes in bytes, clocks in hertz. No CUDA types, so that a recording serves a machine without a GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dsm::model {

// One answer of cudaOccupancyMaxActiveClusters, keyed by how many blocks of that shape fit one SM:
// active clusters depend on a launch only through that number, so a small table serves every launch.
struct OccupancyEntry {
  std::uint32_t clusterSize = 1;
  std::uint32_t blocksPerSm = 1;
  std::uint32_t activeClusters = 0;

  bool operator==(const OccupancyEntry&) const = default;
};

struct Device {
  int ordinal = 0;
  std::string uuid;  // "GPU-xxxxxxxx-...", as nvidia-smi prints it
  std::string name;  // "NVIDIA H200"
  int ccMajor = 0;
  int ccMinor = 0;
  std::uint32_t smCount = 0;
  std::uint64_t l2Bytes = 0;
  std::uint64_t memoryBytes = 0;
  std::uint64_t sharedPerBlockStatic = 48 * 1024;  // the cap without opt-in
  std::uint64_t sharedPerBlockOptin = 0;           // the per-block limit with opt-in; the reserve is NOT in it
  std::uint64_t sharedPerSm = 0;
  std::uint64_t sharedReservedPerBlock = 0;
  std::uint32_t registersPerSm = 0;
  std::uint32_t maxThreadsPerBlock = 0;
  std::uint32_t maxThreadsPerSm = 0;
  std::uint32_t maxBlocksPerSm = 0;
  std::uint32_t maxClusterPortable = 0;     // 0: no clusters; 8 where clusters exist
  std::uint32_t maxClusterNonPortable = 0;  // cudaOccupancyMaxPotentialClusterSize with the opt-in
  bool cooperativeLaunch = false;
  std::uint64_t clockHz = 0;  // the highest SM clock the device reports
  std::string driver;         // "580.159.04", empty if NVML is missing
  std::string cudaDriver;     // "13.0", the CUDA version the driver supports
  std::string cudaRuntime;    // "13.0", the runtime the worker was built with
  std::string mode;           // "", or what narrows the device: "MIG", "MPS", "exclusive process"
  std::vector<OccupancyEntry> occupancy;

  bool operator==(const Device&) const = default;
  bool hasClusters() const { return maxClusterPortable > 0; }
};

// Active clusters of `clusterSize` blocks when `blocksPerSm` blocks fit one SM, from the device's table; nothing if
// the table does not say. A cluster of 1 that is not in it is smCount * blocksPerSm. The table can say less even
// for a cluster of 1: an H200 keeps at most 8 clusters an SM (2026-11-30).
std::optional<std::uint32_t> activeClusters(const Device& device, std::uint32_t clusterSize,
                                            std::uint32_t blocksPerSm);

}  // namespace dsm::model
