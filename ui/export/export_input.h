// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a file of a chart is drawn from: a function of the session and the settings alone, so that the window, its preview and the
// command line give the same bytes, whatever device is chosen and whatever worker answers.
#pragma once

#include "ui/export/render.h"

namespace dsm::ui {

/// The device is that of the latest run of the experiment, or the session's first. Values not given come from that run where the
/// session is a person's own, and from the spec's defaults for a recording. No variants: all.
ViewInput sessionInput(const model::ExperimentSpec& spec, const model::SessionPtr& session, const model::Values& values,
                       const std::vector<std::string>& variants);

/// sessionInput() with the settings of `input`; of the ruler, only the variant that it shows.
ViewInput exportInput(const QString& chartId, const ViewInput& input, const RenderOptions& options);

}  // namespace dsm::ui
