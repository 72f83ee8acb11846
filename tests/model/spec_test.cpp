// SPDX-License-Identifier: GPL-3.0-or-later
// The specs of the three experiments: layout and owner arithmetic, limits with their nearest legal value,
// derived quantities, and the command line that repeats a run.
#include "gpu/model/spec.h"

#include <cmath>
#include <gtest/gtest.h>

#include "gpu/experiments/catalogue.h"
#include "tests/model/device_fixture.h"

namespace dsm::model {
namespace {

const ExperimentSpec& spec(std::string_view id) { return *findSpec(experiments::catalogue(), id); }

Values histogramValues(std::int64_t cluster, std::int64_t bins) {
  return completeValues(spec("histogram"), "cluster_dsmem", {{"cluster", cluster}, {"bins", bins}, {"non_portable", 1}}).value();
}

TEST(Histogram, Bin40000OfACluster4IsInRank2) {
  const SharedLayout layout = spec("histogram").layout(histogramValues(4, 65536), "cluster_dsmem");
  EXPECT_EQ(layout.ranks, 4U);
  EXPECT_EQ(layout.bytesPerBlock(), 65536U);
  const ElementPlace place = placeOf(layout, 40000).value();
  EXPECT_EQ(place.rank, 2U);
  EXPECT_EQ(place.element, 7232U);
  EXPECT_EQ(place.offsetBytes, 28928U);
  EXPECT_EQ(place.bank, 0U);
  EXPECT_EQ(place.mappedAddress, 0x02007500U);
  EXPECT_FALSE(placeOf(layout, 65536));
}

TEST(Histogram, SlicesAreRoundedUpAndCoverAllBinsOnce) {
  for (const std::int64_t cluster : {1, 2, 3, 6, 16}) {
    for (const std::int64_t bins : {1, 2, 15, 1000, 65537}) {
      const SharedLayout layout = spec("histogram").layout(histogramValues(cluster, bins), "cluster_dsmem");
      std::uint64_t next = 0;
      for (std::uint32_t rank = 0; rank < layout.ranks; ++rank) {
        const Slice slice = sliceOf(*layout.owner, rank);
        if (slice.count > 0) { EXPECT_EQ(slice.first, next); }
        EXPECT_LE(slice.count * 4, layout.bytesPerBlock());
        next += slice.count;
      }
      EXPECT_EQ(next, static_cast<std::uint64_t>(bins));
    }
  }
}

TEST(Histogram, SixteenRanksHold929792Bins) {
  const Legality most = spec("histogram").legality(histogramValues(16, 929792), "cluster_dsmem", test::h200());
  EXPECT_TRUE(most.fits) << most.reason;
  const Legality over = spec("histogram").legality(histogramValues(16, 929793), "cluster_dsmem", test::h200());
  EXPECT_FALSE(over.fits);
  EXPECT_EQ(over.nearest, 929792);
  EXPECT_NE(over.reason.find("929792"), std::string::npos) << over.reason;
}

TEST(Histogram, BlockPrivateSaysWhatItNeeds) {
  const Values values = completeValues(spec("histogram"), "block_private", {}).value();
  const Legality legality = spec("histogram").legality(values, "block_private", test::h200());
  EXPECT_EQ(legality.reason, "Needs 256 KiB in one block; 227 allowed.");
  EXPECT_EQ(legality.nearest, 58112);
}

TEST(Histogram, GlobalAtomicsRunWithoutClusters) {
  const Values values = completeValues(spec("histogram"), "global_atomics", {{"bins", 1 << 20}}).value();
  EXPECT_TRUE(spec("histogram").legality(values, "global_atomics", test::withoutClusters()).fits);
}

TEST(TokenHop, PartnerOutsideTheClusterIsNamed) {
  const Values values = completeValues(spec("token_hop"), "dsmem_barrier", {{"cluster", 2}, {"peer", 3}}).value();
  const Legality legality = spec("token_hop").legality(values, "dsmem_barrier", test::h200());
  EXPECT_EQ(legality.code, "peer");
  EXPECT_EQ(legality.nearest, 1);
}

TEST(TokenHop, OneHopFromCyclesOrFromAChainOfKernels) {
  const Values values = completeValues(spec("token_hop"), "dsmem_barrier", {}).value();
  const LaunchInfo launch;
  const Sample inKernel{500000, 856000, 1.98e9};
  EXPECT_DOUBLE_EQ(spec("token_hop").derive("hop_cycles", values, "dsmem_barrier", inKernel, launch), 428);
  EXPECT_NEAR(spec("token_hop").derive("hop_ns", values, "dsmem_barrier", inKernel, launch), 216.2, 0.1);
  const Sample chain{4e6, 0, 2e9};
  EXPECT_DOUBLE_EQ(spec("token_hop").derive("hop_ns", values, "relaunch", chain, launch), 2000);
  EXPECT_DOUBLE_EQ(spec("token_hop").derive("hop_cycles", values, "relaunch", chain, launch), 4000);
  const Sample noClock{4e6, 0, 0};
  EXPECT_TRUE(std::isnan(spec("token_hop").derive("hop_cycles", values, "relaunch", noClock, launch)));
}

TEST(TileExchange, CountsEachByteOnceOnReceipt) {
  const Values values = completeValues(spec("tile_exchange"), "dsmem", {}).value();
  LaunchInfo launch;
  launch.gridBlocks = 132;
  EXPECT_EQ(spec("tile_exchange").expectedTraffic(values, "dsmem", launch).payloadBytes, 10813440000U);
  EXPECT_EQ(spec("tile_exchange").expectedTraffic(values, "global", launch).l2FromSmBytes, 2 * 10813440000U);
  const Sample sample{20.591e6, 0, 0};
  EXPECT_NEAR(spec("tile_exchange").derive("rate", values, "dsmem", sample, launch), 0.525e12, 0.001e12);
}

TEST(TileExchange, FillsTheDeviceWithOneBlockAnSm) {
  const Values values = completeValues(spec("tile_exchange"), "dsmem", {}).value();
  EXPECT_EQ(spec("tile_exchange").launchShape(values, "dsmem", test::h200()).gridBlocks, 132U);
  const Values eight = completeValues(spec("tile_exchange"), "dsmem", {{"cluster", 8}}).value();
  EXPECT_EQ(spec("tile_exchange").launchShape(eight, "dsmem", test::h200()).gridBlocks, 120U);
}

TEST(Legality, TheNearestThatRunsDoesRun) {
  for (const ExperimentSpec* each : experiments::catalogue()) {
    for (const VariantInfo& variant : each->info().variants) {
      for (const Device& device : {test::h200(), test::withoutClusters(), test::smallWithClusters()}) {
        for (const std::int64_t cluster : {2, 3, 8, 16}) {
          Values given;
          if (appliesTo(*each->parameter("cluster"), variant.id)) given["cluster"] = cluster;
          const Values values = completeValues(*each, variant.id, given).value();
          const Legality legality = each->legality(values, variant.id, device);
          if (legality.fits || !legality.nearest) continue;
          Values nearest = values;
          nearest[legality.parameter] = *legality.nearest;
          EXPECT_TRUE(each->legality(nearest, variant.id, device).fits)
              << each->info().id << " " << variant.id << " on " << device.name << ": " << legality.reason;
        }
      }
    }
  }
}

TEST(CompleteValues, DropsWhatDoesNotApplyAndRefusesTheUnknown) {
  const Values values = completeValues(spec("histogram"), "global_atomics", {{"cluster", 8}}).value();
  EXPECT_FALSE(values.contains("cluster"));
  EXPECT_EQ(completeValues(spec("histogram"), "no_such", {}).error().code, "bad_value");
  EXPECT_EQ(completeValues(spec("histogram"), "global_atomics", {{"speed", 1}}).error().code, "bad_value");
}

TEST(CommandFor, NamesOnlyWhatDiffersFromTheDefault) {
  const Values values{{"cluster", 8}, {"bins", 65536}, {"input", 1}, {"load_bytes", 16}};
  EXPECT_EQ(commandFor(spec("histogram"), "run", {"cluster_dsmem"}, values),
            "dsmscope run histogram --variant cluster_dsmem --cluster 8 --input u4 --load-bytes 16");
  EXPECT_EQ(commandFor(spec("histogram"), "run", {"global_atomics"}, values),
            "dsmscope run histogram --variant global_atomics --input u4 --load-bytes 16");
}

}  // namespace
}  // namespace dsm::model
