// SPDX-License-Identifier: Apache-2.0
// The exchange as it had to be done before clusters: through global memory, with a barrier over the grid or with the end
// of a kernel. Neighbouring blocks are partners. Runs on sm_75 and up.
#include <cooperative_groups.h>

#include "gpu/experiments/tile_exchange/tile.cuh"

namespace dsm::experiments {
namespace {

namespace cg = cooperative_groups;

// grid.sync() fences at GPU scope and waits for every block of the cooperative launch: offers are written before they
// are read, and read before the next round overwrites them.
template <int kLoadBytes, bool kChecked>
__global__ void tile_grid_kernel(const TileArgs args) {
  extern __shared__ uint4 dynamic[];
  auto* src = reinterpret_cast<std::uint32_t*>(dynamic);
  const cg::grid_group grid = cg::this_grid();
  const auto barrier = [&] { grid.sync(); };
  exchange_through_global<kLoadBytes, kChecked>(args, src, src + args.tileWords, blockIdx.x ^ 1U, barrier, barrier);
}

// First half of a round: shared memory did not survive the last kernel, so the tile is made anew, then offered.
template <int kLoadBytes, bool kChecked>
__global__ void tile_offer_kernel(const TileArgs args) {
  extern __shared__ uint4 dynamic[];
  auto* src = reinterpret_cast<std::uint32_t*>(dynamic);
  fill_tile<kLoadBytes>(src, args, kChecked ? args.round : 0);
  copy_tile<kLoadBytes>(args.slots + std::uint64_t{blockIdx.x} * args.tileWords, src, args.tileWords);
}

// Second half: the partner's offer into shared memory. Offers were ordered by the end of the first half.
template <int kLoadBytes, bool kChecked>
__global__ void tile_pull_kernel(const TileArgs args) {
  extern __shared__ uint4 dynamic[];
  auto* dst = reinterpret_cast<std::uint32_t*>(dynamic) + args.tileWords;
  copy_tile<kLoadBytes>(dst, args.slots + std::uint64_t{blockIdx.x ^ 1U} * args.tileWords, args.tileWords);
  if constexpr (kChecked) {
    report_sum(args, roundWeight(args.seed, args.round) * sum_tile<kLoadBytes>(dst, args));
  } else if (args.lastRound != 0) {
    report_sum(args, sum_tile<kLoadBytes>(dst, args));
  }
}

template <class Kernel>
const void* pointerTo(Kernel* kernel) {
  return reinterpret_cast<const void*>(kernel);
}

}  // namespace

const void* tileGridKernel(int loadBytes, bool checked) {
  if (loadBytes == 16) return checked ? pointerTo(tile_grid_kernel<16, true>) : pointerTo(tile_grid_kernel<16, false>);
  return checked ? pointerTo(tile_grid_kernel<4, true>) : pointerTo(tile_grid_kernel<4, false>);
}

const void* tileOfferKernel(int loadBytes, bool checked) {
  if (loadBytes == 16) return checked ? pointerTo(tile_offer_kernel<16, true>) : pointerTo(tile_offer_kernel<16, false>);
  return checked ? pointerTo(tile_offer_kernel<4, true>) : pointerTo(tile_offer_kernel<4, false>);
}

const void* tilePullKernel(int loadBytes, bool checked) {
  if (loadBytes == 16) return checked ? pointerTo(tile_pull_kernel<16, true>) : pointerTo(tile_pull_kernel<16, false>);
  return checked ? pointerTo(tile_pull_kernel<4, true>) : pointerTo(tile_pull_kernel<4, false>);
}

}  // namespace dsm::experiments
