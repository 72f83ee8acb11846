// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison of two sessions as text for the terminal and as one JSON document. Pure functions.
#pragma once

#include <string>

#include "gpu/model/compare.h"
#include "gpu/protocol/json_text.h"

namespace dsm::app {

// The table, what differs, what has no partner, and one line that sums up.
std::string comparisonText(const model::SessionComparison& comparison);
// "12 compared at 1 %: 10 same, 1 faster, 1 slower, 0 undecided; ..."
std::string comparisonSummary(const model::SessionComparison& comparison);

// {"format":"dsmscope-comparison","version":1,...}: ratios below 1 are faster; null where there is no number.
protocol::JsonOut comparisonJson(const model::SessionComparison& comparison, const std::string& base, const std::string& next, int exitCode);

// 3 something is slower; 1 a run failed or was wrong that was right in the base; 4 something is undecided or could not be compared;
// 0 all the same or faster.
int comparisonExitCode(const model::SessionComparison& comparison);

// "1.0234 (1.0190 to 1.0277): slower", or why there is no verdict.
std::string verdictText(const model::Comparison& comparison);

}  // namespace dsm::app
