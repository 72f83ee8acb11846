// SPDX-License-Identifier: Apache-2.0
// One warp access to shared memory: known cases, a simulation that shares no code with the model, and what an H200 counted.
#include "gpu/model/lane_access.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <deque>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace dsm::model {
namespace {

LaneCost cost(const char* text) {
  const auto access = parseLaneAccess(text);
  EXPECT_TRUE(access) << text << ": " << access.error().message;
  const auto warp = addressesOf(*access);
  EXPECT_TRUE(warp) << text << ": " << warp.error().message;
  return costOf(*warp);
}

std::string errorOf(const char* text) {
  const auto access = parseLaneAccess(text);
  return access ? "" : access.error().message + " " + access.error().hint;
}

struct Known {
  const char* access;
  std::uint32_t passes;
  std::uint32_t degree;
  std::size_t segments;
  double used;
};

TEST(LaneAccess, KnownAccessesCostWhatTheyAreKnownToCost) {
  const Known known[] = {
      {"stride=1", 1, 1, 4, 1},
      {"stride=2", 2, 2, 8, 0.5},
      {"stride=4", 4, 4, 16, 0.25},
      {"stride=32", 32, 32, 32, 0.125},
      {"stride=33", 1, 1, 32, 0.125},
      {"stride=31", 1, 1, 32, 0.125},
      {"stride=-1,base=124", 1, 1, 4, 1},
      {"stride=0", 1, 1, 1, 0.125},
      {"stride=0,op=store", 1, 1, 1, 0.125},
      {"stride=0,op=add1", 1, 1, 1, 0.125},
      {"stride=0,op=add", 32, 32, 1, 0.125},
      {"stride=1,op=add", 1, 1, 4, 1},
      {"stride=1,size=1", 1, 1, 1, 1},
      {"stride=1,size=2", 1, 1, 2, 1},
      {"stride=64,size=2", 32, 32, 32, 0.0625},
      {"stride=1,size=8", 2, 1, 8, 1},
      {"stride=2,size=8", 4, 2, 16, 0.5},
      {"stride=0,size=8", 1, 1, 1, 0.25},
      {"stride=0,size=8,op=store", 2, 1, 1, 0.25},
      {"stride=1,size=16", 4, 1, 16, 1},
      {"stride=2,size=16", 8, 2, 32, 0.5},
      {"stride=0,size=16", 2, 1, 1, 0.5},
      {"stride=0,size=16,op=store", 4, 1, 1, 0.5},
      {"stride=1,size=16,lanes=0", 1, 1, 1, 0.5},
      {"stride=1,size=8,lanes=0-15", 1, 1, 4, 1},
      {"stride=2,lanes=0-15", 1, 1, 4, 0.5},
      {"stride=1,base=4", 1, 1, 5, 0.8},
      {"stride=32,lanes=0 5 9", 3, 3, 3, 0.125},
  };
  for (const Known& one : known) {
    const LaneCost got = cost(one.access);
    EXPECT_EQ(got.banks.passes, one.passes) << one.access;
    EXPECT_EQ(got.banks.conflictDegree, one.degree) << one.access;
    EXPECT_EQ(got.segments.size(), one.segments) << one.access;
    EXPECT_DOUBLE_EQ(got.usedFraction(), one.used) << one.access;
    EXPECT_TRUE(got.hasPasses()) << one.access;
    EXPECT_FALSE(got.network) << one.access;
  }
}

TEST(LaneAccess, WhatMovesToAndFromAnotherRank) {
  struct Moved {
    const char* access;
    std::uint32_t requested, moved;
  };
  const Moved known[] = {
      {"stride=1,remote", 4, 4},           {"stride=2,remote", 8, 8},           {"stride=0,remote", 1, 1},
      {"stride=1,remote,op=store", 4, 4},  {"stride=2,remote,op=store", 8, 16}, {"stride=8,remote,op=store", 32, 32},
      {"stride=0,remote,op=add1", 32, 64}, {"stride=1,remote,op=add", 4, 8},    {"stride=1,base=4,remote,op=store", 5, 6},
      {"lanes=0-7,remote,op=store", 1, 2},
  };
  for (const Moved& one : known) {
    const LaneCost got = cost(one.access);
    ASSERT_TRUE(got.network) << one.access;
    EXPECT_EQ(got.network->requested, one.requested) << one.access;
    EXPECT_EQ(got.network->moved, one.moved) << one.access;
    EXPECT_FALSE(got.hasPasses()) << one.access;
    EXPECT_DOUBLE_EQ(got.usedFraction(), double(got.usefulBytes) / (32.0 * one.moved)) << one.access;
  }
}

TEST(LaneAccess, RemoteAddsToABankOfTwoWordsAreALeast) {
  EXPECT_FALSE(cost("stride=1,remote,op=add").network->isLeast);
  EXPECT_FALSE(cost("stride=0,remote,op=add1").network->isLeast);
  EXPECT_TRUE(cost("stride=2,remote,op=add1").network->isLeast);
  EXPECT_FALSE(cost("stride=2,remote,op=store").network->isLeast);
  EXPECT_FALSE(cost("stride=2,remote,op=add,lanes=0-15").network->isLeast);
}

TEST(LaneAccess, EachLaneKnowsItsPlace) {
  const LaneCost got = cost("stride=3,size=8,base=40,lanes=0-30");
  for (std::uint32_t lane = 0; lane < 31; ++lane) {
    const LaneView& view = got.lanes[lane];
    ASSERT_TRUE(view.active);
    EXPECT_EQ(view.byte, 40 + 24 * lane);
    EXPECT_EQ(view.bank, (40 + 24 * lane) / 4 % 32);
    EXPECT_EQ(view.banks, 2U);
    EXPECT_EQ(view.segment, (40 + 24 * lane) / 32);
    EXPECT_LT(view.pass, got.banks.passes);
  }
  EXPECT_FALSE(got.lanes[31].active);
  EXPECT_TRUE(std::ranges::is_sorted(got.segments));
}

WarpAddresses randomWarp(std::mt19937_64& random) {
  WarpAddresses warp;
  warp.elementBytes = 1U << random() % 5;
  warp.op = warp.elementBytes == 4 ? LaneOp(random() % 4) : LaneOp(random() % 2);
  warp.remote = random() % 2 == 0;
  warp.activeLanes = random() % 3 == 0 ? static_cast<std::uint32_t>(random()) : kAllLanes;
  const std::uint64_t room = std::uint64_t{1} << (2 + random() % 10);
  const int sharing = static_cast<int>(random() % 4);
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    warp.bytes[lane] = random() % room * warp.elementBytes;
    if (sharing == 1) warp.bytes[lane] = warp.bytes[lane & ~1U];
    if (sharing == 2) warp.bytes[lane] = warp.bytes[lane & ~2U];
  }
  return warp;
}

// Lanes queue up; in each pass every bank takes up one word, or for an add of a value one lane, and all who wait for it go.
std::uint32_t simulatedPasses(const WarpAddresses& warp, const std::vector<std::uint32_t>& groups) {
  std::uint32_t passes = 0;
  for (const std::uint32_t group : groups) {
    std::deque<std::pair<std::uint32_t, std::uint64_t>> waiting;  // lane, word
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if (!(group >> lane & 1) || !(warp.activeLanes >> lane & 1)) continue;
      for (std::uint64_t at = warp.bytes[lane] & ~3ULL; at < warp.bytes[lane] + warp.elementBytes; at += 4)
        waiting.emplace_back(lane, at / 4);
    }
    for (; !waiting.empty(); ++passes) {
      std::map<std::uint64_t, std::uint64_t> given;  // bank: word
      std::deque<std::pair<std::uint32_t, std::uint64_t>> left;
      for (const auto& [lane, word] : waiting) {
        const auto [at, isFirst] = given.try_emplace(word % 32, word);
        const bool goes = isFirst || (at->second == word && warp.op != LaneOp::addValue);
        if (!goes) left.emplace_back(lane, word);
      }
      waiting = std::move(left);
    }
  }
  return passes;
}

TEST(LaneAccess, PassesEqualASimulationForRandomAddresses) {
  std::mt19937_64 random(41);
  for (int i = 0; i < 5000; ++i) {
    const WarpAddresses warp = randomWarp(random);
    const LanePasses got = passesOf(warp);
    std::uint32_t lanes = 0;
    for (const std::uint32_t group : got.groups) {
      EXPECT_EQ(lanes & group, 0U);
      EXPECT_NE(group & warp.activeLanes, 0U);
      lanes |= group;
    }
    EXPECT_EQ(lanes & warp.activeLanes, warp.activeLanes) << "each active lane goes in one group";
    ASSERT_EQ(got.passes, simulatedPasses(warp, got.groups)) << i;
  }
}

TEST(LaneAccess, WordsArePlacedOnceAndNeverTwoInABankAndPass) {
  std::mt19937_64 random(42);
  for (int i = 0; i < 2000; ++i) {
    const WarpAddresses warp = randomWarp(random);
    const LaneCost got = costOf(warp);
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
    std::map<std::uint32_t, std::uint32_t> wordsOfLane;
    std::uint32_t conflicts = 0;
    for (const BankWord& word : got.banks.words) {
      EXPECT_TRUE(taken.emplace(word.bank, word.pass).second);
      EXPECT_EQ(word.bank, word.word % 32);
      EXPECT_LT(word.pass, got.banks.passes);
      conflicts += word.isConflict;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if (!(word.lanes >> lane & 1)) continue;
        ++wordsOfLane[lane];
        EXPECT_LE(word.pass, got.lanes[lane].pass);
      }
    }
    EXPECT_EQ(conflicts > 0, got.banks.conflictDegree > 1);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(wordsOfLane[lane], warp.isActive(lane) ? std::max(1U, warp.elementBytes / 4) : 0) << lane;
    std::set<std::uint64_t> bytes, segments;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      for (std::uint32_t k = 0; k < warp.elementBytes && warp.isActive(lane); ++k) {
        bytes.insert(warp.bytes[lane] + k);
        segments.insert((warp.bytes[lane] + k) >> 5);
      }
    }
    EXPECT_EQ(got.usefulBytes, bytes.size());
    EXPECT_TRUE(std::ranges::equal(got.segments, segments));
    EXPECT_EQ(got.network.has_value(), warp.remote);
    if (!got.network) continue;
    EXPECT_TRUE(isAtomic(warp.op) || got.network->requested == segments.size());
    EXPECT_GE(got.network->moved, got.network->requested);
  }
}

struct Counted {
  WarpAddresses warp;
  std::string name;
  std::optional<std::uint32_t> passes, conflicts, requested, moved;
};

std::optional<std::uint32_t> numberOf(const std::string& field) {
  return field.empty() ? std::nullopt : std::optional(static_cast<std::uint32_t>(std::stoul(field)));
}

Counted countedOf(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  fields.resize(9);
  Counted counted;
  const std::map<std::string, LaneOp> ops = {
      {"load", LaneOp::load}, {"store", LaneOp::store}, {"add_one", LaneOp::addOne}, {"add_value", LaneOp::addValue}};
  counted.warp.op = ops.at(fields[0]);
  counted.warp.elementBytes = static_cast<std::uint32_t>(std::stoul(fields[1]));
  counted.warp.remote = fields[2] == "remote";
  counted.warp.activeLanes = 0;
  counted.name = fields[0] + " " + fields[1] + " B " + fields[2] + " " + fields[3];
  std::istringstream offsets(fields[4]);
  std::string offset;
  for (std::uint32_t lane = 0; offsets >> offset; ++lane) {
    if (offset == "-") continue;
    counted.warp.activeLanes |= 1U << lane;
    counted.warp.bytes[lane] = std::stoul(offset);
  }
  counted.passes = numberOf(fields[5]);
  counted.conflicts = numberOf(fields[6]);
  counted.requested = numberOf(fields[7]);
  counted.moved = numberOf(fields[8]);
  return counted;
}

TEST(LaneAccess, IsWhatAnH200Counted) {
  std::ifstream file(DSM_LANE_ACCESS_H200);
  ASSERT_TRUE(file) << DSM_LANE_ACCESS_H200;
  std::string line;
  int local = 0, remote = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line.starts_with("#") || line.starts_with("op,")) continue;
    const Counted counted = countedOf(line);
    const LaneCost got = costOf(counted.warp);
    if (counted.passes) {
      EXPECT_EQ(got.banks.passes, *counted.passes) << counted.name;
      EXPECT_EQ(got.banks.passes - got.banks.fewestPasses(), counted.conflicts) << counted.name;
      ++local;
    } else {
      ASSERT_TRUE(got.network) << counted.name;
      EXPECT_EQ(got.network->requested, counted.requested) << counted.name;
      EXPECT_EQ(got.network->moved, counted.moved) << counted.name;
      ++remote;
    }
  }
  EXPECT_GT(local, 150);
  EXPECT_GT(remote, 100);
}

TEST(LaneAccess, ATextIsReadInAnyOrderAndWrittenBack) {
  std::mt19937_64 random(43);
  for (int i = 0; i < 500; ++i) {
    LaneAccess access;
    access.elementBytes = 1U << random() % 5;
    access.strideElements = static_cast<std::int64_t>(random() % 200) - 100;
    access.baseBytes = (4000 + random() % 1000) * 16;
    access.activeLanes = random() % 2 ? kAllLanes : static_cast<std::uint32_t>(random());
    if (access.elementBytes == 4) access.op = LaneOp(random() % 4);
    if (random() % 2) access.remoteRank = static_cast<std::uint32_t>(random() % 16);
    const auto again = parseLaneAccess(laneAccessText(access));
    ASSERT_TRUE(again) << laneAccessText(access) << ": " << again.error().message;
    EXPECT_EQ(*again, access) << laneAccessText(access);
  }
  EXPECT_EQ(parseLaneAccess(" base = 0x40 ,remote, stride=-1,lanes=0 ,op=store,size=2"), (LaneAccess{2, -1, 64, 1, LaneOp::store, 1}));
  EXPECT_EQ(parseLaneAccess(""), LaneAccess{});
}

TEST(LaneAccess, WhatIsNoAccessIsRefusedByName) {
  EXPECT_NE(errorOf("size=3").find("3 bytes"), std::string::npos);
  EXPECT_NE(errorOf("size=32").find("32 bytes"), std::string::npos);
  EXPECT_NE(errorOf("size=0").find("1, 2, 4, 8 or 16"), std::string::npos);
  EXPECT_NE(errorOf("size=8,base=12").find("Byte 12"), std::string::npos);
  EXPECT_NE(errorOf("size=8,base=12").find("below is 8"), std::string::npos);
  EXPECT_NE(errorOf("stride=-1").find("Lane 1"), std::string::npos);
  EXPECT_NE(errorOf("size=8,op=add").find("atomic add of 8"), std::string::npos);
  EXPECT_NE(errorOf("stride=two").find("stride=two"), std::string::npos);
  EXPECT_NE(errorOf("stride=1.5").find("stride=1.5"), std::string::npos);
  EXPECT_NE(errorOf("base=-4").find("base=-4"), std::string::npos);
  EXPECT_NE(errorOf("remote=16").find("remote=16"), std::string::npos);
  EXPECT_NE(errorOf("lanes=0-32").find("lanes=0-32"), std::string::npos);
  EXPECT_NE(errorOf("colour=4").find("colour"), std::string::npos);
  EXPECT_NE(errorOf("stride=9223372036854775807").find("outside shared memory"), std::string::npos);
  EXPECT_NE(errorOf("stride=-9223372036854775808").find("outside shared memory"), std::string::npos);
  EXPECT_NE(errorOf("base=18446744073709551612").find("outside shared memory"), std::string::npos);
  EXPECT_EQ(errorOf("stride=-1,lanes=0"), "");
}

TEST(LaneAccess, LanesAreReadAsAPersonListsThem) {
  EXPECT_EQ(parseLanes("all"), kAllLanes);
  EXPECT_EQ(parseLanes("even"), 0x55555555U);
  EXPECT_EQ(parseLanes("odd"), 0xaaaaaaaaU);
  EXPECT_EQ(parseLanes("0-7 9"), 0x2ffU);
  EXPECT_EQ(parseLanes(" 31 "), 0x80000000U);
  EXPECT_EQ(parseLanes("0-31"), kAllLanes);
  EXPECT_EQ(parseLanes("0xff"), 0xffU);
  for (const char* bad : {"", "none", "7-0", "32", "0-", "-1", "0x", "0x100000000", "1,2", "0-7-9"}) EXPECT_FALSE(parseLanes(bad)) << bad;
  EXPECT_EQ(lanesText(0x2ff), "0-7 9");
  EXPECT_EQ(lanesText(0x3), "0 1");
  EXPECT_EQ(lanesText(0), "");
  EXPECT_EQ(lanesText(0x80000000), "31");
  std::mt19937_64 random(44);
  for (int i = 0; i < 300; ++i) {
    const auto lanes = static_cast<std::uint32_t>(random() | 1);
    EXPECT_EQ(parseLanes(lanesText(lanes)), lanes);
  }
}

TEST(LaneAccess, TheTextNamesConflictLanesBanksAndSegments) {
  const std::string local = laneText(*parseLaneAccess("stride=4"));
  EXPECT_NE(local.find("4-way conflict: 4 passes, 16 segments of 32 bytes, 25 % of their bytes used.\n"), std::string::npos) << local;
  EXPECT_NE(local.find("\n   9       144      0x90     4        4     2\n"), std::string::npos) << local;
  EXPECT_NE(local.find("\n   4      4  1 9 17 25\n"), std::string::npos) << local;
  EXPECT_NE(local.find("\n     15       480  30 31\n"), std::string::npos) << local;
  const std::string remote = laneText(*parseLaneAccess("stride=2,op=store,remote=3"));
  EXPECT_NE(remote.find("rank 3's shared memory"), std::string::npos) << remote;
  EXPECT_NE(remote.find("8 sectors requested, 16 sectors moved between the SMs; 25 % of the bytes moved are used."), std::string::npos)
      << remote;
  EXPECT_NE(remote.find("Passes of a remote access are not modelled"), std::string::npos) << remote;
  const std::string adds = laneText(*parseLaneAccess("stride=2,op=add,remote"));
  EXPECT_NE(adds.find("at least 8 sectors requested, at least 16 sectors moved"), std::string::npos) << adds;
  EXPECT_NE(adds.find("at most 25 % of"), std::string::npos) << adds;
  EXPECT_NE(laneText(*parseLaneAccess("lanes=0x0")).find("No lane is active"), std::string::npos);
  LaneAccess bad;
  bad.elementBytes = 5;
  EXPECT_NE(laneText(bad).find("5 bytes"), std::string::npos);
}

}  // namespace
}  // namespace dsm::model
