// SPDX-License-Identifier: Apache-2.0
// Histogram of int32 keys, its bins spread over the shared memory of a cluster.
#pragma once

#include "gpu/model/spec.h"

namespace dsm::experiments {

const model::ExperimentSpec& histogramSpec();

}  // namespace dsm::experiments
