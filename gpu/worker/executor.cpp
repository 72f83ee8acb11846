// SPDX-License-Identifier: Apache-2.0
// The request boundary: the only place that catches.
#include "gpu/worker/executor.h"

#include <cmath>
#include <new>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_model.h"
#include "gpu/worker/host_info.h"

namespace dsm::worker {
namespace {

using model::Expected;
using protocol::JsonOut;

constexpr std::uint32_t kMaxSamples = 1'000'000;

protocol::ExitCode exitCodeOf(const std::string& code) {
  if (code == "no_device") return protocol::kExitNoDevice;
  if (code == "bad_request" || code == "bad_json" || code == "unknown_kind") return protocol::kExitBadData;
  return protocol::kExitFailed;
}

Expected<void> checkPlan(const model::MeasurementPlan& plan) {
  const auto bad = [](const std::string& what) {
    return model::fail("bad_plan", "The measurement plan cannot be followed: " + what + ".");
  };
  if (plan.minSamples == 0) return bad("min_samples is 0, at least 1 is needed");
  if (plan.maxSamples < plan.minSamples) return bad("max_samples is below min_samples");
  if (plan.maxSamples > kMaxSamples) return bad("max_samples is above 1000000");
  if (!(plan.targetRelativeHalfWidth >= 0)) return bad("target_relative_half_width is no number from 0");
  if (!(plan.budgetSeconds > 0) || !std::isfinite(plan.budgetSeconds)) return bad("budget_seconds is no number above 0");
  return {};
}

}  // namespace

Answer Executor::execute(const protocol::Request& request) {
  Answer answer;
  const auto reply = [&](const model::Error& error, bool fatal) {
    answer.lines = encode(protocol::ErrorReply{request.id, error, fatal});
    answer.fatal = fatal;
    answer.exitCode = fatal ? protocol::kExitCrashed : exitCodeOf(error.code);
    return answer;
  };
  try {
    const Expected<JsonOut> body = dispatch(request, answer);
    if (!body) return reply(body.error(), false);
    answer.lines = protocol::encodeResult(request.id, *body, m_maxLineBytes);
    return answer;
  } catch (const StickyFault& fault) {
    return reply(fault.error(), true);
  } catch (const std::bad_alloc&) {
    return reply({"out_of_memory", "The machine's memory ran out during the request.", "Ask for fewer samples or keys."}, false);
  } catch (const std::exception& error) {  // unknown: what the context is worth now nobody can say
    return reply({"internal", std::string("The worker failed: ") + error.what() + ".", "Start again: a fresh worker is used."}, true);
  }
}

Expected<JsonOut> Executor::dispatch(const protocol::Request& request, Answer& answer) {
  if (auto counted = counterRequest(request, answer)) return *std::move(counted);
  if (request.kind == "run") return run(request, answer);
  if (request.kind == "legality") return legality(request);
  if (request.kind == "devices") return devices();
  if (request.kind == "fault" && m_faults) return fault(request);
  return model::fail("unknown_kind", "The worker does not know requests of kind \"" + request.kind + "\".",
                     "It knows devices, run, legality, cancel and ping; with --counters also metrics, pass_plan, preflight and counters.");
}

Expected<model::Device> Executor::deviceFor(const std::string& uuid) const {
  const protocol::Hello& hello = m_backend.hello();
  for (const model::Device& device : hello.devices) {
    if (uuid.empty() || device.uuid == uuid) return device;
  }
  if (hello.devices.empty() && !hello.problems.empty()) {
    return model::fail("no_device", hello.problems.front().message, hello.problems.front().hint);
  }
  return model::fail("no_device", "No GPU here has the UUID " + uuid + ".", "Ask for devices, or leave device_uuid out.");
}

Expected<model::RunRequest> Executor::completed(model::RunRequest request) const {
  const model::ExperimentSpec* spec = model::findSpec(m_catalogue, request.experiment);
  if (spec == nullptr) {
    return model::fail("unknown_experiment", "There is no experiment " + request.experiment + ".", "See dsmscope run --help.");
  }
  Expected<model::Values> values = model::completeValues(*spec, request.variant, request.values);
  if (!values) return tl::unexpected<model::Error>(values.error());
  request.values = std::move(*values);
  if (auto plan = checkPlan(request.plan); !plan) return tl::unexpected<model::Error>(plan.error());
  return request;
}

RunHooks Executor::hooksFor(const protocol::Request& request) {
  return RunHooks{m_control.cancel(),
                  [this, id = request.id](const protocol::Progress& progress) {
                    protocol::Progress mine = progress;
                    mine.id = id;
                    m_control.progress(std::move(mine));
                  },
                  m_control.lastGpuCompletionNs()};
}

Expected<GpuLock> Executor::reserve(const model::Device& device, const RunHooks& hooks) {
  protocol::Progress waiting;
  waiting.phase = "waiting for the GPU";
  waiting.fraction = waiting.rate = std::nan("");
  auto lock = GpuLock::acquire(device.uuid, hooks.cancel, [&] { hooks.progress(waiting); });
  if (lock) m_control.startDeadline();
  return lock;
}

Expected<JsonOut> Executor::run(const protocol::Request& request, Answer& answer) {
  auto asked = protocol::runRequestFromJson(*request.params, m_catalogue, "params");
  if (!asked) return tl::unexpected<model::Error>(asked.error());
  const auto device = deviceFor(asked->deviceUuid);
  if (!device) return tl::unexpected<model::Error>(device.error());
  const auto complete = completed(std::move(*asked));
  if (!complete) return tl::unexpected<model::Error>(complete.error());

  const RunHooks hooks = hooksFor(request);
  const auto lock = reserve(*device, hooks);
  if (!lock) return tl::unexpected<model::Error>(lock.error());

  Expected<model::Run> run = m_backend.run(*complete, *device, hooks);
  if (!run) return tl::unexpected<model::Error>(run.error());
  if (m_control.missedDeadline() && run->status == model::RunStatus::cancelled) {
    return model::fail("deadline", "The run did not end within its " + std::to_string(request.timeoutMs) + " ms.",
                       "Allow more time, or ask for fewer samples.");
  }
  run->id = newRunId();
  run->provenance.workerVersion = m_backend.hello().workerVersion;
  run->provenance.host = hostDescription();
  run->provenance.command = model::commandFor(*model::findSpec(m_catalogue, run->experiment), "run", {run->variant}, run->values);
  if (run->status == model::RunStatus::failed) answer.exitCode = protocol::kExitFailed;
  return protocol::toJson(*run, m_catalogue);
}

Expected<JsonOut> Executor::legality(const protocol::Request& request) {
  auto asked = protocol::legalityQuestionFromJson(*request.params, m_catalogue);
  if (!asked) return tl::unexpected<model::Error>(asked.error());
  const auto device = deviceFor(asked->deviceUuid);
  if (!device) return tl::unexpected<model::Error>(device.error());
  const auto complete = completed({asked->experiment, asked->variant, asked->values, {}, device->uuid});
  if (!complete) return tl::unexpected<model::Error>(complete.error());
  m_control.startDeadline();
  const auto legality = m_backend.legality(*complete, *device);
  if (!legality) return tl::unexpected<model::Error>(legality.error());
  return protocol::toJson(*legality);
}

Expected<JsonOut> Executor::devices() {
  m_control.startDeadline();
  const auto devices = m_backend.devices();
  if (!devices) return tl::unexpected<model::Error>(devices.error());
  JsonOut list = JsonOut::array();
  for (const model::Device& device : *devices) list.push_back(protocol::toJson(device));
  return list;
}

Expected<JsonOut> Executor::fault(const protocol::Request& request) {
  const auto what = request.params->find("what");
  if (what == request.params->end() || !what->is_string()) return model::fail("bad_request", "params.what: text expected");
  const auto device = deviceFor({});
  if (!device) return tl::unexpected<model::Error>(device.error());
  m_control.startDeadline();
  if (auto done = m_backend.fault(what->get<std::string>(), *device, hooksFor(request)); !done) {
    return tl::unexpected<model::Error>(done.error());
  }
  return JsonOut{{"survived", true}};
}

}  // namespace dsm::worker
