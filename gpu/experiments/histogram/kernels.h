// SPDX-License-Identifier: Apache-2.0
// The histogram's kernels as the host sees them: one argument for all, and a pointer to each form. kernels.cu holds
// what runs on every architecture, cluster_kernels.cu what needs a cluster; they are separate object libraries,
// since nvcc refuses cluster code below sm_90.
#pragma once

#include <cstdint>

#include "gpu/bench/device_clock.cuh"

namespace dsm::experiments {

// By-value argument of every counting kernel.
struct HistogramArgs {
  std::uint32_t* bins = nullptr;           // `binCount` counters in global memory, added to
  unsigned long long* rejected = nullptr;  // keys out of range, added to
  const std::int32_t* keys = nullptr;      // `keyCount`, aligned to 16 bytes
  std::uint64_t keyCount = 0;
  std::uint32_t binCount = 0;
  std::uint32_t binsPerRank = 0;  // cluster_dsmem: slice of a rank, rounded up
  std::uint32_t ownerMagic = 0;   // cluster_dsmem: key * magic >> shift == key / binsPerRank
  std::uint32_t ownerShift = 0;
  bench::KernelClock* clock = nullptr;
};

// By-value argument of the key generator.
struct KeyArgs {
  std::int32_t* keys = nullptr;
  std::uint64_t keyCount = 0;
  std::uint64_t seed = 0;
  std::uint32_t binCount = 0;
  std::uint32_t invalidPermille = 0;
  std::int32_t input = 0;  // 0 uniform, 1 u^4, 2 one repeated key
};

// `loadBytes` is 4 or 16: what one thread reads with one instruction.
const void* histogramGlobalKernel(int loadBytes);
const void* histogramPrivateKernel(int loadBytes);
const void* histogramClusterKernel(int loadBytes);
const void* histogramKeyKernel();

}  // namespace dsm::experiments
