// SPDX-License-Identifier: GPL-3.0-or-later
// The fake worker misbehaves exactly as its modes say: a test that relies on one of them relies on this.
#include <gtest/gtest.h>

#include <csignal>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/message.h"
#include "tests/fake_worker/canned_run.h"
#include "tests/worker/child.h"

namespace {

using namespace dsm;
using namespace std::chrono_literals;
using protocol::Hello;
using protocol::Result;

std::vector<std::string> fake(const char* mode) { return {DSM_FAKE_WORKER, mode}; }

std::string aRun(std::uint64_t id) {
  const model::ExperimentSpec& spec = *experiments::catalogue().front();
  model::RunRequest request;
  request.experiment = spec.info().id;
  request.variant = spec.info().variants.front().id;
  return protocol::encodeRun(id, request, experiments::catalogue());
}

model::Run runOf(const Result& result) {
  auto run = protocol::runFromJson(*result.body, experiments::catalogue());
  EXPECT_TRUE(run) << run.error().message;
  return run.value_or(model::Run{});
}

TEST(FakeWorker, OkAnswersEveryVariantOfEveryExperiment) {
  test::Child child(fake("ok"));
  const auto hello = child.expect<Hello>();
  ASSERT_TRUE(hello);
  ASSERT_EQ(hello->devices.size(), 1u);
  std::uint64_t id = 0;
  for (const model::ExperimentSpec* spec : experiments::catalogue()) {
    for (const model::VariantInfo& variant : spec->info().variants) {
      model::RunRequest request;
      request.experiment = spec->info().id;
      request.variant = variant.id;
      child.send(protocol::encodeRun(++id, request, experiments::catalogue()));
      const auto result = child.expect<Result>();
      ASSERT_TRUE(result) << variant.id;
      EXPECT_EQ(result->id, id);
      const model::Run run = runOf(*result);
      // Defaults that do not fit (block_private with many bins) fail with the reason; the others succeed.
      const auto values = model::completeValues(*spec, variant.id, {});
      const model::Legality legality = spec->legality(*values, variant.id, test::cannedDevice());
      EXPECT_EQ(run.status == model::RunStatus::ok, legality.fits) << spec->info().id << ' ' << variant.id;
      EXPECT_EQ(run.error.code, legality.fits ? "" : legality.code);
      EXPECT_EQ(run.samples.size(), legality.fits ? request.plan.minSamples : 0u);
    }
  }
  child.send(protocol::encodeDevices(100));
  const auto devices = child.expect<Result>();
  ASSERT_TRUE(devices);
  EXPECT_FALSE(protocol::devicesFromJson(*devices->body)->front().occupancy.empty());
  child.closeInput();
  EXPECT_EQ(child.wait(), 0);
}

TEST(FakeWorker, SlowObeysCancel) {
  test::Child child(fake("slow"));
  child.send(aRun(1));
  ASSERT_TRUE(child.expect<protocol::Progress>());
  child.send(protocol::encodeCancel(2, 1));
  auto result = child.expect<Result>();
  if (result && result->id == 2) result = child.expect<Result>();
  ASSERT_TRUE(result);
  EXPECT_EQ(runOf(*result).status, model::RunStatus::cancelled);
}

TEST(FakeWorker, Dies) {
  test::Child atHello(fake("dies_at_hello"));
  EXPECT_FALSE(atHello.expect<Hello>());
  EXPECT_EQ(atHello.wait(), 1);
  test::Child inHello(fake("dies_in_hello"));
  EXPECT_FALSE(inHello.expect<Hello>());
  EXPECT_GT(inHello.stream().unfinished().size(), 50u);
  EXPECT_EQ(inHello.wait(), 1);
  test::Child inRun(fake("dies_in_run"));
  inRun.send(aRun(1));
  EXPECT_TRUE(inRun.expect<protocol::Progress>());
  EXPECT_FALSE(inRun.expect<Result>());
  EXPECT_EQ(inRun.wait(), 256 + SIGKILL);
}

TEST(FakeWorker, HangsUntilStdinClosesOrHardUntilKilled) {
  test::Child soft(fake("hangs"));
  soft.send(aRun(1));
  ASSERT_TRUE(soft.expect<protocol::Heartbeat>());
  soft.send(protocol::encodeCancel(2, 1));
  const auto cancelled = soft.expect<Result>();
  ASSERT_TRUE(cancelled);
  EXPECT_EQ(cancelled->id, 2u);  // the cancel is heard, the run goes on
  EXPECT_TRUE(soft.expect<protocol::Heartbeat>());
  soft.closeInput();
  EXPECT_EQ(soft.wait(), 0);

  test::Child hard(fake("hangs_hard"));
  hard.send(aRun(1));
  ASSERT_TRUE(hard.expect<protocol::Heartbeat>());
  hard.closeInput();
  hard.kill(SIGTERM);
  EXPECT_FALSE(hard.wait(500ms));
  hard.kill(SIGKILL);
  EXPECT_EQ(hard.wait(), 256 + SIGKILL);

  test::Child silent(fake("silent"));
  EXPECT_FALSE(silent.message(300ms));
  silent.closeInput();
  EXPECT_EQ(silent.wait(), 0);
}

TEST(FakeWorker, FloodsWithinTheLineLimit) {
  test::Child child(fake("floods"));
  child.send(aRun(1));
  std::size_t progress = 0, longest = 0;
  while (auto message = child.message()) {
    if (const auto* one = std::get_if<protocol::Progress>(&*message)) {
      ++progress;
      longest = std::max(longest, one->phase.size());
    }
    if (std::holds_alternative<Result>(*message)) break;
  }
  EXPECT_FALSE(child.fault());
  EXPECT_EQ(progress, 30'000u + 32u + 1u);
  EXPECT_GT(longest, 1'000'000u);
}

TEST(FakeWorker, SplitsCharactersAndNothingIsLost) {
  test::Child child(fake("splits"));
  const auto hello = child.expect<Hello>();
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->devices.front().name, "GPU für Übungen – 試験");
  child.send(aRun(1));
  ASSERT_TRUE(child.expect<Result>());
}

TEST(FakeWorker, OtherVersionAndBanners) {
  test::Child other(fake("other_version"));
  EXPECT_FALSE(other.message());
  ASSERT_TRUE(other.fault());
  EXPECT_EQ(other.fault()->code, "other_protocol");
  EXPECT_NE(other.fault()->message.find("99"), std::string::npos);
  test::Child banner(fake("banner"));
  EXPECT_TRUE(banner.expect<Hello>());
  EXPECT_NE(banner.stream().banner().find("schöne Grüße"), std::string_view::npos);
  test::Child tooLong(fake("long_banner"));
  EXPECT_FALSE(tooLong.message());
  ASSERT_TRUE(tooLong.fault());
  EXPECT_EQ(tooLong.fault()->code, "no_hello");
}

TEST(FakeWorker, GarbageAndUnknownKindsAreFaults) {
  test::Child garbage(fake("garbage"));
  EXPECT_TRUE(garbage.expect<Hello>());
  EXPECT_FALSE(garbage.message());
  ASSERT_TRUE(garbage.fault());
  EXPECT_EQ(garbage.fault()->code, "bad_message");
  test::Child kind(fake("unknown_kind"));
  EXPECT_TRUE(kind.expect<Hello>());
  EXPECT_FALSE(kind.message());
  ASSERT_TRUE(kind.fault());
  EXPECT_EQ(kind.fault()->code, "unknown_kind");
}

TEST(FakeWorker, FloodsStderrWithoutBlockingTheResult) {
  test::Child child(fake("stderr_flood"));
  child.send(aRun(1));
  ASSERT_TRUE(child.expect<Result>());
  child.closeInput();
  child.allOutput();
  EXPECT_EQ(child.errors().size(), 1'000'000u);
}

TEST(FakeWorker, EndlessLineIsLeftUnfinished) {
  test::Child child(fake("endless_line"));
  EXPECT_TRUE(child.expect<Hello>());
  EXPECT_FALSE(child.message());
  EXPECT_EQ(child.stream().unfinished().size(), 100'000u);
  EXPECT_EQ(child.wait(), 0);
}

TEST(FakeWorker, BigResultComesInChunks) {
  test::Child child(fake("big_result"));
  child.send(aRun(1));
  const auto result = child.expect<Result>();
  ASSERT_TRUE(result);
  EXPECT_EQ(runOf(*result).samples.size(), 60'000u);
}

TEST(FakeWorker, StickyOnTheFourthRun) {
  test::Child child(fake("sticky_fourth"));
  for (std::uint64_t id = 1; id <= 3; ++id) {
    child.send(aRun(id));
    ASSERT_TRUE(child.expect<Result>());
  }
  child.send(aRun(4));
  const auto error = child.expect<protocol::ErrorReply>();
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->fatal);
  EXPECT_EQ(child.wait(), 70);
}

TEST(FakeWorker, WithoutDeviceOrWithAnOldDriverItRefusesRuns) {
  for (const char* mode : {"no_device", "old_driver"}) {
    test::Child child(fake(mode));
    const auto hello = child.expect<Hello>();
    ASSERT_TRUE(hello);
    EXPECT_TRUE(hello->devices.empty());
    ASSERT_EQ(hello->problems.size(), 1u);
    child.send(aRun(1));
    const auto error = child.expect<protocol::ErrorReply>();
    ASSERT_TRUE(error);
    EXPECT_EQ(error->error.code, "no_device");
  }
}

TEST(FakeWorker, WrongResultIsAFailedRun) {
  test::Child child(fake("wrong_result"));
  child.send(aRun(1));
  const auto result = child.expect<Result>();
  ASSERT_TRUE(result);
  const model::Run run = runOf(*result);
  EXPECT_EQ(run.status, model::RunStatus::failed);
  EXPECT_TRUE(run.samples.empty());
}

}  // namespace
