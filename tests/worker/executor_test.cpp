// SPDX-License-Identifier: GPL-3.0-or-later
// Every way a request can end is a reply with the right code, and only a lost context is fatal.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>
#include <cmath>
#include <new>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_model.h"
#include "gpu/worker/executor.h"
#include "tests/worker/fake_backend.h"
#include "tests/worker/temporary_folder.h"

namespace {

using namespace dsm;
using worker::Answer;

class ExecutorTest : public ::testing::Test {
 protected:
  ExecutorTest() { ::setenv("XDG_RUNTIME_DIR", m_folder.path().c_str(), 1); }

  Answer execute(test::FakeBackend& backend, const std::string& line) {
    worker::Executor executor(backend, m_control, experiments::catalogue(), false);
    const protocol::Request request = *protocol::parseRequest(line);
    m_control.begin(request);
    Answer answer = executor.execute(request);
    m_control.end();
    return answer;
  }
  static protocol::ErrorReply errorOf(const Answer& answer) {
    const auto message = protocol::parseMessage(answer.lines);
    EXPECT_TRUE(message && std::holds_alternative<protocol::ErrorReply>(*message)) << answer.lines;
    return message ? std::get<protocol::ErrorReply>(*message) : protocol::ErrorReply{};
  }
  static model::RunRequest aRequest() {
    const model::ExperimentInfo& info = experiments::catalogue().front()->info();
    return {info.id, info.variants.front().id, {}, {}, ""};
  }
  static std::string aRun(const model::RunRequest& request, std::uint64_t timeoutMs = 0) {
    return protocol::encodeRun(1, request, experiments::catalogue(), timeoutMs);
  }

  test::TemporaryFolder m_folder;
  worker::Output m_output{::open("/dev/null", O_WRONLY | O_CLOEXEC)};
  worker::Control m_control{m_output, -1, worker::Control::Voice::quiet};
};

TEST_F(ExecutorTest, ARunIsCompletedAndSigned) {
  test::FakeBackend backend;
  const Answer answer = execute(backend, aRun(aRequest()));
  EXPECT_EQ(answer.exitCode, protocol::kExitDone);
  const auto message = protocol::parseMessage(answer.lines);
  ASSERT_TRUE(message && std::holds_alternative<protocol::Result>(*message)) << answer.lines;
  const auto run = protocol::runFromJson(*std::get<protocol::Result>(*message).body, experiments::catalogue());
  ASSERT_TRUE(run);
  EXPECT_EQ(run->id.size(), 16u);
  EXPECT_EQ(run->provenance.workerVersion, "test");
  EXPECT_TRUE(run->provenance.command.starts_with("dsmscope run " + run->experiment));
  EXPECT_FALSE(run->values.empty());
}

TEST_F(ExecutorTest, BadRequestsAreRecoverable) {
  test::FakeBackend backend;
  model::RunRequest request = aRequest();
  const auto code = [&](const model::RunRequest& changed) {
    const Answer answer = execute(backend, aRun(changed));
    EXPECT_FALSE(answer.fatal);
    EXPECT_NE(answer.exitCode, protocol::kExitDone);
    return errorOf(answer).error.code;
  };
  request.experiment = "alchemy";
  EXPECT_EQ(code(request), "unknown_experiment");
  request = aRequest();
  request.variant = "gold";
  EXPECT_EQ(code(request), "bad_value");
  request = aRequest();
  request.deviceUuid = "GPU-elsewhere";
  EXPECT_EQ(code(request), "no_device");
  request = aRequest();
  request.plan.budgetSeconds = NAN;
  EXPECT_EQ(code(request), "bad_plan");
  request = aRequest();
  request.plan.minSamples = 0;
  EXPECT_EQ(code(request), "bad_plan");
  request.plan.minSamples = 9;
  request.plan.maxSamples = 8;
  EXPECT_EQ(code(request), "bad_plan");
  EXPECT_EQ(errorOf(execute(backend, R"({"id":1,"kind":"run"})")).error.code, "bad_json");
  EXPECT_EQ(errorOf(execute(backend, R"({"id":1,"kind":"fault","params":{"what":"hang"}})")).error.code, "unknown_kind");
}

TEST_F(ExecutorTest, AStickyFaultIsFatalAndMemoryIsNot) {
  test::FakeBackend sticky([](const auto&, const auto&) -> model::Expected<model::Run> {
    throw worker::StickyFault({"cuda_launch_failure", "error 719", ""});
  });
  const Answer lost = execute(sticky, aRun(aRequest()));
  EXPECT_TRUE(lost.fatal);
  EXPECT_EQ(lost.exitCode, protocol::kExitCrashed);
  EXPECT_TRUE(errorOf(lost).fatal);
  EXPECT_EQ(errorOf(lost).error.code, "cuda_launch_failure");

  test::FakeBackend memory([](const auto&, const auto&) -> model::Expected<model::Run> { throw std::bad_alloc(); });
  EXPECT_FALSE(execute(memory, aRun(aRequest())).fatal);
  test::FakeBackend unknown([](const auto&, const auto&) -> model::Expected<model::Run> { throw std::logic_error("?"); });
  EXPECT_TRUE(execute(unknown, aRun(aRequest())).fatal);
}

TEST_F(ExecutorTest, ADeadlineCancelsTheRunAndIsSaid) {
  test::FakeBackend backend([](const model::RunRequest& request, const worker::RunHooks& hooks) -> model::Expected<model::Run> {
    while (!hooks.cancel) std::this_thread::yield();
    model::Run run;
    run.experiment = request.experiment;
    run.variant = request.variant;
    run.status = model::RunStatus::cancelled;
    return run;
  });
  const Answer answer = execute(backend, aRun(aRequest(), 30));
  EXPECT_FALSE(answer.fatal);
  EXPECT_EQ(errorOf(answer).error.code, "deadline");
  EXPECT_EQ(answer.exitCode, protocol::kExitFailed);
}

TEST_F(ExecutorTest, AFailedRunIsAResultWithTheExitCodeOfAFailure) {
  test::FakeBackend backend([](const model::RunRequest& request, const worker::RunHooks&) -> model::Expected<model::Run> {
    model::Run run;
    run.experiment = request.experiment;
    run.variant = request.variant;
    run.status = model::RunStatus::failed;
    run.error = {"wrong_result", "bin 17 is 4, 5 expected", ""};
    return run;
  });
  const Answer answer = execute(backend, aRun(aRequest()));
  EXPECT_FALSE(answer.fatal);
  EXPECT_EQ(answer.exitCode, protocol::kExitFailed);
  EXPECT_NE(answer.lines.find("\"kind\":\"result\""), std::string::npos);
}

TEST_F(ExecutorTest, LegalityIsTheDevicesOwn) {
  test::FakeBackend backend;
  const model::RunRequest request = aRequest();
  const Answer answer =
      execute(backend, protocol::encodeLegality(1, {request.experiment, request.variant, {}, ""}, experiments::catalogue()));
  const auto message = protocol::parseMessage(answer.lines);
  ASSERT_TRUE(message && std::holds_alternative<protocol::Result>(*message)) << answer.lines;
  EXPECT_EQ(protocol::legalityFromJson(*std::get<protocol::Result>(*message).body)->origin, model::Origin::measured);
}

}  // namespace
