// SPDX-License-Identifier: GPL-3.0-or-later
// What `export`, `ruler` and `compare` share: theme, palette, size and title of a picture, the threshold of a comparison, and the exit
// code of what can go wrong.
#pragma once

#include "app/cli/command_line.h"
#include "ui/export/render.h"

namespace dsm::app {

// --theme, --palette, --size, --title. Error usage.
model::Expected<ui::RenderOptions> pictureOptions(const CommandLine& line);

// --threshold in percent as a fraction: 2 is 0.02, 0 lets any difference beyond the noise count. Error usage.
model::Expected<double> comparisonThreshold(const CommandLine& line);

// From the suffix of --out: png, svg, pdf, csv or json. Error usage.
model::Expected<ui::Format> pictureFormat(const QString& out);

// usage and bad_value 2; not_written 74; no_recording 69; cannot_render 1; else 65.
int exitCodeOf(const model::Error& error);

}  // namespace dsm::app
