// SPDX-License-Identifier: Apache-2.0
// The clock of a launch, read by the launch itself: thread 0 of block 0 reads the SM's cycle counter and the
// nanosecond timer where its work begins and where it ends. Their quotient is the SM clock during that very
// launch, which no query from outside can tell (PTX ISA, special registers %clock64 and %globaltimer).
#pragma once

#include <cstdint>

namespace dsm::bench {

// In device memory, zeroed before each launch.
struct KernelClock {
  std::uint64_t beginCycles;
  std::uint64_t beginNs;
  std::uint64_t endCycles;
  std::uint64_t endNs;
};

#ifdef __CUDACC__

__device__ __forceinline__ std::uint64_t read_cycles() {
  std::uint64_t value;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(value)::"memory");
  return value;
}

// Advances in steps of 32 ns to about 1 us, by chip: see GpuContext::timerStepNs().
__device__ __forceinline__ std::uint64_t read_timer_ns() {
  std::uint64_t value;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value)::"memory");
  return value;
}

// One thread of the whole grid keeps the clock; for every other one these cost a predicate.
struct ClockReading {
  std::uint64_t cycles = 0;
  std::uint64_t ns = 0;
};

__device__ __forceinline__ ClockReading read_clock(bool keeper) {
  ClockReading reading;
  if (keeper) {
    reading.cycles = read_cycles();
    reading.ns = read_timer_ns();
  }
  return reading;
}

__device__ __forceinline__ void store_clock(KernelClock* clock, bool keeper, ClockReading begin, ClockReading end) {
  if (keeper) *clock = KernelClock{begin.cycles, begin.ns, end.cycles, end.ns};
}

#endif

}  // namespace dsm::bench
