// SPDX-License-Identifier: GPL-3.0-or-later
// Which configurations the built-in recording holds: a pure function of the specs and the device. It varies what the
// window lets a person vary most, with the values that the specs suggest; parameters not named here keep their default.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::app {

struct RecordingPlan {
  std::vector<model::RunRequest> requests;  // each configuration once, complete values
  std::size_t illegal = 0;                  // configurations that the device cannot run
};

enum class RecordingExtent { full, quick };

// Sweeps, each the product of its axes, with every size of cluster opted in:
//   cluster x bins (2^8..2^19) x threads (suggestions from half the default up) x rounds (suggestions)
//   cluster x bins with skewed input; bins x threads with the widest access; cluster with the device filled by pairs
RecordingPlan recordingPlan(const model::ExperimentSpec& spec, const model::Device& device, RecordingExtent extent);

}  // namespace dsm::app
