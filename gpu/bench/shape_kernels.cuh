// SPDX-License-Identifier: Apache-2.0
// What the shape kernels of both forms share: reaching the last word of each kind of shared memory.
#pragma once

#include "gpu/bench/shape_kernels.h"

namespace dsm::bench {

// 1. The last thread writes the block's word at the end of its static and of its dynamic memory.
//                                                     __syncthreads(): the writes before thread 0 reads.
// 2. The block's word, once and once more for each memory that gave it back (all threads; thread 0 uses it).
template <std::uint32_t kStaticBytes>
__device__ std::uint32_t reach_shared_memory(const ShapeArgs& args, std::uint32_t* dynamic, std::uint32_t own) {
  const bool last = threadIdx.x == blockDim.x - 1;
  volatile std::uint32_t* end = args.dynamicBytes >= 4 ? dynamic + args.dynamicBytes / 4 - 1 : nullptr;
  std::uint32_t word = own;
  if (end != nullptr && last) *end = own;
  if constexpr (kStaticBytes > 0) {
    __shared__ std::uint32_t fixed[kStaticBytes / 4];
    volatile std::uint32_t* fixedEnd = fixed + (kStaticBytes / 4 - 1 - args.dynamicBytes % 4);  // not a constant: the array stays whole
    if (last) *fixedEnd = own;
    __syncthreads();
    word += *fixedEnd;
  } else {
    __syncthreads();
  }
  if (end != nullptr) word += *end;
  return word;
}

}  // namespace dsm::bench
