// SPDX-License-Identifier: Apache-2.0
// Residency against what an H200 answered itself (2026-11-30), against a simulation that hands out an SM block by block,
// and the cases where the honest answer is that it is not known.
#include "gpu/model/residency.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

#include "gpu/model/chips.h"
#include "tests/model/device_fixture.h"

namespace dsm::model {
namespace {

LaunchShape shape(std::uint32_t cluster, std::uint32_t threads, std::uint64_t bytes, bool clusters = true) {
  LaunchShape launch;
  launch.clusterSize = cluster;
  launch.needsClusters = clusters;
  launch.allowNonPortable = true;
  launch.threads = threads;
  launch.dynamicBytes = bytes;
  return launch;
}

// The H200's own table for clusters of 1 and 8: at most 8 blocks of clusters an SM.
Device h200WithSlots() {
  Device device = test::h200();
  for (std::uint32_t blocks = 1; blocks <= 32; ++blocks) {
    device.occupancy.push_back({1, blocks, 132 * std::min(blocks, 8U)});
    if (blocks > 4) device.occupancy.push_back({8, blocks, blocks >= 8 ? 124U : std::map<std::uint32_t, std::uint32_t>{{5, 77}, {6, 92}, {7, 107}}[blocks]});
  }
  return device;
}

const SmLimit& limitOf(const Residency& residency, SmResource resource) {
  return *std::ranges::find(residency.limits, resource, &SmLimit::resource);
}

TEST(Residency, EqualsTheH200sTable) {
  struct Case { std::uint64_t bytes; std::uint32_t clusters[5]; };
  const Case cases[] = {{48 * 1024, {528, 264, 124, 62, 28}}, {100 * 1024, {264, 132, 62, 30, 14}}, {160 * 1024, {132, 66, 30, 15, 7}},
                        {232448, {132, 66, 30, 15, 7}}};
  for (const Case& expected : cases) {
    for (std::uint32_t power = 0; power < 5; ++power) {
      const std::uint32_t size = 1U << power;
      const Residency residency = residencyOf(shape(size, 512, expected.bytes), test::h200());
      ASSERT_TRUE(residency.runs) << residency.reason;
      EXPECT_EQ(residency.clustersAtOnce, expected.clusters[power]) << expected.bytes << " B, clusters of " << size;
      EXPECT_EQ(residency.blocksAtOnce, std::uint64_t{expected.clusters[power]} * size);
      EXPECT_EQ(residency.origin, size == 1 ? Origin::modelled : Origin::recorded);
    }
  }
}

TEST(Residency, CountsIdleSmsOfUnevenGpcs) {
  struct Case { std::uint32_t size; std::uint64_t bytes; std::uint32_t used; std::uint32_t idle; bool exact; };
  for (const Case& expected : {Case{16, 160 * 1024, 112, 20, true}, Case{16, 232448, 112, 20, true}, Case{8, 160 * 1024, 120, 12, true},
                               Case{4, 200 * 1024, 120, 12, true}, Case{2, 232448, 132, 0, true}, Case{1, 232448, 132, 0, true},
                               Case{16, 100 * 1024, 112, 20, false}, Case{8, 100 * 1024, 120, 12, false}, Case{4, 100 * 1024, 124, 8, false},
                               Case{4, 64 * 1024, 123, 9, false}, Case{2, 48 * 1024, 132, 0, true}}) {
    const Residency residency = residencyOf(shape(expected.size, 512, expected.bytes), test::h200());
    EXPECT_EQ(residency.smsInUse, expected.used) << expected.size << " x " << expected.bytes;
    EXPECT_EQ(residency.smsIdle(), expected.idle) << expected.size << " x " << expected.bytes;
    EXPECT_EQ(residency.smsExact, expected.exact) << expected.size << " x " << expected.bytes;
  }
}

TEST(Residency, NamesWhatBinds) {
  const Residency memory = residencyOf(shape(1, 128, 100 * 1024), test::h200());
  EXPECT_EQ(limitOf(memory, SmResource::sharedMemory).blocks, 2U);
  EXPECT_EQ(limitOf(memory, SmResource::sharedMemory).perBlock, 101U * 1024);
  EXPECT_TRUE(limitOf(memory, SmResource::sharedMemory).binds);
  EXPECT_FALSE(limitOf(memory, SmResource::threads).binds);
  EXPECT_EQ(limitOf(memory, SmResource::threads).blocks, 16U);
  EXPECT_EQ(limitOf(memory, SmResource::blocks).blocks, 32U);
  EXPECT_FALSE(limitOf(memory, SmResource::registers).blocks);
  EXPECT_FALSE(limitOf(memory, SmResource::registers).why.empty());

  const Residency threads = residencyOf(shape(1, 1000, 1024), test::h200());
  EXPECT_EQ(limitOf(threads, SmResource::threads).perBlock, 1024U);  // whole warps
  EXPECT_TRUE(limitOf(threads, SmResource::threads).binds);

  LaunchShape many = shape(1, 512, 1024);
  many.registersPerThread = 128;
  const Residency registers = residencyOf(many, test::h200());
  EXPECT_EQ(registers.blocksPerSm, 1U);
  EXPECT_TRUE(limitOf(registers, SmResource::registers).binds);
  EXPECT_EQ(limitOf(registers, SmResource::registers).perBlock, 65536U);

  const Residency slots = residencyOf(shape(1, 32, 0, false), test::h200());
  EXPECT_EQ(slots.blocksPerSm, 32U);
  EXPECT_TRUE(limitOf(slots, SmResource::blocks).binds);
}

TEST(Residency, BothBindWhereBothDo) {
  const Residency residency = residencyOf(shape(1, 1024, 113 * 1024), test::h200());
  EXPECT_EQ(residency.blocksPerSm, 2U);
  EXPECT_TRUE(limitOf(residency, SmResource::sharedMemory).binds);
  EXPECT_TRUE(limitOf(residency, SmResource::threads).binds);
}

TEST(Residency, SlotsForClustersAreALimitOfTheirOwn) {
  const Residency residency = residencyOf(shape(1, 32, 0), h200WithSlots());
  EXPECT_EQ(residency.blocksPerSm, 32U);
  EXPECT_EQ(residency.clustersAtOnce, 1056U);
  EXPECT_EQ(limitOf(residency, SmResource::clusterSlots).blocks, 8U);
  EXPECT_TRUE(limitOf(residency, SmResource::clusterSlots).binds);
  EXPECT_FALSE(limitOf(residency, SmResource::blocks).binds);
  EXPECT_EQ(residency.smsInUse, 132U);  // 8 on each, not 32 on 33
  EXPECT_EQ(residencyOf(shape(8, 64, 0), h200WithSlots()).smsInUse, 124U);
  EXPECT_EQ(residencyOf(shape(8, 512, 64 * 1024), h200WithSlots()).smsInUse, 120U);
}

TEST(Residency, AGridOfItsOwnKeepsFewerSmsBusy) {
  LaunchShape hop = shape(2, 512, 0);
  hop.gridBlocks = 2;
  const Residency residency = residencyOf(hop, h200WithSlots());
  EXPECT_EQ(residency.smsOfLaunch(), 2U);
  hop.gridBlocks = 0;
  EXPECT_EQ(residencyOf(shape(16, 512, 160 * 1024), test::h200()).smsOfLaunch(), 112U);
}

TEST(Residency, AChipHasAnSmAndNoDevice) {
  for (const std::string& name : chipNames()) {
    const Device chip = *chipDevice(name);
    const Residency residency = residencyOf(shape(1, 256, 48 * 1024, false), chip);
    EXPECT_TRUE(residency.runs) << name;
    EXPECT_GT(residency.blocksPerSm, 0U);
    EXPECT_FALSE(residency.clustersAtOnce) << name;
    EXPECT_FALSE(residency.smsInUse || residency.smsIdle() || residency.smsOfLaunch()) << name;
    EXPECT_NE(residency.notKnown.find(name), std::string::npos);
    EXPECT_EQ(residency.origin, Origin::modelled);
  }
  EXPECT_EQ(residencyOf(shape(1, 256, 48 * 1024, false), *chipDevice("sm_75")).blocksPerSm, 1U);  // 64 KiB an SM, no reserve
  EXPECT_EQ(residencyOf(shape(1, 256, 48 * 1024, false), *chipDevice("sm_90")).blocksPerSm, 4U);
  EXPECT_EQ(residencyOf(shape(1, 256, 48 * 1024, false), *chipDevice("sm_86")).blocksPerSm, 2U);
}

TEST(Residency, WithoutATableLargerClustersAreNotKnown) {
  Device unknown = test::h200();
  unknown.occupancy.clear();
  const Residency residency = residencyOf(shape(8, 512, 1024), unknown);
  EXPECT_TRUE(residency.runs);
  EXPECT_EQ(residency.blocksPerSm, 4U);
  EXPECT_FALSE(residency.clustersAtOnce || residency.smsInUse);
  EXPECT_FALSE(residency.notKnown.empty());
  EXPECT_EQ(residencyOf(shape(1, 512, 1024), unknown).blocksAtOnce, 528U);
}

TEST(Residency, TheDevicesOwnAnswerReplacesTheArithmetic) {
  Legality own;
  own.fits = true;
  own.origin = Origin::measured;
  own.blocksPerSm = 3;
  own.clustersAtOnce = 45;
  const LaunchShape wanted = shape(8, 512, 1024);
  const Residency residency = residencyOf(wanted, test::h200(), &own);
  EXPECT_EQ(residency.origin, Origin::measured);
  EXPECT_EQ(residency.blocksPerSm, 3U);
  EXPECT_EQ(residency.blocksAtOnce, 360U);
  EXPECT_EQ(residency.smsInUse, 120U);
  EXPECT_TRUE(residency.deviceSaysLess);
  for (const SmLimit& limit : residency.limits) EXPECT_FALSE(limit.binds);
  own.origin = Origin::modelled;  // no answer of the device's
  EXPECT_EQ(residencyOf(wanted, test::h200(), &own).blocksPerSm, 4U);
}

TEST(Residency, ARefusedLaunchHasNothingAtOnceButSaysWhy) {
  const Residency residency = residencyOf(shape(2, 512, 228 * 1024), test::h200());
  EXPECT_FALSE(residency.runs);
  EXPECT_EQ(residency.reason, checkLaunch(shape(2, 512, 228 * 1024), test::h200()).reason);
  EXPECT_FALSE(residency.clustersAtOnce || residency.blocksAtOnce || residency.smsInUse);
  EXPECT_EQ(limitOf(residency, SmResource::sharedMemory).blocks, 0U);
  EXPECT_TRUE(limitOf(residency, SmResource::sharedMemory).binds);
}

TEST(Residency, HugeSizesDoNotWrap) {
  for (const std::uint64_t bytes : {~std::uint64_t{0}, ~std::uint64_t{0} - 1024, std::uint64_t{1} << 63}) {
    LaunchShape huge = shape(1, 128, bytes);
    huge.staticBytes = 48 * 1024;
    const Residency residency = residencyOf(huge, test::h200());
    EXPECT_FALSE(residency.runs) << bytes;
    EXPECT_EQ(limitOf(residency, SmResource::sharedMemory).blocks, 0U) << bytes;
  }
}

// Hands out an SM block by block until something is used up: the quarters one warp after the other, memory in its steps.
std::uint32_t simulated(const LaunchShape& launch, const Device& device) {
  std::uint64_t memory = device.sharedPerSm;
  std::uint64_t warpSlots = device.maxThreadsPerSm / 32;
  std::uint64_t quarters[4];
  for (std::uint64_t& quarter : quarters) quarter = device.registersPerSm / 4;
  const std::uint64_t warps = (launch.threads + 31) / 32;
  std::uint64_t bytes = launch.staticBytes + launch.dynamicBytes + device.sharedReservedPerBlock;
  while (bytes % 128 != 0) ++bytes;
  std::uint64_t perWarp = launch.registersPerThread * 32;
  while (perWarp % 256 != 0) ++perWarp;
  if ((warps + 3) / 4 * 4 * perWarp > device.registersPerSm) return 0;
  std::uint32_t blocks = 0;
  while (blocks < device.maxBlocksPerSm && memory >= bytes && warpSlots >= warps) {
    for (std::uint64_t warp = 0; warp < warps; ++warp) {
      std::uint64_t* roomiest = std::max_element(quarters, quarters + 4);
      if (*roomiest < perWarp) return blocks;
      *roomiest -= perWarp;
    }
    memory -= bytes;
    warpSlots -= warps;
    ++blocks;
  }
  return blocks;
}

TEST(BlocksPerSm, EqualsASimulationThatFillsAnSm) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 20000; ++i) {
    const Device device = random() % 2 == 0 ? test::h200() : test::smallWithClusters();
    LaunchShape launch = shape(1, 1 + random() % 1024, random() % (device.sharedPerBlockOptin + 1), false);
    if (random() % 3 == 0) launch.dynamicBytes = device.sharedPerSm / (1 + random() % 32) - std::min<std::uint64_t>(1024 + random() % 300, device.sharedPerSm / 64);
    launch.registersPerThread = 1 + random() % 255;
    std::uint32_t least = device.maxBlocksPerSm;
    for (const SmLimit& limit : smLimits(launch, device)) {
      least = std::min(least, *limit.blocks);
      EXPECT_GE(*limit.blocks, blocksPerSm(launch, device));
      EXPECT_EQ(limit.binds, *limit.blocks == blocksPerSm(launch, device));
    }
    ASSERT_EQ(blocksPerSm(launch, device), simulated(launch, device))
        << launch.threads << " threads, " << launch.dynamicBytes << " B, " << launch.registersPerThread << " registers on " << device.name;
    ASSERT_EQ(least, blocksPerSm(launch, device));
  }
}

}  // namespace
}  // namespace dsm::model
