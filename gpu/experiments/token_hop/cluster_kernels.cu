// SPDX-License-Identifier: Apache-2.0
// The token hop inside a cluster: through the partner's shared memory or through global memory, with the very same
// cluster.sync() on both sides, so that the medium is the only variable. Needs sm_90.
#include <cooperative_groups.h>

#include "gpu/experiments/token_hop/player.cuh"

namespace dsm::experiments {
namespace {

namespace cg = cooperative_groups;

// Rank 0 and rank `peer` play; the other ranks only take part in the barrier. Each hop moves 4 bytes.
// 1. Each block fills its own mailbox.  cluster.sync(): mailboxes are filled, and every block runs, before a store.
// 2. Rank 0 stores into the peer's mailbox.  cluster.sync() (release, acquire): the store is there before it is read.
// 3. The peer answers.                       cluster.sync(): likewise; the last one also keeps a block from leaving
//                                            while a store into its mailbox is on the way.
// kThroughGlobal: mailboxes in global memory, and a __threadfence() after each store, as it takes without clusters.
template <bool kThroughGlobal, class Player>
__device__ __forceinline__ void play(const HopArgs& args, const cg::cluster_group& cluster, Player player) {
  const std::uint32_t rank = cluster.block_rank();
  const bool leader = threadIdx.x == 0;
  const bool keeper = leader && blockIdx.x == 0;
  const bool first = leader && rank == 0;
  const bool second = leader && rank == args.peer;
  const bench::ClockReading begin = bench::read_clock(keeper);
  for (std::uint32_t trip = 0; trip < args.roundTrips; ++trip) {
    if (first) {
      player.send();
      if constexpr (kThroughGlobal) __threadfence();
    }
    cluster.sync();
    if (second) {
      player.send();
      if constexpr (kThroughGlobal) __threadfence();
    }
    cluster.sync();
  }
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
  if (leader) {
    player.record.token = player.load();
    args.records[blockIdx.x] = player.record;
  }
}

__device__ __forceinline__ std::uint32_t partner_of(const HopArgs& args, std::uint32_t rank) {
  return rank == 0 ? args.peer : 0;
}

template <bool kTraced>
__device__ __forceinline__ void play_dsmem(const HopArgs& args) {
  __shared__ volatile std::uint32_t mailbox;  // named, not pointed at: a load from it is one of shared memory
  const cg::cluster_group cluster = cg::this_cluster();
  const std::uint32_t rank = cluster.block_rank();
  if (threadIdx.x == 0) mailbox = first_token(args, rank);
  cluster.sync();
  volatile std::uint32_t* partner =
      cluster.map_shared_rank(const_cast<std::uint32_t*>(&mailbox), partner_of(args, rank));
  play<false>(args, cluster,
              make_player<kTraced>([] { return mailbox; }, [partner](std::uint32_t token) { *partner = token; }, args.step));
}

template <bool kTraced>
__device__ __forceinline__ void play_global(const HopArgs& args) {
  const cg::cluster_group cluster = cg::this_cluster();
  const std::uint32_t rank = cluster.block_rank();
  HopMailbox* group = &args.mailboxes[blockIdx.x - rank];
  if (threadIdx.x == 0) group[rank].token = first_token(args, rank);
  __threadfence();
  cluster.sync();
  play<true>(args, cluster, make_global_player<kTraced>(group[rank], group[partner_of(args, rank)], args.step));
}

// Two forms of each: with the cluster's size in the kernel, as published code has it for clusters of 2, and with the
// size in the launch, for all others. The barrier costs less in the first (H200, 2026-11-30, 32 threads: 421 cycles a
// hop against 451 through DSMEM, 1,019 against 1,039 through global memory).
template <bool kTraced>
__global__ void __cluster_dims__(2, 1, 1) hop_dsmem_pair_kernel(const HopArgs args) { play_dsmem<kTraced>(args); }
template <bool kTraced>
__global__ void hop_dsmem_kernel(const HopArgs args) { play_dsmem<kTraced>(args); }
template <bool kTraced>
__global__ void __cluster_dims__(2, 1, 1) hop_global_pair_kernel(const HopArgs args) { play_global<kTraced>(args); }
template <bool kTraced>
__global__ void hop_global_kernel(const HopArgs args) { play_global<kTraced>(args); }

template <class Kernel>
const void* pointerTo(Kernel* kernel) {
  return reinterpret_cast<const void*>(kernel);
}

}  // namespace

const void* hopDsmemKernel(bool pair, bool traced) {
  if (pair) return traced ? pointerTo(hop_dsmem_pair_kernel<true>) : pointerTo(hop_dsmem_pair_kernel<false>);
  return traced ? pointerTo(hop_dsmem_kernel<true>) : pointerTo(hop_dsmem_kernel<false>);
}

const void* hopGlobalKernel(bool pair, bool traced) {
  if (pair) return traced ? pointerTo(hop_global_pair_kernel<true>) : pointerTo(hop_global_pair_kernel<false>);
  return traced ? pointerTo(hop_global_kernel<true>) : pointerTo(hop_global_kernel<false>);
}

}  // namespace dsm::experiments
