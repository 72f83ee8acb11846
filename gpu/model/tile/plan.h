// SPDX-License-Identifier: Apache-2.0
// Where the tiles of a kernel lie, by the two rules of placement:
//   fixed    `static`: each tile its own offset for the kernel's whole life, in declaration order, each at its alignment.
//   dynamic  `@dynshared`: bump in declaration order; the allocator goes back to 0 only when no tile is live.
// Both for arrays of any origin; a tile kernel is one source of them. 64-bit sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/tile/program.h"

namespace dsm::model {

enum class Placement { fixed, dynamic };

// What an array asks for. Phases are 0, 1, 2, ...: phase k begins where array k is declared.
struct ArrayRequest {
  std::uint64_t bytes = 0;
  std::uint32_t alignBytes = 16;
  int firstPhase = 0;
  int lastPhase = 0;  // inclusive
};

struct PlacedArrays {
  Placement placement = Placement::fixed;
  std::vector<std::uint64_t> offsets;  // one an array
  std::uint64_t peakBytes = 0;         // end of the farthest array
  std::uint64_t paddingBytes = 0;      // lost to alignment below the peak, summed over all declarations
  int resets = 0;                      // how often the allocator went back to 0 (dynamic)
};
// Arrays in declaration order: firstPhase rises strictly. 
PlacedArrays place(const std::vector<ArrayRequest>& arrays, Placement placement);

// Whether `staticBytes` and `dynamicBytes` of one block fit a device.
struct BlockFit {
  bool fits = false;
  std::uint64_t limitBytes = 0;   // the one in force: the static cap, or the opt-in limit
  std::uint64_t shortBytes = 0;   // how much is missing; 0 where it fits
  std::string reason;             // one sentence, empty where it fits
};
BlockFit fitBlock(std::uint64_t staticBytes, std::uint64_t dynamicBytes, const Device& device);

namespace tile {

struct KernelPlan {
  PlacedArrays fixed;
  PlacedArrays dynamic;
  // The one that the kernel's text asks for.
  const PlacedArrays& inForce(const Kernel& kernel) const { return kernel.dynshared ? dynamic : fixed; }
};
KernelPlan plan(const Kernel& kernel);

// Blocks of a @persistent kernel that stay on one SM, as far as a text can tell: what shared memory, with the reserve of each block, and
// the block slots let. Threads and registers are the compiled kernel's. Times the SMs of a device: its persistent grid.
std::uint32_t persistentBlocksPerSm(std::uint64_t blockBytes, const Device& device);

// "Each tile is dead before the next is declared: dynamic placement needs the largest, 4 096 bytes; static needs the sum, 4 256."
// Digits ungrouped, units "bytes".
std::string finding(const Kernel& kernel, const KernelPlan& plan);

}  // namespace tile
}  // namespace dsm::model
