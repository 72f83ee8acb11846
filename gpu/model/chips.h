// SPDX-License-Identifier: Apache-2.0
// Limits of chips that are not at hand, as data: shared memory, threads, blocks and registers by compute capability.
// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". With a device, its own
// attributes count, never this table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/device.h"

namespace dsm::model {

// "sm_75", "sm_80", ..., rising.
std::vector<std::string> chipNames();
// A device with that chip's limits, named "sm_90"; smCount 0 (products differ), no occupancy table. Nothing if unknown.
std::optional<Device> chipDevice(std::string_view name);
// "sm_90" for compute capability 9.0.
std::string chipNameOf(const Device& device);

}  // namespace dsm::model
