// SPDX-License-Identifier: GPL-3.0-or-later
// What a window showed, as a session file keeps it: the experiment, its configuration, the tab. Where the window stood and how
// it is coloured is the person's and not the file's (app/view_settings.h). Pure.
#pragma once

#include <string>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "ui/window_types.h"

namespace dsm::app {

// One JSON object on one line. Members of `before` that this version does not know stay.
std::string viewStateText(const ui::ViewState& state, const std::string& before);

// Changes in `state` what `text` says and makes sense here; false if that is nothing.
bool takeViewState(const std::string& text, const model::Catalogue& catalogue, ui::ViewState& state);

// For a session that says nothing of a view: where `state` would show no run, the configuration of the latest run that worked.
// False if nothing is changed.
bool showLatestRun(const model::Session& session, const model::Catalogue& catalogue, ui::ViewState& state);

}  // namespace dsm::app
