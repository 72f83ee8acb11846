// SPDX-License-Identifier: GPL-3.0-or-later
// The part of `dsmscope ruler` that is about a tile-kernel text.
#pragma once

#include <string>

#include "app/cli/command_line.h"
#include "gpu/model/device.h"

namespace dsm::app {

// Prints or writes what `line` asks for. `placement`: "static", "dynamic" or empty for both. Errors: bad_text (the place is in
// the message), not_read, usage, not_written.
model::Expected<void> tileRuler(const CommandLine& line, const model::Device& device, const std::string& placement);

}  // namespace dsm::app
