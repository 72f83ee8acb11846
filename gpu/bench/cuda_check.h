// SPDX-License-Identifier: Apache-2.0
// DSM_CUDA(call): every CUDA call of gpu/ goes through it, so that none goes unchecked and an error names its
// call and place. Needs the CUDA toolkit; who only catches includes cuda_error.h.
#pragma once

#include <cuda_runtime.h>

#include "gpu/bench/cuda_error.h"

namespace dsm::bench {

// Throws CudaError unless `result` is cudaSuccess; also takes the error off CUDA's thread-local record, so that
// a recoverable one is not met again by the next call.
void checkCuda(cudaError_t result, const char* call, const char* file, int line);

}  // namespace dsm::bench

#define DSM_CUDA(call) ::dsm::bench::checkCuda((call), #call, __FILE__, __LINE__)
