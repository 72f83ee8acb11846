// SPDX-License-Identifier: Apache-2.0
// When a value cannot be. Parts of a ratio are counted at moments that differ a little: lts__t_sector_hit_rate.pct read
// 105 on a tiny kernel (H200, 2026-11-30).
#include <cmath>

#include "gpu/counters/chip_metrics.h"

namespace dsm::counters {

bool isOutOfRange(const std::string& name, const std::string& unit, double value) {
  if (!std::isfinite(value) || value < 0) return true;
  if (unit == "percent" || name.ends_with(".pct") || name.find(".pct_of_") != std::string::npos) return value > 100;
  return name.ends_with(".ratio") && name.find("hit_rate") != std::string::npos && value > 1;
}

}  // namespace dsm::counters
