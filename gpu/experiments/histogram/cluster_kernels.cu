// SPDX-License-Identifier: Apache-2.0
// The histogram whose bins are spread over the shared memory of a cluster. Needs sm_90.
#include <cooperative_groups.h>

#include "gpu/experiments/histogram/counting.cuh"

namespace dsm::experiments {
namespace {

namespace cg = cooperative_groups;

// Rank r owns bins r * binsPerRank .. + binsPerRank - 1, as far as they exist; slices are rounded up, so the last
// ranks may own fewer or none. Any cluster size; binCount * 4 B in all, binsPerRank * 4 B a block.
// 1. Each block clears its own slice.   cluster.sync(): every slice is zero, and every block runs, before any add.
// 2. Each thread adds each of its keys to the owner's slice: 4 bytes over DSMEM for a remote owner.
//                                       cluster.sync(): every add has landed before a slice is read, and no block
//                                       leaves while another still adds to its memory.
// 3. Each block adds what is not zero in its own slice to global memory: no remote access after the barrier.
template <int kLoadBytes>
__global__ void histogram_cluster_kernel(const HistogramArgs args) {
  extern __shared__ std::uint32_t slice[];
  const cg::cluster_group cluster = cg::this_cluster();
  const bool keeper = blockIdx.x == 0 && threadIdx.x == 0;
  const bench::ClockReading begin = bench::read_clock(keeper);
  for (std::uint32_t i = threadIdx.x; i < args.binsPerRank; i += blockDim.x) slice[i] = 0;
  cluster.sync();
  const std::uint32_t rejected = for_each_key<kLoadBytes, kLoadBytes == 16 ? 2 : 4>(args, [&](std::uint32_t key) {
    // Division by an invariant (Granlund and Montgomery 1994), exact below 2^20; a key here is below binCount.
    const auto owner = static_cast<std::uint32_t>((std::uint64_t{key} * args.ownerMagic) >> args.ownerShift);
    std::uint32_t* owned = cluster.map_shared_rank(slice, owner);
    atomicAdd(&owned[key - owner * args.binsPerRank], 1U);
  });
  add_rejected(args, rejected);
  cluster.sync();
  const std::uint32_t first = cluster.block_rank() * args.binsPerRank;
  for (std::uint32_t i = threadIdx.x; i < args.binsPerRank && first + i < args.binCount; i += blockDim.x) {
    if (slice[i] != 0) atomicAdd(&args.bins[first + i], slice[i]);
  }
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
}

}  // namespace

const void* histogramClusterKernel(int loadBytes) {
  return loadBytes == 16 ? reinterpret_cast<const void*>(&histogram_cluster_kernel<16>)
                         : reinterpret_cast<const void*>(&histogram_cluster_kernel<4>);
}

}  // namespace dsm::experiments
