// SPDX-License-Identifier: Apache-2.0
// What one warp access to another rank's shared memory moves between two SMs, in 32-byte sectors.
//
// 1. A load asks for each sector that it touches once, and each of them moves once.
// 2. A store asks for each sector once. What moves depends on the bytes written in it: all within one 16-byte half, 1; other
//    incomplete ones, 2 (data and which bytes); whole ones 1 each where they follow each other among the touched sectors of a
//    128-byte line, and 2 where one stands alone.
// 3. Lanes that add to the same word go one after the other: in round k the k-th lane of each word, each round asks for the
//    sectors that it touches. Each sector moves to the owner and an answer back, whether 1 or another value is added. Where
//    lanes want different words of one bank a sector may be asked for once more: then it is the least.
//
// Measured on an H200, 2026-11-30, clusters of 2, generic accesses by a mapped pointer: l1tex__t_sectors_pipe_lsu_mem_dshared.sum
// is `requested` and l1tex__m_xbar2l1tex_read_sectors_mem_dshared.sum `moved` for each of 488 loads and 488 stores of 1, 4, 8
// and 16 bytes, and for 218 of 220 adds; the other two, with such banks, had one sector more. Rules 2 and 3 were made from the
// first half of these patterns and hold for the second; nothing published was found. No rule was found for the passes.
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "gpu/model/lane_access.h"

namespace dsm::model {
namespace {

constexpr std::uint64_t kSectorsOfLine = 4;
constexpr std::uint32_t kWhole = 0xffffffff;
constexpr std::uint32_t kLowBytes = 0x0000ffff;

// Bytes written, by sector, as a mask of 32.
std::map<std::uint64_t, std::uint32_t> bytesBySector(const WarpAddresses& warp) {
  std::map<std::uint64_t, std::uint32_t> sectors;
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if (!warp.isActive(lane)) continue;
    const std::uint32_t element = (1U << warp.elementBytes) - 1;
    sectors[warp.bytes[lane] / kSegmentBytes] |= element << (warp.bytes[lane] % kSegmentBytes);
  }
  return sectors;
}

std::uint32_t storeMoves(const std::map<std::uint64_t, std::uint32_t>& sectors) {
  std::uint32_t moved = 0;
  std::uint32_t whole = 0;  // that follow each other
  std::uint64_t line = 0;
  const auto endRun = [&] {
    if (whole > 0) moved += std::max(2U, whole);
    whole = 0;
  };
  for (const auto& [sector, bytes] : sectors) {
    if (sector / kSectorsOfLine != line) endRun();
    line = sector / kSectorsOfLine;
    if (bytes == kWhole) {
      ++whole;
      continue;
    }
    endRun();
    const bool isHalf = (bytes & kLowBytes) == 0 || (bytes & ~kLowBytes) == 0;
    moved += isHalf ? 1 : 2;
  }
  endRun();
  return moved;
}

std::uint32_t addRequests(const WarpAddresses& warp) {
  std::map<std::uint64_t, std::uint32_t> lanesOfWord;
  std::set<std::pair<std::uint32_t, std::uint64_t>> sectors;  // round, sector
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if (!warp.isActive(lane)) continue;
    const std::uint32_t round = lanesOfWord[warp.bytes[lane] / kBankBytes]++;
    sectors.emplace(round, warp.bytes[lane] / kSegmentBytes);
  }
  return static_cast<std::uint32_t>(sectors.size());
}

bool hasBankOfTwoWords(const WarpAddresses& warp) {
  std::map<std::uint64_t, std::uint64_t> wordOfBank;
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if (!warp.isActive(lane)) continue;
    const std::uint64_t word = warp.bytes[lane] / kBankBytes;
    if (wordOfBank.try_emplace(word % kBanks, word).first->second != word) return true;
  }
  return false;
}

}  // namespace

LaneNetwork networkOf(const WarpAddresses& warp) {
  if (isAtomic(warp.op)) {
    const std::uint32_t requests = addRequests(warp);
    return {requests, 2 * requests, hasBankOfTwoWords(warp)};
  }
  const auto sectors = bytesBySector(warp);
  const auto count = static_cast<std::uint32_t>(sectors.size());
  return {count, warp.op == LaneOp::store ? storeMoves(sectors) : count, false};
}

}  // namespace dsm::model
