// SPDX-License-Identifier: Apache-2.0
// The requests of a counter worker, and their refusal by a timing worker.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_counters.h"
#include "gpu/worker/executor.h"

namespace dsm::worker {
namespace {

using model::Expected;
using protocol::JsonOut;

constexpr std::size_t kMostRuns = 10'000;

// What is meant where nothing is named.
void orTraffic(model::CounterRequest& request) {
  if (request.sets.empty() && request.names.empty()) request.sets.emplace_back(model::kTrafficSet);
}

template <class T>
Expected<JsonOut> asJson(const Expected<T>& value) {
  if (!value) return tl::unexpected<model::Error>(value.error());
  return protocol::toJson(*value);
}

}  // namespace

void Executor::rest() {
  if (CounterBackend* counters = m_backend.counters()) counters->rest();
  m_kept = GpuLock();
  m_keptUuid.clear();
}

Expected<void> Executor::keep(const model::Device& device, const RunHooks& hooks) {
  if (m_keptUuid == device.uuid) {
    m_control.startDeadline();
    return {};
  }
  rest();
  auto lock = reserve(device, hooks);
  if (!lock) return tl::unexpected<model::Error>(lock.error());
  m_kept = std::move(*lock);
  m_keptUuid = device.uuid;
  return {};
}

std::optional<Expected<JsonOut>> Executor::counterRequest(const protocol::Request& request, Answer& answer) {
  const std::string& kind = request.kind;
  CounterBackend* counters = m_backend.counters();
  if (counters != nullptr && kind == "run") {
    return model::fail("counter_worker", "This worker collects counters and times nothing: a profiled run's time is not its time.",
                       "Ask a worker that was started without --counters.");
  }
  if (counters != nullptr && kind == "release") {
    rest();
    return JsonOut{{"released", true}};
  }
  if (kind != "metrics" && kind != "pass_plan" && kind != "preflight" && kind != "counters") return std::nullopt;
  if (counters == nullptr) {
    return model::fail("not_a_counter_worker", "This worker times, and does not load CUPTI: it knows nothing of \"" + kind + "\".",
                       "Ask a worker that was started with --counters.");
  }
  if (kind == "metrics") {
    const auto asked = protocol::metricQuestionFromJson(*request.params);
    if (!asked) return tl::unexpected<model::Error>(asked.error());
    m_control.startDeadline();
    return asJson(counters->metrics(asked->chip, asked->search));
  }
  if (kind == "pass_plan") {
    auto asked = protocol::planQuestionFromJson(*request.params);
    if (!asked) return tl::unexpected<model::Error>(asked.error());
    orTraffic(asked->request);
    m_control.startDeadline();
    return asJson(counters->passPlan(asked->chip, asked->request));
  }
  if (kind == "preflight") {
    const auto uuid = protocol::preflightDeviceFromJson(*request.params);
    if (!uuid) return tl::unexpected<model::Error>(uuid.error());
    const auto device = deviceFor(*uuid);
    if (!device && !m_backend.hello().devices.empty()) return tl::unexpected<model::Error>(device.error());
    if (!device) return protocol::toJson(counters->preflight(nullptr));
    const RunHooks hooks = hooksFor(request);
    if (auto kept = keep(*device, hooks); !kept)
      return tl::unexpected<model::Error>(kept.error());  // the trial must not meet a measurement
    const model::Preflight report = counters->preflight(&*device);
    if (!report.ok) answer.exitCode = protocol::kExitNoDevice;
    return protocol::toJson(report);
  }
  return collect(*counters, request, answer);
}

Expected<JsonOut> Executor::collect(CounterBackend& counters, const protocol::Request& request, Answer& answer) {
  auto asked = protocol::counterQuestionFromJson(*request.params, m_catalogue);
  if (!asked) return tl::unexpected<model::Error>(asked.error());
  if (asked->runs.size() > kMostRuns) {
    return model::fail("bad_request",
                       std::to_string(asked->runs.size()) + " runs were asked for, " + std::to_string(kMostRuns) + " at most.");
  }
  if (asked->runs.empty()) return JsonOut::array();
  orTraffic(asked->request);
  const auto device = deviceFor(asked->runs.front().deviceUuid);
  if (!device) return tl::unexpected<model::Error>(device.error());
  std::vector<model::RunRequest> runs;
  for (model::RunRequest& run : asked->runs) {
    if (!run.deviceUuid.empty() && run.deviceUuid != device->uuid) {
      return model::fail("bad_request", "The runs are on several devices, and counters are collected on one at a time.",
                         "Ask for each device by itself.");
    }
    auto complete = completed(std::move(run));
    if (!complete) return tl::unexpected<model::Error>(complete.error());
    runs.push_back(std::move(*complete));
  }
  const RunHooks hooks = hooksFor(request);
  if (auto kept = keep(*device, hooks); !kept) return tl::unexpected<model::Error>(kept.error());
  const auto counted = counters.collect(runs, asked->request, *device, hooks);
  if (!counted) {
    if (counted.error().code == "cancelled" && m_control.missedDeadline()) {
      return model::fail("deadline", "The counters were not there within their " + std::to_string(request.timeoutMs) + " ms.",
                         "Allow more time, or ask for fewer runs or metrics.");
    }
    return tl::unexpected<model::Error>(counted.error());
  }
  JsonOut list = JsonOut::array();
  for (const model::Counters& one : *counted) {
    list.push_back(protocol::toJson(one));
    if (!one.collected) answer.exitCode = protocol::kExitFailed;
  }
  if (std::ranges::none_of(*counted, &model::Counters::collected)) answer.exitCode = protocol::kExitNoDevice;
  return list;
}

}  // namespace dsm::worker
