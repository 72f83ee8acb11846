// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's state in the words of the status bar. Pure.
#pragma once

#include "app/worker/run_queue.h"
#include "gpu/model/session.h"
#include "ui/window_types.h"

namespace dsm::app {

ui::WorkerStatus workerStatus(const WorkerView& view, const std::vector<model::Device>& devices);
ui::RunProgress runProgress(const QueueProgress& progress);

// Live devices first, then those that only the document knows; `wanted` is the uuid to stay on.
struct DeviceList {
  std::vector<ui::DeviceChoice> choices;
  int current = -1;
};
DeviceList deviceList(const std::vector<model::Device>& live, const model::Session& session, const std::string& wanted);

// A sentence and its hint for the strip above the views.
ui::Notice noticeOf(const model::Error& error, ui::Notice::Kind kind = ui::Notice::Kind::error);

}  // namespace dsm::app
