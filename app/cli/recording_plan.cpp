// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording_plan.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace dsm::app {
namespace {

constexpr int kFirstPower = 8;
constexpr int kLastPower = 19;
constexpr int kQuickPowerStep = 8;
constexpr double kQuickBudgetSeconds = 0.2;

// Parameters that a sweep varies, and one that it holds at a value of its own (the last choice it suggests,
// or the choice of that word).
struct Sweep {
  std::vector<std::string_view> axes;
  std::string_view held;
  std::string_view heldWord;  // empty: the last choice
};

const std::vector<Sweep>& sweeps() {
  static const std::vector<Sweep> kSweeps{{{"cluster", "bins", "threads", "rounds"}, {}, {}},
                                          {{"cluster", "bins"}, "input", "u4"},
                                          {{"bins", "threads"}, "load_bytes", {}},
                                          {{"cluster"}, "pairs", {}}};
  return kSweeps;
}

std::vector<std::int64_t> axisValues(const model::Parameter& parameter, RecordingExtent extent) {
  std::vector<std::int64_t> values;
  if (parameter.kind == model::ParameterKind::powerOfTwo) {
    const int step = extent == RecordingExtent::quick ? kQuickPowerStep : 1;
    for (int power = kFirstPower; power <= kLastPower; power += step) {
      const std::int64_t value = std::int64_t{1} << power;
      if (value >= parameter.minimum && value <= parameter.maximum) values.push_back(value);
    }
    return values;
  }
  const bool reduced = extent == RecordingExtent::quick && parameter.id != "cluster";
  for (const model::Choice& choice : parameter.choices) {
    // Far fewer threads than the default never win, and would double the recording.
    const bool tooFew = parameter.id == "threads" && choice.value < parameter.defaultValue / 2;
    if (!reduced && !tooFew) values.push_back(choice.value);
  }
  if (values.empty()) values.push_back(parameter.defaultValue);
  return values;
}

// Nothing if the spec has no such parameter or no such value: then the sweep is not for it.
const model::Choice* heldChoice(const model::ExperimentSpec& spec, const Sweep& sweep) {
  const model::Parameter* parameter = spec.parameter(sweep.held);
  if (parameter == nullptr || parameter->choices.empty()) return nullptr;
  if (sweep.heldWord.empty()) return &parameter->choices.back();
  const auto found = std::ranges::find(parameter->choices, sweep.heldWord, &model::Choice::word);
  return found == parameter->choices.end() ? nullptr : &*found;
}

std::vector<model::Values> product(const model::ExperimentSpec& spec, const Sweep& sweep, RecordingExtent extent) {
  model::Values start;
  if (!sweep.held.empty()) {
    const model::Choice* held = heldChoice(spec, sweep);
    if (held == nullptr) return {};
    start[std::string(sweep.held)] = held->value;
  }
  for (const model::Parameter& parameter : spec.info().parameters) {
    if (!parameter.identity && parameter.kind == model::ParameterKind::toggle) start[parameter.id] = 1;  // opt in
  }
  std::vector<model::Values> all{start};
  for (const std::string_view axis : sweep.axes) {
    const model::Parameter* parameter = spec.parameter(axis);
    if (parameter == nullptr) continue;
    std::vector<model::Values> next;
    for (const model::Values& values : all) {
      for (const std::int64_t value : axisValues(*parameter, extent)) {
        model::Values extended = values;
        extended[parameter->id] = value;
        next.push_back(std::move(extended));
      }
    }
    all = std::move(next);
  }
  return all;
}

}  // namespace

RecordingPlan recordingPlan(const model::ExperimentSpec& spec, const model::Device& device, RecordingExtent extent) {
  RecordingPlan plan;
  std::set<std::pair<std::string, model::Values>> seen;
  for (const Sweep& sweep : sweeps()) {
    for (const model::Values& given : product(spec, sweep, extent)) {
      for (const model::VariantInfo& variant : spec.info().variants) {
        const auto complete = model::completeValues(spec, variant.id, given);
        if (!complete || !seen.emplace(variant.id, *complete).second) continue;
        if (!spec.legality(*complete, variant.id, device).fits) {
          ++plan.illegal;
          continue;
        }
        model::RunRequest request{spec.info().id, variant.id, *complete, {}, device.uuid};
        if (extent == RecordingExtent::quick) {
          request.plan.budgetSeconds = kQuickBudgetSeconds;
          request.plan.maxSamples = request.plan.minSamples;
        }
        plan.requests.push_back(std::move(request));
      }
    }
  }
  return plan;
}

}  // namespace dsm::app
