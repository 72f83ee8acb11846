// SPDX-License-Identifier: Apache-2.0
// A token handed back and forth between two blocks: what one hop costs by each way.
#pragma once

#include "gpu/model/spec.h"

namespace dsm::experiments {

const model::ExperimentSpec& tokenHopSpec();

}  // namespace dsm::experiments
