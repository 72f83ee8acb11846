// SPDX-License-Identifier: Apache-2.0
// Kernels that do nothing but say that they ran, and in which shape: to ask a device whether it really takes a launch. They
// come with 0, 1 or 47 KiB of static shared memory, with and without a cluster. cluster_shape_kernels.cu holds those
// that need sm_90; shape_kernels.cu the rest. Linked by tests alone.
#pragma once

#include <cuda_runtime.h>
#include <cstdint>

namespace dsm::bench {

inline constexpr std::uint32_t kShapeStaticBytes[] = {0, 1024, 47 * 1024};

struct ShapeArgs {
  std::uint32_t* words = nullptr;   // one a block
  std::uint32_t salt = 0;
  std::uint32_t dynamicBytes = 0;   // as launched: the last whole word of it is written and read back
};

// What block `block` writes before anything is added: differs from block to block and from launch to launch.
__host__ __device__ inline std::uint32_t shapeWord(std::uint32_t salt, std::uint32_t block) { return (salt ^ block * 2654435761U) | 1U; }

// What block `block` has to leave: its word, again for each kind of shared memory that it reached, and in a cluster its
// neighbour's word out of the neighbour's dynamic memory, and the size that the cluster really had.
inline std::uint32_t expectedShapeWord(const ShapeArgs& args, std::uint32_t block, std::uint32_t staticBytes, std::uint32_t clusterSize, bool clusters) {
  const bool dynamic = args.dynamicBytes >= 4;
  const std::uint32_t own = shapeWord(args.salt, block);
  std::uint32_t word = own * (1U + (staticBytes > 0 ? 1U : 0U) + (dynamic ? 1U : 0U));
  if (!clusters) return word;
  const std::uint32_t first = block / clusterSize * clusterSize;
  if (dynamic) word += shapeWord(args.salt, first + (block - first + 1) % clusterSize);
  return word + clusterSize * 65537U;
}

// `staticIndex` into kShapeStaticBytes. Kernels of one ShapeArgs by value.
const void* shapeKernel(int staticIndex);
const void* clusterShapeKernel(int staticIndex);

}  // namespace dsm::bench
