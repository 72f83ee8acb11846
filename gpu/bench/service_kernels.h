// SPDX-License-Identifier: Apache-2.0
// Small kernels that serve the timing loop itself: none of them is ever measured as a result.
// All waiting ends by %globaltimer, and by a count of reads should that timer stand still.
#pragma once

#include <cuda_runtime.h>
#include <cstdint>

#include "gpu/bench/device_clock.cuh"

namespace dsm::bench {

// Keeps the stream busy for `ns`, so that the host has queued start event, launch and stop event before the first
// of them runs: else the time of the launch call itself would be measured.
cudaError_t launchHold(std::uint64_t ns, cudaStream_t stream);

// One thread spins for `ns` and writes its clock record: the SM clock right after a launch that was too short.
cudaError_t launchClockProbe(KernelClock* clock, std::uint64_t ns, cudaStream_t stream);

// Writes the smallest step of %globaltimer seen over 64 steps, in nanoseconds; 0 if it stood still.
cudaError_t launchTimerStep(std::uint64_t* stepNs, cudaStream_t stream);

// A kernel of any shape that touches no memory: thread 0 of each block waits until `ns` have passed since the block began,
// the others at a barrier. What the counters show of it is the background of a launch of that shape and duration. Takes a
// BlankArgs.
struct BlankArgs {
  std::uint64_t ns = 0;
};
const void* blankKernel();

// An empty kernel with dynamic shared memory, to ask occupancy questions with.
const void* occupancyKernel();

}  // namespace dsm::bench
