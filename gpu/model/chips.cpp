// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/chips.h"

#include <array>

namespace dsm::model {
namespace {

struct Chip {
  const char* name;
  int major;
  int minor;
  std::uint32_t optinKiB;        // per block, with opt-in
  std::uint32_t perSmKiB;
  std::uint32_t reservedBytes;   // per block, by the system
  std::uint32_t threadsPerSm;
  std::uint32_t blocksPerSm;
  std::uint32_t clusterPortable;
  std::uint32_t clusterMost;     // with the non-portable opt-in, where the whole chip is there
};

constexpr std::array kChips{
    Chip{"sm_75", 7, 5, 64, 64, 0, 1024, 16, 0, 0},          Chip{"sm_80", 8, 0, 163, 164, 1024, 2048, 32, 0, 0},
    Chip{"sm_86", 8, 6, 99, 100, 1024, 1536, 16, 0, 0},      Chip{"sm_89", 8, 9, 99, 100, 1024, 1536, 24, 0, 0},
    Chip{"sm_90", 9, 0, 227, 228, 1024, 2048, 32, 8, 16},    Chip{"sm_100", 10, 0, 227, 228, 1024, 2048, 32, 8, 16},
    Chip{"sm_120", 12, 0, 99, 100, 1024, 1536, 24, 8, 8},
};
constexpr std::uint64_t kKiB = 1024;

}  // namespace

std::vector<std::string> chipNames() {
  std::vector<std::string> names;
  for (const Chip& chip : kChips) names.emplace_back(chip.name);
  return names;
}

std::optional<Device> chipDevice(std::string_view name) {
  for (const Chip& chip : kChips) {
    if (name != chip.name) continue;
    Device device;
    device.name = chip.name;
    device.ccMajor = chip.major;
    device.ccMinor = chip.minor;
    device.sharedPerBlockOptin = chip.optinKiB * kKiB;
    device.sharedPerSm = chip.perSmKiB * kKiB;
    device.sharedReservedPerBlock = chip.reservedBytes;
    device.registersPerSm = 65536;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerSm = chip.threadsPerSm;
    device.maxBlocksPerSm = chip.blocksPerSm;
    device.maxClusterPortable = chip.clusterPortable;
    device.maxClusterNonPortable = chip.clusterMost;
    device.cooperativeLaunch = true;
    return device;
  }
  return std::nullopt;
}

std::string chipNameOf(const Device& device) { return "sm_" + std::to_string(device.ccMajor * 10 + device.ccMinor); }

}  // namespace dsm::model
