// SPDX-License-Identifier: Apache-2.0
// Blocks of a cluster read each other's tile, round after round, by each way.
#pragma once

#include "gpu/model/spec.h"

namespace dsm::experiments {

const model::ExperimentSpec& tileExchangeSpec();

}  // namespace dsm::experiments
