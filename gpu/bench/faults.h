// SPDX-License-Identifier: Apache-2.0
// Real faults on purpose, so that the worker's error classes, deadline and restart are tested against the hardware
// and not against a stand-in. Reached only by a hidden request of the worker.
#pragma once

#include <string_view>

namespace dsm::bench {

// Launches the fault on the current device and waits for it:
//   "hang"             spins; gives up after 60 s by %globaltimer and returns
//   "illegal_address"  a store far outside every allocation: error 700
//   "early_exit"       a block of a cluster exits while its peer reads its shared memory: error 719
//   "assert"           a device assert: error 710
// Throws CudaError: sticky for the last three; recoverable (invalid value) for any other name, and for
// early_exit on a device without clusters.
void injectFault(std::string_view name);

}  // namespace dsm::bench
