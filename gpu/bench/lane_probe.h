// SPDX-License-Identifier: Apache-2.0
// One warp access to shared memory, done many times: for counting what it costs in hardware. One cluster of two blocks of
// one warp; rank 0 accesses its own shared memory or rank 1's, at addresses that the compiler cannot know. No experiment:
// tests lay its counters beside gpu/model/lane_access.
#pragma once

#include <cuda_runtime.h>
#include <array>
#include <cstdint>

namespace dsm::bench {

inline constexpr std::uint32_t kLaneArenaBytes = 40 * 1024;  // of each block, aligned to 1 KiB
inline constexpr std::uint32_t kLaneWordFactor = 2654435761U;

enum class LaneProbeOp { load, store, addOne, addValue };

struct LaneProbeArgs {
  std::uint32_t offsets[32] = {};  // bytes from the start of the arena; multiples of the element, inside the arena
  std::uint32_t activeLanes = 0xffffffff;
  std::uint32_t accesses = 0;        // times that the instruction is executed
  std::uint64_t* results = nullptr;  // device memory, kLaneResults of them
};

// results[lane]: the sum of all words that the lane loaded; or, for a store or an add, the element's first word (its byte or
// half word) afterwards. Inactive lanes: 0.
// What the kernel does besides the accesses does not depend on offsets and lanes: it may be measured by one launch without
// accesses for each kind, and subtracted.
// Before the accesses word i of the arena of rank r holds (i + r) * kLaneWordFactor; for adds 0. A lane stores lane + 1 into
// every word of its element (as far as it fits), and adds 1 or lane + 1.
inline constexpr std::uint32_t kLaneResults = 32;

// Queues the probe. `elementBytes` is 1, 2, 4, 8 or 16; 4 for adds. Errors: invalid value; what the launch returns.
cudaError_t launchLaneProbe(LaneProbeOp op, std::uint32_t elementBytes, bool remote, const LaneProbeArgs& args, cudaStream_t stream);

}  // namespace dsm::bench
