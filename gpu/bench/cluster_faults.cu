// SPDX-License-Identifier: Apache-2.0
// A block that leaves its cluster while a peer still reads its shared memory: the trap that every experiment's last
// cluster barrier is there to avoid.
#include <cooperative_groups.h>
#include <cstdint>

#include "gpu/bench/cluster_faults.h"

namespace dsm::bench {
namespace {

namespace cg = cooperative_groups;

__global__ void early_exit_kernel(std::uint32_t* out, int reads) {
  __shared__ std::uint32_t words[1024];
  const cg::cluster_group cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = i;
  cluster.sync();
  if (cluster.block_rank() != 0) return;  // the fault: no barrier before the exit
  const volatile std::uint32_t* peer = cluster.map_shared_rank(words, 1);
  std::uint32_t sum = 0;
  for (int read = 0; read < reads; ++read) sum += peer[(threadIdx.x + read * 33) % 1024];
  if (sum == 1) *out = sum;
}

}  // namespace

cudaError_t launchEarlyExit() {
  int device = 0;
  int clusters = 0;
  if (const cudaError_t result = cudaGetDevice(&device); result != cudaSuccess) return result;
  if (const cudaError_t result = cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, device); result != cudaSuccess) {
    return result;
  }
  if (clusters == 0) return cudaErrorNotSupported;
  std::uint32_t* out = nullptr;
  if (const cudaError_t result = cudaMalloc(reinterpret_cast<void**>(&out), sizeof *out); result != cudaSuccess) {
    return result;
  }
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(64);
  config.blockDim = dim3(256);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, early_exit_kernel, out, 20'000);  // `out` dies with the context
}

}  // namespace dsm::bench
