// SPDX-License-Identifier: Apache-2.0
// What is said to fit runs, what is said not to fit is refused by the device too, and the arithmetic agrees with both.
#include <gtest/gtest.h>
#include <random>

#include "gpu/bench/cuda_error.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

// Right, refused in a recoverable way, or (fails the test) something else.
bool deviceRuns(const model::RunRequest& wanted) {
  try {
    const auto run = prepare(wanted);
    const model::Validation validation = run->validate();
    EXPECT_TRUE(validation.correct) << text(wanted) << ": " << validation.detail;
    return true;
  } catch (const bench::CudaError& error) {
    EXPECT_FALSE(error.sticky()) << text(wanted) << ": " << error.what();
    return false;
  }
}

model::RunRequest randomRequest(std::mt19937_64& random) {
  const auto experiments = bench::kernelExperiments();
  const model::ExperimentSpec& spec = experiments[random() % experiments.size()]->spec();
  const model::VariantInfo& variant = spec.info().variants[random() % spec.info().variants.size()];
  const auto among = [&](std::initializer_list<std::int64_t> choices) { return choices.begin()[random() % choices.size()]; };
  model::Values values;
  for (const model::Parameter& parameter : spec.info().parameters) {
    if (!model::appliesTo(parameter, variant.id)) continue;
    std::int64_t value = parameter.minimum;
    if (parameter.id == "keys")
      value = 1 + static_cast<std::int64_t>(random() % 5000);
    else if (parameter.id == "bins")
      value = among({1, 1000, 58112, 58113, 116224, 200'000, 464'896, 929'792, 929'793});
    else if (parameter.id == "rounds" || parameter.id == "round_trips")
      value = 1 + static_cast<std::int64_t>(random() % 5);
    else if (parameter.kind == model::ParameterKind::choice)
      value = parameter.choices[random() % parameter.choices.size()].value;
    else
      value += static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(parameter.maximum - parameter.minimum + 1));
    values[parameter.id] = value;
  }
  return request(spec.info().id, variant.id, values, random());
}

TEST(Legality, SaysWhatTheDeviceDoes) {
  std::mt19937_64 random(5);
  int fits = 0;
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    const model::RunRequest wanted = randomRequest(random);
    const bench::KernelExperiment& which = experiment(wanted.experiment);
    const model::Legality modelled = which.spec().legality(wanted.values, wanted.variant, device());
    const model::Legality measured = bench::deviceLegality(which, wanted, device());
    EXPECT_EQ(modelled.fits, measured.fits) << text(wanted) << "\n modelled: " << modelled.reason << "\n device: " << measured.reason;
    if (measured.fits) {
      EXPECT_EQ(measured.origin, model::Origin::measured);
      EXPECT_TRUE(deviceRuns(wanted)) << text(wanted);
      ++fits;
      continue;
    }
    EXPECT_FALSE(measured.reason.empty());
    if (which.spec().ownLimits(wanted.values, wanted.variant, device())) continue;
    EXPECT_FALSE(deviceRuns(wanted)) << text(wanted) << " was refused: " << measured.reason;
    ++refused;
  }
  EXPECT_GT(fits, 50);
  RecordProperty("fits", fits);
  RecordProperty("refused_by_the_device", refused);
}

TEST(Legality, SpecAndKernelAgreeOnTheBytesOfABlock) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 200; ++i) {
    const model::RunRequest wanted = randomRequest(random);
    const bench::KernelExperiment& which = experiment(wanted.experiment);
    if (!bench::deviceLegality(which, wanted, device()).fits) continue;
    const model::LaunchShape shape = which.spec().launchShape(wanted.values, wanted.variant, device());
    const model::LaunchInfo info = prepare(wanted)->launchInfo();
    EXPECT_EQ(shape.dynamicBytes, info.dynamicBytes) << text(wanted);
    EXPECT_EQ(shape.staticBytes, info.staticBytes) << text(wanted);
    EXPECT_EQ(shape.threads, info.threads) << text(wanted);
    EXPECT_EQ(shape.needsClusters ? shape.clusterSize : 1, info.clusterSize) << text(wanted);
    EXPECT_TRUE(shape.gridBlocks == 0 || shape.gridBlocks == info.gridBlocks)
        << text(wanted) << ": " << shape.gridBlocks << " blocks against " << info.gridBlocks;
    EXPECT_GT(info.registersPerThread, 0U);
  }
}

TEST(Legality, TheOptInLimitIsAcceptedAndOneBinMoreRefused) {
  const auto most = static_cast<std::int64_t>(device().sharedPerBlockOptin / 4);
  const model::RunRequest full = request("histogram", "block_private", {{"bins", most}, {"keys", 10'000}});
  EXPECT_TRUE(bench::deviceLegality(experiment("histogram"), full, device()).fits);
  EXPECT_TRUE(deviceRuns(full));
  const model::RunRequest more = request("histogram", "block_private", {{"bins", most + 1}, {"keys", 10'000}});
  EXPECT_FALSE(bench::deviceLegality(experiment("histogram"), more, device()).fits);
}

TEST(Legality, AClusterAboveEightNeedsTheOptIn) {
  DSM_NEEDS_CLUSTERS();
  if (device().maxClusterNonPortable < 16) GTEST_SKIP() << "this device takes no cluster of 16";
  const auto ask = [](std::int64_t optIn) {
    return bench::deviceLegality(experiment("token_hop"), request("token_hop", "dsmem_barrier", {{"cluster", 16}, {"non_portable", optIn}}),
                                 device());
  };
  EXPECT_TRUE(ask(1).fits);
  const model::Legality refused = ask(0);  // after the opt-in was set once: it has to be taken back
  EXPECT_FALSE(refused.fits);
  EXPECT_EQ(refused.code, "non_portable");
  EXPECT_EQ(refused.nearest, 8);
}

TEST(Legality, ADeviceWithoutClustersSaysSo) {
  model::Device older = device();
  older.maxClusterPortable = older.maxClusterNonPortable = 0;
  const bench::MeasureHooks hooks{kNever, {}, nullptr};
  const model::Run run = bench::measureRun(experiment("token_hop"), request("token_hop", "dsmem_barrier", {}), older, hooks);
  EXPECT_EQ(run.status, model::RunStatus::failed);
  EXPECT_EQ(run.error.code, "no_clusters");
  EXPECT_FALSE(run.error.message.empty());
  const model::Run other =
      bench::measureRun(experiment("token_hop"), request("token_hop", "grid_sync", {{"round_trips", 5}}), older, hooks);
  EXPECT_EQ(other.status, model::RunStatus::ok) << other.error.message;
}

}  // namespace
}  // namespace dsm::gputest
