// SPDX-License-Identifier: Apache-2.0
// Launching one kernel in the shape that a spec describes: attributes, occupancy and cudaLaunchKernelEx with the
// cluster or cooperative attribute, in the order that CUDA wants them.
#pragma once

#include <cuda_runtime.h>
#include <cstdint>
#include <string>

#include "gpu/bench/kernel_experiment.h"
#include "gpu/model/device.h"

namespace dsm::bench {

// Sets the function's attributes for this shape: the non-portable opt-in before anything asks about a cluster above
// 8, and the dynamic shared memory always, since a lower value than the last launch's is a value too.
void configureKernel(const KernelChoice& kernel);

// What the device says of a configured kernel.
struct KernelOccupancy {
  std::uint64_t staticBytes = 0;
  std::uint32_t registersPerThread = 0;
  std::uint32_t blocksPerSm = 0;
  std::uint32_t activeClusters = 0;  // blocks where the launch has no cluster
};
KernelOccupancy occupancyOf(const KernelChoice& kernel, const model::Device& device);

// Blocks that fill the device with one block an SM: clusters that are active at once, asked with so much shared
// memory that no two blocks share an SM, times their size. Leaves the kernel configured.
std::uint64_t gridOfOneBlockPerSm(const KernelChoice& kernel, const model::Device& device);

// The kernel's name without namespaces and template arguments: "tile_dsmem_kernel".
std::string kernelName(const void* function);

// Queues the kernel with one by-value argument. The kernel is configured and shape.gridBlocks is set.
void launchKernel(const KernelChoice& kernel, void* argument, cudaStream_t stream);

// The parts of a LaunchInfo that device and shape tell.
model::LaunchInfo launchInfoOf(const KernelChoice& kernel, const model::Device& device);

}  // namespace dsm::bench
