// SPDX-License-Identifier: Apache-2.0
// One warp's access to shared memory, its own block's or another rank's: which lane meets which bank and which 32-byte
// segment, and what it costs: passes through the banks, sectors through the network between SMs. Pure arithmetic by
// rules that gave what an H200's counters gave, for every pattern that was tried.
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

// One lane of the access. Only `active` means something where it is false.
struct LaneView {
  bool active = false;
  std::uint64_t byte = 0;
  std::uint32_t bank = 0;     // of its first byte
  std::uint32_t banks = 1;    // that its element reaches over: 1, 2 or 4, from `bank` on
  std::uint64_t segment = 0;  // byte / 32; an element never lies in two
  std::uint32_t pass = 0;     // the pass that completes it, from 0
};

// Passes through the banks of the block's own shared memory ("wavefronts" in the counters). Lanes go together in groups: all
// 32 for elements of up to 4 bytes; halves for 8 and quarters for 16, unless they merge. A group takes as many passes as its
// busiest bank has words to give. The rules, and how they were checked, are in lane_passes.cpp.
struct BankWord {
  std::uint64_t word = 0;   // address / 4
  std::uint32_t bank = 0;   // word mod 32
  std::uint32_t lanes = 0;  // mask of those that it goes to
  std::uint32_t pass = 0;   // from 0, over all groups
  bool isConflict = false;  // its bank gave another word to the same group before
};
struct LanePasses {
  std::vector<std::uint32_t> groups;  // lane masks, in the order in which they go; only those with active lanes
  std::vector<BankWord> words;        // a word that two groups ask for is there twice
  std::uint32_t passes = 0;
  std::uint32_t conflictDegree = 0;  // passes of the worst group; 1: free of conflicts, 0: no active lane
  std::uint32_t fewestPasses() const { return static_cast<std::uint32_t>(groups.size()); }  // without a conflict
};

// What moves between two SMs for a remote access.
// 32-byte sectors, summed over both SMs. The rules are in lane_network.cpp.
struct LaneNetwork {
  std::uint32_t requested = 0;  // that the access asks for
  std::uint32_t moved = 0;      // into either SM: a load's or a store's data, an add's request and its answer
  bool isLeast = false;         // both may be more: an add whose lanes want different words of one bank
};

struct LaneCost {
  WarpAddresses warp;
  std::array<LaneView, kWarpLanes> lanes{};
  std::vector<std::uint64_t> segments;             // touched, ascending
  std::uint64_t usefulBytes = 0;                   // different bytes that were asked for
  LanePasses banks;                                // of the same access where it is local: for a remote one only a picture
  std::optional<LaneNetwork> network;              // of a remote access
  bool hasPasses() const { return !warp.remote; }  // no rule was found for the passes of a remote access
  // Bytes that the access touches in whole segments, or that move between the SMs.
  std::uint64_t movedBytes() const { return std::uint64_t{kSegmentBytes} * (network ? network->moved : segments.size()); }
  double usedFraction() const { return segments.empty() ? 0 : static_cast<double>(usefulBytes) / static_cast<double>(movedBytes()); }
};

LanePasses passesOf(const WarpAddresses& warp);
LaneNetwork networkOf(const WarpAddresses& warp);
LaneCost costOf(const WarpAddresses& warp);

// "all", "even", "odd", "0-7 9", "0x00ff": a mask of lanes as a person types it; nothing where it is something else.
std::optional<std::uint32_t> parseLanes(std::string_view text);
// "0-7 9"; empty for none.
std::string lanesText(std::uint32_t lanes);

// "stride=2,size=4,base=0,lanes=0xffff,op=store,remote=1" in any order, each part optional; op is load, store, add1 or add;
// `remote` alone is rank 1. Errors: bad_value: names the part.
Expected<LaneAccess> parseLaneAccess(std::string_view text);
// The same, as parseLaneAccess() reads it; what is as by default is left out, but for stride and size.
std::string laneAccessText(const LaneAccess& access);
// The finding, then a line for each lane and one for each bank and segment that is touched. Errors: as addressesOf(), in words.
std::string laneText(const LaneAccess& access);

}  // namespace dsm::model
