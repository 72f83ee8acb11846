// SPDX-License-Identifier: Apache-2.0
// Many kernels one after another as one CUDA graph, so that the GPU and not the host sets the pace: launched one by
// one, a chain waits for the CPU at each kernel (3.1 to 4.3 us a kernel from run to run on one machine).
#pragma once

#include <cuda_runtime.h>
#include <functional>

namespace dsm::bench {

class LaunchChain {
 public:
  // Records what `launches` queues on `stream`; nothing runs. Arguments are copied. Throws CudaError, and what
  // `launches` throws. Costs some microseconds a kernel, once.
  LaunchChain(cudaStream_t stream, const std::function<void()>& launches);
  ~LaunchChain();
  LaunchChain(const LaunchChain&) = delete;
  LaunchChain& operator=(const LaunchChain&) = delete;

  void launch(cudaStream_t stream) const;  // queues the whole chain

 private:
  cudaGraphExec_t m_chain = nullptr;
};

}  // namespace dsm::bench
