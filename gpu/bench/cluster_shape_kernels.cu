// SPDX-License-Identifier: Apache-2.0
// Shape kernels with a cluster. Need sm_90.
#include <cooperative_groups.h>

#include "gpu/bench/shape_kernels.cuh"

namespace dsm::bench {
namespace {

namespace cg = cooperative_groups;

// 1. As without a cluster: the block's word at the end of its own memory.
//                              cluster.sync(): every block's word is there, and every block runs, before a remote read.
// 2. Thread 0 reads the next rank's word: 4 bytes over DSMEM (its own in a cluster of one).
//                              cluster.sync(): no block leaves while its neighbour reads its memory.
template <std::uint32_t kStaticBytes>
__global__ void cluster_shape_kernel(const ShapeArgs args) {
  extern __shared__ std::uint32_t dynamic[];
  const cg::cluster_group cluster = cg::this_cluster();
  std::uint32_t word = reach_shared_memory<kStaticBytes>(args, dynamic, shapeWord(args.salt, blockIdx.x));
  cluster.sync();
  if (threadIdx.x == 0 && args.dynamicBytes >= 4) {
    word += cluster.map_shared_rank(dynamic, (cluster.block_rank() + 1) % cluster.num_blocks())[args.dynamicBytes / 4 - 1];
  }
  cluster.sync();
  if (threadIdx.x == 0) args.words[blockIdx.x] = word + cluster.num_blocks() * 65537U;
}

}  // namespace

const void* clusterShapeKernel(int staticIndex) {
  const void* const kernels[] = {reinterpret_cast<const void*>(&cluster_shape_kernel<kShapeStaticBytes[0]>),
                                 reinterpret_cast<const void*>(&cluster_shape_kernel<kShapeStaticBytes[1]>),
                                 reinterpret_cast<const void*>(&cluster_shape_kernel<kShapeStaticBytes[2]>)};
  return kernels[staticIndex];
}

}  // namespace dsm::bench
