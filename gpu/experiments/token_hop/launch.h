// SPDX-License-Identifier: Apache-2.0
// The token hop's device side: launches, validates every block's own record of the protocol.
#pragma once

#include "gpu/bench/kernel_experiment.h"

namespace dsm::experiments {

const bench::KernelExperiment& tokenHopExperiment();

}  // namespace dsm::experiments
