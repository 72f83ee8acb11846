// SPDX-License-Identifier: Apache-2.0
// What the three histograms share: walking over the keys, four at a time or one, with 64-bit indices, and counting
// apart what lies outside the bins. The way a key is counted is the caller's.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gpu/bench/warp_sum.cuh"
#include "gpu/experiments/histogram/kernels.h"

namespace dsm::experiments {

// Calls count(key) for each key of this thread that is a bin; returns how many were not.
// Each key is read once by one thread of the grid: 4 bytes a key, streaming, by a grid-stride loop. kBatch accesses are
// in flight before the first of their keys is counted: an atomic may not be passed by a later load, so a loop of one
// waits for memory at every step (H200, 2026-11-30, 32 Ki private bins, 1024 threads: 786 G keys/s with one 16-byte
// access, 1,011 with four; 315 with one 4-byte access, 950 with eight).
template <int kLoadBytes, int kBatch, class Count>
__device__ __forceinline__ std::uint32_t for_each_key(const HistogramArgs& args, Count count) {
  using Access = std::conditional_t<kLoadBytes == 16, int4, std::int32_t>;
  constexpr int kKeysPerAccess = kLoadBytes / 4;
  const std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t accesses = args.keyCount / kKeysPerAccess;
  const auto* input = reinterpret_cast<const Access*>(args.keys);
  std::uint32_t rejected = 0;
  // A negative key is a large unsigned one: one comparison refuses both kinds.
  const auto take = [&](std::int32_t signedKey) {
    const auto key = static_cast<std::uint32_t>(signedKey);
    if (key < args.binCount) {
      count(key);
    } else {
      ++rejected;
    }
  };
  const auto takeAll = [&](const Access& keys) {
    if constexpr (kLoadBytes == 16) {
      take(keys.x);
      take(keys.y);
      take(keys.z);
      take(keys.w);
    } else {
      take(keys);
    }
  };
  std::uint64_t i = first;
  for (; i + (kBatch - 1) * stride < accesses; i += kBatch * stride) {
    Access batch[kBatch];
#pragma unroll
    for (int j = 0; j < kBatch; ++j) batch[j] = __ldcs(&input[i + j * stride]);
#pragma unroll
    for (int j = 0; j < kBatch; ++j) takeAll(batch[j]);
  }
  for (; i < accesses; i += stride) takeAll(__ldcs(&input[i]));
  if (kKeysPerAccess > 1 && first < args.keyCount % kKeysPerAccess) take(args.keys[accesses * kKeysPerAccess + first]);
  return rejected;
}

// Adds what each thread rejected: one atomic a warp, and none where there is nothing.
__device__ __forceinline__ void add_rejected(const HistogramArgs& args, std::uint32_t rejected) {
  const std::uint32_t sum = bench::warp_sum(rejected);
  if (threadIdx.x % 32 == 0 && sum != 0) atomicAdd(args.rejected, static_cast<unsigned long long>(sum));
}

}  // namespace dsm::experiments
