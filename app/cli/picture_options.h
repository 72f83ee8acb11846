// SPDX-License-Identifier: GPL-3.0-or-later
// What `export` and `ruler` share: theme, size and title of a picture, and the exit code of what can go wrong.
#pragma once

#include "app/cli/command_line.h"
#include "ui/export/render.h"

namespace dsm::app {

// --theme, --size, --title. Error usage.
model::Expected<ui::RenderOptions> pictureOptions(const CommandLine& line);

// From the suffix of --out: png, svg, pdf, csv or json. Error usage.
model::Expected<ui::Format> pictureFormat(const QString& out);

// usage and bad_value 2; not_written 74; no_recording 69; cannot_render 1; else 65.
int exitCodeOf(const model::Error& error);

}  // namespace dsm::app
