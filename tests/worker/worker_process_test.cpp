// SPDX-License-Identifier: GPL-3.0-or-later
// The real worker as a process, where no GPU can be seen: it greets, says what is missing, and answers the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/message.h"
#include "tests/worker/child.h"
#include "tests/worker/temporary_folder.h"

namespace {

using namespace dsm;
using namespace std::chrono_literals;
using protocol::ErrorReply;
using protocol::Result;

const std::vector<std::string> kNoGpu = {"CUDA_VISIBLE_DEVICES="};

std::string aRun(std::uint64_t id) {
  const model::ExperimentInfo& info = experiments::catalogue().front()->info();
  return protocol::encodeRun(id, {info.id, info.variants.front().id, {}, {}, ""}, experiments::catalogue());
}

TEST(Worker, GreetsWithoutAGpuInOneSentence) {
  test::Child child({DSM_WORKER}, kNoGpu);
  const auto hello = child.expect<protocol::Hello>();
  ASSERT_TRUE(hello);
  EXPECT_TRUE(hello->devices.empty());
  EXPECT_FALSE(hello->workerVersion.empty());
  EXPECT_TRUE(hello->cupti.empty());
  ASSERT_EQ(hello->problems.size(), 1u);
  const std::string& code = hello->problems[0].code;
  EXPECT_TRUE(code == "no_cuda_build" || code == "no_driver" || code == "no_device" || code == "driver_too_old") << code;
  EXPECT_GT(hello->problems[0].message.size(), 20u);
}

TEST(Worker, RefusesARunWithoutADeviceAndGoesOn) {
  test::Child child({DSM_WORKER}, kNoGpu);
  child.send(aRun(1) + protocol::encodeDevices(2) + protocol::encodePing(3));
  const auto error = child.expect<ErrorReply>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->id, 1u);
  EXPECT_EQ(error->error.code, "no_device");
  EXPECT_FALSE(error->fatal);
  child.send(protocol::encodePing(4));
  std::optional<Result> result;
  while ((result = child.expect<Result>()) && result->id != 4) {
  }
  EXPECT_TRUE(result);
  child.closeInput();
  EXPECT_EQ(child.wait(2s), 0);
}

TEST(Worker, EveryRequestIsAcceptedBeforeItIsAnswered) {
  test::Child child({DSM_WORKER}, kNoGpu);
  for (std::uint64_t id = 1; id <= 50; ++id) child.send(protocol::encodeDevices(id));
  std::uint64_t accepted = 0, answered = 0;
  while (answered < 50) {
    const auto message = child.message();
    ASSERT_TRUE(message);
    if (const auto* one = std::get_if<protocol::Accepted>(&*message)) {
      EXPECT_EQ(one->id, ++accepted);
    }
    if (const auto* one = std::get_if<Result>(&*message)) {
      EXPECT_EQ(one->id, ++answered);
      EXPECT_LE(answered, accepted);
    }
  }
}

TEST(Worker, LinesThatAreNoRequestAreAnsweredAndAnEndlessOneEndsIt) {
  test::Child child({DSM_WORKER}, kNoGpu);
  child.send("nonsense\n{\"id\":7,\"kind\":\"telepathy\"}\n{\"id\":7.5}\n\xff\xfe\n");
  std::vector<std::string> codes;
  for (int i = 0; i < 4; ++i) {
    const auto error = child.expect<ErrorReply>();
    ASSERT_TRUE(error);
    EXPECT_FALSE(error->fatal);
    codes.push_back(error->error.code);
  }
  std::ranges::sort(codes);  // what waits for the queue comes in its own time
  EXPECT_EQ(codes, (std::vector<std::string>{"bad_request", "bad_request", "bad_request", "unknown_kind"}));
  child.send(std::string(protocol::kMaxLineBytes + 1, 'x'));
  const auto last = child.expect<ErrorReply>();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->error.code, "line_too_long");
  EXPECT_EQ(child.wait(), 65);
}

TEST(Worker, CancelOfNothingSaysSo) {
  test::Child child({DSM_WORKER}, kNoGpu);
  child.send(protocol::encodeCancel(1, 99));
  const auto result = child.expect<Result>();
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->body->at("found").get<bool>());
}

struct Outcome {
  int code;
  std::string out, err;
};

Outcome runWorker(const std::vector<std::string>& options, const std::string& input = {}) {
  std::vector<std::string> arguments = {DSM_WORKER};
  arguments.insert(arguments.end(), options.begin(), options.end());
  test::Child child(arguments, kNoGpu);
  child.send(input);
  child.closeInput();
  std::string out = child.allOutput();
  return {child.wait().value_or(-1), std::move(out), child.errors()};
}

TEST(WorkerScript, ExitCodesSayWhatHappened) {
  EXPECT_EQ(runWorker({"--request", "-"}, "# a remark\n\n" + protocol::encodePing(1)).code, 0);
  EXPECT_EQ(runWorker({"--request", "-"}, aRun(1)).code, 69);
  EXPECT_EQ(runWorker({"--request", "-"}, "nonsense\n").code, 65);
  EXPECT_EQ(runWorker({"--request", "-"}, "nonsense\n" + aRun(1) + protocol::encodePing(2)).code, 69);
  EXPECT_EQ(runWorker({"--request", "-"}, "").code, 0);
  EXPECT_EQ(runWorker({"--nonsense"}).code, 2);
  EXPECT_EQ(runWorker({"--request"}).code, 2);
}

TEST(WorkerScript, AFileThatIsNotThereIsOneSentence) {
  const Outcome outcome = runWorker({"--request", "/nowhere/requests"});
  EXPECT_EQ(outcome.code, 65);
  EXPECT_TRUE(outcome.out.empty());
  EXPECT_NE(outcome.err.find("/nowhere/requests cannot be read"), std::string::npos) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

TEST(WorkerScript, PrintsOneAnswerALineAndNothingElse) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "requests").string();
  std::ofstream(file) << protocol::encodePing(1) << protocol::encodeDevices(2) << aRun(3);
  const Outcome outcome = runWorker({"--request", file});
  protocol::LineReader reader;
  std::vector<std::string> lines;
  ASSERT_TRUE(reader.push(outcome.out, lines));
  ASSERT_EQ(lines.size(), 3u) << outcome.out;
  EXPECT_EQ(reader.pendingBytes(), 0u);
  EXPECT_EQ(std::get<Result>(*protocol::parseMessage(lines[0])).id, 1u);
  EXPECT_EQ(std::get<Result>(*protocol::parseMessage(lines[1])).id, 2u);
  EXPECT_EQ(std::get<ErrorReply>(*protocol::parseMessage(lines[2])).id, 3u);
}

TEST(WorkerScript, HelpAndVersion) {
  const Outcome version = runWorker({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("dsmscope-worker ")) << version.out;
  const Outcome help = runWorker({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* word : {"--request", "--device-uuid", "--version"}) EXPECT_NE(help.out.find(word), std::string::npos) << word;
}

}  // namespace
