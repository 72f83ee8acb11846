// SPDX-License-Identifier: Apache-2.0
// Which pinned run another one is compared with where several are pinned: of the same experiment the one whose settings are
// nearest. The runs table, the charts and their exports all ask here, so that they name the same baseline.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "gpu/model/compare.h"

namespace dsm::model {

// By run id.
using Comparisons = std::map<std::string, Comparison, std::less<>>;

// A baseline that is ok before one that is not; then the fewest settings that differ (of those that tell runs apart and apply to
// both variants), the fewest powers of two between them, the same device, the same variant, the one pinned last. Never `run`
// itself. Null: no pinned run of its experiment.
RunPtr nearestPinned(const ExperimentSpec& spec, const Session& session, const Run& run);

// Kind none without pins, pinned for a pinned run, otherExperiment where no baseline is of its experiment; else compareRuns().
Comparison compareWithNearestPinned(const ExperimentSpec& spec, const Session& session, const Run& run,
                                    double threshold = kDefaultThreshold);

// Of the runs named; ids that the session lacks, and empty ones, are left out.
Comparisons comparisonsOf(const ExperimentSpec& spec, const Session& session, std::span<const std::string> runIds,
                          double threshold = kDefaultThreshold);

}  // namespace dsm::model
