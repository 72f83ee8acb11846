// SPDX-License-Identifier: Apache-2.0
// Device queries: what is reported has to hang together, and the occupancy table has to serve every launch.
#include <gtest/gtest.h>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/devices.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/bench/service_kernels.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

TEST(Device, LimitsHangTogether) {
  const model::Device& gpu = device();
  EXPECT_EQ(gpu.uuid.size(), 40U) << gpu.uuid;
  EXPECT_GT(gpu.smCount, 0U);
  EXPECT_GE(gpu.sharedPerBlockOptin, gpu.sharedPerBlockStatic);
  EXPECT_LE(gpu.sharedPerBlockOptin + gpu.sharedReservedPerBlock, gpu.sharedPerSm);
  EXPECT_GE(gpu.maxThreadsPerSm, gpu.maxThreadsPerBlock);
  EXPECT_GT(gpu.clockHz, 100'000'000U);
  EXPECT_GE(gpu.maxClusterNonPortable, gpu.maxClusterPortable);
}

TEST(Device, TimerAdvances) {
  const std::uint64_t step = bench::GpuContext::of(device()).timerStepNs();
  EXPECT_GT(step, 0U);
  EXPECT_LE(step, 2048U);
  RecordProperty("globaltimer_step_ns", static_cast<int>(step));
}

TEST(Device, OccupancyTableHasAClusterOfOneAsArithmeticSaysIt) {
  DSM_NEEDS_CLUSTERS();
  int seen = 0;
  for (const model::OccupancyEntry& entry : device().occupancy) {
    EXPECT_LE(entry.activeClusters * entry.clusterSize, device().smCount * entry.blocksPerSm);
    if (entry.clusterSize != 1) continue;
    // An H200 keeps at most 8 clusters an SM, whatever else would fit.
    if (entry.blocksPerSm <= 8) { EXPECT_EQ(entry.activeClusters, device().smCount * entry.blocksPerSm); }
    ++seen;
  }
  EXPECT_GT(seen, 3);
}

TEST(Device, LowerDynamicMemoryAfterMoreAndMoreAgainAfterLess) {
  for (const std::int64_t bins : {16384, 1, 16384}) {  // 64 KiB, 4 B, 64 KiB
    EXPECT_TRUE(isCorrect(request("histogram", "block_private", {{"bins", bins}, {"keys", 100'000}})));
  }
}

TEST(Device, AFailedCallLeavesNoErrorBehind) {
  EXPECT_THROW(DSM_CUDA(cudaFuncSetAttribute(bench::occupancyKernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30)),
               bench::CudaError);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST(Device, MemoryThatDoesNotExistIsARecoverableError) {
  bench::GpuContext& context = bench::GpuContext::of(device());
  try {
    context.buffer("far too much", std::size_t{1} << 50);
    FAIL() << "2^50 bytes were allocated";
  } catch (const bench::CudaError& error) {
    EXPECT_FALSE(error.sticky());
  }
  EXPECT_TRUE(isCorrect(request("histogram", "global_atomics", {{"bins", 10}, {"keys", 1000}})));
}

}  // namespace
}  // namespace dsm::gputest
