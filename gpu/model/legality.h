// SPDX-License-Identifier: Apache-2.0
// Can this launch run on this device, and how many of it at once? Answered at once by arithmetic (origin
// modelled) from the device's limits; the device's own answer replaces it when it comes. 64-bit sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gpu/model/device.h"
#include "gpu/model/origin.h"

namespace dsm::model {

struct LaunchShape {
  std::uint32_t clusterSize = 1;
  bool needsClusters = false;    // the kernel uses cluster instructions, even for a cluster of 1
  bool cooperative = false;      // grid-wide barrier: every block must be resident
  bool allowNonPortable = false; // the opt-in for clusters above the portable size
  std::uint32_t threads = 0;
  std::uint64_t staticBytes = 0;
  std::uint64_t dynamicBytes = 0;
  std::uint32_t registersPerThread = 0;  // 0: not known, ignored
  std::uint64_t gridBlocks = 0;          // 0: fills the device
};

struct Legality {
  bool fits = false;
  std::string code;        // "threads", "shared_memory", "cluster_size", "non_portable", "no_clusters", "grid", "bins", ...
  std::string reason;      // one sentence, empty if it fits
  std::string parameter;   // id of the parameter to change, empty if none
  std::optional<std::int64_t> nearest;  // the nearest value of it that runs
  std::string remedy;      // what else would help: "allow the non-portable size"; may be empty
  Origin origin = Origin::modelled;
  std::uint64_t bytesPerBlock = 0;
  std::uint64_t limitBytes = 0;    // what a block may ask for
  std::uint32_t blocksPerSm = 0;
  std::optional<std::uint32_t> clustersAtOnce;  // nothing: not known without the device
  std::optional<std::uint32_t> blocksAtOnce;
};

// Checks in the order a person can act on: threads, clusters at all, cluster size, opt-in, bytes, grid.
Legality checkLaunch(const LaunchShape& shape, const Device& device);

// Blocks of this shape that fit one SM by threads, block count, registers and shared memory (with the reserve).
std::uint32_t blocksPerSm(const LaunchShape& shape, const Device& device);

}  // namespace dsm::model
