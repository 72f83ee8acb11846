// SPDX-License-Identifier: Apache-2.0
// Moves of one tile by one block, 4 or 16 bytes an instruction. A thread always handles the same places of a tile, so
// between its own moves it needs no barrier.
#pragma once

#include <cstdint>

#include "gpu/bench/warp_sum.cuh"
#include "gpu/experiments/tile_exchange/kernels.h"
#include "gpu/experiments/tile_exchange/tile_data.h"

namespace dsm::experiments {

// The seed's copy loop, unrolled as the compiler sees fit; by 8 for the wide accesses that the seed does not have.
// Pointers may be shared, mapped or global; they are not __restrict__, as in the seed.
template <int kLoadBytes>
__device__ __forceinline__ void copy_tile(std::uint32_t* to, const std::uint32_t* from, std::uint32_t words) {
  if constexpr (kLoadBytes == 4) {
    for (int i = threadIdx.x; i < static_cast<int>(words); i += blockDim.x) to[i] = from[i];
  } else {
    auto* toVectors = reinterpret_cast<uint4*>(to);
    const auto* fromVectors = reinterpret_cast<const uint4*>(from);
#pragma unroll 8
    for (int i = threadIdx.x; i < static_cast<int>(words / 4); i += blockDim.x) toVectors[i] = fromVectors[i];
  }
}

// Calls visit(place) for the places that copy_tile gives this thread.
template <int kLoadBytes, class Visit>
__device__ __forceinline__ void for_own_places(std::uint32_t words, Visit visit) {
  constexpr std::uint32_t kWords = kLoadBytes / 4;
  for (std::uint32_t i = threadIdx.x; i < words / kWords; i += blockDim.x) {
    for (std::uint32_t w = 0; w < kWords; ++w) visit(i * kWords + w);
  }
}

template <int kLoadBytes>
__device__ __forceinline__ void fill_tile(std::uint32_t* tile, const TileArgs& args, std::uint32_t round) {
  const std::uint32_t shift = tileShift(args.seed, round);
  for_own_places<kLoadBytes>(args.tileWords, [&](std::uint32_t place) { tile[place] = tileBase(args.seed, blockIdx.x, place) + shift; });
}

template <int kLoadBytes>
__device__ __forceinline__ void spoil_tile(std::uint32_t* tile, const TileArgs& args) {
  for_own_places<kLoadBytes>(args.tileWords, [&](std::uint32_t place) { tile[place] = 0xa5a5a5a5U; });
}

template <int kLoadBytes>
__device__ __forceinline__ std::uint32_t sum_tile(const std::uint32_t* tile, const TileArgs& args) {
  std::uint32_t sum = 0;
  for_own_places<kLoadBytes>(args.tileWords, [&](std::uint32_t place) { sum += placeWeight(place) * tile[place]; });
  return sum;
}

__device__ __forceinline__ void report_sum(const TileArgs& args, std::uint32_t sum) {
  const std::uint32_t ofWarp = bench::warp_sum(sum);
  if (threadIdx.x % 32 == 0) atomicAdd(&args.sums[blockIdx.x], ofWarp);
}

// The loop through global memory: `offered()` is the barrier after all tiles are written (it orders them before any read),
// `taken()` the one after all are read. Each round writes a tile a block and reads one: 2 x tileWords x 4 B between SM and L2.
template <int kLoadBytes, bool kChecked, class Offered, class Taken>
__device__ __forceinline__ void exchange_through_global(const TileArgs& args, std::uint32_t* src, std::uint32_t* dst, std::uint32_t sender,
                                                        Offered offered, Taken taken) {
  const bool keeper = blockIdx.x == 0 && threadIdx.x == 0;
  std::uint32_t* offer = args.slots + std::uint64_t{blockIdx.x} * args.tileWords;
  const std::uint32_t* wanted = args.slots + std::uint64_t{sender} * args.tileWords;
  fill_tile<kLoadBytes>(src, args, 0);
  spoil_tile<kLoadBytes>(dst, args);
  taken();
  std::uint32_t sum = 0;
  const bench::ClockReading begin = bench::read_clock(keeper);
  for (std::uint32_t round = 0; round < args.rounds; ++round) {
    if constexpr (kChecked) fill_tile<kLoadBytes>(src, args, round);
    copy_tile<kLoadBytes>(offer, src, args.tileWords);
    offered();
    copy_tile<kLoadBytes>(dst, wanted, args.tileWords);
    taken();
    if constexpr (kChecked) sum += roundWeight(args.seed, round) * sum_tile<kLoadBytes>(dst, args);
  }
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
  if constexpr (!kChecked) sum = sum_tile<kLoadBytes>(dst, args);
  report_sum(args, sum);
}

}  // namespace dsm::experiments
