// SPDX-License-Identifier: Apache-2.0
// Hardware counters of the lane probe, per access: each pattern is launched with many accesses, its kernel once without
// any, and the difference is divided by their number; so what the kernel does around the accesses is not in it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/counters/chip_metrics.h"
#include "gpu/counters/range_session.h"
#include "tests/gpu/lane_patterns.h"

namespace dsm::gputest {

inline constexpr std::uint32_t kLaneAccesses = 256;

struct LaneCount {
  std::map<std::string, double> perAccess;  // by metric; NaN where CUPTI gave none
  std::string wrong;                        // what the kernel got wrong; empty: nothing
};

class LaneCounter {
 public:
  // A session on device(); null, and `why`, where counters cannot be collected.
  static std::unique_ptr<LaneCounter> open(std::string& why);

  counters::ChipMetrics& metrics() { return m_session->metrics(); }
  // One value for each pattern. `metrics` has complete names and may take any number of passes. Where a start fails, the
  // session is opened anew and asked once more. Errors: those of RangeSession.
  model::Expected<std::vector<LaneCount>> count(const std::vector<std::string>& metrics, const std::vector<LanePattern>& patterns);

 private:
  model::Expected<void> countSome(const std::vector<std::string>& metrics, std::span<const LanePattern> patterns,
                                  std::span<LaneCount> counts);
  std::unique_ptr<counters::RangeSession> m_session;
};

}  // namespace dsm::gputest
