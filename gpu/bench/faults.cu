// SPDX-License-Identifier: Apache-2.0
// Faults that run on every architecture, and the choice among all of them.
#undef NDEBUG  // the device assert has to assert in a release build too
#include <cassert>

#include "gpu/bench/cluster_faults.h"
#include "gpu/bench/cuda_check.h"
#include "gpu/bench/device_clock.cuh"
#include "gpu/bench/faults.h"

namespace dsm::bench {
namespace {

constexpr std::uint64_t kGiveUpNs = 60'000'000'000;

__global__ void hang_kernel() {
  const std::uint64_t begin = read_timer_ns();
  while (read_timer_ns() - begin < kGiveUpNs) __nanosleep(1000);
}

__global__ void illegal_address_kernel(std::uint32_t* nowhere) { *nowhere = 1; }

__global__ void assert_kernel(int zero) { assert(zero != 0 && "asked for"); }

}  // namespace

void injectFault(std::string_view name) {
  if (name == "hang") {
    hang_kernel<<<1, 1>>>();
  } else if (name == "illegal_address") {
    illegal_address_kernel<<<1, 1>>>(reinterpret_cast<std::uint32_t*>(std::uintptr_t{16}));
  } else if (name == "assert") {
    assert_kernel<<<1, 1>>>(0);
  } else if (name == "early_exit") {
    DSM_CUDA(launchEarlyExit());
  } else {
    throw CudaError(cudaErrorInvalidValue, "injectFault(\"" + std::string(name) + "\")", "gpu/bench/faults.cu");
  }
  DSM_CUDA(cudaGetLastError());
  DSM_CUDA(cudaDeviceSynchronize());
}

}  // namespace dsm::bench
