// SPDX-License-Identifier: Apache-2.0
// What an advice stands on: the runs of a session sorted to the advisor's rows, by how far their other values are from the
// wanted ones. Used by advisor.cpp alone.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu/model/advisor.h"

namespace dsm::model {

// The parameters that the advisor varies.
inline constexpr const char* kAdviceAxes[] = {"cluster", "threads"};

// Runs that share a device and, apart from the advisor's axes, their values: what may be compared with each other.
struct GroundRuns {
  Values differing;         // identity values that differ from the wanted ones, as run; empty: exactly as wanted
  double distance = 0;      // 0: exactly; sums |log2| of ratios, and a fixed step for another choice
  std::string deviceUuid;
  std::map<std::size_t, RunPtr> latest;  // by row
};

// Groups with at least one legal row, nearest first. On equal terms the model of the chosen device comes first, then the group
// that knows most variants (one fresh run does not win by being alone), then the chosen device itself, then the latest.
std::vector<GroundRuns> groundsOf(const ExperimentSpec& spec, const Session& session, const Device& device,
                                  const std::vector<Configuration>& rows);

}  // namespace dsm::model
