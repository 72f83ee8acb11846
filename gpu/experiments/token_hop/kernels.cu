// SPDX-License-Identifier: Apache-2.0
// How a token got from block to block before clusters: a barrier over the whole grid, or the end of a kernel.
// Runs on sm_75 and up.
#include <cooperative_groups.h>

#include "gpu/experiments/token_hop/player.cuh"

namespace dsm::experiments {
namespace {

namespace cg = cooperative_groups;

// Two blocks a group, all resident (cooperative launch). Each hop: 4 bytes written, 4 read, through L2.
// grid.sync() orders the store before the partner's load (it fences at GPU scope) and holds the sender back until
// the receiver may answer.
template <bool kTraced>
__global__ void hop_grid_kernel(const HopArgs args) {
  const cg::grid_group grid = cg::this_grid();
  const std::uint32_t number = blockIdx.x % 2;
  const bool leader = threadIdx.x == 0;
  const bool keeper = leader && blockIdx.x == 0;
  auto player = make_global_player<kTraced>(args.mailboxes[blockIdx.x], args.mailboxes[blockIdx.x ^ 1], args.step);
  if (leader) args.mailboxes[blockIdx.x].token = first_token(args, number);
  grid.sync();
  const bench::ClockReading begin = bench::read_clock(keeper);
  for (std::uint32_t trip = 0; trip < args.roundTrips; ++trip) {
    if (leader && number == 0) player.send();
    grid.sync();
    if (leader && number == 1) player.send();
    grid.sync();
  }
  bench::store_clock(args.clock, keeper, begin, bench::read_clock(keeper));
  if (leader) {
    player.record.token = player.load();
    args.records[blockIdx.x] = player.record;
  }
}

__global__ void hop_setup_kernel(const HopArgs args) {
  if (threadIdx.x != 0) return;
  args.mailboxes[blockIdx.x].token = first_token(args, blockIdx.x % 2);
  args.records[blockIdx.x] = HopRecord{0, kTraceStart, 0};
}

// One hop of every group; the end of the kernel is the barrier. What a block remembers lies in global memory, so it is
// always traced: next to a launch that costs nothing. The host reads the last token out of the mailbox.
__global__ void hop_relaunch_kernel(const HopArgs args) {
  if (threadIdx.x != 0 || blockIdx.x % 2 != args.fromPeer) return;
  auto player = make_global_player<true>(args.mailboxes[blockIdx.x], args.mailboxes[blockIdx.x ^ 1], args.step);
  player.record = args.records[blockIdx.x];
  player.send();
  args.records[blockIdx.x] = player.record;
}

}  // namespace

const void* hopGridKernel(bool traced) {
  return traced ? reinterpret_cast<const void*>(&hop_grid_kernel<true>) : reinterpret_cast<const void*>(&hop_grid_kernel<false>);
}
const void* hopSetupKernel() { return reinterpret_cast<const void*>(&hop_setup_kernel); }
const void* hopRelaunchKernel() { return reinterpret_cast<const void*>(&hop_relaunch_kernel); }

}  // namespace dsm::experiments
