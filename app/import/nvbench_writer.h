// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as JSON in the layout of nvbench's own files (version 1.0.0), so that its scripts read them: an experiment is a benchmark,
// the variant and every parameter are axes, a run is a state, its elapsed times are the cold GPU times. Raw samples and
// provenance are beside them under names of our own, which those scripts pass over.
#pragma once

#include <string>
#include <vector>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// `arguments`: the command line, for "meta". A run that failed or was wrong is a skipped state with the reason. Where a configuration
// was measured several times an axis "repeat" counts. Ends with a line feed.
std::string nvbenchJson(const model::Session& session, const model::Catalogue& catalogue, const std::vector<std::string>& arguments);

}  // namespace dsm::app
