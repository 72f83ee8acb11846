// SPDX-License-Identifier: Apache-2.0
// Counters, metric lists, pass plans and preflights as JSON and back, and the requests of a counter worker. Rules as
// in json_model.h: unknown keys are ignored, null in a number is NaN, errors carry their path. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/counters.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/message.h"

namespace dsm::protocol {

JsonOut toJson(const model::Counters& counters);
JsonOut toJson(const model::CounterRequest& request);
JsonOut toJson(const model::MetricList& list);
JsonOut toJson(const model::PassPlan& plan);
JsonOut toJson(const model::Preflight& preflight);

model::Expected<model::Counters> countersFromJson(const JsonIn& json, std::string_view path = {}, Unread* unread = nullptr);
model::Expected<model::CounterRequest> counterRequestFromJson(const JsonIn& json, std::string_view path = {});
model::Expected<model::MetricList> metricListFromJson(const JsonIn& json, std::string_view path = {});
model::Expected<model::PassPlan> passPlanFromJson(const JsonIn& json, std::string_view path = {});
model::Expected<model::Preflight> preflightFromJson(const JsonIn& json, std::string_view path = {});
// The result of the request `counters`: one element for each of its runs, in their order.
model::Expected<std::vector<model::Counters>> countersListFromJson(const JsonIn& json, std::string_view path = {});

// ---- requests; a worker started without --counters refuses them with not_a_counter_worker ----

// {"kind":"metrics","params":{"chip":"GH100","search":"dshared sectors"}}. An empty chip is the first device's; every
// word of the search has to occur in name or description.
struct MetricQuestion {
  std::string chip;
  std::string search;
};
// {"kind":"pass_plan","params":{"chip":"GH100","sets":["traffic"],"names":["lts__t_bytes.sum"]}}
struct PlanQuestion {
  std::string chip;
  model::CounterRequest request;
};
// {"kind":"counters","params":{"runs":[...],"request":{"sets":["traffic"],"names":[],"background":true}}}. All runs on
// one device. Timing samples of their plans are not taken; cache state and seed are.
// {"kind":"release"}: the worker closes its profiling session and lets go of the GPU at once; by itself it does so when
// nothing was asked for half a second. Ask for it before timing on the same GPU.
struct CounterQuestion {
  std::vector<model::RunRequest> runs;
  model::CounterRequest request;
};

model::Expected<MetricQuestion> metricQuestionFromJson(const JsonIn& json);
model::Expected<PlanQuestion> planQuestionFromJson(const JsonIn& json);
model::Expected<std::string> preflightDeviceFromJson(const JsonIn& json);  // device_uuid; empty: the first device
model::Expected<CounterQuestion> counterQuestionFromJson(const JsonIn& json, const model::Catalogue& catalogue);

// Lines to send; each ends with a line feed.
std::string encodeMetrics(std::uint64_t id, const MetricQuestion& question, std::uint64_t timeoutMs = 0);
std::string encodePassPlan(std::uint64_t id, const PlanQuestion& question, std::uint64_t timeoutMs = 0);
std::string encodePreflight(std::uint64_t id, const std::string& deviceUuid, std::uint64_t timeoutMs = 0);
std::string encodeRelease(std::uint64_t id);
std::string encodeCounters(std::uint64_t id, const CounterQuestion& question, const model::Catalogue& catalogue,
                           std::uint64_t timeoutMs = 0);

}  // namespace dsm::protocol
