// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart of a session is drawn from, chosen without a window: the same bundle that the window hands to its views.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "ui/view_input.h"

namespace dsm::app {

struct ChartChoice {
  model::Values values;               // given ones; the others as in chartInput()
  std::vector<std::string> variants;  // empty: all of the experiment
};

// The device is that of the latest run of the experiment, or the session's first. Values not given come from the latest run
// of the experiment where the session is a person's own, and from the spec's defaults for a recording.
ui::ViewInput chartInput(const model::ExperimentSpec& spec, const model::SessionPtr& session, const ChartChoice& choice);

// The experiment that a session is about: `wanted`, or the only one in it. Error usage names what there is.
model::Expected<const model::ExperimentSpec*> experimentOf(const model::Session& session, const QString& wanted,
                                                           const model::Catalogue& catalogue);

}  // namespace dsm::app
