// SPDX-License-Identifier: Apache-2.0
// One warp's access to shared memory, its own block's or another rank's: which lane meets which bank and which 32-byte
// segment, and what it costs: passes through the banks, sectors through the network between SMs. Pure arithmetic; what
// is known of the hardware, and from where, stands in lane_access.cpp and lane_passes.cpp beside the rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"

namespace dsm::model {

inline constexpr std::uint32_t kWarpLanes = 32;
inline constexpr std::uint32_t kBanks = 32;         // compute capability 5.0 and up
inline constexpr std::uint32_t kBankBytes = 4;      // a bank gives one word a pass
inline constexpr std::uint32_t kSegmentBytes = 32;  // a sector, where the access leaves the SM
inline constexpr std::uint32_t kAllLanes = 0xffffffff;

// Atomic adds are of 32-bit integers whose old value nobody asks for: of a constant 1, which the hardware counts up by a
// special instruction, or of a value that the lane computed.
enum class LaneOp { load, store, addOne, addValue };
bool isAtomic(LaneOp op);

struct LaneAccess {
  std::uint32_t elementBytes = 4;         // 1, 2, 4, 8 or 16; an atomic add: 4
  std::int64_t strideElements = 1;        // from lane to lane; 0: all lanes the same; may be negative
  std::uint64_t baseBytes = 0;            // lane 0's element, from the start of shared memory; a multiple of elementBytes
  std::uint32_t activeLanes = kAllLanes;  // bit i: lane i takes part
  LaneOp op = LaneOp::load;
  std::optional<std::uint32_t> remoteRank;  // nothing: the block's own shared memory
  bool operator==(const LaneAccess&) const = default;
};

// What one warp instruction asks for. `bytes` of an inactive lane means nothing.
struct WarpAddresses {
  std::uint32_t elementBytes = 4;
  std::uint32_t activeLanes = kAllLanes;
  LaneOp op = LaneOp::load;
  bool remote = false;
  std::array<std::uint64_t, kWarpLanes> bytes{};
  bool isActive(std::uint32_t lane) const { return (activeLanes >> lane & 1U) != 0; }
};

// Errors: bad_value: an element of another size, a base that is not aligned to it, an atomic add of other than 4 bytes, or
// an active lane that lies below 0 or beyond 1 TiB.
Expected<WarpAddresses> addressesOf(const LaneAccess& access);

}  // namespace dsm::model
