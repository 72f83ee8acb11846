// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope export ... --out X.html`: a whole session, or a choice of it, as one report.
#pragma once

#include <string>

#include "app/cli/command_line.h"

namespace dsm::app {

// Needs a QApplication. Errors: usage, no_runs, and those of reading the file or the recording.
model::Expected<std::string> reportBytes(const CommandLine& line, const model::Catalogue& catalogue);

}  // namespace dsm::app
