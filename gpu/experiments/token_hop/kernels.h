// SPDX-License-Identifier: Apache-2.0
// The token hop's kernels as the host sees them, and the protocol's arithmetic, shared by device and reference.
#pragma once

#include <cstdint>

#include "gpu/bench/device_clock.cuh"

namespace dsm::experiments {

// What a block says of itself when the game is over. Nobody's record can be right if a hop was skipped: each hop adds
// the step to the token that it found, and in a traced kernel `trace` folds in every token that the block sent, in order.
struct HopRecord {
  std::uint32_t token;  // last value in the block's own mailbox
  std::uint32_t trace;  // of the tokens it sent; kTraceStart if it sent none
  std::uint32_t hops;   // tokens it sent; 0 if the kernel keeps no trace
};

// A mailbox in global memory, alone in its 128-byte line.
struct alignas(128) HopMailbox {
  std::uint32_t token;
};

constexpr std::uint32_t kTraceStart = 0x811c9dc5U;
constexpr std::uint32_t kTraceFactor = 0x01000193U;

// By-value argument of every hop kernel. Players are blocks: in a group of `groupSize`, number 0 and number `peer`.
struct HopArgs {
  HopRecord* records = nullptr;     // one a block
  HopMailbox* mailboxes = nullptr;  // one a block; unused by dsmem_barrier
  std::uint32_t roundTrips = 0;
  std::uint32_t groupSize = 2;
  std::uint32_t peer = 1;
  std::uint32_t start = 0;     // the first mailbox of a group holds start + group
  std::uint32_t step = 1;      // added at every hop; odd
  std::uint32_t fromPeer = 0;  // relaunch: 0 the hop of number 0, 1 the peer's
  bench::KernelClock* clock = nullptr;
};

// traced: the checked twin of the timed loop. pair: for clusters of 2, whose size stands in the kernel.
const void* hopDsmemKernel(bool pair, bool traced);
const void* hopGlobalKernel(bool pair, bool traced);
const void* hopGridKernel(bool traced);
const void* hopRelaunchKernel();  // always traced
const void* hopSetupKernel();  // relaunch: mailboxes and records before the first hop

}  // namespace dsm::experiments
