// SPDX-License-Identifier: Apache-2.0
// The few answers of NVML that CUDA does not give, by dlopen: a machine without it loses these and nothing else.
// NVML is documented as thread safe; the library is opened once and stays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dsm::bench {

// "580.159.04"; empty if NVML is missing.
std::string nvmlDriverVersion();

// Bits of nvmlDeviceGetCurrentClocksEventReasons for the device with this UUID ("GPU-..."); nothing if NVML is
// missing or does not know it.
std::optional<std::uint64_t> nvmlClockEventReasons(const std::string& uuid);

// Whether the device is cut into MIG slices now; nothing if NVML cannot tell.
std::optional<bool> nvmlMigEnabled(const std::string& uuid);

}  // namespace dsm::bench
