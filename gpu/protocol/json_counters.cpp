// SPDX-License-Identifier: Apache-2.0
// Counters as JSON and back.
#include "gpu/protocol/json_counters.h"

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_values.h"

namespace dsm::protocol {
namespace {

using Need = Fields::Need;

// A nested array whose elements `read(json, path)` reads.
template <class T, class Read>
void list(Fields& fields, std::string_view key, std::vector<T>& out, Read read) {
  fields.nested(key, out, [&](const JsonIn& json, const std::string& at) -> model::Expected<std::vector<T>> {
    if (!json.is_array()) return model::fail("bad_json", at + ": " + kindOf(json) + ", an array expected");
    std::vector<T> values;
    values.reserve(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
      auto value = read(json[i], joinPath(at, i));
      if (!value) return tl::unexpected<model::Error>(value.error());
      values.push_back(std::move(*value));
    }
    return values;
  });
}

template <class T>
JsonOut array(const std::vector<T>& values, JsonOut (*write)(const T&)) {
  JsonOut json = JsonOut::array();
  for (const T& value : values) json.push_back(write(value));
  return json;
}

template <class T>
model::Expected<T> finished(Fields& fields, T value) {
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return value;
}

JsonOut valueToJson(const model::CounterValue& value) {
  JsonOut json = {{"name", value.name}, {"value", value.value},   {"background", value.background},  {"unit", value.unit},
                  {"set", value.set},   {"passes", value.passes}, {"description", value.description}};
  if (value.outOfRange) json["out_of_range"] = true;
  noteNotFinite(json, "value", value.value);
  noteNotFinite(json, "background", value.background);
  return json;
}

model::Expected<model::CounterValue> valueFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::CounterValue value;
  Fields fields(json, path, unread);
  fields.text("name", value.name, Need::required);
  fields.real("value", value.value, Need::required);
  fields.real("background", value.background);
  fields.text("unit", value.unit);
  fields.text("set", value.set);
  fields.integer("passes", value.passes);
  fields.text("description", value.description);
  fields.boolean("out_of_range", value.outOfRange);
  return finished(fields, std::move(value));
}

JsonOut missToJson(const model::CounterMiss& miss) { return {{"name", miss.name}, {"reason", miss.reason}}; }

model::Expected<model::CounterMiss> missFromJson(const JsonIn& json, std::string_view path, Unread* unread = nullptr) {
  model::CounterMiss miss;
  Fields fields(json, path, unread);
  fields.text("name", miss.name, Need::required);
  fields.text("reason", miss.reason);
  return finished(fields, std::move(miss));
}

JsonOut metricToJson(const model::MetricInfo& metric) {
  return {{"name", metric.name}, {"type", metric.kind}, {"unit", metric.unit}, {"description", metric.description}};
}

model::Expected<model::MetricInfo> metricFromJson(const JsonIn& json, std::string_view path) {
  model::MetricInfo metric;
  Fields fields(json, path);
  fields.text("name", metric.name, Need::required);
  fields.text("type", metric.kind);
  fields.text("unit", metric.unit);
  fields.text("description", metric.description);
  return finished(fields, std::move(metric));
}

JsonOut groupToJson(const model::PassGroup& group) { return {{"set", group.set}, {"names", group.names}, {"passes", group.passes}}; }

model::Expected<model::PassGroup> groupFromJson(const JsonIn& json, std::string_view path) {
  model::PassGroup group;
  Fields fields(json, path);
  fields.text("set", group.set);
  fields.texts("names", group.names);
  fields.integer("passes", group.passes);
  return finished(fields, std::move(group));
}

JsonOut stepToJson(const model::PreflightStep& step) { return {{"what", step.what}, {"ok", step.ok}, {"detail", step.detail}}; }

model::Expected<model::PreflightStep> stepFromJson(const JsonIn& json, std::string_view path) {
  model::PreflightStep step;
  Fields fields(json, path);
  fields.text("what", step.what, Need::required);
  fields.boolean("ok", step.ok);
  fields.text("detail", step.detail);
  return finished(fields, std::move(step));
}

const auto kReadError = [](const JsonIn& json, const std::string& at) { return errorFromJson(json, at); };

}  // namespace

JsonOut toJson(const model::Counters& counters) {
  JsonOut json = {{"collected", counters.collected}};
  if (counters.why != model::Error{}) json["why"] = toJson(counters.why);
  json["values"] = array(counters.values, &valueToJson);
  json["missing"] = array(counters.missing, &missToJson);
  json["passes"] = counters.passes;
  json["replay_mode"] = counters.replayMode;
  json["cache"] = counters.cache == model::CacheState::flushed ? "flushed" : "warm";
  json["kernel_ns"] = counters.kernelNs;
  json["kernel"] = counters.kernel;
  json["chip"] = counters.chip;
  json["cupti_version"] = counters.cuptiVersion;
  noteNotFinite(json, "kernel_ns", counters.kernelNs);
  return json;
}

model::Expected<model::Counters> countersFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::Counters counters;
  std::string cache = "warm";
  Fields fields(json, path, unread);
  fields.boolean("collected", counters.collected, Need::required);
  fields.nested("why", counters.why, [&](const JsonIn& inner, const std::string& at) { return errorFromJson(inner, at, unread); });
  list(fields, "values", counters.values, [&](const JsonIn& inner, const std::string& at) { return valueFromJson(inner, at, unread); });
  list(fields, "missing", counters.missing, [&](const JsonIn& inner, const std::string& at) { return missFromJson(inner, at, unread); });
  fields.integer("passes", counters.passes);
  fields.text("replay_mode", counters.replayMode);
  fields.text("cache", cache);
  fields.real("kernel_ns", counters.kernelNs);
  fields.text("kernel", counters.kernel);
  fields.text("chip", counters.chip);
  fields.text("cupti_version", counters.cuptiVersion);
  if (cache != "warm" && cache != "flushed") fields.fail("cache", '"' + cache + "\", warm or flushed expected");
  counters.cache = cache == "flushed" ? model::CacheState::flushed : model::CacheState::warm;
  return finished(fields, std::move(counters));
}

JsonOut toJson(const model::CounterRequest& request) {
  return {{"sets", request.sets}, {"names", request.names}, {"background", request.background}};
}

model::Expected<model::CounterRequest> counterRequestFromJson(const JsonIn& json, std::string_view path) {
  model::CounterRequest request;
  Fields fields(json, path);
  fields.texts("sets", request.sets);
  fields.texts("names", request.names);
  fields.boolean("background", request.background);
  return finished(fields, std::move(request));
}

JsonOut toJson(const model::MetricList& list) {
  return {
      {"chip", list.chip}, {"chips", list.chips}, {"cupti_version", list.cuptiVersion}, {"metrics", array(list.metrics, &metricToJson)}};
}

model::Expected<model::MetricList> metricListFromJson(const JsonIn& json, std::string_view path) {
  model::MetricList metrics;
  Fields fields(json, path);
  fields.text("chip", metrics.chip);
  fields.texts("chips", metrics.chips);
  fields.text("cupti_version", metrics.cuptiVersion);
  list(fields, "metrics", metrics.metrics, [](const JsonIn& inner, const std::string& at) { return metricFromJson(inner, at); });
  return finished(fields, std::move(metrics));
}

JsonOut toJson(const model::PassPlan& plan) {
  return {{"chip", plan.chip},
          {"passes", plan.passes},
          {"groups", array(plan.groups, &groupToJson)},
          {"missing", array(plan.missing, &missToJson)}};
}

model::Expected<model::PassPlan> passPlanFromJson(const JsonIn& json, std::string_view path) {
  model::PassPlan plan;
  Fields fields(json, path);
  fields.text("chip", plan.chip);
  fields.integer("passes", plan.passes);
  list(fields, "groups", plan.groups, [](const JsonIn& inner, const std::string& at) { return groupFromJson(inner, at); });
  list(fields, "missing", plan.missing, [](const JsonIn& inner, const std::string& at) { return missFromJson(inner, at); });
  return finished(fields, std::move(plan));
}

JsonOut toJson(const model::Preflight& preflight) {
  JsonOut json = {{"ok", preflight.ok}};
  if (preflight.why != model::Error{}) json["why"] = toJson(preflight.why);
  json["chip"] = preflight.chip;
  json["cupti_version"] = preflight.cuptiVersion;
  json["steps"] = array(preflight.steps, &stepToJson);
  return json;
}

model::Expected<model::Preflight> preflightFromJson(const JsonIn& json, std::string_view path) {
  model::Preflight preflight;
  Fields fields(json, path);
  fields.boolean("ok", preflight.ok, Need::required);
  fields.nested("why", preflight.why, kReadError);
  fields.text("chip", preflight.chip);
  fields.text("cupti_version", preflight.cuptiVersion);
  list(fields, "steps", preflight.steps, [](const JsonIn& inner, const std::string& at) { return stepFromJson(inner, at); });
  return finished(fields, std::move(preflight));
}

model::Expected<std::vector<model::Counters>> countersListFromJson(const JsonIn& json, std::string_view path) {
  if (!json.is_array()) return model::fail("bad_json", std::string(path) + ": " + kindOf(json) + ", an array expected");
  std::vector<model::Counters> all;
  for (std::size_t i = 0; i < json.size(); ++i) {
    auto one = countersFromJson(json[i], joinPath(path, i));
    if (!one) return tl::unexpected<model::Error>(one.error());
    all.push_back(std::move(*one));
  }
  return all;
}

model::Expected<MetricQuestion> metricQuestionFromJson(const JsonIn& json) {
  MetricQuestion question;
  Fields fields(json, "params");
  fields.text("chip", question.chip);
  fields.text("search", question.search);
  return finished(fields, std::move(question));
}

model::Expected<PlanQuestion> planQuestionFromJson(const JsonIn& json) {
  PlanQuestion question;
  Fields fields(json, "params");
  fields.text("chip", question.chip);
  fields.texts("sets", question.request.sets);
  fields.texts("names", question.request.names);
  return finished(fields, std::move(question));
}

model::Expected<std::string> preflightDeviceFromJson(const JsonIn& json) {
  std::string uuid;
  Fields fields(json, "params");
  fields.text("device_uuid", uuid);
  return finished(fields, std::move(uuid));
}

model::Expected<CounterQuestion> counterQuestionFromJson(const JsonIn& json, const model::Catalogue& catalogue) {
  CounterQuestion question;
  Fields fields(json, "params");
  list(fields, "runs", question.runs, [&](const JsonIn& inner, const std::string& at) { return runRequestFromJson(inner, catalogue, at); });
  fields.nested("request", question.request, [](const JsonIn& inner, const std::string& at) { return counterRequestFromJson(inner, at); });
  return finished(fields, std::move(question));
}

std::string encodeMetrics(std::uint64_t id, const MetricQuestion& question, std::uint64_t timeoutMs) {
  return encodeRequest(id, "metrics", {{"chip", question.chip}, {"search", question.search}}, timeoutMs);
}

std::string encodePassPlan(std::uint64_t id, const PlanQuestion& question, std::uint64_t timeoutMs) {
  return encodeRequest(id, "pass_plan", {{"chip", question.chip}, {"sets", question.request.sets}, {"names", question.request.names}},
                       timeoutMs);
}

std::string encodePreflight(std::uint64_t id, const std::string& deviceUuid, std::uint64_t timeoutMs) {
  return encodeRequest(id, "preflight", {{"device_uuid", deviceUuid}}, timeoutMs);
}

std::string encodeRelease(std::uint64_t id) { return encodeRequest(id, "release", JsonOut::object()); }

std::string encodeCounters(std::uint64_t id, const CounterQuestion& question, const model::Catalogue& catalogue, std::uint64_t timeoutMs) {
  JsonOut runs = JsonOut::array();
  for (const model::RunRequest& run : question.runs) runs.push_back(toJson(run, catalogue));
  return encodeRequest(id, "counters", {{"runs", runs}, {"request", toJson(question.request)}}, timeoutMs);
}

}  // namespace dsm::protocol
