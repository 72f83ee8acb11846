// SPDX-License-Identifier: Apache-2.0
// Hardware counters of the lane probe, per access: each pattern is launched with many accesses and with none, and the
// difference is divided by their number; so what the kernel does around the accesses is not in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gpu/counters/chip_metrics.h"
#include "gpu/counters/range_session.h"
#include "tests/gpu/lane_patterns.h"

namespace dsm::gputest {

inline constexpr std::uint32_t kLaneAccesses = 256;

struct LaneCount {
  std::map<std::string, double> perAccess;  // by metric; NaN where CUPTI gave none
  double cycles = 0;                        // of an access, by the SM's clock, loop included
  std::string wrong;                        // what the kernel got wrong; empty: nothing
};

// One value for each pattern. `metrics` has complete names and may take any number of passes. Errors: those of RangeSession.
model::Expected<std::vector<LaneCount>> countLanes(counters::RangeSession& session, const std::vector<std::string>& metrics,
                                                   const std::vector<LanePattern>& patterns);

// A session on device(); null, and `why`, where counters cannot be collected.
std::unique_ptr<counters::RangeSession> openLaneSession(std::string& why);

}  // namespace dsm::gputest
