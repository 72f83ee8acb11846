// SPDX-License-Identifier: Apache-2.0
// The tile exchange's device side: launches, and validates through a checked twin of each loop.
#pragma once

#include "gpu/bench/kernel_experiment.h"

namespace dsm::experiments {

const bench::KernelExperiment& tileExchangeExperiment();

}  // namespace dsm::experiments
