// SPDX-License-Identifier: Apache-2.0
// See launch_chain.h. CUDA C++ Programming Guide, "CUDA Graphs", "Creating a Graph Using Stream Capture".
#include "gpu/bench/launch_chain.h"

#include <memory>
#include <type_traits>

#include "gpu/bench/cuda_check.h"

namespace dsm::bench {
namespace {

struct GraphEnd {
  void operator()(cudaGraph_t graph) const { static_cast<void>(cudaGraphDestroy(graph)); }
};
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, GraphEnd>;

Graph recorded(cudaStream_t stream, const std::function<void()>& launches) {
  cudaGraph_t graph = nullptr;
  DSM_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  try {
    launches();
  } catch (...) {
    static_cast<void>(cudaStreamEndCapture(stream, &graph));  // the first error is the one to tell
    const Graph unfinished(graph);
    throw;
  }
  DSM_CUDA(cudaStreamEndCapture(stream, &graph));
  return Graph(graph);
}

}  // namespace

LaunchChain::LaunchChain(cudaStream_t stream, const std::function<void()>& launches) {
  const Graph graph = recorded(stream, launches);
  DSM_CUDA(cudaGraphInstantiate(&m_chain, graph.get(), 0));
}

LaunchChain::~LaunchChain() { static_cast<void>(cudaGraphExecDestroy(m_chain)); }

void LaunchChain::launch(cudaStream_t stream) const { DSM_CUDA(cudaGraphLaunch(m_chain, stream)); }

}  // namespace dsm::bench
