// SPDX-License-Identifier: Apache-2.0
// See kernel_launch.h. CUDA C++ Programming Guide, "Thread Block Clusters" and "Distributed Shared Memory".
#include "gpu/bench/kernel_launch.h"

#include <cxxabi.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "gpu/bench/cuda_check.h"

namespace dsm::bench {
namespace {

// A configuration with its attributes in place; not copyable, since the configuration points at them.
struct LaunchConfig {
  cudaLaunchConfig_t config{};
  std::array<cudaLaunchAttribute, 2> attributes{};

  LaunchConfig(const model::LaunchShape& shape, std::uint64_t gridBlocks, cudaStream_t stream, bool clusterAttribute) {
    config.gridDim = dim3(static_cast<unsigned>(gridBlocks));
    config.blockDim = dim3(shape.threads);
    config.dynamicSmemBytes = shape.dynamicBytes;
    config.stream = stream;
    config.attrs = attributes.data();
    if (shape.needsClusters && clusterAttribute) {
      cudaLaunchAttribute& attribute = attributes[config.numAttrs++];
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim.x = shape.clusterSize;
      attribute.val.clusterDim.y = 1;
      attribute.val.clusterDim.z = 1;
    }
    if (shape.cooperative) {
      cudaLaunchAttribute& attribute = attributes[config.numAttrs++];
      attribute.id = cudaLaunchAttributeCooperative;
      attribute.val.cooperative = 1;
    }
  }
  LaunchConfig(const LaunchConfig&) = delete;
  LaunchConfig& operator=(const LaunchConfig&) = delete;
};

}  // namespace

void configureKernel(const KernelChoice& kernel) {
  const model::LaunchShape& shape = kernel.shape;
  if (shape.needsClusters) {
    const int allowed = shape.allowNonPortable ? 1 : 0;
    DSM_CUDA(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeNonPortableClusterSizeAllowed, allowed));
  }
  DSM_CUDA(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shape.dynamicBytes)));
}

KernelOccupancy occupancyOf(const KernelChoice& kernel, const model::Device& device) {
  const model::LaunchShape& shape = kernel.shape;
  cudaFuncAttributes attributes{};
  DSM_CUDA(cudaFuncGetAttributes(&attributes, kernel.function));
  KernelOccupancy occupancy;
  occupancy.staticBytes = attributes.sharedSizeBytes;
  occupancy.registersPerThread = static_cast<std::uint32_t>(attributes.numRegs);
  int blocks = 0;
  DSM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.function, static_cast<int>(shape.threads), shape.dynamicBytes));
  occupancy.blocksPerSm = static_cast<std::uint32_t>(blocks);
  occupancy.activeClusters = occupancy.blocksPerSm * device.smCount;
  if (shape.needsClusters) {
    const LaunchConfig launch(shape, shape.clusterSize, nullptr, true);
    int clusters = 0;
    DSM_CUDA(cudaOccupancyMaxActiveClusters(&clusters, kernel.function, &launch.config));
    occupancy.activeClusters = static_cast<std::uint32_t>(clusters);
  }
  return occupancy;
}

std::string kernelName(const void* function) {
  const char* mangled = nullptr;
  DSM_CUDA(cudaFuncGetName(&mangled, function));
  if (mangled == nullptr) return {};
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled, nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 && text ? text.get() : mangled;
  // "void dsm::(anonymous namespace)::tile_kernel<4, false>(Args)": the last word before the arguments.
  const std::size_t end = name.find_first_of("<(", name.rfind("kernel"));
  if (end != std::string::npos) name.erase(end);
  const std::size_t begin = name.find_last_of(": ");
  return begin == std::string::npos ? name : name.substr(begin + 1);
}

std::uint64_t gridOfOneBlockPerSm(const KernelChoice& kernel, const model::Device& device) {
  if (!kernel.shape.needsClusters) {
    const std::uint64_t group = std::max(1U, kernel.shape.clusterSize);
    return device.smCount / group * group;
  }
  KernelChoice alone = kernel;
  alone.shape.dynamicBytes = std::max(kernel.shape.dynamicBytes, device.sharedPerSm / 2);
  configureKernel(alone);
  const std::uint64_t clusters = occupancyOf(alone, device).activeClusters;
  configureKernel(kernel);
  return clusters * kernel.shape.clusterSize;
}

void launchKernel(const KernelChoice& kernel, void* argument, cudaStream_t stream) {
  const LaunchConfig launch(kernel.shape, kernel.shape.gridBlocks, stream, !kernel.clusterInKernel);
  void* arguments[] = {argument};
  DSM_CUDA(cudaLaunchKernelExC(&launch.config, kernel.function, arguments));
}

model::LaunchInfo launchInfoOf(const KernelChoice& kernel, const model::Device& device) {
  const KernelOccupancy occupancy = occupancyOf(kernel, device);
  model::LaunchInfo info;
  info.gridBlocks = kernel.shape.gridBlocks;
  info.clusterSize = kernel.shape.needsClusters ? kernel.shape.clusterSize : 1;
  info.threads = kernel.shape.threads;
  info.staticBytes = occupancy.staticBytes;
  info.dynamicBytes = kernel.shape.dynamicBytes;
  info.registersPerThread = occupancy.registersPerThread;
  info.blocksPerSm = occupancy.blocksPerSm;
  info.activeClusters = occupancy.activeClusters;
  return info;
}

}  // namespace dsm::bench
