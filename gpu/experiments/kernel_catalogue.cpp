// SPDX-License-Identifier: Apache-2.0
// The device sides of the experiments, in catalogue order. A new one is a line here and its files in kernels.cmake.
#include "gpu/bench/kernel_experiment.h"
#include "gpu/experiments/histogram/launch.h"
#include "gpu/experiments/tile_exchange/launch.h"
#include "gpu/experiments/token_hop/launch.h"

namespace dsm::bench {

std::vector<const KernelExperiment*> kernelExperiments() {
  return {&experiments::histogramExperiment(), &experiments::tokenHopExperiment(), &experiments::tileExchangeExperiment()};
}

}  // namespace dsm::bench
