// SPDX-License-Identifier: Apache-2.0
// Look-up in a device's occupancy table.
#include "gpu/model/device.h"

namespace dsm::model {

std::optional<std::uint32_t> activeClusters(const Device& device, std::uint32_t clusterSize,
                                            std::uint32_t blocksPerSm) {
  if (blocksPerSm == 0) return 0;
  for (const OccupancyEntry& entry : device.occupancy) {
    if (entry.clusterSize == clusterSize && entry.blocksPerSm == blocksPerSm) return entry.activeClusters;
  }
  if (clusterSize == 1) return device.smCount * blocksPerSm;
  return std::nullopt;
}

}  // namespace dsm::model
