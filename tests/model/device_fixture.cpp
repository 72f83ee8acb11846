// SPDX-License-Identifier: GPL-3.0-or-later
// Devices for tests.
#include "tests/model/device_fixture.h"

namespace dsm::test {

model::Device h200() {
  model::Device device;
  device.uuid = "GPU-00000000-0000-0000-0000-000000000200";
  device.name = "NVIDIA H200";
  device.ccMajor = 9;
  device.smCount = 132;
  device.l2Bytes = 60ULL << 20;
  device.memoryBytes = 141ULL << 30;
  device.sharedPerBlockOptin = 232448;
  device.sharedPerSm = 233472;
  device.sharedReservedPerBlock = 1024;
  device.registersPerSm = 65536;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerSm = 2048;
  device.maxBlocksPerSm = 32;
  device.maxClusterPortable = 8;
  device.maxClusterNonPortable = 16;
  device.cooperativeLaunch = true;
  device.clockHz = 1980000000;
  const std::uint32_t active[4][4] = {{66, 30, 15, 7}, {132, 62, 30, 14}, {198, 92, 45, 21}, {264, 124, 62, 28}};
  for (std::uint32_t blocks = 1; blocks <= 4; ++blocks) {
    for (std::uint32_t power = 1; power <= 4; ++power) {
      device.occupancy.push_back({1U << power, blocks, active[blocks - 1][power - 1]});
    }
  }
  return device;
}

model::Device withoutClusters() {
  model::Device device = h200();
  device.uuid = "GPU-00000000-0000-0000-0000-000000000086";
  device.name = "NVIDIA RTX A4000";
  device.ccMajor = 8;
  device.ccMinor = 6;
  device.smCount = 48;
  device.sharedPerBlockOptin = 99 * 1024;
  device.sharedPerSm = 100 * 1024;
  device.maxThreadsPerSm = 1536;
  device.maxBlocksPerSm = 16;
  device.maxClusterPortable = 0;
  device.maxClusterNonPortable = 0;
  device.occupancy.clear();
  return device;
}

model::Device smallWithClusters() {
  model::Device device = withoutClusters();
  device.uuid = "GPU-00000000-0000-0000-0000-000000000120";
  device.name = "NVIDIA GeForce RTX 5050";
  device.ccMajor = 12;
  device.ccMinor = 0;
  device.smCount = 20;
  device.maxClusterPortable = 8;
  device.maxClusterNonPortable = 8;
  device.occupancy = {{2, 1, 10}, {4, 1, 4}, {8, 1, 2}};
  return device;
}

}  // namespace dsm::test
