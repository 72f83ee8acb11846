// SPDX-License-Identifier: GPL-3.0-or-later
// What a counter worker answers, and that a timing worker refuses it; the GPU is kept while a session may be open.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>
#include <thread>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_counters.h"
#include "gpu/worker/executor.h"
#include "tests/worker/fake_backend.h"
#include "tests/worker/temporary_folder.h"

namespace {

using namespace dsm;
using worker::Answer;

class CounterRequests : public ::testing::Test {
 protected:
  CounterRequests() {
    ::setenv("XDG_RUNTIME_DIR", m_folder.path().c_str(), 1);
    m_backend.setCounters(&m_counters);
    m_counters.onCollect = [](const auto& runs, const auto&) {
      std::vector<model::Counters> list(runs.size());
      for (model::Counters& one : list) one.collected = true;
      return list;
    };
  }
  Answer execute(const std::string& line) {
    const protocol::Request request = *protocol::parseRequest(line);
    m_control.begin(request);
    Answer answer = m_executor.execute(request);
    m_control.end();
    return answer;
  }
  static model::Error errorOf(const Answer& answer) {
    const auto message = protocol::parseMessage(answer.lines);
    EXPECT_TRUE(message && std::holds_alternative<protocol::ErrorReply>(*message)) << answer.lines;
    return message && std::holds_alternative<protocol::ErrorReply>(*message) ? std::get<protocol::ErrorReply>(*message).error
                                                                             : model::Error{};
  }
  static std::string ask(std::size_t runs, std::uint64_t timeoutMs = 0, const std::string& uuid = {}) {
    const model::ExperimentInfo& info = experiments::catalogue().front()->info();
    protocol::CounterQuestion question;
    for (std::size_t i = 0; i < runs; ++i)
      question.runs.push_back({info.id, info.variants.front().id, {}, {}, i == 0 ? std::string() : uuid});
    return protocol::encodeCounters(1, question, experiments::catalogue(), timeoutMs);
  }

  test::TemporaryFolder m_folder;
  worker::Output m_output{::open("/dev/null", O_WRONLY | O_CLOEXEC)};
  worker::Control m_control{m_output, -1, worker::Control::Voice::quiet};
  test::FakeCounters m_counters;
  test::FakeBackend m_backend;
  worker::Executor m_executor{m_backend, m_control, experiments::catalogue(), false};
};

TEST_F(CounterRequests, ATimingWorkerRefusesThemInASentence) {
  m_backend.setCounters(nullptr);
  for (const std::string& line :
       {ask(1), protocol::encodeMetrics(1, {}), protocol::encodePassPlan(1, {}), protocol::encodePreflight(1, "")}) {
    EXPECT_EQ(errorOf(execute(line)).code, "not_a_counter_worker") << line;
  }
  EXPECT_EQ(errorOf(execute(protocol::encodeRelease(1))).code, "unknown_kind");
}

TEST_F(CounterRequests, ACounterWorkerTimesNothing) {
  const model::ExperimentInfo& info = experiments::catalogue().front()->info();
  EXPECT_EQ(errorOf(execute(protocol::encodeRun(1, {info.id, info.variants.front().id, {}, {}, ""}, experiments::catalogue()))).code,
            "counter_worker");
}

TEST_F(CounterRequests, EveryRunIsAnsweredInItsPlace) {
  const Answer answer = execute(ask(3));
  const auto message = protocol::parseMessage(answer.lines);
  ASSERT_TRUE(message && std::holds_alternative<protocol::Result>(*message)) << answer.lines;
  const auto list = protocol::countersListFromJson(*std::get<protocol::Result>(*message).body);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->size(), 3U);
  EXPECT_EQ(answer.exitCode, protocol::kExitDone);
  EXPECT_EQ(m_counters.asked.sets, std::vector<std::string>{"traffic"}) << "what is asked for when nothing is named";
}

TEST_F(CounterRequests, NothingCollectedIsExitCode69AndSomethingIs1) {
  m_counters.onCollect = [](const auto& runs, const auto&) { return std::vector<model::Counters>(runs.size()); };
  EXPECT_EQ(execute(ask(2)).exitCode, protocol::kExitNoDevice);
  m_counters.onCollect = [](const auto& runs, const auto&) {
    std::vector<model::Counters> list(runs.size());
    list[0].collected = true;
    return list;
  };
  EXPECT_EQ(execute(ask(2)).exitCode, protocol::kExitFailed);
}

TEST_F(CounterRequests, RunsOfTwoDevicesAreRefused) {
  const model::Error error = errorOf(execute(ask(2, 0, "GPU-other")));
  EXPECT_EQ(error.code, "bad_request");
  EXPECT_NE(error.message.find("several devices"), std::string::npos);
}

TEST_F(CounterRequests, ADeadlineIsSaid) {
  m_counters.onCollect = [](const auto&, const worker::RunHooks& hooks) -> model::Expected<std::vector<model::Counters>> {
    while (!hooks.cancel) std::this_thread::yield();
    return model::fail("cancelled", "Stopped while counting.");
  };
  EXPECT_EQ(errorOf(execute(ask(1, 30))).code, "deadline");
}

TEST_F(CounterRequests, TheGpuIsKeptUntilTheSessionRests) {
  execute(ask(1));
  EXPECT_TRUE(m_counters.open);
  std::atomic<bool> cancel{false};
  const std::string uuid = m_backend.hello().devices[0].uuid;
  const auto refused = worker::GpuLock::acquire(uuid, cancel, [&] { cancel = true; });
  EXPECT_FALSE(refused) << "an open session changes what others time";
  execute(ask(1));  // the same worker goes on
  execute(protocol::encodeRelease(2));
  EXPECT_FALSE(m_counters.open);
  cancel = false;
  EXPECT_TRUE(worker::GpuLock::acquire(uuid, cancel, [&] { cancel = true; }));
}

}  // namespace
