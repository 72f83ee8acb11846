// SPDX-License-Identifier: Apache-2.0
// One player of the token hop: takes the token out of its own mailbox, adds the step, stores it in the partner's.
// The same code for every medium and barrier: `load` and `store` are the medium.
#pragma once

#include "gpu/experiments/token_hop/kernels.h"

namespace dsm::experiments {

// kTraced: the checked twin, which also folds every token that it sends into a trace. The timed form keeps none: the
// token itself carries the number of hops, since each one adds the step to what it found.
template <bool kTraced, class Load, class Store>
struct HopPlayer {
  Load load;
  Store store;
  std::uint32_t step;
  HopRecord record{0, kTraceStart, 0};

  __device__ __forceinline__ void send() {
    const std::uint32_t token = load() + step;
    store(token);
    if constexpr (kTraced) {
      record.trace = record.trace * kTraceFactor + token;
      ++record.hops;
    }
  }
};

template <bool kTraced, class Load, class Store>
__device__ __forceinline__ HopPlayer<kTraced, Load, Store> make_player(Load load, Store store, std::uint32_t step) {
  return {load, store, step};
}

// A player whose mailboxes lie in global memory.
template <bool kTraced>
__device__ __forceinline__ auto make_global_player(HopMailbox& own, HopMailbox& partner, std::uint32_t step) {
  volatile std::uint32_t* from = &own.token;
  volatile std::uint32_t* to = &partner.token;
  return make_player<kTraced>([from] { return *from; }, [to](std::uint32_t token) { *to = token; }, step);
}

// What a group's block finds in its mailbox at the start.
__device__ __forceinline__ std::uint32_t first_token(const HopArgs& args, std::uint32_t number) {
  const std::uint32_t group = blockIdx.x / args.groupSize;
  return number == 0 ? args.start + group : ~(args.start + group + number);
}

}  // namespace dsm::experiments
