// SPDX-License-Identifier: GPL-3.0-or-later
// Each message means the same on both sides; unknown fields are ignored, unknown kinds refused.
#include <gtest/gtest.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/message.h"
#include "tests/fake_worker/canned_run.h"

namespace {

using namespace dsm;
using namespace dsm::protocol;

template <class T>
T parsed(const std::string& line) {
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line, with its end";
  auto message = parseMessage(std::string_view(line).substr(0, line.size() - 1));
  EXPECT_TRUE(message) << message.error().message;
  EXPECT_TRUE(std::holds_alternative<T>(*message));
  return std::get<T>(*message);
}

TEST(Message, HelloSurvives) {
  Hello hello;
  hello.workerVersion = "0.1.0";
  hello.devices = {test::cannedDevice()};
  hello.driver = "580.159.04";
  hello.runtime = "13.0";
  hello.problems = {{"no_nvml", "line\nbreak", "hint"}};
  const Hello read = parsed<Hello>(encode(hello));
  EXPECT_EQ(read.workerVersion, hello.workerVersion);
  EXPECT_EQ(read.devices, hello.devices);
  EXPECT_EQ(read.driver, hello.driver);
  EXPECT_EQ(read.runtime, hello.runtime);
  EXPECT_EQ(read.problems, hello.problems);
  EXPECT_TRUE(looksLikeHello(encode(hello)));
  EXPECT_FALSE(looksLikeHello(encode(Accepted{1})));
}

TEST(Message, RepliesSurvive) {
  EXPECT_EQ(parsed<Accepted>(encode(Accepted{UINT64_MAX})).id, UINT64_MAX);
  const Progress progress = parsed<Progress>(encode(Progress{3, "measuring", 40, NAN, 12.5, 7}));
  EXPECT_EQ(progress.phase, "measuring");
  EXPECT_EQ(progress.samples, 40u);
  EXPECT_TRUE(std::isnan(progress.fraction));
  EXPECT_EQ(progress.rate, 12.5);
  EXPECT_EQ(progress.sinceGpuMs, 7);
  const ErrorReply error = parsed<ErrorReply>(encode(ErrorReply{4, {"cuda_launch_failure", "m", "h"}, true}));
  EXPECT_EQ(error.error, (model::Error{"cuda_launch_failure", "m", "h"}));
  EXPECT_TRUE(error.fatal);
  const Heartbeat beat = parsed<Heartbeat>(encode(Heartbeat{"validating", 250, 3}));
  EXPECT_EQ(beat.phase, "validating");
  EXPECT_EQ(beat.sinceGpuMs, 250);
  EXPECT_EQ(beat.queued, 3u);
}

TEST(Message, UnknownFieldsAreIgnoredUnknownKindsRefused) {
  EXPECT_TRUE(parseMessage(R"({"kind":"accepted","id":1,"mood":{"a":[1]}})"));
  EXPECT_EQ(parseMessage(R"({"kind":"telepathy","id":1})").error().code, "unknown_kind");
  for (const char* bad : {"", "x", "[]", "7", "{}", R"({"kind":7})", R"({"kind":"accepted"})", R"({"kind":"accepted","id":-1})",
                          R"({"kind":"accepted","id":"1"})", R"({"kind":"result","id":1})", R"({"kind":"error","id":1})"}) {
    const auto message = parseMessage(bad);
    ASSERT_FALSE(message) << bad;
    EXPECT_EQ(message.error().code, "bad_message") << bad;
  }
}

TEST(Message, ARunSurvivesAsAResult) {
  const model::Catalogue& catalogue = experiments::catalogue();
  const model::ExperimentSpec& spec = *catalogue.front();
  model::RunRequest request;
  request.experiment = spec.info().id;
  request.variant = spec.info().variants.front().id;
  const model::Run run = *test::cannedRun(spec, request, "one");
  const Result result = parsed<Result>(encodeResult(9, toJson(run, catalogue)));
  const auto read = runFromJson(*result.body, catalogue);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->values, run.values);
  EXPECT_EQ(read->samples.size(), run.samples.size());
  EXPECT_EQ(read->launch.gridBlocks, run.launch.gridBlocks);
}

TEST(Message, LegalitySurvives) {
  model::Legality legality;
  legality.code = "non_portable";
  legality.reason = "16 needs the opt-in.";
  legality.parameter = "cluster";
  legality.nearest = 8;
  legality.origin = model::Origin::measured;
  legality.clustersAtOnce = 7;
  const auto read = legalityFromJson(**parseJson(dumpJson(toJson(legality))));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->fits);
  EXPECT_EQ(read->nearest, 8);
  EXPECT_EQ(read->clustersAtOnce, 7u);
  EXPECT_FALSE(read->blocksAtOnce);
  EXPECT_EQ(read->origin, model::Origin::measured);
}

TEST(Request, SurvivesAndKeepsItsPlan) {
  const model::Catalogue& catalogue = experiments::catalogue();
  const model::ExperimentSpec& spec = *catalogue.front();
  model::RunRequest request;
  request.experiment = spec.info().id;
  request.variant = spec.info().variants.front().id;
  request.plan.minSamples = 7;
  request.plan.cache = model::CacheState::flushed;
  request.deviceUuid = "GPU-x";
  const auto read = parseRequest(encodeRun(12, request, catalogue, 5000));
  ASSERT_TRUE(read) << read.error().error.message;
  EXPECT_EQ(read->id, 12u);
  EXPECT_EQ(read->kind, "run");
  EXPECT_EQ(read->timeoutMs, 5000u);
  const auto asked = runRequestFromJson(*read->params, catalogue);
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->plan, request.plan);
  EXPECT_EQ(asked->deviceUuid, "GPU-x");
  EXPECT_EQ(*cancelTargetFromJson(*parseRequest(encodeCancel(2, 12))->params), 12u);
  EXPECT_TRUE(parseRequest(encodePing(3))->params->is_object());
}

TEST(Request, BadOnesKeepTheIdWhereItCanBeRead) {
  EXPECT_EQ(parseRequest(R"({"id":5,"kind":7})").error().id, 5u);
  EXPECT_EQ(parseRequest(R"({"id":5,"kind":"run","params":[]})").error().id, 5u);
  EXPECT_EQ(parseRequest("{").error().id, 0u);
  EXPECT_EQ(parseRequest(R"({"id":0,"kind":"ping"})").error().error.code, "bad_request");
  EXPECT_EQ(parseRequest(R"({"id":1.5,"kind":"ping"})").error().error.code, "bad_request");
  EXPECT_EQ(runRequestFromJson(**parseJson(R"({"experiment":"x","variant":"y","values":{"a":"word"}})"), {}).error().code, "bad_json");
}

}  // namespace
