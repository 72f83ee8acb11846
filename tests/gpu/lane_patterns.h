// SPDX-License-Identifier: Apache-2.0
// Patterns of one warp access: by stride, base and mask as a person sets them, and by free addresses (random ones, few
// distinct ones, neighbours that share), which tell rules apart that strides cannot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/model/lane_access.h"

namespace dsm::gputest {

struct LanePattern {
  std::string name;  // "stride 2", "random 7": unique with op, element and place
  model::WarpAddresses warp;
};

// `seed` of the random ones.
std::vector<LanePattern> lanePatterns(std::uint64_t seed);

// "load 4 B local stride 2"
std::string text(const LanePattern& pattern);

}  // namespace dsm::gputest
