// SPDX-License-Identifier: GPL-3.0-or-later
// JSON of nvbench (`--json FILE`): benchmarks with axes, a state for each combination of their values, summaries of each
// state. nvbench keeps the samples in binary files beside it, which are not read: such a state becomes one sample, its mean,
// and says so; what we exported has its samples and gets them back. Summaries of CUPTI become counters, the others words.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "app/import/imported_session.h"
#include "app/import/nvbench_format.h"
#include "app/import/text_place.h"
#include "gpu/model/imported.h"
#include "gpu/protocol/json_fields.h"

namespace dsm::app {
namespace {

using protocol::Fields;
using protocol::JsonIn;
using Need = Fields::Need;

struct NamedValue {
  std::string name;
  std::string type;   // "int64", "float64", "string"
  std::string value;  // as text; empty for null, which is how nvbench writes an infinity
};

struct Summary {
  std::string tag;
  std::string hint;
  std::string description;
  std::vector<NamedValue> data;

  const NamedValue* find(std::string_view name) const {
    const auto found = std::ranges::find(data, name, &NamedValue::name);
    return found == data.end() ? nullptr : &*found;
  }
};

std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// Numbers are text in version 1.0.0 ("value": "256") and plain before it.
model::Expected<NamedValue> namedValue(const JsonIn& json, const std::string& path) {
  NamedValue named;
  Fields fields(json, path);
  fields.text("name", named.name, Need::required);
  fields.text("type", named.type);
  if (const JsonIn* value = fields.find("value", Need::required); value != nullptr && !value->is_null()) {
    if (value->is_structured()) fields.fail("value", protocol::kindOf(*value) + ", a number or text expected");
    named.value = value->is_string() ? value->get<std::string>() : value->dump();
    const bool number = named.type == "int64" || named.type == "float64";
    if (number && value->is_string() && !numberOf(named.value)) fields.fail("value", "\"" + named.value + "\", a number expected");
  }
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return named;
}

// A list of T; nothing there and null are an empty one.
template <class T, class Read>
void listOf(Fields& fields, std::string_view key, std::vector<T>& out, Read read) {
  const JsonIn* json = fields.find(key);
  if (json == nullptr || json->is_null()) return;
  if (!json->is_array()) return fields.fail(key, protocol::kindOf(*json) + ", a list expected");
  for (std::size_t at = 0; at < json->size(); ++at) {
    auto element = read((*json)[at], protocol::joinPath(fields.pathOf(key), at));
    if (!element) return fields.fail(element.error());
    out.push_back(std::move(*element));
  }
}

model::Expected<Summary> summaryFrom(const JsonIn& json, const std::string& path) {
  Summary summary;
  Fields fields(json, path);
  fields.text("tag", summary.tag, Need::required);
  fields.text("hint", summary.hint);
  fields.text("description", summary.description);
  listOf(fields, "data", summary.data, namedValue);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return summary;
}

struct State {
  std::string name;
  int device = 0;
  std::vector<NamedValue> axes;
  std::vector<Summary> summaries;
  bool skipped = false;
  std::string skipReason;

  const Summary* find(std::string_view tag) const {
    const auto found = std::ranges::find(summaries, tag, &Summary::tag);
    return found == summaries.end() ? nullptr : &*found;
  }
  std::optional<double> number(std::string_view tag) const {
    const Summary* summary = find(tag);
    const NamedValue* value = summary == nullptr ? nullptr : summary->find("value");
    return value == nullptr ? std::nullopt : numberOf(value->value);
  }
  std::vector<double> numbers(std::string_view tag) const {
    std::vector<double> all;
    const Summary* summary = find(tag);
    for (std::size_t at = 0; summary != nullptr && at < summary->data.size(); ++at) {
      all.push_back(numberOf(summary->data[at].value).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return all;
  }
};

model::Expected<State> stateFrom(const JsonIn& json, const std::string& path) {
  State state;
  Fields fields(json, path);
  fields.text("name", state.name);
  if (state.name.empty()) fields.text("description", state.name);
  fields.integer("device", state.device);
  listOf(fields, "axis_values", state.axes, namedValue);
  listOf(fields, "summaries", state.summaries, summaryFrom);
  fields.boolean("is_skipped", state.skipped);
  fields.text("skip_reason", state.skipReason);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return state;
}

struct Benchmark {
  std::string name;
  std::vector<State> states;
};

model::Expected<Benchmark> benchmarkFrom(const JsonIn& json, const std::string& path) {
  Benchmark benchmark;
  Fields fields(json, path);
  fields.text("name", benchmark.name, Need::required);
  listOf(fields, "states", benchmark.states, stateFrom);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return benchmark;
}

std::string deviceUuid(int id) { return "nvbench-device-" + std::to_string(id); }

model::Expected<model::Device> deviceFrom(const JsonIn& json, const std::string& path) {
  model::Device device;
  int smVersion = 0;
  Fields fields(json, path);
  fields.integer("id", device.ordinal, Need::required);
  fields.text("name", device.name);
  fields.integer("sm_version", smVersion);
  fields.integer("sm_default_clock_rate", device.clockHz);
  fields.integer("number_of_sms", device.smCount);
  fields.integer("max_blocks_per_sm", device.maxBlocksPerSm);
  fields.integer("max_threads_per_sm", device.maxThreadsPerSm);
  fields.integer("max_threads_per_block", device.maxThreadsPerBlock);
  fields.integer("registers_per_sm", device.registersPerSm);
  fields.integer("global_memory_size", device.memoryBytes);
  fields.integer("l2_cache_size", device.l2Bytes);
  fields.integer("shared_memory_per_sm", device.sharedPerSm);
  fields.integer("shared_memory_per_block", device.sharedPerBlockStatic);
  device.uuid = deviceUuid(device.ordinal);
  device.ccMajor = smVersion / 100;
  device.ccMinor = smVersion % 100 / 10;
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return device;
}

struct Meta {
  std::string version;  // of the tool, in words
  std::string command;
};

Meta metaFrom(const JsonIn& root) {
  Meta meta;
  const auto textAt = [&](const char* pointer) {
    const JsonIn::json_pointer at(pointer);
    return root.contains(at) && root.at(at).is_string() ? root.at(at).get<std::string>() : std::string();
  };
  const std::string nvbench = textAt("/meta/version/nvbench/string");
  const std::string own = textAt("/meta/version/dsmscope/string");
  const std::string commit = textAt("/meta/version/nvbench/git_version");
  meta.version = !nvbench.empty() ? "nvbench " + nvbench + (commit.empty() ? "" : " (" + commit + ")")
                 : !own.empty()   ? "DSMScope " + own
                                  : "nvbench, version not in the file";
  const JsonIn::json_pointer argv("/meta/argv");
  if (root.contains(argv) && root.at(argv).is_array()) {
    for (const JsonIn& word : root.at(argv)) {
      if (word.is_string()) meta.command += (meta.command.empty() ? "" : " ") + word.get<std::string>();
    }
  }
  return meta;
}

std::string unitOfHint(const std::string& hint) {
  static const std::map<std::string, std::string> kUnits{{"duration", "second"},      {"item_rate", "item/second"}, {"byte_rate", "byte/second"},
                                                         {"bytes", "byte"},           {"frequency", "hertz"},       {"percentage", "fraction"},
                                                         {"sample_size", "samples"}};
  const auto found = kUnits.find(hint);
  return found == kUnits.end() ? hint : found->second;
}

void addSamples(model::Run& run, const State& state) {
  const std::vector<double> elapsed = state.numbers(nvbench::kElapsedSamples);
  const std::vector<double> cycles = state.numbers(nvbench::kCycleSamples);
  const std::vector<double> clocks = state.numbers(nvbench::kClockSamples);
  for (std::size_t at = 0; at < elapsed.size(); ++at) {
    run.samples.push_back({elapsed[at], at < cycles.size() ? cycles[at] : 0, at < clocks.size() ? clocks[at] : 0});
  }
  if (!run.samples.empty()) return;
  struct Mean {
    const char* tag;
    const char* count;
    const char* words;
  };
  static constexpr Mean kMeans[] = {{nvbench::kGpuMean, nvbench::kSampleSize, "Mean of "},
                                    {"nv/batch/time/gpu/mean", "nv/batch/sample_size", "Mean in a batch of "},
                                    {"nv/cpu_only/time/cpu/mean", "nv/cpu_only/sample_size", "Mean by the CPU's clock of "}};
  for (const Mean& mean : kMeans) {
    const auto seconds = state.number(mean.tag);
    if (!seconds) continue;
    auto count = state.number(mean.count);
    if (!count && mean.tag == nvbench::kGpuMean) count = state.number("nv/cold/time/gpu/sample_size");
    run.samples.push_back({*seconds * 1e9, 0, state.number(nvbench::kSmClockMean).value_or(0)});
    run.notes += std::string(" ") + mean.words + (count ? std::to_string(static_cast<std::int64_t>(*count)) : std::string("an unknown number")) +
                 ", no samples.";
    return;
  }
  run.notes += " No time in the file.";
}

void addSummaries(model::Run& run, const State& state) {
  std::string words;
  for (const Summary& summary : state.summaries) {
    const NamedValue* value = summary.find("value");
    const auto number = value == nullptr ? std::nullopt : numberOf(value->value);
    if (summary.tag.starts_with("nv/cupti/") && number) {
      if (!run.counters) run.counters.emplace();
      run.counters->collected = true;
      run.counters->replayMode = "not known";
      model::CounterValue counter;
      counter.name = summary.tag;
      counter.value = *number;
      counter.unit = unitOfHint(summary.hint);
      counter.description = summary.description;
      counter.set = std::string(model::kCustomSet);
      run.counters->values.push_back(std::move(counter));
    } else if (value != nullptr) {
      words += (words.empty() ? " " : "; ") + summary.tag + " = " + (value->value.empty() ? "not finite" : value->value);
      if (!summary.hint.empty()) words += " " + unitOfHint(summary.hint);
    } else if (const NamedValue* file = summary.find("filename")) {
      words += (words.empty() ? " " : "; ") + summary.tag + " is in " + file->value + ", which is not read";
    }
  }
  if (!words.empty()) run.notes += words + ".";
}

model::Run runFrom(const Benchmark& benchmark, const State& state, const Meta& meta, const std::string& source) {
  model::Run run;
  run.experiment = std::string(model::kNvbenchExperiment) + benchmark.name;
  std::string_view name = state.name;
  if (name.starts_with("Device=")) name.remove_prefix(std::min(name.find(' '), name.size()));
  while (name.starts_with(' ')) name.remove_prefix(1);
  run.variant = name.empty() ? "no axes" : std::string(name);
  for (const NamedValue& axis : state.axes) {
    std::int64_t value = 0;
    const char* const end = axis.value.data() + axis.value.size();
    const auto [at, error] = std::from_chars(axis.value.data(), end, value);
    if (axis.type == "int64" && error == std::errc{} && at == end) run.values[axis.name] = value;
  }
  run.origin = model::Origin::recorded;
  run.deviceUuid = deviceUuid(state.device);
  run.provenance.workerVersion = meta.version;
  run.provenance.command = meta.command;
  run.notes = "Imported from " + source + " (" + meta.version + ").";
  if (state.skipped) {
    run.status = model::RunStatus::failed;
    run.error = {"skipped", state.skipReason.empty() ? "nvbench skipped it." : "nvbench skipped it: " + state.skipReason, ""};
    return run;
  }
  addSamples(run, state);
  addSummaries(run, state);
  return run;
}

// protocol's "not JSON at byte 17: ..." and "benchmarks[0].name: missing" as a place in the file.
tl::unexpected<model::Error> placed(const model::Error& error, std::string_view text, const std::string& source) {
  static constexpr std::string_view kByte = "not JSON at byte ";
  std::string what = error.message;
  std::size_t byte = 0;
  const std::size_t colon = what.find(": ");
  if (what.starts_with(kByte) && colon != std::string::npos) {
    std::from_chars(what.data() + kByte.size(), what.data() + colon, byte);
    byte = byte > 0 ? byte - 1 : 0;  // nlohmann counts from one
    what = "not JSON: " + what.substr(colon + 2);
  } else if (colon != std::string::npos) {
    byte = byteOfPath(text, std::string_view(what).substr(0, colon)).value_or(0);
  }
  if (!what.ends_with('.')) what += '.';
  return model::fail("bad_import", source + ", " + placeText(placeOf(text, byte)) + ": " + what, error.hint.empty() ? "Write it anew with nvbench's --json FILE." : error.hint);
}

}  // namespace

model::Expected<ImportedSession> importNvbenchJson(std::string_view text, const std::string& source) {
  const auto root = protocol::parseJson(text);
  if (!root) return placed(root.error(), text, source);
  std::vector<model::Device> devices;
  std::vector<Benchmark> benchmarks;
  Fields fields(**root, "");
  listOf(fields, "devices", devices, deviceFrom);
  if (fields.find("benchmarks", Need::required) != nullptr) listOf(fields, "benchmarks", benchmarks, benchmarkFrom);
  if (auto done = fields.finish(); !done) return placed(done.error(), text, source);
  const Meta meta = metaFrom(**root);
  ImportedSession imported;
  imported.tool = "nvbench";
  imported.session.title = source + " (" + meta.version + ")";
  imported.session.origin = model::Origin::recorded;
  std::size_t means = 0;
  std::set<int> unknown;
  for (const Benchmark& benchmark : benchmarks) {
    for (const State& state : benchmark.states) {
      model::Run run = runFrom(benchmark, state, meta, source);
      run.id = "nvbench-" + std::to_string(imported.session.runs.size() + 1);
      means += run.samples.size() == 1 ? 1 : 0;
      if (std::ranges::find(devices, run.deviceUuid, &model::Device::uuid) == devices.end()) unknown.insert(state.device);
      imported.session.runs.push_back(std::make_shared<const model::Run>(std::move(run)));
    }
  }
  imported.session.devices = std::move(devices);
  if (imported.session.runs.empty()) return placed({"bad_import", "benchmarks: no state of a benchmark", ""}, text, source);
  if (means > 0) imported.remarks.push_back(std::to_string(means) + " states have a mean and no samples: no interval, and no verdict, can come of them.");
  for (const int id : unknown) imported.remarks.push_back("Device " + std::to_string(id) + " is not described in the file.");
  return imported;
}

}  // namespace dsm::app
