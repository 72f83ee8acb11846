// SPDX-License-Identifier: Apache-2.0
// Runs and run requests as JSON and back. The only place that writes statistics beside the samples.
#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_counters.h"
#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/json_values.h"

namespace dsm::protocol {

using Need = Fields::Need;

JsonOut valuesToJson(const model::Values& values, const model::ExperimentSpec* spec) {
  JsonOut json = JsonOut::object();
  for (const auto& [id, value] : values) {
    json[id] = value;
    const model::Parameter* parameter = spec != nullptr ? spec->parameter(id) : nullptr;
    if (parameter == nullptr) continue;
    for (const model::Choice& choice : parameter->choices) {
      if (choice.value == value && !choice.word.empty()) json[id] = choice.word;
    }
  }
  return json;
}

model::Expected<model::Values> valuesFromJson(const JsonIn& json, const model::ExperimentSpec* spec, std::string_view path,
                                              Unread* unread) {
  if (!json.is_object()) {
    return model::fail("bad_json", std::string(path) + ": " + kindOf(json) + ", an object expected");
  }
  model::Values values;
  for (const auto& [id, value] : json.items()) {
    const std::string at = joinPath(path, id);
    const model::Parameter* parameter = spec != nullptr ? spec->parameter(id) : nullptr;
    if (const auto number = Fields::asInteger<std::int64_t>(value)) {
      values[id] = *number;
      continue;
    }
    if (parameter == nullptr && unread != nullptr) {
      unread->push_back({&json, id});
      continue;
    }
    if (value.is_boolean()) {
      values[id] = value.get<bool>() ? 1 : 0;
      continue;
    }
    if (!value.is_string()) return model::fail("bad_json", at + ": " + kindOf(value) + ", an integer or a word expected");
    const std::string& word = value.get_ref<const std::string&>();
    if (parameter != nullptr) {
      const model::Expected<std::int64_t> parsed = model::parseValue(*parameter, word);
      if (!parsed) return model::fail("bad_json", at + ": " + parsed.error().message, parsed.error().hint);
      values[id] = *parsed;
    } else {
      return model::fail("bad_json", at + ": no such parameter");
    }
  }
  return values;
}

std::vector<std::pair<std::string, model::Summary>> summariesOf(const model::Run& run, const model::ExperimentSpec& spec) {
  const model::Expected<model::Values> values = model::completeValues(spec, run.variant, run.values);
  if (!values) return {};
  std::vector<std::pair<std::string, model::Summary>> summaries;
  std::vector<double> series(run.samples.size());
  for (const model::QuantityInfo& quantity : spec.info().quantities) {
    std::ranges::transform(run.samples, series.begin(),
                           [&](const model::Sample& sample) { return spec.derive(quantity.id, *values, run.variant, sample, run.launch); });
    summaries.emplace_back(quantity.id, model::summarize(series));
  }
  return summaries;
}

std::string_view notFiniteWord(double value) { return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf"; }

void noteNotFinite(JsonOut& json, std::string_view key, double value) {
  if (std::isinf(value)) json[std::string(key) + std::string(kNotFiniteSuffix)] = notFiniteWord(value);
}

namespace {

JsonOut samplesToJson(const std::vector<model::Sample>& samples) {
  JsonOut words = JsonOut::array();  // why the nulls are null, in their order: column by column
  const auto column = [&](double model::Sample::*member) {
    JsonOut values = JsonOut::array();
    for (const model::Sample& sample : samples) {
      values.push_back(sample.*member);
      if (!std::isfinite(sample.*member)) words.push_back(notFiniteWord(sample.*member));
    }
    return values;
  };
  JsonOut json = JsonOut::object();
  json["elapsed_ns"] = column(&model::Sample::elapsedNs);
  json["cycles"] = column(&model::Sample::cycles);
  json["sm_clock_hz"] = column(&model::Sample::smClockHz);
  if (words.empty()) return json;
  json["not_finite"] = words.size();
  json["not_finite_values"] = std::move(words);
  return json;
}

// Puts what `words` says in the place of each NaN, column by column.
void restoreNotFinite(Fields& fields, const std::vector<std::string>& words, std::initializer_list<std::vector<double>*> columns) {
  if (words.empty()) return;
  std::size_t next = 0;
  for (std::vector<double>* column : columns) {
    for (double& value : *column) {
      if (!std::isnan(value)) continue;
      const auto known = next < words.size() ? notFiniteFromWord(words[next]) : std::nullopt;
      if (!known) return fields.fail(joinPath("not_finite_values", next), "inf, -inf or nan expected for each null");
      value = *known;
      ++next;
    }
  }
  if (next != words.size()) {
    fields.fail("not_finite_values", std::to_string(words.size()) + " words, " + std::to_string(next) + " nulls");
  }
}

model::Expected<std::vector<model::Sample>> samplesFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  Fields fields(json, path, unread);
  std::vector<double> elapsed, cycles, clock;
  std::uint64_t notFinite = 0;
  fields.reals("elapsed_ns", elapsed, Need::required);
  fields.reals("cycles", cycles);
  fields.reals("sm_clock_hz", clock);
  fields.integer("not_finite", notFinite);  // for people; the nulls themselves say it
  std::vector<std::string> words;
  fields.texts("not_finite_values", words);
  restoreNotFinite(fields, words, {&elapsed, &cycles, &clock});
  const std::size_t n = fields.ok() && json.contains("cycles") ? std::max(elapsed.size(), cycles.size()) : elapsed.size();
  const auto complete = [&](std::string_view key, std::vector<double>& column, bool may) {
    if (!fields.ok()) return;
    if (may && !json.contains(std::string(key))) column.assign(n, 0.0);
    if (column.size() != n) {
      fields.fail(key, std::to_string(column.size()) + " values, " + std::to_string(n) + " expected");
    }
  };
  complete("elapsed_ns", elapsed, false);
  complete("cycles", cycles, true);
  complete("sm_clock_hz", clock, true);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  std::vector<model::Sample> samples(n);
  for (std::size_t i = 0; i < n; ++i) samples[i] = {elapsed[i], cycles[i], clock[i]};
  return samples;
}

JsonOut launchToJson(const model::LaunchInfo& launch) {
  return {{"grid_blocks", launch.gridBlocks},
          {"cluster_size", launch.clusterSize},
          {"threads", launch.threads},
          {"static_bytes", launch.staticBytes},
          {"dynamic_bytes", launch.dynamicBytes},
          {"registers_per_thread", launch.registersPerThread},
          {"blocks_per_sm", launch.blocksPerSm},
          {"active_clusters", launch.activeClusters},
          {"launches_per_sample", launch.launchesPerSample},
          {"placing_launches", launch.placingLaunches}};
}

model::Expected<model::LaunchInfo> launchFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::LaunchInfo launch;
  Fields fields(json, path, unread);
  fields.integer("grid_blocks", launch.gridBlocks);
  fields.integer("cluster_size", launch.clusterSize);
  fields.integer("threads", launch.threads);
  fields.integer("static_bytes", launch.staticBytes);
  fields.integer("dynamic_bytes", launch.dynamicBytes);
  fields.integer("registers_per_thread", launch.registersPerThread);
  fields.integer("blocks_per_sm", launch.blocksPerSm);
  fields.integer("active_clusters", launch.activeClusters);
  fields.integer("launches_per_sample", launch.launchesPerSample);
  fields.integer("placing_launches", launch.placingLaunches);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return launch;
}

JsonOut validationToJson(const model::Validation& validation) {
  return {{"done", validation.done},
          {"correct", validation.correct},
          {"detail", validation.detail},
          {"rejected_inputs", validation.rejectedInputs}};
}

model::Expected<model::Validation> validationFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::Validation validation;
  Fields fields(json, path, unread);
  fields.boolean("done", validation.done);
  fields.boolean("correct", validation.correct);
  fields.text("detail", validation.detail);
  fields.integer("rejected_inputs", validation.rejectedInputs);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return validation;
}

JsonOut provenanceToJson(const model::Provenance& provenance) {
  JsonOut json = {{"date", provenance.date},
          {"worker_version", provenance.workerVersion},
          {"kernel_build_id", provenance.kernelBuildId},
          {"command", provenance.command},
          {"host", provenance.host},
          {"throttle_reasons", provenance.throttleReasons},
          {"warmup_ns", provenance.warmupNs}};
  noteNotFinite(json, "warmup_ns", provenance.warmupNs);
  return json;
}

model::Expected<model::Provenance> provenanceFromJson(const JsonIn& json, std::string_view path, Unread* unread) {
  model::Provenance provenance;
  Fields fields(json, path, unread);
  fields.text("date", provenance.date);
  fields.text("worker_version", provenance.workerVersion);
  fields.text("kernel_build_id", provenance.kernelBuildId);
  fields.text("command", provenance.command);
  fields.text("host", provenance.host);
  fields.texts("throttle_reasons", provenance.throttleReasons);
  fields.real("warmup_ns", provenance.warmupNs);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return provenance;
}

std::string_view statusName(model::RunStatus status) {
  switch (status) {
    case model::RunStatus::ok:
      return "ok";
    case model::RunStatus::failed:
      return "failed";
    case model::RunStatus::cancelled:
      return "cancelled";
  }
  return "failed";
}

// The spec's quantities from the samples; nothing if the values are not the spec's any more.
JsonOut summaryOf(const model::Run& run, const model::ExperimentSpec& spec) {
  JsonOut json = JsonOut::object();
  for (const auto& [id, summary] : summariesOf(run, spec)) json[id] = toJson(summary);
  return json;
}

}  // namespace

JsonOut toJson(const model::RunRequest& request, const model::Catalogue& catalogue) {
  return {{"experiment", request.experiment},
          {"variant", request.variant},
          {"values", valuesToJson(request.values, model::findSpec(catalogue, request.experiment))},
          {"plan", toJson(request.plan)},
          {"device_uuid", request.deviceUuid}};
}

model::Expected<model::RunRequest> runRequestFromJson(const JsonIn& json, const model::Catalogue& catalogue, std::string_view path) {
  model::RunRequest request;
  Fields fields(json, path);
  fields.text("experiment", request.experiment, Need::required);
  fields.text("variant", request.variant, Need::required);
  const model::ExperimentSpec* spec = model::findSpec(catalogue, request.experiment);
  fields.nested("values", request.values, [&](const JsonIn& inner, const std::string& at) { return valuesFromJson(inner, spec, at); });
  fields.nested("plan", request.plan, [](const JsonIn& inner, const std::string& at) { return planFromJson(inner, at); });
  fields.text("device_uuid", request.deviceUuid);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return request;
}

JsonOut toJson(const model::Run& run, const model::Catalogue& catalogue) {
  const model::ExperimentSpec* spec = model::findSpec(catalogue, run.experiment);
  JsonOut json = {{"id", run.id}};
  if (!run.name.empty()) json["name"] = run.name;
  json["experiment"] = run.experiment;
  json["variant"] = run.variant;
  json["values"] = valuesToJson(run.values, spec);
  json["status"] = statusName(run.status);
  if (run.error != model::Error{}) json["error"] = toJson(run.error);
  json["stop_reason"] = run.stopReason;
  json["origin"] = model::originName(run.origin);
  json["device_uuid"] = run.deviceUuid;
  json["plan"] = toJson(run.plan);
  if (spec != nullptr && !run.samples.empty()) json["summary"] = summaryOf(run, *spec);
  json["samples"] = samplesToJson(run.samples);
  json["launch"] = launchToJson(run.launch);
  json["validation"] = validationToJson(run.validation);
  json["provenance"] = provenanceToJson(run.provenance);
  json["notes"] = run.notes;
  if (!run.tags.empty()) json["tags"] = run.tags;
  if (run.counters) json["counters"] = toJson(*run.counters);
  return json;
}

model::Expected<model::Run> runFromJson(const JsonIn& json, const model::Catalogue& catalogue, std::string_view path, Unread* unread) {
  model::Run run;
  std::string status = "ok";
  std::string origin(model::originName(run.origin));
  Fields fields(json, path, unread);
  fields.text("id", run.id, Need::required);
  fields.text("name", run.name);
  fields.text("experiment", run.experiment, Need::required);
  fields.text("variant", run.variant, Need::required);
  const model::ExperimentSpec* spec = model::findSpec(catalogue, run.experiment);
  fields.nested("values", run.values, [&](const JsonIn& inner, const std::string& at) { return valuesFromJson(inner, spec, at, unread); });
  fields.text("status", status);
  fields.nested("error", run.error, [&](const JsonIn& inner, const std::string& at) { return errorFromJson(inner, at, unread); });
  fields.text("stop_reason", run.stopReason);
  fields.text("origin", origin);
  fields.text("device_uuid", run.deviceUuid);
  fields.nested("plan", run.plan, [&](const JsonIn& inner, const std::string& at) { return planFromJson(inner, at, unread); });
  fields.nested("samples", run.samples, [&](const JsonIn& inner, const std::string& at) { return samplesFromJson(inner, at, unread); });
  fields.nested("launch", run.launch, [&](const JsonIn& inner, const std::string& at) { return launchFromJson(inner, at, unread); });
  fields.nested("validation", run.validation,
                [&](const JsonIn& inner, const std::string& at) { return validationFromJson(inner, at, unread); });
  fields.nested("provenance", run.provenance,
                [&](const JsonIn& inner, const std::string& at) { return provenanceFromJson(inner, at, unread); });
  fields.text("notes", run.notes);
  fields.texts("tags", run.tags);
  fields.nested("counters", run.counters,
                [&](const JsonIn& inner, const std::string& at) { return countersFromJson(inner, at, unread); });
  fields.find("summary");  // recomputed, never read: see checkSession
  if (status == "failed") {
    run.status = model::RunStatus::failed;
  } else if (status == "cancelled") {
    run.status = model::RunStatus::cancelled;
  } else if (status != "ok") {
    fields.fail("status", '"' + status + "\", ok, failed or cancelled expected");
  }
  if (const auto known = model::originFromName(origin)) {
    run.origin = *known;
  } else {
    fields.fail("origin", '"' + origin + "\" is no origin");
  }
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return run;
}

}  // namespace dsm::protocol
