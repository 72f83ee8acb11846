// SPDX-License-Identifier: Apache-2.0
// Hold, clock probe, timer step, the blank launch and the occupancy stand-in. Run on every architecture that is built.
#include "gpu/bench/service_kernels.h"

namespace dsm::bench {
namespace {

// A timer read takes some tens of cycles: this many reads are well over a second on any clock.
constexpr std::uint32_t kMostReads = 100'000'000;

__device__ void wait_ns(std::uint64_t ns) {
  const std::uint64_t begin = read_timer_ns();
  for (std::uint32_t reads = 0; reads < kMostReads && read_timer_ns() - begin < ns; ++reads) {
  }
}

__global__ void hold_kernel(std::uint64_t ns) { wait_ns(ns); }

__global__ void clock_probe_kernel(KernelClock* clock, std::uint64_t ns) {
  const ClockReading begin = read_clock(true);
  wait_ns(ns);
  store_clock(clock, true, begin, read_clock(true));
}

__global__ void timer_step_kernel(std::uint64_t* stepNs) {
  std::uint64_t smallest = 0;
  std::uint64_t last = read_timer_ns();
  std::uint32_t steps = 0;
  for (std::uint32_t reads = 0; reads < kMostReads && steps < 64; ++reads) {
    const std::uint64_t now = read_timer_ns();
    if (now == last) continue;
    if (smallest == 0 || now - last < smallest) smallest = now - last;
    last = now;
    ++steps;
  }
  *stepNs = smallest;
}

__global__ void blank_kernel(const BlankArgs args) {
  if (threadIdx.x == 0) wait_ns(args.ns);
  __syncthreads();  // the block keeps all its warps for as long
}

__global__ void occupancy_kernel(std::uint32_t* out) {
  extern __shared__ std::uint32_t words[];
  if (out != nullptr) out[threadIdx.x] = words[threadIdx.x];
}

}  // namespace

cudaError_t launchHold(std::uint64_t ns, cudaStream_t stream) {
  hold_kernel<<<1, 1, 0, stream>>>(ns);
  return cudaGetLastError();
}

cudaError_t launchClockProbe(KernelClock* clock, std::uint64_t ns, cudaStream_t stream) {
  clock_probe_kernel<<<1, 1, 0, stream>>>(clock, ns);
  return cudaGetLastError();
}

cudaError_t launchTimerStep(std::uint64_t* stepNs, cudaStream_t stream) {
  timer_step_kernel<<<1, 1, 0, stream>>>(stepNs);
  return cudaGetLastError();
}

const void* blankKernel() { return reinterpret_cast<const void*>(&blank_kernel); }

const void* occupancyKernel() { return reinterpret_cast<const void*>(&occupancy_kernel); }

}  // namespace dsm::bench
