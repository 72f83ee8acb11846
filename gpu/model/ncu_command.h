// SPDX-License-Identifier: Apache-2.0
// "Same in Nsight Compute": the line that collects the same metrics of the same launch in the same cache state. Pure.
#pragma once

#include <string>

#include "gpu/model/run.h"

namespace dsm::model {

// "echo 'REQUEST' | ncu --clock-control none --cache-control none --metrics a,b -k regex:^name$ --launch-skip 4
// --launch-count 1 dsmscope-worker --request -", quoted for a POSIX shell. Clocks are left alone, as DSMScope does. The request
// goes by standard input, since the window's process does not stand Nsight Compute (seen with 2025.3). Launches that place
// memory, those of the validation and the first warm-up are passed over. Errors: not_collected; several_launches for a variant
// that is a chain of launches, which Nsight Compute profiles one by one.
Expected<std::string> ncuCommandFor(const Run& run);

}  // namespace dsm::model
