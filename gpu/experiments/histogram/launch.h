// SPDX-License-Identifier: Apache-2.0
// The histogram's device side: launches, validates against the CPU reference.
#pragma once

#include "gpu/bench/kernel_experiment.h"

namespace dsm::experiments {

const bench::KernelExperiment& histogramExperiment();

}  // namespace dsm::experiments
