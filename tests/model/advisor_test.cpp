// SPDX-License-Identifier: Apache-2.0
// The advisor against the spec's own legality for every row, and recommendations from sessions whose medians are known.
#include "gpu/model/advisor.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <set>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/chips.h"
#include "tests/model/device_fixture.h"

namespace dsm::model {
namespace {

const ExperimentSpec& spec(std::string_view id) { return *findSpec(experiments::catalogue(), id); }

// A run of 20 samples around `elapsedNs`, a thousandth apart.
RunPtr runOf(const std::string& experiment, const std::string& variant, const Values& given, double elapsedNs,
             const Device& device = test::h200()) {
  auto run = std::make_shared<model::Run>();
  run->experiment = experiment;
  run->variant = variant;
  run->values = completeValues(spec(experiment), variant, given).value();
  run->id = variant + std::to_string(elapsedNs);
  for (int i = 0; i < 20; ++i) run->samples.push_back({elapsedNs * (1 + 0.0001 * (i - 9.5)), 0, 2e9});
  run->validation = {true, true, "equal", 0};
  run->deviceUuid = device.uuid;
  run->origin = Origin::recorded;
  run->launch.gridBlocks = 132;
  run->launch.registersPerThread = 24;
  return run;
}

Session sessionOf(std::vector<RunPtr> runs, std::vector<Device> devices = {test::h200()}) {
  Session session;
  session.devices = std::move(devices);
  session.runs = std::move(runs);
  return session;
}

const Configuration& recommended(const Advice& advice) { return advice.rows.at(advice.recommended.value()); }

std::int64_t randomValue(const Parameter& parameter, std::mt19937_64& random) {
  if (!parameter.choices.empty() && random() % 2 == 0) return parameter.choices[random() % parameter.choices.size()].value;
  if (parameter.kind == ParameterKind::choice) return parameter.defaultValue;
  if (parameter.kind == ParameterKind::powerOfTwo) return std::min(parameter.maximum, std::int64_t{1} << random() % 25);
  return parameter.minimum + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(parameter.maximum - parameter.minimum + 1));
}

TEST(Advisor, SaysOfEveryRowWhatTheSpecSays) {
  std::mt19937_64 random(31);
  int illegal = 0;
  int withNearest = 0;
  for (int i = 0; i < 400; ++i) {
    const ExperimentSpec& each = *experiments::catalogue()[random() % experiments::catalogue().size()];
    const Device devices[] = {test::h200(), test::withoutClusters(), test::smallWithClusters(), *chipDevice("sm_90"), *chipDevice("sm_75")};
    const Device& device = devices[random() % std::size(devices)];
    Values wanted;
    for (const Parameter& parameter : each.info().parameters) {
      if (random() % 4 != 0) wanted[parameter.id] = randomValue(parameter, random);
    }
    const Advice advice = advise(each, wanted, device, nullptr);
    ASSERT_EQ(advice.problem, "");
    std::set<std::pair<std::string, Values>> seen;
    bool illegalBefore = false;
    for (const Configuration& row : advice.rows) {
      EXPECT_TRUE(seen.emplace(row.variant, row.values).second) << "a row twice";
      const Legality legality = each.legality(row.values, row.variant, device);
      EXPECT_EQ(row.legality.fits, legality.fits);
      EXPECT_EQ(row.legality.reason, legality.reason);
      EXPECT_EQ(row.legality.fits, row.legality.reason.empty());
      EXPECT_EQ(row.bytesPerBlock, each.layout(row.values, row.variant).bytesPerBlock());
      EXPECT_EQ(row.staticHolds, row.bytesPerBlock <= 48 * 1024);
      for (const auto& [id, value] : wanted) {
        const bool kept = id == "cluster" || id == "threads" || !row.values.contains(id) || row.values.at(id) == value;
        EXPECT_TRUE(kept) << id;
      }
      EXPECT_FALSE(illegalBefore && legality.fits) << "a legal row after an illegal one";
      illegalBefore = !legality.fits;
      illegal += legality.fits ? 0 : 1;
      if (!row.legality.nearest) continue;
      ++withNearest;
      Values nearest = row.values;
      ASSERT_TRUE(nearest.contains(row.legality.parameter));
      nearest[row.legality.parameter] = *row.legality.nearest;
      EXPECT_TRUE(checkValue(*each.parameter(row.legality.parameter), *row.legality.nearest).has_value());
      EXPECT_TRUE(each.legality(nearest, row.variant, device).fits)
          << each.info().id << ' ' << row.variant << " on " << device.name << ": " << row.legality.reason << " nearest "
          << row.legality.parameter << ' ' << *row.legality.nearest;
    }
  }
  EXPECT_GT(illegal, 1000);
  EXPECT_GT(withNearest, 500);
}

TEST(Advisor, AsksEveryClusterSizeAndBlockSizeAndTheWantedOnes) {
  const Advice advice = advise(spec("histogram"), {{"cluster", 3}, {"threads", 384}, {"non_portable", 1}}, test::h200(), nullptr);
  std::set<std::pair<std::int64_t, std::int64_t>> clustered;
  std::set<std::int64_t> plain;
  for (const Configuration& row : advice.rows) {
    if (row.variant == "cluster_dsmem") clustered.emplace(row.values.at("cluster"), row.values.at("threads"));
    if (row.variant == "global_atomics") plain.insert(row.values.at("threads"));
  }
  EXPECT_EQ(plain, (std::set<std::int64_t>{32, 128, 256, 384, 512, 1024}));
  EXPECT_EQ(clustered.size(), 6U * 6U);
  EXPECT_TRUE(clustered.contains({3, 384}) && clustered.contains({16, 32}));
}

TEST(Advisor, ANearestThatHelpsNothingIsNotNamed) {
  // 16 ranks hold them, 8 do not: without the opt-in no cluster size runs.
  const Values values = completeValues(spec("histogram"), "cluster_dsmem", {{"cluster", 16}, {"bins", 900'000}}).value();
  const Legality refused = spec("histogram").legality(values, "cluster_dsmem", test::h200());
  EXPECT_EQ(refused.code, "non_portable");
  EXPECT_FALSE(refused.nearest);
  EXPECT_EQ(refused.remedy, "non_portable");
}

TEST(Advisor, SaysWhichPlacementHolds) {
  for (const auto& [tile, holds] : {std::pair{16384, true}, std::pair{32768, false}}) {
    const Advice advice = advise(spec("tile_exchange"), {{"tile_bytes", tile}}, test::h200(), nullptr);
    EXPECT_EQ(advice.rows.front().staticHolds, holds);
    EXPECT_TRUE(advice.rows.front().dynamicHolds);
    EXPECT_FALSE(advice.rows.front().usesStatic);
  }
  const Advice hop = advise(spec("token_hop"), {}, test::h200(), nullptr);
  const auto mailbox = std::ranges::find(hop.rows, "dsmem_barrier", &Configuration::variant);
  EXPECT_TRUE(mailbox->usesStatic && mailbox->staticHolds);
}

TEST(Advisor, TakesTheBestMeasuredRowOfTheWantedValues) {
  const Session session = sessionOf({runOf("histogram", "cluster_dsmem", {{"bins", 4096}, {"cluster", 2}, {"threads", 1024}}, 2e6),
                                     runOf("histogram", "cluster_dsmem", {{"bins", 4096}, {"cluster", 4}, {"threads", 256}}, 3e6),
                                     runOf("histogram", "block_private", {{"bins", 4096}, {"threads", 512}}, 0.5e6),
                                     runOf("histogram", "block_private", {{"bins", 4096}, {"threads", 1024}}, 0.4e6),
                                     runOf("histogram", "block_private", {{"bins", 8192}, {"threads", 1024}}, 0.1e6),
                                     runOf("histogram", "block_private", {{"bins", 4096}, {"load_bytes", 16}}, 0.1e6),
                                     runOf("histogram", "global_atomics", {{"bins", 4096}}, 8e6)});
  const Advice advice = advise(spec("histogram"), {{"bins", 4096}}, test::h200(), &session);
  EXPECT_EQ(advice.ground, AdviceGround::measured);
  EXPECT_EQ(recommended(advice).variant, "block_private");
  EXPECT_EQ(recommended(advice).values.at("threads"), 1024);
  EXPECT_EQ(advice.quantity, "rate");
  EXPECT_NEAR(recommended(advice).measured->median, (1 << 28) / 0.4e-3, 1e7);
  EXPECT_EQ(recommended(advice).measured->origin, Origin::recorded);
  ASSERT_EQ(advice.rivals.size(), 2U);
  EXPECT_EQ(advice.rows[advice.rivals[0].row].variant, "cluster_dsmem");
  EXPECT_EQ(advice.rows[advice.rivals[0].row].values.at("cluster"), 2);
  EXPECT_NEAR(advice.rivals[0].timesBetter, 5, 1e-6);
  EXPECT_NEAR(advice.rivals[1].timesBetter, 20, 1e-6);
  EXPECT_EQ(advice.rivals[0].verdict, Verdict::faster);
  EXPECT_TRUE(advice.unmeasured.empty());
  EXPECT_TRUE(advice.guideAgrees());  // 4096 bins fit one block
  EXPECT_EQ(advice.runDevice, "NVIDIA H200");
  EXPECT_EQ(advice.sameDevice, Advice::SameDevice::yes);
  for (std::size_t row = 1; row < advice.rows.size() && advice.rows[row].measured; ++row) {
    EXPECT_GE(advice.rows[row - 1].measured->median, advice.rows[row].measured->median);
  }
}

TEST(Advisor, LowerIsBetterWhereTheQuantitySaysSo) {
  const Session session = sessionOf({runOf("token_hop", "dsmem_barrier", {}, 0.4e6), runOf("token_hop", "global_fence_barrier", {}, 1e6)});
  const Advice advice = advise(spec("token_hop"), {}, test::h200(), &session);
  EXPECT_EQ(recommended(advice).variant, "dsmem_barrier");
  EXPECT_NEAR(advice.rivals.at(0).timesBetter, 2.5, 1e-6);
  EXPECT_EQ(advice.unmeasured, (std::vector<std::string>{"grid_sync", "relaunch"}));
}

TEST(Advisor, KeepsTheGuidesWordWhereMeasurementDisagrees) {
  const Session session = sessionOf({runOf("histogram", "cluster_dsmem", {{"cluster", 4}}, 3e6), runOf("histogram", "global_atomics", {}, 1.5e6)});
  const Advice advice = advise(spec("histogram"), {}, test::h200(), &session);  // 65 536 bins: a cluster of 2 holds them
  ASSERT_TRUE(advice.guide && advice.guideRow);
  EXPECT_EQ(advice.guide->variant, "cluster_dsmem");
  EXPECT_EQ(recommended(advice).variant, "global_atomics");
  EXPECT_FALSE(advice.guideAgrees());
  EXPECT_EQ(advice.rows[*advice.guideRow].variant, "cluster_dsmem");
  EXPECT_NEAR(advice.rivals.at(0).timesBetter, 2, 1e-6);
}

TEST(Advisor, ADifferenceThatCannotBeToldIsNoDisagreement) {
  auto close = std::make_shared<model::Run>(*runOf("histogram", "cluster_dsmem", {{"cluster", 4}}, 1.500001e6));
  const Session session = sessionOf({RunPtr(close), runOf("histogram", "global_atomics", {}, 1.5e6)});
  const Advice advice = advise(spec("histogram"), {}, test::h200(), &session);
  EXPECT_EQ(recommended(advice).variant, "global_atomics");
  EXPECT_NE(advice.rivals.at(0).verdict, Verdict::faster);
  EXPECT_TRUE(advice.guideAgrees());
}

TEST(Advisor, ARivalThatFormsClustersStandsOnARealOne) {
  const Session session = sessionOf({runOf("histogram", "cluster_dsmem", {{"bins", 4096}, {"cluster", 1}}, 0.6e6),
                                     runOf("histogram", "cluster_dsmem", {{"bins", 4096}, {"cluster", 2}}, 2e6),
                                     runOf("histogram", "block_private", {{"bins", 4096}}, 0.4e6)});
  const Advice advice = advise(spec("histogram"), {{"bins", 4096}}, test::h200(), &session);
  EXPECT_EQ(advice.rows[advice.rivals.at(0).row].values.at("cluster"), 2);
  EXPECT_NEAR(advice.rivals[0].timesBetter, 5, 1e-6);
}

TEST(Advisor, NamesTheNearestMeasuredValues) {
  const Session session = sessionOf({runOf("histogram", "block_private", {{"bins", 1024}}, 0.3e6),
                                     runOf("histogram", "block_private", {{"bins", 32768}}, 0.5e6),
                                     runOf("histogram", "global_atomics", {{"bins", 32768}}, 4e6),
                                     runOf("histogram", "block_private", {{"bins", 40000}, {"input", 1}}, 0.2e6)});
  const Advice advice = advise(spec("histogram"), {{"bins", 40000}}, test::h200(), &session);
  EXPECT_EQ(advice.ground, AdviceGround::nearest);
  EXPECT_EQ(advice.nearestValues, (Values{{"bins", 32768}}));
  EXPECT_EQ(recommended(advice).values.at("bins"), 40000);
  EXPECT_NEAR(recommended(advice).measured->median, (1 << 28) / 0.5e-3, 1e7);
  // What is illegal at the wanted values is not recommended because it was fast at others.
  const Advice more = advise(spec("histogram"), {{"bins", 60000}}, test::h200(), &session);
  EXPECT_EQ(recommended(more).variant, "global_atomics");
}

TEST(Advisor, ANeighbourThatLacksALegalVariantHasToBeMuchNearer) {
  // 65 536 is nearer to 50 000, but there block_private does not fit, and here it does.
  const Session session = sessionOf({runOf("histogram", "block_private", {{"bins", 32768}}, 0.3e6), runOf("histogram", "cluster_dsmem", {{"bins", 32768}}, 2e6),
                                     runOf("histogram", "global_atomics", {{"bins", 32768}}, 4e6), runOf("histogram", "cluster_dsmem", {{"bins", 65536}}, 2e6),
                                     runOf("histogram", "global_atomics", {{"bins", 65536}}, 3e6)});
  const Advice fits = advise(spec("histogram"), {{"bins", 50000}}, test::h200(), &session);
  EXPECT_EQ(fits.nearestValues, (Values{{"bins", 32768}}));
  EXPECT_EQ(recommended(fits).variant, "block_private");
  const Advice beyond = advise(spec("histogram"), {{"bins", 60000}}, test::h200(), &session);
  EXPECT_EQ(beyond.nearestValues, (Values{{"bins", 65536}}));
}

TEST(Advisor, WithoutRunsTheGuideStandsAlone) {
  const Advice advice = advise(spec("histogram"), {{"bins", 65536}, {"threads", 256}}, test::h200(), nullptr);
  EXPECT_EQ(advice.ground, AdviceGround::guide);
  EXPECT_EQ(recommended(advice).variant, "cluster_dsmem");
  EXPECT_EQ(recommended(advice).values.at("cluster"), 4);
  EXPECT_EQ(recommended(advice).values.at("threads"), 256);
  EXPECT_TRUE(recommended(advice).legality.fits);
  EXPECT_FALSE(recommended(advice).measured);
  // The wanted cluster is too small: the nearest that holds them.
  const Advice bigger = advise(spec("histogram"), {{"bins", 400'000}, {"cluster", 2}}, test::h200(), nullptr);
  EXPECT_EQ(recommended(bigger).values.at("cluster"), 8);
}

TEST(Advisor, FailedWrongAndEmptyRunsAreNoGround) {
  auto failed = std::make_shared<model::Run>(*runOf("histogram", "cluster_dsmem", {}, 1e5));
  failed->status = RunStatus::failed;
  auto wrong = std::make_shared<model::Run>(*runOf("histogram", "cluster_dsmem", {{"cluster", 2}}, 1e5));
  wrong->validation.correct = false;
  auto empty = std::make_shared<model::Run>(*runOf("histogram", "cluster_dsmem", {{"cluster", 8}}, 1e5));
  empty->samples.clear();
  const Session session = sessionOf({failed, wrong, empty, runOf("histogram", "global_atomics", {}, 3e6)});
  const Advice advice = advise(spec("histogram"), {}, test::h200(), &session);
  EXPECT_EQ(recommended(advice).variant, "global_atomics");
  EXPECT_EQ(advice.unmeasured, (std::vector<std::string>{"cluster_dsmem"}));
}

TEST(Advisor, TheLatestRunOfAConfigurationCounts) {
  const Session session = sessionOf({runOf("histogram", "global_atomics", {}, 1e6), runOf("histogram", "global_atomics", {}, 4e6)});
  EXPECT_NEAR(recommended(advise(spec("histogram"), {}, test::h200(), &session)).measured->median, (1 << 28) / 4e-3, 1e6);
}

TEST(Advisor, FiguresOfOneDeviceAreNotComparedWithAnothers) {
  const Device small = test::smallWithClusters();
  const Session session = sessionOf({runOf("histogram", "global_atomics", {}, 3e6), runOf("histogram", "cluster_dsmem", {}, 1e6, small)},
                                    {test::h200(), small});
  const Advice here = advise(spec("histogram"), {}, test::h200(), &session);
  EXPECT_EQ(recommended(here).variant, "global_atomics");
  EXPECT_TRUE(here.rivals.empty());
  Device other = test::withoutClusters();
  const Advice elsewhere = advise(spec("histogram"), {}, other, &session);
  EXPECT_EQ(elsewhere.sameDevice, Advice::SameDevice::other);
  EXPECT_EQ(recommended(elsewhere).variant, "global_atomics");  // the other variant needs clusters
  Device twin = test::h200();
  twin.uuid = "GPU-twin";
  EXPECT_EQ(advise(spec("histogram"), {}, twin, &session).sameDevice, Advice::SameDevice::sameModel);
}

TEST(Advisor, OneFreshRunDoesNotWinByBeingAlone) {
  Device live = test::h200();
  live.uuid = "GPU-live";
  auto fresh = std::make_shared<model::Run>(*runOf("histogram", "global_atomics", {}, 2e6, live));
  fresh->origin = Origin::measured;
  const Session session = sessionOf({runOf("histogram", "global_atomics", {}, 3e6), runOf("histogram", "cluster_dsmem", {}, 1e6), fresh},
                                    {test::h200(), live});
  EXPECT_EQ(recommended(advise(spec("histogram"), {}, live, &session)).variant, "cluster_dsmem");
}

TEST(Advisor, ABadValueIsSaidAndGivesNoRows) {
  const Advice advice = advise(spec("histogram"), {{"bins", 0}}, test::h200(), nullptr);
  EXPECT_TRUE(advice.rows.empty());
  EXPECT_FALSE(advice.problem.empty());
  EXPECT_FALSE(advice.recommended);
}

TEST(Guide, FollowsTheBytes) {
  const auto variantFor = [](Values values, const Device& device) {
    for (const Parameter& parameter : spec("histogram").info().parameters) values.try_emplace(parameter.id, parameter.defaultValue);
    return spec("histogram").guide(values, device)->variant;
  };
  EXPECT_EQ(variantFor({{"bins", 58112}}, test::h200()), "block_private");
  EXPECT_EQ(variantFor({{"bins", 58113}}, test::h200()), "cluster_dsmem");
  EXPECT_EQ(variantFor({{"bins", 8 * 58112}}, test::h200()), "cluster_dsmem");
  EXPECT_EQ(variantFor({{"bins", 8 * 58112 + 1}}, test::h200()), "global_atomics");
  EXPECT_EQ(variantFor({{"bins", 8 * 58112 + 1}, {"non_portable", 1}}, test::h200()), "cluster_dsmem");
  EXPECT_EQ(variantFor({{"bins", 16 * 58112 + 1}, {"non_portable", 1}}, test::h200()), "global_atomics");
  EXPECT_EQ(variantFor({{"bins", 58112}}, test::withoutClusters()), "global_atomics");
  EXPECT_EQ(variantFor({{"bins", 58112}}, test::smallWithClusters()), "cluster_dsmem");
}

TEST(Guide, NamesALegalVariantOfItsExperimentOnEveryDevice) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 300; ++i) {
    const ExperimentSpec& each = *experiments::catalogue()[random() % experiments::catalogue().size()];
    const Device devices[] = {test::h200(), test::withoutClusters(), test::smallWithClusters()};
    const Device& device = devices[random() % std::size(devices)];
    Values wanted;
    if (each.parameter("bins") != nullptr) wanted["bins"] = 1 + static_cast<std::int64_t>(random() % (1 << (1 + random() % 23)));
    const Advice advice = advise(each, wanted, device, nullptr);
    ASSERT_TRUE(advice.guide);
    ASSERT_NE(each.variant(advice.guide->variant), nullptr);
    EXPECT_FALSE(advice.guide->rule.empty() || advice.guide->source.empty());
    ASSERT_TRUE(advice.guideRow) << each.info().id << " on " << device.name << ": " << advice.guide->rule;
    EXPECT_TRUE(advice.rows[*advice.guideRow].legality.fits);
    EXPECT_EQ(advice.rows[*advice.guideRow].variant, advice.guide->variant);
  }
}

TEST(RecordedRegisters, AreKnownWhereTheRunsAgree) {
  const Session session = sessionOf({runOf("histogram", "global_atomics", {}, 1e6), runOf("histogram", "global_atomics", {{"bins", 4}}, 1e6)});
  const Values other = completeValues(spec("histogram"), "global_atomics", {{"bins", 8}}).value();
  EXPECT_EQ(recordedRegisters(spec("histogram"), session, "global_atomics", other, test::h200()), 24U);
  EXPECT_EQ(recordedRegisters(spec("histogram"), session, "block_private", other, test::h200()), 0U);
  EXPECT_EQ(recordedRegisters(spec("histogram"), session, "global_atomics", other, test::withoutClusters()), 0U);
  auto wide = std::make_shared<model::Run>(*runOf("histogram", "global_atomics", {{"load_bytes", 16}}, 1e6));
  wide->launch.registersPerThread = 40;
  const Session mixed = sessionOf({session.runs[0], wide});
  EXPECT_EQ(recordedRegisters(spec("histogram"), mixed, "global_atomics", other, test::h200()), 0U);
  EXPECT_EQ(recordedRegisters(spec("histogram"), mixed, "global_atomics", wide->values, test::h200()), 40U);
}

}  // namespace
}  // namespace dsm::model
