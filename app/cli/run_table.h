// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a table of text: for the terminal and as Markdown. Numbers in the same spelling in every locale.
#pragma once

#include <string>
#include <vector>

#include "gpu/model/compare.h"
#include "gpu/model/run.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// Columns: experiment, variant, configuration, headline quantity with its 95 % interval and n, rate, state.
std::string runTableText(const std::vector<model::RunPtr>& runs, const model::Catalogue& catalogue);
// Where `session` has a pinned run of their experiment, three more columns: the ratio and verdict, what it was compared with, and what
// is not alike. `threshold`: of "same", a fraction.
std::string runTableMarkdown(const std::vector<model::RunPtr>& runs, const model::Catalogue& catalogue, const model::Session& session = {},
                             double threshold = model::kDefaultThreshold);

// Rows of cells in columns, two spaces between them; the last column is not padded.
std::string alignedText(const std::vector<std::vector<std::string>>& rows);

// "cluster=4 bins=65536": what differs from the defaults.
std::string configurationText(const model::ExperimentSpec& spec, const model::Run& run);
// "1.234 ms", "417 cycles", "0.53 TB/s": four significant digits.
std::string quantityText(double value, model::Unit unit);
// One line about a run: "cluster_dsmem: 1.634 ms, 164.3 G keys/s" or why there is no number.
std::string runSentence(const model::Run& run, const model::Catalogue& catalogue);

}  // namespace dsm::app
