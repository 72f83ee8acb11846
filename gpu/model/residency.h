// SPDX-License-Identifier: Apache-2.0
// How many blocks and clusters of one launch shape live on a device at once, what stops there being more, and how many
// SMs that leaves idle: the arithmetic behind a persistent grid. Blocks on one SM follow CUDA's own occupancy
// calculator (cuda_occupancy.h of the toolkit); how many clusters that makes is no arithmetic (GPCs are uneven) and
// comes from the device's occupancy table, or from the device's own answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/legality.h"
#include "gpu/model/origin.h"

namespace dsm::model {

enum class SmResource {
  sharedMemory,  // bytes, the reserve of each block included, in steps of the allocator
  threads,       // in whole warps
  registers,     // in steps of 256 a warp, a quarter of them in each quarter of the SM
  blocks,        // slots of an SM
  clusterSlots,  // blocks in clusters: an H200 keeps 8 an SM whatever their size (its table, 2026-11-30)
};

// What one resource of an SM allows by itself.
struct SmLimit {
  SmResource resource = SmResource::sharedMemory;
  std::optional<std::uint32_t> blocks;  // of this shape on one SM; nothing: not known (see why), or no limit
  std::uint64_t perBlock = 0;           // what a block takes
  std::uint64_t perSm = 0;              // what an SM has
  bool binds = false;                   // none allows fewer; several may bind
  std::string why;                      // where blocks is nothing: one sentence
};

struct Residency {
  bool runs = false;                    // at least one block fits, and the launch is legal
  std::string reason;                   // why not: Legality's own sentence
  std::vector<SmLimit> limits;          // in the order of SmResource; clusterSlots only where it binds
  std::uint32_t blocksPerSm = 0;
  std::uint32_t clusterSize = 1;
  std::uint32_t smCount = 0;            // 0: a chip, not a device
  std::optional<std::uint32_t> clustersAtOnce;  // blocks at once where the kernel forms no cluster
  std::optional<std::uint64_t> blocksAtOnce;    // = the persistent grid: active clusters x cluster size
  std::string notKnown;                 // why those are missing
  // SMs in use by a persistent grid, packed as full as can be: blocks at once / blocks of an SM, rounded up. Exact where
  // each SM holds one block or all are full; else the blocks may be spread over more SMs, and this is the fewest.
  std::optional<std::uint32_t> smsInUse;
  bool smsExact = true;
  std::uint32_t blocksPerUsedSm = 0;    // blocks that share an SM in that packing
  std::uint64_t gridBlocks = 0;         // of the launch itself; 0: as many as fit
  Origin origin = Origin::modelled;
  bool deviceSaysLess = false;          // its own answer is below every limit known here

  std::optional<std::uint32_t> smsIdle() const;
  // SMs that the launch's own grid can keep busy: fewer than smsInUse where it has fewer blocks than fit.
  std::optional<std::uint32_t> smsOfLaunch() const;
};

// What shared memory, threads, registers and block slots of one SM allow, one after the other; with which one binds.
std::vector<SmLimit> smLimits(const LaunchShape& shape, const Device& device);

// `own`: the device's own answer for this very launch (origin measured), which replaces the arithmetic; null or modelled: none.
// Origin: measured with such an answer; `tableOrigin` where the numbers rest on the device's occupancy table; else modelled.
Residency residencyOf(const LaunchShape& shape, const Device& device, const Legality* own = nullptr,
                      Origin tableOrigin = Origin::recorded);

// "shared memory", "threads", "registers", "block slots", "cluster slots".
std::string_view resourceName(SmResource resource);

}  // namespace dsm::model
