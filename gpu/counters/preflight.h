// SPDX-License-Identifier: Apache-2.0
// Can counters be collected here? Asked before any launch, step by step, each with what it found. A trial session
// decides about permission; files only pick the remedy. Timing does not depend on any of it.
#pragma once

#include <memory>

#include "gpu/counters/cupti.h"
#include "gpu/counters/fault_sentence.h"
#include "gpu/counters/range_session.h"
#include "gpu/model/counters.h"
#include "gpu/model/device.h"

namespace dsm::counters {

// The scene of a fault on this device with this library.
FaultScene sceneOf(const model::Device* device, const LibraryInfo* library, std::filesystem::path root = "/");

// Steps: libcupti, libnvperf_host, driver, device, chip, permission, other profilers. `device` may be null (no GPU): then
// the libraries alone are looked at and the answer is no_device. `context` is the device's current CUcontext. With
// `openSession` the trial is not made: a session is open already. A trial that worked may be kept through `session`.
model::Preflight preflight(const model::Expected<std::shared_ptr<Cupti>>& cupti, const model::Device* device, void* context,
                           bool openSession, std::unique_ptr<RangeSession>* session = nullptr, std::filesystem::path root = "/");

}  // namespace dsm::counters
