// SPDX-License-Identifier: Apache-2.0
// Sum over a warp that may be the partial last one of its block: experiments take any number of threads from 32 on.
#pragma once

#include <cstdint>

namespace dsm::bench {

// Lane 0 of each warp gets the sum of `value` over the warp's threads; other lanes get something else.
// Every thread of the block calls it.
__device__ __forceinline__ std::uint32_t warp_sum(std::uint32_t value) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned lanes = min(32U, blockDim.x - (threadIdx.x - lane));
  const unsigned mask = lanes == 32 ? 0xffffffffU : (1U << lanes) - 1;
  for (unsigned offset = 16; offset > 0; offset /= 2) {
    const std::uint32_t other = __shfl_down_sync(mask, value, offset);
    if (lane + offset < lanes) value += other;
  }
  return value;
}

}  // namespace dsm::bench
