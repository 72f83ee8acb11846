// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chart_input.h"

#include <algorithm>

namespace dsm::app {
namespace {

model::RunPtr latestRun(const model::ExperimentSpec& spec, const model::Session& session) {
  const auto found = std::find_if(session.runs.rbegin(), session.runs.rend(), [&](const model::RunPtr& run) {
    return run->experiment == spec.info().id && run->status == model::RunStatus::ok;
  });
  return found == session.runs.rend() ? nullptr : *found;
}

// A session that holds the default configuration (a recording does) is shown there, another where it was measured last.
bool hasDefaults(const model::ExperimentSpec& spec, const model::Session& session, const std::string& variant) {
  const auto complete = model::completeValues(spec, variant, {});
  if (!complete) return false;
  return std::ranges::any_of(session.runs,
                             [&](const model::RunPtr& run) { return model::sameConfiguration(spec, *run, variant, *complete); });
}

}  // namespace

ui::ViewInput chartInput(const model::ExperimentSpec& spec, const model::SessionPtr& session, const ChartChoice& choice) {
  const model::ExperimentInfo& info = spec.info();
  ui::ViewInput input;
  input.spec = &spec;
  input.session = session;
  const model::RunPtr latest = latestRun(spec, *session);
  const model::Device* device = latest == nullptr ? nullptr : session->device(latest->deviceUuid);
  if (device == nullptr && !session->devices.empty()) device = &session->devices.front();
  if (device != nullptr) input.device = std::make_shared<const model::Device>(*device);
  const bool fromLatest = latest != nullptr && !hasDefaults(spec, *session, latest->variant);
  for (const model::Parameter& parameter : info.parameters) {
    std::int64_t value = parameter.defaultValue;
    if (fromLatest && latest->values.contains(parameter.id)) value = latest->values.at(parameter.id);
    if (const auto given = choice.values.find(parameter.id); given != choice.values.end()) value = given->second;
    input.values[parameter.id] = value;
  }
  for (const model::VariantInfo& variant : info.variants) {
    const bool chosen = choice.variants.empty() || std::ranges::find(choice.variants, variant.id) != choice.variants.end();
    if (chosen) input.variants.push_back(variant.id);
    const auto complete = model::completeValues(spec, variant.id, input.values);
    if (complete && device != nullptr) input.legality[variant.id] = spec.legality(*complete, variant.id, *device);
  }
  if (!input.variants.empty()) input.leadVariant = input.variants.front();
  return input;
}

model::Expected<const model::ExperimentSpec*> experimentOf(const model::Session& session, const QString& wanted,
                                                           const model::Catalogue& catalogue) {
  std::vector<const model::ExperimentSpec*> present;
  for (const model::ExperimentSpec* spec : catalogue) {
    const bool has = std::ranges::any_of(session.runs, [&](const model::RunPtr& run) { return run->experiment == spec->info().id; });
    if (has) present.push_back(spec);
  }
  if (wanted.isEmpty() && present.size() == 1) return present.front();
  std::string names;
  for (const model::ExperimentSpec* spec : present) {
    if (spec->info().id == wanted.toStdString()) return spec;
    names += (names.empty() ? "" : ", ") + spec->info().id;
  }
  if (present.empty()) return model::fail("no_runs", "The session holds no run of an experiment that this program knows.");
  if (wanted.isEmpty())
    return model::fail("usage", "The session holds several experiments.", "Choose one with --experiment: " + names + ".");
  return model::fail("usage", "The session holds no run of " + wanted.toStdString() + ".", "It holds: " + names + ".");
}

}  // namespace dsm::app
