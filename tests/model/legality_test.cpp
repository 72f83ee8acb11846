// SPDX-License-Identifier: GPL-3.0-or-later
// Legality by arithmetic against what an H200 answered itself, and the sentences for what cannot run.
#include "gpu/model/legality.h"

#include <gtest/gtest.h>

#include "tests/model/device_fixture.h"

namespace dsm::model {
namespace {

LaunchShape shape(std::uint32_t cluster, std::uint32_t threads, std::uint64_t bytes) {
  LaunchShape launch;
  launch.clusterSize = cluster;
  launch.needsClusters = true;
  launch.allowNonPortable = true;
  launch.threads = threads;
  launch.dynamicBytes = bytes;
  return launch;
}

TEST(CheckLaunch, ActiveClustersEqualTheH200sOwnAnswers) {
  struct Case { std::uint64_t bytes; std::uint32_t active[5]; };
  const Case cases[] = {{48 * 1024, {528, 264, 124, 62, 28}},
                        {65536, {396, 198, 92, 45, 21}},
                        {100 * 1024, {264, 132, 62, 30, 14}},
                        {160 * 1024, {132, 66, 30, 15, 7}},
                        {232448, {132, 66, 30, 15, 7}}};
  for (const Case& expected : cases) {
    for (std::uint32_t power = 0; power < 5; ++power) {
      const Legality legality = checkLaunch(shape(1U << power, 512, expected.bytes), test::h200());
      ASSERT_TRUE(legality.fits) << legality.reason;
      EXPECT_EQ(legality.clustersAtOnce, expected.active[power]) << expected.bytes << " B, cluster " << (1U << power);
      EXPECT_EQ(legality.blocksAtOnce, expected.active[power] << power);
    }
  }
}

TEST(CheckLaunch, TakesTheOptInLimitWithoutSubtractingTheReserve) {
  EXPECT_TRUE(checkLaunch(shape(2, 512, 227 * 1024), test::h200()).fits);
  const Legality over = checkLaunch(shape(2, 512, 228 * 1024), test::h200());
  EXPECT_FALSE(over.fits);
  EXPECT_EQ(over.code, "shared_memory");
  EXPECT_EQ(over.reason, "Needs 228 KiB in one block; 227 KiB allowed.");
}

TEST(CheckLaunch, NamesTheThreadLimitFirst) {
  const Legality legality = checkLaunch(shape(2, 2048, 100 * 1024), test::h200());
  EXPECT_EQ(legality.code, "threads");
  EXPECT_EQ(legality.nearest, 1024);
}

TEST(CheckLaunch, SixteenNeedsTheOptInAndTheDevice) {
  LaunchShape sixteen = shape(16, 512, 1024);
  sixteen.allowNonPortable = false;
  const Legality refused = checkLaunch(sixteen, test::h200());
  EXPECT_EQ(refused.code, "non_portable");
  EXPECT_EQ(refused.nearest, 8);
  EXPECT_EQ(refused.remedy, "non_portable");
  EXPECT_TRUE(checkLaunch(shape(16, 512, 1024), test::h200()).fits);
  const Legality small = checkLaunch(shape(16, 512, 1024), test::smallWithClusters());
  EXPECT_EQ(small.code, "cluster_size");
  EXPECT_EQ(small.nearest, 8);
}

TEST(CheckLaunch, SaysWhyADeviceWithoutClustersCannot) {
  const Legality legality = checkLaunch(shape(1, 512, 1024), test::withoutClusters());
  EXPECT_EQ(legality.code, "no_clusters");
  EXPECT_NE(legality.reason.find("8.6"), std::string::npos);
}

TEST(CheckLaunch, GridMustBeAMultipleOfTheCluster) {
  LaunchShape odd = shape(4, 128, 1024);
  odd.gridBlocks = 10;
  EXPECT_EQ(checkLaunch(odd, test::h200()).code, "grid");
}

TEST(CheckLaunch, CooperativeGridMustBeResident) {
  LaunchShape grid = shape(1, 1024, 100 * 1024);
  grid.needsClusters = false;
  grid.cooperative = true;
  grid.gridBlocks = 264;
  EXPECT_TRUE(checkLaunch(grid, test::h200()).fits);
  grid.gridBlocks = 266;
  EXPECT_EQ(checkLaunch(grid, test::h200()).code, "grid");
}

TEST(CheckLaunch, UnknownOccupancyIsNotZero) {
  Device unknown = test::h200();
  unknown.occupancy.clear();
  const Legality legality = checkLaunch(shape(4, 512, 1024), unknown);
  EXPECT_TRUE(legality.fits);
  EXPECT_FALSE(legality.clustersAtOnce.has_value());
}

TEST(BlocksPerSm, CountsRegistersThreadsAndTheReserve) {
  LaunchShape launch = shape(1, 512, 0);
  EXPECT_EQ(blocksPerSm(launch, test::h200()), 4U);
  launch.registersPerThread = 64;
  EXPECT_EQ(blocksPerSm(launch, test::h200()), 2U);
  launch.registersPerThread = 0;
  launch.dynamicBytes = 116 * 1024;  // two blocks would need 234 KiB with the reserve
  EXPECT_EQ(blocksPerSm(launch, test::h200()), 1U);
  launch.dynamicBytes = 113 * 1024;
  EXPECT_EQ(blocksPerSm(launch, test::h200()), 2U);
}

}  // namespace
}  // namespace dsm::model
