// SPDX-License-Identifier: Apache-2.0
// Passes of one warp access through the banks of the block's own shared memory.
//
// 1. 32 banks, each gives one 4-byte word a pass; lanes that want the same word share it, also when they store to it (CUDA
//    C++ Programming Guide, "Shared Memory", compute capability 5.x and up).
// 2. Elements of 8 bytes go by halves of the warp and of 16 by quarters, each with passes of its own.
// 3. Loads of 8 and 16 bytes merge, so that the whole warp goes at once, or its halves, if every active lane has the address
//    of lane ^ 1, or every active lane that of lane ^ 2, as far as those are active (an engineer of NVIDIA on its developer
//    forum, thread 77228, for compute capability 7). It takes the whole warp: a half alone does not merge. Stores never do.
// 4. An atomic add of 1 goes as a 4-byte load does. Of another value each lane goes alone: the busiest bank's lanes count.
//
// Measured on an H200, 2026-11-30: for each of 1,084 patterns (strides, permutations, masks, shared and random addresses; 1, 2,
// 4, 8 and 16 bytes; load, store, both adds) the counters l1tex__data_pipe_lsu_wavefronts_mem_shared.sum and
// l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum equal passes, and passes less groups.
#include <algorithm>

#include "gpu/model/lane_access.h"

namespace dsm::model {
namespace {

constexpr std::uint32_t kLowHalf = 0x0000ffff;

bool neighboursShare(const WarpAddresses& warp, std::uint32_t distance) {
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if (!warp.isActive(lane) || !warp.isActive(lane ^ distance)) continue;
    if (warp.bytes[lane] != warp.bytes[lane ^ distance]) return false;
  }
  return true;
}

// Lanes that go together.
std::vector<std::uint32_t> groupsOf(const WarpAddresses& warp) {
  const bool merges = warp.op == LaneOp::load && (neighboursShare(warp, 1) || neighboursShare(warp, 2));
  std::vector<std::uint32_t> groups = {kAllLanes};
  if (warp.elementBytes == 8 && !merges) groups = {kLowHalf, ~kLowHalf};
  if (warp.elementBytes == 16) groups = {kLowHalf, ~kLowHalf};
  if (warp.elementBytes == 16 && !merges) groups = {0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000};
  std::erase_if(groups, [&](std::uint32_t lanes) { return (lanes & warp.activeLanes) == 0; });
  return groups;
}

}  // namespace

LanePasses passesOf(const WarpAddresses& warp) {
  LanePasses result;
  result.groups = groupsOf(warp);
  const std::uint32_t wordsOfElement = std::max(1U, warp.elementBytes / kBankBytes);
  const bool lanesShare = warp.op != LaneOp::addValue;
  for (const std::uint32_t group : result.groups) {
    const auto first = static_cast<std::ptrdiff_t>(result.words.size());
    std::array<std::uint32_t, kBanks> given{};  // by each bank
    for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
      if ((group >> lane & 1U) == 0 || !warp.isActive(lane)) continue;
      for (std::uint32_t k = 0; k < wordsOfElement; ++k) {
        const std::uint64_t word = warp.bytes[lane] / kBankBytes + k;
        const auto known =
            std::find_if(result.words.begin() + first, result.words.end(), [&](const BankWord& other) { return other.word == word; });
        if (known != result.words.end() && lanesShare) {
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
