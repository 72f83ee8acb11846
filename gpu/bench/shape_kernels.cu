// SPDX-License-Identifier: Apache-2.0
// Shape kernels without a cluster.
#include "gpu/bench/shape_kernels.cuh"

namespace dsm::bench {
namespace {

// Each block leaves one word (see expectedShapeWord).
template <std::uint32_t kStaticBytes>
__global__ void shape_kernel(const ShapeArgs args) {
  extern __shared__ std::uint32_t dynamic[];
  const std::uint32_t word = reach_shared_memory<kStaticBytes>(args, dynamic, shapeWord(args.salt, blockIdx.x));
  if (threadIdx.x == 0) args.words[blockIdx.x] = word;
}

}  // namespace

const void* shapeKernel(int staticIndex) {
  const void* const kernels[] = {reinterpret_cast<const void*>(&shape_kernel<kShapeStaticBytes[0]>),
                                 reinterpret_cast<const void*>(&shape_kernel<kShapeStaticBytes[1]>),
                                 reinterpret_cast<const void*>(&shape_kernel<kShapeStaticBytes[2]>)};
  return kernels[staticIndex];
}

}  // namespace dsm::bench
