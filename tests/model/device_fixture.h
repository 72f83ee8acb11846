// SPDX-License-Identifier: GPL-3.0-or-later
// Devices to test against: an H200 as it describes itself, and smaller ones made from it.
#pragma once

#include "gpu/model/device.h"

namespace dsm::test {

// Limits and occupancy of an H200 (measured 2026-11-30, 512 threads a block).
model::Device h200();
// A device before clusters: compute capability 8.6, 99 KiB a block.
model::Device withoutClusters();
// A consumer chip: compute capability 12.0, clusters of at most 8, 99 KiB a block, 20 SMs.
model::Device smallWithClusters();

}  // namespace dsm::test
