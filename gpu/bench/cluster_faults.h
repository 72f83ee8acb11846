// SPDX-License-Identifier: Apache-2.0
// The fault that needs a cluster: built for the architectures that have them, so apart from the others.
#pragma once

#include <cuda_runtime.h>

namespace dsm::bench {

// Rank 1 exits at once while rank 0 reads its shared memory 20,000 times: error 719 (seen each time with 2,000 reads
// on an H200). cudaErrorNotSupported on a device without clusters; else the launch's own code.
cudaError_t launchEarlyExit();

}  // namespace dsm::bench
