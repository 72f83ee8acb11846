// SPDX-License-Identifier: Apache-2.0
// "Same in Nsight Compute": the line that collects the same metrics of the same launch in the same cache state. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/model/counters.h"
#include "gpu/model/run.h"

namespace dsm::model {

struct NcuLaunch {
  std::vector<std::string> metrics;
  CacheState cache = CacheState::warm;
  std::string kernel;                // base name; empty: any kernel
  std::uint32_t launchSkip = 0;      // launches of that kernel to pass over
  std::vector<std::string> program;  // the command to profile, one word an element
};
// "ncu --clock-control none --cache-control none --metrics a,b -k regex:^name$ --launch-skip 4 --launch-count 1 program ...",
// quoted for a POSIX shell. Clocks are left alone, as DSMScope does.
std::string ncuCommand(const NcuLaunch& launch);

// The line for a run that has counters: the request goes to dsmscope-worker by its standard input, since the window's
// process does not stand Nsight Compute (seen with 2025.3). Launches that place memory, those of the validation and the
// first warm-up are passed over. Errors: not_collected; several_launches for a variant that is a chain of launches, which
// Nsight Compute profiles one by one.
Expected<std::string> ncuCommandFor(const Run& run);

}  // namespace dsm::model
