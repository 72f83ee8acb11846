// SPDX-License-Identifier: GPL-3.0-or-later
// How a chart is to look, from the command line: the words that ui::exportCommand() writes, read back.
#pragma once

#include "app/cli/command_line.h"
#include "ui/export/render.h"

namespace dsm::app {

// Error usage names the option and what is allowed.
model::Expected<ui::RenderOptions> exportOptions(const CommandLine& line, const model::ExperimentSpec& spec);

}  // namespace dsm::app
