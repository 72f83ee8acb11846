// SPDX-License-Identifier: Apache-2.0
// The tile exchange's kernels as the host sees them. Every form exists timed and checked: the checked twin runs the
// same loop with a tile that changes every round and sums all that was received.
#pragma once

#include <cstdint>

#include "gpu/bench/device_clock.cuh"

namespace dsm::experiments {

// By-value argument of every exchange kernel. Dynamic shared memory: src, then dst, `tileWords` x 4 B each.
struct TileArgs {
  std::uint32_t* slots = nullptr;  // one tile a block, in global memory; unused by dsmem
  std::uint32_t* sums = nullptr;   // one a block, added to
  std::uint32_t tileWords = 0;     // a multiple of 4
  std::uint32_t rounds = 0;
  std::uint32_t seed = 0;
  std::uint32_t round = 0;      // relaunch: which one this launch belongs to
  std::uint32_t lastRound = 0;  // relaunch: 1 in the last
  bench::KernelClock* clock = nullptr;
};

// `loadBytes` is 4 or 16.
const void* tileDsmemKernel(int loadBytes, bool checked);
const void* tileGlobalKernel(int loadBytes, bool checked);
const void* tileGridKernel(int loadBytes, bool checked);
const void* tileOfferKernel(int loadBytes, bool checked);  // relaunch, first half of a round
const void* tilePullKernel(int loadBytes, bool checked);   // relaunch, second half

// tileDsmemKernel(4, false) with compile-time __cluster_dims__(2, 1, 1): launched without the attribute.
const void* tileDsmemStaticClusterKernel();

}  // namespace dsm::experiments
