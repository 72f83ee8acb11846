// SPDX-License-Identifier: Apache-2.0
// Passes of one warp access through the banks of shared memory.
#include <algorithm>
#include <bit>

#include "gpu/model/lane_access.h"

namespace dsm::model {
namespace {

constexpr std::uint32_t kLowHalf = 0x0000ffff;

// Whether each active lane of `lanes` has the same address as its neighbour lane ^ `distance`, where that one is active.
bool neighboursShare(const WarpAddresses& warp, std::uint32_t distance, std::uint32_t lanes) {
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if ((lanes >> lane & 1U) == 0 || !warp.isActive(lane) || !warp.isActive(lane ^ distance)) continue;
    if (warp.bytes[lane] != warp.bytes[lane ^ distance]) return false;
  }
  return true;
}

bool merges(const WarpAddresses& warp, std::uint32_t lanes) {
  return warp.op == LaneOp::load && (neighboursShare(warp, 1, lanes) || neighboursShare(warp, 2, lanes));
}

// Lanes that go together.
std::vector<std::uint32_t> groupsOf(const WarpAddresses& warp) {
  std::vector<std::uint32_t> groups;
  const auto add = [&](std::uint32_t lanes) {
    if ((warp.activeLanes & lanes) != 0) groups.push_back(lanes);
  };
  if (warp.elementBytes <= 4) {
    add(kAllLanes);
  } else if (warp.elementBytes == 8) {
    if (merges(warp, kAllLanes)) {
      add(kAllLanes);
    } else {
      add(kLowHalf);
      add(~kLowHalf);
    }
  } else {
    for (const std::uint32_t half : {kLowHalf, ~kLowHalf}) {
      const std::uint32_t quarter = half & 0x00ff00ff;
      if (merges(warp, half)) {
        add(half);
      } else {
        add(quarter);
        add(half & ~quarter);
      }
    }
  }
  return groups;
}

}  // namespace

LanePasses passesOf(const WarpAddresses& warp) {
  LanePasses result;
  result.groups = groupsOf(warp);
  const std::uint32_t wordsOfElement = std::max(1U, warp.elementBytes / kBankBytes);
  for (const std::uint32_t group : result.groups) {
    const auto first = static_cast<std::ptrdiff_t>(result.words.size());
    std::array<std::uint32_t, kBanks> given{};  // words, by each bank
    for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
      if ((group >> lane & 1U) == 0 || !warp.isActive(lane)) continue;
      for (std::uint32_t k = 0; k < wordsOfElement; ++k) {
        const std::uint64_t word = warp.bytes[lane] / kBankBytes + k;
        const auto known =
            std::find_if(result.words.begin() + first, result.words.end(), [&](const BankWord& other) { return other.word == word; });
        if (known != result.words.end()) {
          known->lanes |= 1U << lane;
          continue;
        }
        const auto bank = static_cast<std::uint32_t>(word % kBanks);
        result.words.push_back({word, bank, 1U << lane, result.passes + given[bank], given[bank] > 0});
        ++given[bank];
      }
    }
    const std::uint32_t busiest = *std::ranges::max_element(given);
    result.passes += busiest;
    result.conflictDegree = std::max(result.conflictDegree, busiest);
  }
  return result;
}

}  // namespace dsm::model
