// SPDX-License-Identifier: Apache-2.0
// See lane_access.h.
#include "gpu/model/lane_access.h"

#include <algorithm>
#include <bit>
#include <set>

namespace dsm::model {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;

}  // namespace

bool isAtomic(LaneOp op) { return op == LaneOp::addOne || op == LaneOp::addValue; }

Expected<WarpAddresses> addressesOf(const LaneAccess& access) {
  const std::uint32_t bytes = access.elementBytes;
  if (!std::has_single_bit(bytes) || bytes > 16)
    return fail("bad_value", "An element of " + std::to_string(bytes) + " bytes is no access of one lane.", "Use 1, 2, 4, 8 or 16.");
  if (isAtomic(access.op) && bytes != 4)
    return fail("bad_value", "An atomic add of " + std::to_string(bytes) + " bytes is not modelled.", "Use 4.");
  if (access.baseBytes % bytes != 0)
    return fail("bad_value", "Byte " + std::to_string(access.baseBytes) + " is not aligned to " + std::to_string(bytes) + " bytes.",
                "The nearest below is " + std::to_string(access.baseBytes / bytes * bytes) + ".");
  WarpAddresses warp;
  warp.elementBytes = bytes;
  warp.activeLanes = access.activeLanes;
  warp.op = access.op;
  warp.remote = access.remoteRank.has_value();
  const bool isHuge = access.baseBytes > kMostBytes || access.strideElements > kMostBytes || access.strideElements < -kMostBytes;
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if (!warp.isActive(lane)) continue;
    const std::int64_t at = isHuge ? -1 : static_cast<std::int64_t>(access.baseBytes) + access.strideElements * std::int64_t{bytes} * lane;
    if (at < 0 || at > kMostBytes)
      return fail("bad_value", "Lane " + std::to_string(lane) + " would lie outside shared memory.",
                  "Use another base or a smaller stride.");
    warp.bytes[lane] = static_cast<std::uint64_t>(at);
  }
  return warp;
}

LaneCost costOf(const WarpAddresses& warp) {
  LaneCost cost;
  cost.warp = warp;
  cost.banks = passesOf(warp);
  std::set<std::uint64_t> segments;
  std::set<std::uint64_t> bytes;
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if (!warp.isActive(lane)) continue;
    const std::uint64_t at = warp.bytes[lane];
    LaneView& view = cost.lanes[lane];
    view.active = true;
    view.byte = at;
    view.bank = static_cast<std::uint32_t>(at / kBankBytes % kBanks);
    view.banks = std::max(1U, warp.elementBytes / kBankBytes);
    view.segment = at / kSegmentBytes;
    segments.insert(view.segment);
    for (std::uint32_t i = 0; i < warp.elementBytes; ++i) bytes.insert(at + i);
  }
  for (const BankWord& word : cost.banks.words) {
    for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
      if ((word.lanes >> lane & 1U) != 0) cost.lanes[lane].pass = std::max(cost.lanes[lane].pass, word.pass);
    }
  }
  cost.segments.assign(segments.begin(), segments.end());
  cost.usefulBytes = bytes.size();
  if (warp.remote) cost.network = networkOf(warp);
  return cost;
}

}  // namespace dsm::model
