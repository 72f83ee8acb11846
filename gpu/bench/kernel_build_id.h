// SPDX-License-Identifier: Apache-2.0
// Identity of the device code in this build, for a run's provenance.
#pragma once

namespace dsm::bench {

// 16 hex digits: SHA-256, cut, of every source that reaches device code, the CUDA compiler's version and the
// architectures. Generated when one of them changes (gpu/bench/hash_sources.cmake).
const char* kernelBuildId();

}  // namespace dsm::bench
