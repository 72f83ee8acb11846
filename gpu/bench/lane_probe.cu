// SPDX-License-Identifier: Apache-2.0
// See lane_probe.h. Accesses are inline PTX: each is one instruction of the wanted width, and none is dropped, joined or
// moved out of the loop. Remote ones are generic accesses by a mapped 64-bit pointer, as map_shared_rank gives it.
#include <cooperative_groups.h>

#include "gpu/bench/lane_probe.h"

namespace dsm::bench {
namespace {

namespace cg = cooperative_groups;

// Loads give the sum of the element's 32-bit words; a lane's value goes into every word of what it stores.
template <std::uint32_t kBytes>
struct Local {
  static __device__ __forceinline__ std::uint32_t load(std::uint32_t at) {
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    std::uint16_t half = 0;
    if constexpr (kBytes == 1) {
      asm volatile("{ .reg .u32 t; ld.volatile.shared.u8 t, [%1]; mov.u32 %0, t; }" : "=r"(a) : "r"(at) : "memory");
    } else if constexpr (kBytes == 2) {
      asm volatile("ld.volatile.shared.u16 %0, [%1];" : "=h"(half) : "r"(at) : "memory");
      a = half;
    } else if constexpr (kBytes == 4) {
      asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(a) : "r"(at) : "memory");
    } else if constexpr (kBytes == 8) {
      asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory");
    } else {
      asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
    }
    return a + b + c + d;
  }
  static __device__ __forceinline__ void store(std::uint32_t at, std::uint32_t v) {
    if constexpr (kBytes == 1) {
      asm volatile("st.volatile.shared.u8 [%0], %1;" ::"r"(at), "r"(v) : "memory");
    } else if constexpr (kBytes == 2) {
      asm volatile("st.volatile.shared.u16 [%0], %1;" ::"r"(at), "h"(static_cast<std::uint16_t>(v)) : "memory");
    } else if constexpr (kBytes == 4) {
      asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(at), "r"(v) : "memory");
    } else if constexpr (kBytes == 8) {
      asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %1};" ::"r"(at), "r"(v) : "memory");
    } else {
      asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(v) : "memory");
    }
  }
  static __device__ __forceinline__ void add_one(std::uint32_t at) { asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(at) : "memory"); }
  static __device__ __forceinline__ void add(std::uint32_t at, std::uint32_t v) {
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(v) : "memory");
  }
};

template <std::uint32_t kBytes>
struct Remote {
  static __device__ __forceinline__ std::uint32_t load(std::uint64_t at) {
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    std::uint16_t half = 0;
    if constexpr (kBytes == 1) {
      asm volatile("{ .reg .u32 t; ld.volatile.u8 t, [%1]; mov.u32 %0, t; }" : "=r"(a) : "l"(at) : "memory");
    } else if constexpr (kBytes == 2) {
      asm volatile("ld.volatile.u16 %0, [%1];" : "=h"(half) : "l"(at) : "memory");
      a = half;
    } else if constexpr (kBytes == 4) {
      asm volatile("ld.volatile.u32 %0, [%1];" : "=r"(a) : "l"(at) : "memory");
    } else if constexpr (kBytes == 8) {
      asm volatile("ld.volatile.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at) : "memory");
    } else {
      asm volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(at) : "memory");
    }
    return a + b + c + d;
  }
  static __device__ __forceinline__ void store(std::uint64_t at, std::uint32_t v) {
    if constexpr (kBytes == 1) {
      asm volatile("st.volatile.u8 [%0], %1;" ::"l"(at), "r"(v) : "memory");
    } else if constexpr (kBytes == 2) {
      asm volatile("st.volatile.u16 [%0], %1;" ::"l"(at), "h"(static_cast<std::uint16_t>(v)) : "memory");
    } else if constexpr (kBytes == 4) {
      asm volatile("st.volatile.u32 [%0], %1;" ::"l"(at), "r"(v) : "memory");
    } else if constexpr (kBytes == 8) {
      asm volatile("st.volatile.v2.u32 [%0], {%1, %1};" ::"l"(at), "r"(v) : "memory");
    } else {
      asm volatile("st.volatile.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(v) : "memory");
    }
  }
  static __device__ __forceinline__ void add_one(std::uint64_t at) {
    asm volatile("red.relaxed.cluster.add.u32 [%0], 1;" ::"l"(at) : "memory");
  }
  static __device__ __forceinline__ void add(std::uint64_t at, std::uint32_t v) {
    asm volatile("red.relaxed.cluster.add.u32 [%0], %1;" ::"l"(at), "r"(v) : "memory");
  }
};

// 1. Both blocks fill their arena.  cluster.sync(): filled, and both run, before an access.
// 2. The active lanes of rank 0 access rank kRemote's arena, each always at its own address.
// 3. cluster.sync(): all accesses are there before their owner looks; rank 1 is still there for the last of them.
// 4. The lanes' elements are read back by their owner, one lane at a time, inactive ones too (stores, adds); or rank 0
//    writes what it summed up (loads).
// Steps 1, 3 and 4 are the same for all offsets, lanes and numbers of accesses: a launch without any is what to subtract.
template <LaneProbeOp kOp, std::uint32_t kBytes, bool kRemote>
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(32) lane_probe_kernel(const LaneProbeArgs args) {
  __shared__ alignas(1024) std::uint32_t arena[kLaneArenaBytes / 4];
  const cg::cluster_group cluster = cg::this_cluster();
  const std::uint32_t rank = cluster.block_rank();
  const std::uint32_t lane = threadIdx.x;
  constexpr bool kAdds = kOp == LaneProbeOp::addOne || kOp == LaneProbeOp::addValue;
  for (std::uint32_t i = lane; i < kLaneArenaBytes / 4; i += 32) arena[i] = kAdds ? 0 : (i + rank) * kLaneWordFactor;
  cluster.sync();

  const bool active = (args.activeLanes >> lane & 1U) != 0;
  std::uint64_t sum = 0;
  if (rank == 0 && active) {
    using Access = std::conditional_t<kRemote, Remote<kBytes>, Local<kBytes>>;
    using Address = std::conditional_t<kRemote, std::uint64_t, std::uint32_t>;
    char* const element = reinterpret_cast<char*>(arena) + args.offsets[lane];
    Address at;
    if constexpr (kRemote) {
      at = reinterpret_cast<std::uint64_t>(cluster.map_shared_rank(element, 1));
    } else {
      at = static_cast<std::uint32_t>(__cvta_generic_to_shared(element));
    }
#pragma unroll 1
    for (std::uint32_t i = 0; i < args.accesses; ++i) {
      if constexpr (kOp == LaneProbeOp::load) sum += Access::load(at);
      if constexpr (kOp == LaneProbeOp::store) Access::store(at, lane + 1);
      if constexpr (kOp == LaneProbeOp::addOne) Access::add_one(at);
      if constexpr (kOp == LaneProbeOp::addValue) Access::add(at, lane + 1);
    }
  }
  cluster.sync();

  if (rank != (kRemote && kOp != LaneProbeOp::load ? 1 : 0)) return;
  if constexpr (kOp != LaneProbeOp::load) {
    const volatile std::uint32_t* const words = arena;
    for (std::uint32_t turn = 0; turn < 32; ++turn) {
      if (turn == lane) sum = words[args.offsets[lane] / 4];
      __syncwarp();
    }
    const std::uint32_t shift = args.offsets[lane] % 4 * 8;
    if (kBytes == 1) sum = sum >> shift & 0xff;
    if (kBytes == 2) sum = sum >> shift & 0xffff;
  }
  args.results[lane] = active ? sum : 0;
}

template <LaneProbeOp kOp, bool kRemote>
void (*kernelOf(std::uint32_t elementBytes))(LaneProbeArgs) {
  if constexpr (kOp == LaneProbeOp::addOne || kOp == LaneProbeOp::addValue) {
    return elementBytes == 4 ? lane_probe_kernel<kOp, 4, kRemote> : nullptr;
  } else {
    switch (elementBytes) {
      case 1:
        return lane_probe_kernel<kOp, 1, kRemote>;
      case 2:
        return lane_probe_kernel<kOp, 2, kRemote>;
      case 4:
        return lane_probe_kernel<kOp, 4, kRemote>;
      case 8:
        return lane_probe_kernel<kOp, 8, kRemote>;
      case 16:
        return lane_probe_kernel<kOp, 16, kRemote>;
      default:
        return nullptr;
    }
  }
}

template <bool kRemote>
void (*kernelOf(LaneProbeOp op, std::uint32_t elementBytes))(LaneProbeArgs) {
  switch (op) {
    case LaneProbeOp::load:
      return kernelOf<LaneProbeOp::load, kRemote>(elementBytes);
    case LaneProbeOp::store:
      return kernelOf<LaneProbeOp::store, kRemote>(elementBytes);
    case LaneProbeOp::addOne:
      return kernelOf<LaneProbeOp::addOne, kRemote>(elementBytes);
    case LaneProbeOp::addValue:
      return kernelOf<LaneProbeOp::addValue, kRemote>(elementBytes);
  }
  return nullptr;
}

}  // namespace

cudaError_t launchLaneProbe(LaneProbeOp op, std::uint32_t elementBytes, bool remote, const LaneProbeArgs& args, cudaStream_t stream) {
  const auto kernel = remote ? kernelOf<true>(op, elementBytes) : kernelOf<false>(op, elementBytes);
  if (kernel == nullptr || args.results == nullptr) return cudaErrorInvalidValue;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((args.activeLanes >> lane & 1U) == 0) continue;
    if (args.offsets[lane] % elementBytes != 0 || args.offsets[lane] > kLaneArenaBytes - elementBytes) return cudaErrorInvalidValue;
  }
  kernel<<<2, 32, 0, stream>>>(args);
  return cudaGetLastError();
}

}  // namespace dsm::bench
