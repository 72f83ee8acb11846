// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs: the ratio, the interval with the noise between runs, the verdict, and what differs; and the partners of two sessions.
#include "gpu/model/compare.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "gpu/experiments/catalogue.h"

namespace dsm::model {
namespace {

const ExperimentSpec& spec(const char* id) { return *findSpec(experiments::catalogue(), id); }

// 20 samples around `cycles` a hop, 0.1 % of noise.
model::Run hop(std::string id, double cycles, std::uint64_t seed = 1, const Values& given = {}, const std::string& variant = "dsmem_barrier") {
  model::Run run;
  run.id = std::move(id);
  run.experiment = "token_hop";
  run.variant = variant;
  run.values = completeValues(spec("token_hop"), variant, given).value();
  run.launch.threads = 32;
  run.launch.clusterSize = 2;
  run.deviceUuid = "GPU-1";
  run.provenance.kernelBuildId = "abc";
  run.validation = {true, true, "", 0};
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(1, 0.001);
  for (int i = 0; i < 20; ++i) {
    const double total = 2000 * cycles * noise(random);
    run.samples.push_back({total / 1.98, total, 1.98e9});
  }
  return run;
}

Device gpu(const char* uuid, const char* name) {
  Device device;
  device.uuid = uuid;
  device.name = name;
  device.driver = "580";
  device.cudaDriver = device.cudaRuntime = "13.0";
  return device;
}

Comparison compared(const model::Run& base, const model::Run& next, double threshold = kDefaultThreshold) {
  return compareRuns(&spec("token_hop"), base, nullptr, next, nullptr, threshold);
}

// An experiment whose headline is a rate; no experiment of the catalogue has one yet.
class RateSpec final : public ExperimentSpec {
 public:
  RateSpec() {
    m_info.id = "token_hop";
    m_info.quantities = {{"rate", "Rate", Unit::bytesPerSecond, Better::higher}};
  }
  const ExperimentInfo& info() const override { return m_info; }
  SharedLayout layout(const Values&, std::string_view) const override { return {}; }
  LaunchShape launchShape(const Values&, std::string_view, const Device&) const override { return {}; }
  ExpectedTraffic expectedTraffic(const Values&, std::string_view, const LaunchInfo&) const override { return {}; }
  double derive(std::string_view, const Values&, std::string_view, const Sample& sample, const LaunchInfo&) const override {
    return 1e9 / sample.elapsedNs;
  }

 private:
  ExperimentInfo m_info;
};
const ExperimentSpec& rateSpec() {
  static const RateSpec kSpec;
  return kSpec;
}

std::vector<std::string> idsOf(const std::vector<Difference>& all) {
  std::vector<std::string> ids;
  for (const Difference& each : all) ids.push_back(each.id);
  return ids;
}

TEST(CompareRuns, BelowOneIsFasterWhateverTheQuantity) {
  EXPECT_EQ(compared(hop("a", 400), hop("b", 300)).verdict, Verdict::faster);
  EXPECT_NEAR(compared(hop("a", 400), hop("b", 300)).ratio.value, 0.75, 0.002);
  EXPECT_EQ(compared(hop("a", 300), hop("b", 400)).verdict, Verdict::slower);
  // Half the rate is slower by two, and by as much as twice the time is.
  model::Run base = hop("a", 400);
  model::Run next = base;
  for (Sample& sample : next.samples) sample.elapsedNs *= 2;
  const Comparison slower = compareRuns(&rateSpec(), base, nullptr, next, nullptr);
  EXPECT_EQ(slower.verdict, Verdict::slower);
  EXPECT_NEAR(slower.ratio.value, 2, 1e-9);
}

TEST(CompareRuns, WithoutASpecTheElapsedTimeIsCompared) {
  const Comparison comparison = compareRuns(nullptr, hop("a", 400), nullptr, hop("b", 440, 2), nullptr);
  EXPECT_EQ(comparison.verdict, Verdict::slower);
  EXPECT_NEAR(comparison.ratio.value, 1.1, 0.002);
}

TEST(CompareRuns, TheIntervalIsTheSamplesAndTheNoiseBetweenRunsInQuadrature) {
  // Samples without any noise of their own: what is left is the noise between runs, alike on both sides of the logarithm.
  model::Run base = hop("a", 400);
  for (Sample& sample : base.samples) sample = {1000, 2000, 2e9};
  model::Run next = base;
  for (Sample& sample : next.samples) sample.cycles *= 1.05;
  const Comparison comparison = compared(base, next);
  EXPECT_DOUBLE_EQ(comparison.sampling95.low, comparison.sampling95.high);
  EXPECT_NEAR(std::log(comparison.ratio.interval95.high / 1.05), kBetweenRuns95, 1e-12);
  EXPECT_NEAR(std::log(1.05 / comparison.ratio.interval95.low), kBetweenRuns95, 1e-12);
  // The inverse comparison has the inverse interval.
  const Comparison inverse = compared(next, base);
  EXPECT_NEAR(inverse.ratio.interval95.low * comparison.ratio.interval95.high, 1, 1e-12);
  // Noisy samples widen it beyond their own interval, and beyond the noise between runs.
  const Comparison noisy = compared(hop("a", 400, 3), hop("b", 400, 4));
  EXPECT_LT(noisy.ratio.interval95.low, noisy.sampling95.low);
  EXPECT_GT(noisy.ratio.interval95.high, noisy.sampling95.high);
  const double inner = std::log(noisy.sampling95.high / noisy.ratio.value);
  EXPECT_NEAR(std::log(noisy.ratio.interval95.high / noisy.ratio.value), std::sqrt(inner * inner + kBetweenRuns95 * kBetweenRuns95), 1e-12);
}

TEST(CompareRuns, TheThresholdDecidesBetweenSameSlowerAndUndecided) {
  const model::Run base = hop("a", 400, 5);
  const model::Run next = hop("b", 406, 6);  // 1.5 %
  EXPECT_EQ(compared(base, next, 0.005).verdict, Verdict::slower);
  EXPECT_EQ(compared(base, next, 0.015).verdict, Verdict::undecided);
  EXPECT_EQ(compared(base, next, 0.03).verdict, Verdict::same);
  // At a threshold of zero a difference within the noise between runs is not a change.
  EXPECT_EQ(compared(base, hop("c", 400.8, 7), 0).verdict, Verdict::undecided);
}

TEST(CompareRuns, TooFewSamplesAreNoVerdictButStillARatio) {
  for (const std::size_t count : {1U, 5U}) {
    model::Run few = hop("b", 800);
    few.samples.resize(count);
    const Comparison comparison = compared(hop("a", 400), few);
    EXPECT_EQ(comparison.kind, Comparison::Kind::verdict);
    EXPECT_EQ(comparison.verdict, Verdict::undecided);
    EXPECT_NEAR(comparison.ratio.value, 2, 0.01);
    EXPECT_TRUE(std::isnan(comparison.ratio.interval95.low));
    EXPECT_NE(comparison.why.find(std::to_string(count)), std::string::npos) << comparison.why;
  }
  model::Run six = hop("b", 800);
  six.samples.resize(6);
  EXPECT_EQ(compared(hop("a", 400), six).verdict, Verdict::slower);
}

TEST(CompareRuns, SamplesThatAreNoNumbersDoNotCount) {
  model::Run holes = hop("b", 400);
  for (std::size_t i = 0; i < 15; ++i) holes.samples[i].cycles = holes.samples[i].elapsedNs = std::nan("");
  const Comparison comparison = compared(hop("a", 400), holes);
  EXPECT_EQ(comparison.verdict, Verdict::undecided);
  EXPECT_NE(comparison.why.find('5'), std::string::npos) << comparison.why;
  for (Sample& sample : holes.samples) sample.cycles = sample.elapsedNs = std::nan("");
  EXPECT_EQ(compared(hop("a", 400), holes).kind, Comparison::Kind::none);
}

TEST(CompareRuns, ARunThatFailedWasStoppedOrWrongIsNotCompared) {
  model::Run failed = hop("f", 400);
  failed.status = RunStatus::failed;
  failed.error = {"x", "error 719.", ""};
  model::Run stopped = hop("s", 400);
  stopped.status = RunStatus::cancelled;
  model::Run wrong = hop("w", 400);
  wrong.validation = {true, false, "bin 3 is off", 0};
  for (const model::Run* run : {&failed, &stopped, &wrong}) {
    for (const Comparison& comparison : {compared(hop("a", 400), *run), compared(*run, hop("a", 400))}) {
      EXPECT_EQ(comparison.kind, Comparison::Kind::none);
      EXPECT_FALSE(comparison.why.empty());
      EXPECT_TRUE(std::isnan(comparison.ratio.value));
    }
  }
  EXPECT_NE(compared(hop("a", 400), wrong).why.find("bin 3"), std::string::npos);
}

// Two runs in turn over a clock that drifts by 3 %: the rounds see the change of 1 %, whole runs do not.
TEST(CompareRuns, RunsMeasuredInTurnAreComparedRoundByRound) {
  std::mt19937_64 random(8);
  std::normal_distribution<double> noise(1, 0.0005);
  model::Run base = hop("a", 400);
  base.stopReason = std::string(kInterleavedStop);
  base.plan.minSamples = 20;
  base.plan.maxSamples = 200;
  base.samples.clear();
  model::Run next = base;
  next.id = "b";
  for (int round = 0; round < 10; ++round) {
    const double drift = 1 + 0.003 * round;
    for (int i = 0; i < 20; ++i) {
      base.samples.push_back({1, 2000 * 400 * drift * noise(random), 1.98e9});
      next.samples.push_back({1, 2000 * 404 * drift * noise(random), 1.98e9});
    }
  }
  const Comparison inTurn = compared(base, next, 0.005);
  EXPECT_EQ(inTurn.verdict, Verdict::slower);
  EXPECT_NEAR(inTurn.ratio.value, 1.01, 0.0005);
  EXPECT_LT(inTurn.ratio.interval95.high - inTurn.ratio.interval95.low, 0.001);
  EXPECT_EQ(inTurn.ratio.interval95, inTurn.sampling95);
  // Not of the same interleaving: the rounds do not belong together.
  const std::vector<std::function<void(model::Run&)>> breaks{[](model::Run& run) { run.provenance.date = "another day"; },
                                                      [](model::Run& run) { run.provenance.command = "another"; },
                                                      [](model::Run& run) { run.stopReason = "interval"; },
                                                      [](model::Run& run) { run.plan.minSamples = 10; },
                                                      [](model::Run& run) { run.samples.resize(180); }};
  for (const auto& change : breaks) {
    model::Run other = next;
    change(other);
    EXPECT_GT(compared(base, other, 0.005).ratio.interval95.high - compared(base, other, 0.005).ratio.interval95.low, 0.005);
  }
  // Five rounds are no interval of rounds.
  base.samples.resize(100);
  next.samples.resize(100);
  EXPECT_GT(compared(base, next).ratio.interval95.high - compared(base, next).ratio.interval95.low, 0.005);
}

// -- what differs ---------------------------------------------------------------------------------------------------------------

TEST(Differences, EqualRunsHaveNone) {
  const Device device = gpu("GPU-1", "A");
  EXPECT_TRUE(differencesOf(&spec("token_hop"), hop("a", 400), &device, hop("b", 500), &device).empty());
  EXPECT_TRUE(differencesOf(nullptr, hop("a", 400), nullptr, hop("b", 500), nullptr).empty());
}

TEST(Differences, EachIsNamedWithBothValues) {
  struct Case {
    const char* id;
    std::function<void(model::Run&, Device&)> change;
    const char* base;
    const char* next;
  };
  const std::vector<Case> cases{
      {"device", [](model::Run& run, Device& device) { run.deviceUuid = device.uuid = "GPU-2"; }, "GPU-1", "GPU-2"},
      {"driver", [](model::Run&, Device& device) { device.driver = "590.1"; }, "580", "590.1"},
      {"cuda_driver", [](model::Run&, Device& device) { device.cudaDriver = "13.1"; }, "13.0", "13.1"},
      {"cuda_runtime", [](model::Run&, Device& device) { device.cudaRuntime = ""; }, "13.0", "not known"},
      {"mode", [](model::Run&, Device& device) { device.mode = "MIG"; }, "whole GPU", "MIG"},
      {"sm_clock", [](model::Run& run, Device&) { for (Sample& each : run.samples) each.smClockHz = 1.755e9; }, "1980 MHz", "1755 MHz"},
      {"throttling", [](model::Run& run, Device&) { run.provenance.throttleReasons = {"power", "heat"}; }, "none", "heat, power"},
      {"pairs", [](model::Run& run, Device&) { run.values["pairs"] = 1; }, "one", "full"},
      {"round_trips", [](model::Run& run, Device&) { run.values["round_trips"] = 100; }, "1000", "100"},
      {"non_portable", [](model::Run& run, Device&) { run.values["non_portable"] = 1 - run.values["non_portable"]; }, nullptr, nullptr},
      {"seed", [](model::Run& run, Device&) { run.plan.seed = 7; }, "1", "7"},
      {"cache", [](model::Run& run, Device&) { run.plan.cache = CacheState::flushed; }, "warm", "flushed"},
      {"block", [](model::Run& run, Device&) { run.values["threads"] = run.launch.threads = 64; }, "32 threads", "64 threads"},
      {"cluster", [](model::Run& run, Device&) { run.values["cluster"] = run.launch.clusterSize = 4; }, "2 blocks", "4 blocks"},
      {"kernel_build", [](model::Run& run, Device&) { run.provenance.kernelBuildId = "def"; }, "abc", "def"},
      {"origin", [](model::Run& run, Device&) { run.origin = Origin::emulated; }, "measured", "emulated"}};
  const Device device = gpu("GPU-1", "A");
  for (const Case& each : cases) {
    model::Run next = hop("b", 400);
    Device other = device;
    each.change(next, other);
    const Comparison comparison = compareRuns(&spec("token_hop"), hop("a", 400), &device, next, &other);
    ASSERT_EQ(idsOf(comparison.differences), std::vector<std::string>{each.id}) << each.id;
    const Difference& difference = comparison.differences.front();
    if (each.base == nullptr) continue;
    EXPECT_EQ(difference.base, each.base) << each.id;
    EXPECT_EQ(difference.next, each.next) << each.id;
    const std::string sentence = differenceSentence(difference);
    EXPECT_NE(sentence.find(difference.label + ": " + each.base), std::string::npos) << sentence;
    EXPECT_TRUE(sentence.ends_with("."));
  }
}

TEST(Differences, SmallOnesAndOtherWaysAreNone) {
  model::Run next = hop("b", 400);
  for (Sample& sample : next.samples) sample.smClockHz = 1.98e9 * 0.992;
  EXPECT_TRUE(differencesOf(&spec("token_hop"), hop("a", 400), nullptr, next, nullptr).empty()) << "0.8 % of clock";
  for (Sample& sample : next.samples) sample.smClockHz = 0;
  EXPECT_TRUE(differencesOf(&spec("token_hop"), hop("a", 400), nullptr, next, nullptr).empty()) << "a clock that nobody knows";
  model::Run relaunch = hop("c", 400, 1, {}, "relaunch");
  relaunch.launch.clusterSize = 1;
  EXPECT_TRUE(differencesOf(&spec("token_hop"), hop("a", 400), nullptr, relaunch, nullptr).empty()) << "a variant without clusters";
  // A sweep over bins compares bins: they are no doubt.
  const ExperimentSpec& histogram = spec("histogram");
  model::Run few;
  few.variant = "cluster_dsmem";
  few.values = completeValues(histogram, few.variant, {{"bins", 1024}}).value();
  model::Run many = few;
  many.values["bins"] = 65536;
  EXPECT_TRUE(differencesOf(&histogram, few, nullptr, many, nullptr).empty());
  many.values["keys"] = 1 << 20;
  EXPECT_EQ(idsOf(differencesOf(&histogram, few, nullptr, many, nullptr)), std::vector<std::string>{"keys"});
}

TEST(Differences, OtherDevicesAreNamedByTheirNames) {
  const Device base = gpu("GPU-1", "NVIDIA H200");
  const Device next = gpu("GPU-2", "NVIDIA H100");
  model::Run run = hop("b", 400);
  run.deviceUuid = "GPU-2";
  const auto all = differencesOf(&spec("token_hop"), hop("a", 400), &base, run, &next);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].base, "NVIDIA H200 (GPU-1)");
  EXPECT_EQ(all[0].next, "NVIDIA H100 (GPU-2)");
}

// -- pins and sessions ------------------------------------------------------------------------------------------------------------

RunPtr shared(model::Run run) { return std::make_shared<const model::Run>(std::move(run)); }

TEST(CompareSessions, PartnersHaveTheSameConfigurationAndTheLatestCounts) {
  Session base;
  base.runs = {shared(hop("old", 900)), shared(hop("a", 400)), shared(hop("a4", 400, 1, {{"cluster", 4}})),
               shared(hop("only", 400, 1, {{"threads", 64}}))};
  Session next;
  next.runs = {shared(hop("n4", 420, 2, {{"cluster", 4}})), shared(hop("n", 300, 3)), shared(hop("new", 400, 1, {}, "relaunch"))};
  const SessionComparison all = compareSessions(base, next, experiments::catalogue());
  ASSERT_EQ(all.pairs.size(), 2U);
  EXPECT_EQ(all.pairs[0].next->id, "n4");
  EXPECT_EQ(all.pairs[0].base->id, "a4");
  EXPECT_EQ(all.pairs[0].comparison.verdict, Verdict::slower);
  EXPECT_EQ(all.pairs[1].base->id, "a") << "the latest of two";
  EXPECT_EQ(all.pairs[1].comparison.verdict, Verdict::faster);
  ASSERT_EQ(all.onlyBase.size(), 1U);
  EXPECT_EQ(all.onlyBase[0]->id, "only");
  ASSERT_EQ(all.onlyNext.size(), 1U);
  EXPECT_EQ(all.onlyNext[0]->id, "new");
  EXPECT_EQ(all.slower, 1U);
  EXPECT_EQ(all.faster, 1U);
  EXPECT_TRUE(compareSessions(base, next, experiments::catalogue(), "histogram").pairs.empty());
}

TEST(CompareSessions, ASwitchThatTellsNoRunsApartLeavesThemPartners) {
  Session base;
  base.runs = {shared(hop("a", 400, 1, {{"non_portable", 0}}))};
  Session next;
  next.runs = {shared(hop("b", 400, 2, {{"non_portable", 1}}))};
  const SessionComparison all = compareSessions(base, next, experiments::catalogue());
  ASSERT_EQ(all.pairs.size(), 1U);
  EXPECT_EQ(idsOf(all.pairs[0].comparison.differences), std::vector<std::string>{"non_portable"});
}

TEST(CompareSessions, UnknownExperimentsArePartnersByTheirValues) {
  model::Run foreign = hop("x", 400);
  foreign.experiment = "nvbench: copy";
  foreign.values = {{"Elements", 1024}};
  model::Run other = foreign;
  other.values = {{"Elements", 2048}};
  Session base;
  base.runs = {shared(foreign), shared(other)};
  Session next;
  next.runs = {shared(other)};
  const SessionComparison all = compareSessions(base, next, experiments::catalogue());
  ASSERT_EQ(all.pairs.size(), 1U);
  EXPECT_EQ(all.pairs[0].spec, nullptr);
  EXPECT_EQ(all.same, 1U);
  EXPECT_EQ(all.onlyBase.size(), 1U);
}

TEST(CompareSessions, ARunThatFailsOnlyNowIsCounted) {
  model::Run failed = hop("b", 400);
  failed.status = RunStatus::failed;
  Session base;
  base.runs = {shared(hop("a", 400))};
  Session next;
  next.runs = {shared(failed)};
  EXPECT_EQ(compareSessions(base, next, experiments::catalogue()).newlyFailed, 1U);
  EXPECT_EQ(compareSessions(next, base, experiments::catalogue()).newlyFailed, 0U);
  EXPECT_EQ(compareSessions(next, next, experiments::catalogue()).newlyFailed, 0U);
  EXPECT_EQ(compareSessions(next, base, experiments::catalogue()).notCompared, 1U);
}

}  // namespace
}  // namespace dsm::model
