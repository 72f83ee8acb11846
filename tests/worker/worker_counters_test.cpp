// SPDX-License-Identifier: GPL-3.0-or-later
// The real worker as a counter worker where no GPU can be seen: it looks metrics up, says what is missing, and a timing
// worker never even maps CUPTI.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/json_counters.h"
#include "tests/worker/child.h"

namespace {

using namespace dsm;
using protocol::ErrorReply;
using protocol::Result;

const std::vector<std::string> kNoGpu = {"CUDA_VISIBLE_DEVICES="};

bool mapsCupti(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/maps");
  const std::string maps((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_FALSE(maps.empty());
  return maps.find("libcupti") != std::string::npos || maps.find("libnvperf") != std::string::npos;
}

TEST(CounterWorker, ATimingWorkerNeverMapsCupti) {
  test::Child child({DSM_WORKER}, kNoGpu);
  ASSERT_TRUE(child.expect<protocol::Hello>());
  child.send(protocol::encodeDevices(1) + protocol::encodeMetrics(2, {"GH100", ""}));
  const auto refused = child.expect<ErrorReply>();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->error.code, "not_a_counter_worker");
  EXPECT_FALSE(mapsCupti(child.pid()));
}

TEST(CounterWorker, LooksMetricsAndPassesUpWithoutAGpu) {
  test::Child child({DSM_WORKER, "--counters"}, kNoGpu);
  const auto hello = child.expect<protocol::Hello>();
  ASSERT_TRUE(hello);
  if (hello->cupti.empty()) GTEST_SKIP() << "no CUPTI here";
  EXPECT_TRUE(mapsCupti(child.pid()));
  child.send(protocol::encodeMetrics(1, {"GH100", ""}));  // some 3,600 metrics: a reply in chunks or one long line
  auto result = child.expect<Result>();
  ASSERT_TRUE(result);
  const auto list = protocol::metricListFromJson(*result->body);
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_GT(list->metrics.size(), 3000U);
  EXPECT_EQ(list->cuptiVersion, hello->cupti);
  child.send(protocol::encodePassPlan(2, {"GB202", {{"traffic"}, {"nosuch.sum"}, true}}));
  result = child.expect<Result>();
  ASSERT_TRUE(result);
  const auto plan = protocol::passPlanFromJson(*result->body);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->passes, 1U);
  ASSERT_FALSE(plan->missing.empty());
  child.send(protocol::encodePreflight(3, ""));
  result = child.expect<Result>();
  ASSERT_TRUE(result);
  const auto preflight = protocol::preflightFromJson(*result->body);
  ASSERT_TRUE(preflight);
  EXPECT_FALSE(preflight->ok);
  EXPECT_EQ(preflight->why.code, "no_device");
  const model::ExperimentInfo& info = experiments::catalogue().front()->info();
  child.send(protocol::encodeCounters(4, {{{info.id, info.variants.front().id, {}, {}, ""}}, {}}, experiments::catalogue()));
  const auto error = child.expect<ErrorReply>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->error.code, "no_device");
  EXPECT_FALSE(error->fatal);
}

TEST(CounterWorker, SaysWhereItLookedForAMissingLibrary) {
  test::Child child({DSM_WORKER, "--counters"}, {"CUDA_VISIBLE_DEVICES=", "DSMSCOPE_CUPTI=/nowhere/libcupti.so"});
  const auto hello = child.expect<protocol::Hello>();
  ASSERT_TRUE(hello);
  EXPECT_TRUE(hello->cupti.empty());
  child.send(protocol::encodeMetrics(1, {"GH100", ""}) + protocol::encodePreflight(2, ""));
  const auto error = child.expect<ErrorReply>();
  ASSERT_TRUE(error);
  const auto result = child.expect<Result>();
  ASSERT_TRUE(result);
  const auto preflight = protocol::preflightFromJson(*result->body);
  ASSERT_TRUE(preflight);
  EXPECT_EQ(preflight->why, error->error);
  if (error->error.code == "counters_not_built") GTEST_SKIP() << error->error.message;
  EXPECT_EQ(error->error.code, "no_cupti");
  EXPECT_NE(error->error.message.find("/nowhere/libcupti.so"), std::string::npos) << error->error.message;
}

TEST(CounterWorker, WorksInScripts) {
  test::Child child({DSM_WORKER, "--counters", "--request", "-"}, kNoGpu);
  child.send(protocol::encodePassPlan(1, {"GH100", {{"traffic"}, {}, true}}) + protocol::encodePing(2));
  child.closeInput();
  const std::string out = child.allOutput();
  EXPECT_NE(out.find("\"pong\":true"), std::string::npos) << out;
}

}  // namespace
