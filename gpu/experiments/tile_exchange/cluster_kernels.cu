// SPDX-License-Identifier: Apache-2.0
// The exchange inside a cluster: straight out of the next rank's shared memory, or through global memory with the same
// cluster.sync(). Rank r pulls from rank (r + 1) % size. Needs sm_90.
#include <cooperative_groups.h>

#include "gpu/experiments/tile_exchange/tile.cuh"

namespace dsm::experiments {
namespace {

namespace cg = cooperative_groups;

// 1. Each block fills its src.   cluster.sync(): tiles are there, and every block runs, before the first pull.
// 2. A round: dst = the next rank's src, tileWords x 4 B over DSMEM.   cluster.sync(): all pulls of a round end before
//    the next begins; the last one keeps a block from leaving while its tile is still read.
// Checked: src changes before each round, with a barrier of its own before the pull.
template <int kLoadBytes, bool kChecked>
__device__ __forceinline__ void exchange_through_dsmem(const TileArgs& args, std::uint32_t* src, std::uint32_t* dst) {
  const cg::cluster_group cluster = cg::this_cluster();
  const bool keeper = blockIdx.x == 0 && threadIdx.x == 0;
  fill_tile<kLoadBytes>(src, args, 0);
  spoil_tile<kLoadBytes>(dst, args);
  cluster.sync();
  const std::uint32_t* wanted = cluster.map_shared_rank(src, (cluster.block_rank() + 1) % cluster.num_blocks());
  std::uint32_t sum = 0;
  const bench::ClockReading begin = bench::read_clock(keeper);
  for (std::uint32_t round = 0; round < args.rounds; ++round) {
    if constexpr (kChecked) {
      fill_tile<kLoadBytes>(src, args, round);
      cluster.sync();
    }
    copy_tile<kLoadBytes>(dst, wanted, args.tileWords);
    cluster.sync();
    if constexpr (kChecked) sum += roundWeight(args.seed, round) * sum_tile<kLoadBytes>(dst, args);
  }
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
  if constexpr (!kChecked) sum = sum_tile<kLoadBytes>(dst, args);
  report_sum(args, sum);
}

template <int kLoadBytes, bool kChecked>
__global__ void tile_dsmem_kernel(const TileArgs args) {
  extern __shared__ uint4 dynamic[];
  auto* src = reinterpret_cast<std::uint32_t*>(dynamic);
  exchange_through_dsmem<kLoadBytes, kChecked>(args, src, src + args.tileWords);
}

__global__ void __cluster_dims__(2, 1, 1) tile_dsmem_static_cluster_kernel(const TileArgs args) {
  extern __shared__ uint4 dynamic[];
  auto* src = reinterpret_cast<std::uint32_t*>(dynamic);
  exchange_through_dsmem<4, false>(args, src, src + args.tileWords);
}

// __threadfence() before the barrier makes an offer visible beyond the block; cluster.sync() orders it before the read.
template <int kLoadBytes, bool kChecked>
__global__ void tile_global_kernel(const TileArgs args) {
  extern __shared__ uint4 dynamic[];
  auto* src = reinterpret_cast<std::uint32_t*>(dynamic);
  const cg::cluster_group cluster = cg::this_cluster();
  const std::uint32_t rank = cluster.block_rank();
  const std::uint32_t sender = blockIdx.x - rank + (rank + 1) % cluster.num_blocks();
  const auto taken = [&] { cluster.sync(); };
  const auto offered = [&] {
    __threadfence();
    cluster.sync();
  };
  exchange_through_global<kLoadBytes, kChecked>(args, src, src + args.tileWords, sender, offered, taken);
}

template <class Kernel>
const void* pointerTo(Kernel* kernel) {
  return reinterpret_cast<const void*>(kernel);
}

}  // namespace

const void* tileDsmemKernel(int loadBytes, bool checked) {
  if (loadBytes == 16) return checked ? pointerTo(tile_dsmem_kernel<16, true>) : pointerTo(tile_dsmem_kernel<16, false>);
  return checked ? pointerTo(tile_dsmem_kernel<4, true>) : pointerTo(tile_dsmem_kernel<4, false>);
}

const void* tileGlobalKernel(int loadBytes, bool checked) {
  if (loadBytes == 16) return checked ? pointerTo(tile_global_kernel<16, true>) : pointerTo(tile_global_kernel<16, false>);
  return checked ? pointerTo(tile_global_kernel<4, true>) : pointerTo(tile_global_kernel<4, false>);
}

const void* tileDsmemStaticClusterKernel() { return pointerTo(tile_dsmem_static_cluster_kernel); }

}  // namespace dsm::experiments
