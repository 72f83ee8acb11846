// SPDX-License-Identifier: Apache-2.0
// Blocks on an SM against the calculator that ships with the CUDA toolkit (cuda_occupancy.h), limit by limit. No GPU needed.
#include <cuda_occupancy.h>
#include <gtest/gtest.h>
#include <random>

#include "gpu/model/chips.h"
#include "gpu/model/residency.h"

namespace dsm::model {
namespace {

cudaOccDeviceProp propertiesOf(const Device& device) {
  cudaOccDeviceProp properties;
  properties.computeMajor = device.ccMajor;
  properties.computeMinor = device.ccMinor;
  properties.maxThreadsPerBlock = static_cast<int>(device.maxThreadsPerBlock);
  properties.maxThreadsPerMultiprocessor = static_cast<int>(device.maxThreadsPerSm);
  properties.regsPerBlock = static_cast<int>(device.registersPerSm);
  properties.regsPerMultiprocessor = static_cast<int>(device.registersPerSm);
  properties.warpSize = 32;
  properties.sharedMemPerBlock = device.sharedPerBlockStatic;
  properties.sharedMemPerMultiprocessor = device.sharedPerSm;
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = device.sharedPerBlockOptin;
  properties.reservedSharedMemPerBlock = device.sharedReservedPerBlock;
  return properties;
}

cudaOccResult ask(const LaunchShape& shape, const Device& device) {
  const cudaOccDeviceProp properties = propertiesOf(device);
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = static_cast<int>(device.maxThreadsPerBlock);
  attributes.numRegs = static_cast<int>(shape.registersPerThread);
  attributes.sharedSizeBytes = shape.staticBytes;
  attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = shape.dynamicBytes;
  attributes.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, static_cast<int>(shape.threads), shape.dynamicBytes),
            CUDA_OCC_SUCCESS);
  return result;
}

TEST(BlocksPerSm, EqualsTheToolkitsCalculator) {
  std::mt19937_64 random(90);
  for (const std::string& name : chipNames()) {
    const Device device = *chipDevice(name);
    for (int i = 0; i < 20000; ++i) {
      LaunchShape shape;
      shape.threads = 1 + random() % 1024;
      shape.registersPerThread = 1 + random() % 255;
      shape.staticBytes = random() % 3 == 0 ? random() % (16 * 1024) : 0;
      shape.dynamicBytes = random() % (device.sharedPerBlockOptin - shape.staticBytes + 1);
      if (random() % 2 == 0) {  // at the edge where one block more fits
        const std::uint64_t share = device.sharedPerSm / (1 + random() % device.maxBlocksPerSm);
        const std::uint64_t taken = device.sharedReservedPerBlock + shape.staticBytes + random() % 260;
        if (share > taken) shape.dynamicBytes = std::min(share - taken, device.sharedPerBlockOptin - shape.staticBytes);
      }
      const cudaOccResult expected = ask(shape, device);
      ASSERT_EQ(blocksPerSm(shape, device), static_cast<std::uint32_t>(expected.activeBlocksPerMultiprocessor))
          << name << ": " << shape.threads << " threads, " << shape.registersPerThread << " registers, " << shape.staticBytes << " + "
          << shape.dynamicBytes << " B";
      if (expected.activeBlocksPerMultiprocessor == 0) continue;
      const std::vector<SmLimit> limits = smLimits(shape, device);
      EXPECT_EQ(limits[0].blocks.value_or(expected.blockLimitSharedMem), static_cast<std::uint32_t>(expected.blockLimitSharedMem)) << name;
      EXPECT_EQ(*limits[1].blocks, static_cast<std::uint32_t>(expected.blockLimitWarps)) << name;
      EXPECT_EQ(*limits[2].blocks, static_cast<std::uint32_t>(expected.blockLimitRegs)) << name;
      EXPECT_EQ(*limits[3].blocks, static_cast<std::uint32_t>(expected.blockLimitBlocks)) << name;
    }
  }
}

}  // namespace
}  // namespace dsm::model
