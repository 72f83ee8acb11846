// SPDX-License-Identifier: Apache-2.0
// Runs that another tool measured. Their experiment is the tool's word and a name of its own, so that a session file needs no field
// for it: "ncu: copy", "nvbench: axpy".
#pragma once

#include <string_view>

#include "gpu/model/run.h"

namespace dsm::model {

inline constexpr std::string_view kNcuExperiment = "ncu: ";
inline constexpr std::string_view kNvbenchExperiment = "nvbench: ";

// "Nsight Compute" or "nvbench"; empty for a run that one of our workers measured.
inline std::string_view importedFrom(const Run& run) {
  if (run.experiment.starts_with(kNcuExperiment)) return "Nsight Compute";
  return run.experiment.starts_with(kNvbenchExperiment) ? "nvbench" : "";
}

}  // namespace dsm::model
