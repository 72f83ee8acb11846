// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/nvbench_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "app/import/nvbench_format.h"
#include "app/version.h"
#include "gpu/model/compare.h"
#include "gpu/protocol/json_text.h"

namespace dsm::app {
namespace {

using protocol::JsonOut;

// The shortest text that reads back equal.
std::string textOf(double value) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc{} ? std::string(buffer, end) : std::string();
}

JsonOut number(const std::string& name, double value) {
  if (!std::isfinite(value)) return {{"name", name}, {"type", "float64"}, {"value", nullptr}};
  return {{"name", name}, {"type", "float64"}, {"value", textOf(value)}};
}
JsonOut number(const std::string& name, std::int64_t value) { return {{"name", name}, {"type", "int64"}, {"value", std::to_string(value)}}; }

JsonOut summary(const char* tag, const char* name, const char* hint, JsonOut value) {
  return {{"tag", tag}, {"name", name}, {"hint", hint}, {"data", JsonOut::array({std::move(value)})}};
}
JsonOut hidden(JsonOut summary) {
  summary["hide"] = "Hidden by default.";
  return summary;
}

struct Moments {
  double mean = 0;
  double stdev = 0;  // of n - 1; infinite for one sample, as nvbench has it
  double minimum = 0;
  double maximum = 0;
};
Moments momentsOf(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - moments.mean) * (value - moments.mean);
  moments.stdev = values.size() > 1 ? std::sqrt(squares / static_cast<double>(values.size() - 1)) : std::numeric_limits<double>::infinity();
  const auto [low, high] = std::ranges::minmax(values);
  moments.minimum = low;
  moments.maximum = high;
  return moments;
}

JsonOut samplesOf(const model::Run& run, const char* tag, const char* name, double model::Sample::* member) {
  JsonOut data = JsonOut::array();
  for (std::size_t at = 0; at < run.samples.size(); ++at) data.push_back(number(std::to_string(at), run.samples[at].*member));
  return hidden({{"tag", tag}, {"name", name}, {"data", std::move(data)}});
}

JsonOut summariesOf(const model::Run& run) {
  JsonOut all = JsonOut::array();
  std::vector<double> seconds;
  std::vector<double> clocks;
  for (const model::Sample& sample : run.samples) {
    if (std::isfinite(sample.elapsedNs)) seconds.push_back(sample.elapsedNs * 1e-9);
    if (sample.smClockHz > 0) clocks.push_back(sample.smClockHz);
  }
  if (seconds.empty()) return all;
  const Moments moments = momentsOf(seconds);
  all.push_back(summary(nvbench::kSampleSize, "Samples", "sample_size", number("value", static_cast<std::int64_t>(seconds.size()))));
  all.push_back(hidden(summary(nvbench::kGpuMin, "Min GPU Time", "duration", number("value", moments.minimum))));
  all.push_back(hidden(summary(nvbench::kGpuMax, "Max GPU Time", "duration", number("value", moments.maximum))));
  all.push_back(summary(nvbench::kGpuMean, "GPU Time", "duration", number("value", moments.mean)));
  all.push_back(hidden(summary(nvbench::kGpuStdev, "Abs GPU Noise", "duration", number("value", moments.stdev))));
  all.push_back(summary(nvbench::kGpuNoise, "Noise", "percentage", number("value", moments.stdev / moments.mean)));
  if (!clocks.empty()) all.push_back(hidden(summary(nvbench::kSmClockMean, "Clock Rate", "frequency", number("value", momentsOf(clocks).mean))));
  all.push_back(samplesOf(run, nvbench::kElapsedSamples, "Elapsed time of each sample, ns", &model::Sample::elapsedNs));
  all.push_back(samplesOf(run, nvbench::kCycleSamples, "SM cycles of each sample", &model::Sample::cycles));
  all.push_back(samplesOf(run, nvbench::kClockSamples, "SM clock of each sample, Hz", &model::Sample::smClockHz));
  return all;
}

// One axis with the values that occur, in their order of appearance.
class Axes {
 public:
  void add(JsonOut& state, const std::string& name, const std::string& word) { note(state, name, "string", word, word); }
  void add(JsonOut& state, const std::string& name, std::int64_t value) { note(state, name, "int64", std::to_string(value), value); }

  JsonOut json() const {
    JsonOut all = JsonOut::array();
    for (const auto& [name, axis] : m_axes) all.push_back(axis);
    return all;
  }

 private:
  void note(JsonOut& state, const std::string& name, const char* type, const std::string& text, const JsonOut& value) {
    state["axis_values"].push_back({{"name", name}, {"type", type}, {"value", text}});
    state["name"] = state["name"].get<std::string>() + " " + name + "=" + text;
    auto found = std::ranges::find(m_axes, name, &std::pair<std::string, JsonOut>::first);
    if (found == m_axes.end()) {
      m_axes.emplace_back(name, JsonOut{{"name", name}, {"type", type}, {"flags", ""}, {"values", JsonOut::array()}});
      found = std::prev(m_axes.end());
    }
    JsonOut& values = found->second["values"];
    const bool known = std::any_of(values.begin(), values.end(), [&](const JsonOut& each) { return each["input_string"] == text; });
    if (!known) values.push_back({{"input_string", text}, {"description", ""}, {"value", value}});
  }

  std::vector<std::pair<std::string, JsonOut>> m_axes;
};

void addAxes(Axes& axes, JsonOut& state, const model::ExperimentSpec* spec, const model::Run& run) {
  axes.add(state, "variant", run.variant);
  for (const auto& [id, value] : run.values) {
    const model::Parameter* parameter = spec == nullptr ? nullptr : spec->parameter(id);
    const std::string word = parameter == nullptr ? std::to_string(value) : model::valueWord(*parameter, value);
    // "2^28" is a spelling of a number; "uniform" is a word.
    const bool isWord = parameter != nullptr && parameter->kind == model::ParameterKind::choice && word != std::to_string(value);
    if (isWord) {
      axes.add(state, id, word);
    } else {
      axes.add(state, id, value);
    }
  }
}

std::size_t deviceIndex(const model::Session& session, const model::Run& run) {
  const auto found = std::ranges::find(session.devices, run.deviceUuid, &model::Device::uuid);
  return found == session.devices.end() ? 0 : static_cast<std::size_t>(found - session.devices.begin());
}

std::string skipReason(const model::Run& run) {
  if (run.status == model::RunStatus::failed) return run.error.message;
  if (run.status == model::RunStatus::cancelled) return "It was stopped before it was done.";
  if (run.validation.done && !run.validation.correct) return "Its result was wrong: " + run.validation.detail;
  return run.samples.empty() ? "It has no sample." : "";
}

JsonOut devicesOf(const model::Session& session) {
  JsonOut all = JsonOut::array();
  for (std::size_t id = 0; id < session.devices.size(); ++id) {
    const model::Device& device = session.devices[id];
    const int version = device.ccMajor * 100 + device.ccMinor * 10;
    all.push_back({{"id", id},
                   {"name", device.name},
                   {"sm_version", version},
                   {"ptx_version", version},
                   {"sm_default_clock_rate", device.clockHz},
                   {"number_of_sms", device.smCount},
                   {"max_blocks_per_sm", device.maxBlocksPerSm},
                   {"max_threads_per_sm", device.maxThreadsPerSm},
                   {"max_threads_per_block", device.maxThreadsPerBlock},
                   {"registers_per_sm", device.registersPerSm},
                   {"global_memory_size", device.memoryBytes},
                   {"l2_cache_size", device.l2Bytes},
                   {"shared_memory_per_sm", device.sharedPerSm},
                   {"shared_memory_per_block", device.sharedPerBlockStatic}});
  }
  return all;
}

JsonOut provenanceOf(const model::Run& run) {
  return {{"run", run.id},
          {"origin", model::originName(run.origin)},
          {"device_uuid", run.deviceUuid},
          {"date", run.provenance.date},
          {"kernel_build_id", run.provenance.kernelBuildId},
          {"worker_version", run.provenance.workerVersion},
          {"cache", run.plan.cache == model::CacheState::warm ? "warm" : "flushed"},
          {"seed", run.plan.seed},
          {"command", run.provenance.command}};
}

JsonOut benchmarkOf(const model::Session& session, const std::vector<const model::Run*>& runs, const model::ExperimentSpec* spec, std::size_t index) {
  std::map<std::pair<std::string, model::Values>, std::int64_t> repeats;
  bool repeated = false;
  for (const model::Run* run : runs) repeated = ++repeats[{run->variant, run->values}] > 1 || repeated;
  repeats.clear();
  Axes axes;
  JsonOut states = JsonOut::array();
  std::vector<std::size_t> devices;
  for (const model::Run* run : runs) {
    const std::size_t device = deviceIndex(session, *run);
    if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
    JsonOut state = {{"name", "Device=" + std::to_string(device)}, {"min_samples", run->plan.minSamples}, {"device", device}, {"type_config_index", 0}, {"axis_values", JsonOut::array()}};
    addAxes(axes, state, spec, *run);
    if (repeated) axes.add(state, "repeat", ++repeats[{run->variant, run->values}]);
    const std::string reason = skipReason(*run);
    state["summaries"] = reason.empty() ? summariesOf(*run) : JsonOut::array();
    state["is_skipped"] = !reason.empty();
    if (!reason.empty()) state["skip_reason"] = reason;
    state["dsmscope"] = provenanceOf(*run);
    states.push_back(std::move(state));
  }
  return {{"name", runs.front()->experiment}, {"index", index}, {"devices", devices}, {"axes", axes.json()}, {"states", std::move(states)}};
}

}  // namespace

std::string nvbenchJson(const model::Session& session, const model::Catalogue& catalogue, const std::vector<std::string>& arguments) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const model::Run*>> byExperiment;
  for (const model::RunPtr& run : session.runs) {
    if (!byExperiment.contains(run->experiment)) order.push_back(run->experiment);
    byExperiment[run->experiment].push_back(run.get());
  }
  JsonOut benchmarks = JsonOut::array();
  for (const std::string& experiment : order) {
    benchmarks.push_back(benchmarkOf(session, byExperiment[experiment], model::findSpec(catalogue, experiment), benchmarks.size()));
  }
  const JsonOut root = {{"meta",
                         {{"argv", arguments},
                          {"version",
                           {{"json", {{"major", 1}, {"minor", 0}, {"patch", 0}, {"string", nvbench::kFileVersion}}},
                            {"dsmscope", {{"string", kVersion}}}}}}},
                        {"devices", devicesOf(session)},
                        {"benchmarks", std::move(benchmarks)}};
  return protocol::dumpJson(root, 2) + "\n";
}

}  // namespace dsm::app
