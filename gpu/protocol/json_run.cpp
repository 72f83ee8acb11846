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
                                              Remarks* remarks) {
  if (!json.is_object()) {
    return model::fail("bad_json", std::string(path) + ": " + kindOf(json) + ", an object expected");
  }
  model::Values values;
  for (const auto& [id, value] : json.items()) {
    const std::string at = joinPath(path, id);
    if (const auto number = Fields::asInteger<std::int64_t>(value)) {
      values[id] = *number;
      continue;
    }
    if (value.is_boolean()) {
      values[id] = value.get<bool>() ? 1 : 0;
      continue;
    }
    if (!value.is_string()) return model::fail("bad_json", at + ": " + kindOf(value) + ", an integer or a word expected");
    const std::string& word = value.get_ref<const std::string&>();
    const model::Parameter* parameter = spec != nullptr ? spec->parameter(id) : nullptr;
    if (parameter != nullptr) {
      const model::Expected<std::int64_t> parsed = model::parseValue(*parameter, word);
      if (!parsed) return model::fail("bad_json", at + ": " + parsed.error().message, parsed.error().hint);
      values[id] = *parsed;
    } else if (remarks != nullptr) {
      remarks->push_back(at + ": \"" + word + "\" is a word of a parameter that this version does not know, not kept");
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

namespace {

JsonOut samplesToJson(const std::vector<model::Sample>& samples) {
  JsonOut elapsed = JsonOut::array(), cycles = JsonOut::array(), clock = JsonOut::array();
  std::uint64_t notFinite = 0;
  for (const model::Sample& sample : samples) {
    elapsed.push_back(sample.elapsedNs);
    cycles.push_back(sample.cycles);
    clock.push_back(sample.smClockHz);
    for (const double value : {sample.elapsedNs, sample.cycles, sample.smClockHz}) notFinite += std::isfinite(value) ? 0 : 1;
  }
  JsonOut json = {{"elapsed_ns", elapsed}, {"cycles", cycles}, {"sm_clock_hz", clock}};
  if (notFinite > 0) json["not_finite"] = notFinite;  // written as null above
  return json;
}

model::Expected<std::vector<model::Sample>> samplesFromJson(const JsonIn& json, std::string_view path, Remarks* remarks) {
  Fields fields(json, path, remarks);
  std::vector<double> elapsed, cycles, clock;
  std::uint64_t notFinite = 0;
  fields.reals("elapsed_ns", elapsed, Need::required);
  fields.reals("cycles", cycles);
  fields.reals("sm_clock_hz", clock);
  fields.integer("not_finite", notFinite);  // for people; the nulls themselves say it
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

model::Expected<model::LaunchInfo> launchFromJson(const JsonIn& json, std::string_view path, Remarks* remarks) {
  model::LaunchInfo launch;
  Fields fields(json, path, remarks);
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

model::Expected<model::Validation> validationFromJson(const JsonIn& json, std::string_view path, Remarks* remarks) {
  model::Validation validation;
  Fields fields(json, path, remarks);
  fields.boolean("done", validation.done);
  fields.boolean("correct", validation.correct);
  fields.text("detail", validation.detail);
  fields.integer("rejected_inputs", validation.rejectedInputs);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return validation;
}

JsonOut provenanceToJson(const model::Provenance& provenance) {
  return {{"date", provenance.date},
          {"worker_version", provenance.workerVersion},
          {"kernel_build_id", provenance.kernelBuildId},
          {"command", provenance.command},
          {"host", provenance.host},
          {"throttle_reasons", provenance.throttleReasons},
          {"warmup_ns", provenance.warmupNs}};
}

model::Expected<model::Provenance> provenanceFromJson(const JsonIn& json, std::string_view path, Remarks* remarks) {
  model::Provenance provenance;
  Fields fields(json, path, remarks);
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
  JsonOut json = {{"id", run.id},
                  {"experiment", run.experiment},
                  {"variant", run.variant},
                  {"values", valuesToJson(run.values, spec)},
                  {"status", statusName(run.status)}};
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
  if (run.counters) json["counters"] = toJson(*run.counters);
  return json;
}

model::Expected<model::Run> runFromJson(const JsonIn& json, const model::Catalogue& catalogue, std::string_view path, Remarks* remarks) {
  model::Run run;
  std::string status = "ok";
  std::string origin(model::originName(run.origin));
  Fields fields(json, path, remarks);
  fields.text("id", run.id, Need::required);
  fields.text("experiment", run.experiment, Need::required);
  fields.text("variant", run.variant, Need::required);
  const model::ExperimentSpec* spec = model::findSpec(catalogue, run.experiment);
  fields.nested("values", run.values, [&](const JsonIn& inner, const std::string& at) { return valuesFromJson(inner, spec, at, remarks); });
  fields.text("status", status);
  fields.nested("error", run.error, [](const JsonIn& inner, const std::string& at) { return errorFromJson(inner, at); });
  fields.text("stop_reason", run.stopReason);
  fields.text("origin", origin);
  fields.text("device_uuid", run.deviceUuid);
  fields.nested("plan", run.plan, [&](const JsonIn& inner, const std::string& at) { return planFromJson(inner, at, remarks); });
  fields.nested("samples", run.samples, [&](const JsonIn& inner, const std::string& at) { return samplesFromJson(inner, at, remarks); });
  fields.nested("launch", run.launch, [&](const JsonIn& inner, const std::string& at) { return launchFromJson(inner, at, remarks); });
  fields.nested("validation", run.validation,
                [&](const JsonIn& inner, const std::string& at) { return validationFromJson(inner, at, remarks); });
  fields.nested("provenance", run.provenance,
                [&](const JsonIn& inner, const std::string& at) { return provenanceFromJson(inner, at, remarks); });
  fields.text("notes", run.notes);
  fields.nested("counters", run.counters,
                [&](const JsonIn& inner, const std::string& at) { return countersFromJson(inner, at, remarks); });
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
