// SPDX-License-Identifier: Apache-2.0
// The one exception of gpu/: a CUDA call that did not succeed, with the call's text and place. It is thrown
// inside gpu/ and caught at the worker's request boundary. This header needs no CUDA toolkit, so that
// whoever catches it does not either.
#pragma once

#include <stdexcept>
#include <string>

#include "gpu/model/error.h"

namespace dsm::bench {

class CudaError : public std::runtime_error {
 public:
  // `code` is a cudaError_t. `place` is "file:line" of the call.
  CudaError(int code, std::string call, std::string place);

  int code() const { return m_code; }                   // 719
  const std::string& name() const { return m_name; }    // "cudaErrorLaunchFailure"
  const std::string& call() const { return m_call; }    // "cudaStreamSynchronize(stream)"
  const std::string& place() const { return m_place; }  // "gpu/bench/gpu_context.cpp:120"

  // False for what leaves the context usable: a bad value or configuration, too many resources, a cooperative
  // launch too large, memory that ran out. Everything else, also what is unknown, is sticky: the process must go.
  bool sticky() const { return m_sticky; }

  // For a reply: code "cuda_launch_failure", a sentence that names the call, and what to do.
  model::Error toError() const;

 private:
  int m_code;
  std::string m_name;
  std::string m_call;
  std::string m_place;
  bool m_sticky;
};

// Whether a cudaError_t leaves the context unusable (see CudaError::sticky()).
bool isSticky(int cudaErrorCode);

}  // namespace dsm::bench
