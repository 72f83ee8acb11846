// SPDX-License-Identifier: Apache-2.0
// Which pinned run stands for a run: the nearest of its experiment, whatever the order of the pins.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/baseline.h"

namespace dsm::model {
namespace {

const ExperimentSpec& spec(const char* id) { return *findSpec(experiments::catalogue(), id); }

RunPtr run(const std::string& id, const char* experiment, const std::string& variant, double elapsedNs, const Values& given = {}) {
  auto made = std::make_shared<model::Run>();
  made->id = id;
  made->experiment = experiment;
  made->variant = variant;
  made->values = *completeValues(spec(experiment), variant, given);
  made->deviceUuid = "gpu";
  made->validation = {true, true, "", 0};
  std::mt19937 random(7);
  std::normal_distribution<double> spread(1.0, 0.001);
  for (int i = 0; i < 20; ++i) made->samples.push_back({elapsedNs * spread(random), 0, 0});
  return made;
}

std::string nearestId(const Session& session, const std::string& id) {
  const RunPtr one = session.run(id);
  const RunPtr base = nearestPinned(spec(one->experiment.c_str()), session, *one);
  return base ? base->id : "";
}

TEST(Baseline, IsTheOneWithTheSameSettingsWhateverTheOrderOfThePins) {
  Session session;
  std::vector<std::string> pins;
  for (const std::int64_t bins : {256, 4096, 65536, 524288}) {
    const std::string size = std::to_string(bins);
    session.runs.push_back(run("base" + size, "histogram", "global_atomics", 3e6, {{"bins", bins}}));
    session.runs.push_back(run("next" + size, "histogram", "cluster_dsmem", 2e6, {{"bins", bins}}));
    pins.push_back("base" + size);
  }
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(pins.begin(), pins.end(), random);
    session.pinned = pins;
    for (const char* size : {"256", "4096", "65536", "524288"}) EXPECT_EQ(nearestId(session, std::string("next") + size), std::string("base") + size);
  }
}

TEST(Baseline, BetweenOtherSizesTheNearerPowerOfTwoCounts) {
  Session session;
  session.runs = {run("small", "histogram", "global_atomics", 3e6, {{"bins", 256}}), run("large", "histogram", "global_atomics", 3e6, {{"bins", 65536}}),
                  run("a", "histogram", "cluster_dsmem", 3e6, {{"bins", 512}}), run("b", "histogram", "cluster_dsmem", 3e6, {{"bins", 32768}})};
  session.pinned = {"small", "large"};
  EXPECT_EQ(nearestId(session, "a"), "small");
  EXPECT_EQ(nearestId(session, "b"), "large");
}

TEST(Baseline, OneSettingThatDiffersWeighsMoreThanTheVariantOrTheDevice) {
  Session session;
  auto elsewhere = std::make_shared<model::Run>(*run("elsewhere", "histogram", "global_atomics", 3e6));
  elsewhere->deviceUuid = "another";
  session.runs = {elsewhere, run("other_size", "histogram", "cluster_dsmem", 3e6, {{"bins", 1024}}), run("new", "histogram", "cluster_dsmem", 3e6)};
  session.pinned = {"elsewhere", "other_size"};
  EXPECT_EQ(nearestId(session, "new"), "elsewhere");
}

TEST(Baseline, OfEqualSettingsTheSameVariantThenTheLastPinned) {
  Session session;
  session.runs = {run("twin", "histogram", "cluster_dsmem", 3e6), run("global", "histogram", "global_atomics", 3e6),
                  run("global2", "histogram", "global_atomics", 3e6), run("new", "histogram", "cluster_dsmem", 3e6)};
  session.pinned = {"twin", "global", "global2"};
  EXPECT_EQ(nearestId(session, "new"), "twin");
  session.pinned = {"global", "global2"};
  EXPECT_EQ(nearestId(session, "new"), "global2");
  session.pinned = {"global2", "global"};
  EXPECT_EQ(nearestId(session, "new"), "global");
}

TEST(Baseline, AFailedOneStandsBackAndItselfNeverCounts) {
  Session session;
  auto failed = std::make_shared<model::Run>(*run("failed", "histogram", "cluster_dsmem", 3e6));
  failed->status = RunStatus::failed;
  auto wrong = std::make_shared<model::Run>(*run("wrong", "histogram", "cluster_dsmem", 3e6));
  wrong->validation.correct = false;
  session.runs = {failed, wrong, run("far", "histogram", "global_atomics", 3e6, {{"bins", 256}}), run("new", "histogram", "cluster_dsmem", 3e6)};
  session.pinned = {"far", "failed", "wrong", "new"};
  EXPECT_EQ(nearestId(session, "new"), "far");
  session.pinned = {"new"};
  EXPECT_EQ(nearestId(session, "new"), "");
}

TEST(Baseline, KindsSayWhyThereIsNoVerdict) {
  Session session;
  session.runs = {run("base", "histogram", "global_atomics", 3e6), run("new", "histogram", "cluster_dsmem", 1.5e6),
                  run("hop", "token_hop", "dsmem_barrier", 1e6)};
  const auto kindOf = [&](int place) {
    const model::Run& one = *session.runs[std::size_t(place)];
    return compareWithNearestPinned(spec(one.experiment.c_str()), session, one).kind;
  };
  EXPECT_EQ(kindOf(1), Comparison::Kind::none);
  session.pinned = {"base"};
  EXPECT_EQ(kindOf(0), Comparison::Kind::pinned);
  EXPECT_EQ(kindOf(1), Comparison::Kind::verdict);
  EXPECT_EQ(kindOf(2), Comparison::Kind::otherExperiment);
  const std::vector<std::string> ids{"new", "", "gone", "base"};
  const Comparisons all = comparisonsOf(spec("histogram"), session, ids);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all.at("new").baseId, "base");
  EXPECT_EQ(all.at("new").verdict, Verdict::faster);
  EXPECT_NEAR(all.at("new").ratio.value, 0.5, 0.002);
}

}  // namespace
}  // namespace dsm::model
