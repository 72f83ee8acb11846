// SPDX-License-Identifier: GPL-3.0-or-later
// A device and runs that never saw a GPU, for tests: sizes are those of an H200 (132 SMs, CC 9.0; CUDA occupancy
// queries of 2026-11-30), times are drawn from a seeded generator. The name says so, lest it be taken for real.
#pragma once

#include "gpu/model/device.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::test {

model::Device cannedDevice();

// A run as a worker would answer it: complete values, launch shape of the spec, minSamples samples, origin measured.
// Deterministic for request and `id`. A request that does not fit the device is a failed run with the legality's code.
// Error: what completeValues says.
model::Expected<model::Run> cannedRun(const model::ExperimentSpec& spec, const model::RunRequest& request, std::string id);

// Counters that balance with the spec's arithmetic, as a GH100 would name them.
model::Counters cannedCounters(const model::ExperimentSpec& spec, const model::Run& run);

}  // namespace dsm::test
