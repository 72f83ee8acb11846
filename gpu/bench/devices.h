// SPDX-License-Identifier: Apache-2.0
// The GPUs of this machine as the CUDA runtime (and NVML, where present) reports them.
#pragma once

#include <string>
#include <vector>

#include "gpu/model/device.h"

namespace dsm::bench {

// Every device that CUDA shows this process, in CUDA's order; the occupancy table is left empty (fillOccupancy).
// Empty if there is none; `whyNone` (may be null) then holds one sentence: no driver, driver too old, no device.
// Creates a CUDA context only to ask for the largest cluster, on devices that have clusters. Never throws for a
// missing driver; throws CudaError if a device that was listed cannot be asked.
std::vector<model::Device> queryDevices(std::string* whyNone);

// Fills device.occupancy: cudaOccupancyMaxActiveClusters for each cluster size 1..16 that the device takes and each
// number of blocks that can share an SM. A size or class that the device refuses has no entry. Makes the device
// current on the calling thread. Throws CudaError if it is sticky.
void fillOccupancy(model::Device& device);

// Names of what holds the clock back right now ("sw_power_cap", "hw_thermal_slowdown"); empty: nothing does;
// {"unknown"}: NVML is missing or does not know the device. Idleness and chosen clocks are not throttling.
std::vector<std::string> throttleReasons(const model::Device& device);

}  // namespace dsm::bench
