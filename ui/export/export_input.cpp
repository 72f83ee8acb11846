// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a session to the input of a chart.
#include "ui/export/export_input.h"

#include <algorithm>

namespace dsm::ui {
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

ViewInput sessionInput(const model::ExperimentSpec& spec, const model::SessionPtr& session, const model::Values& values,
                       const std::vector<std::string>& variants) {
  const model::ExperimentInfo& info = spec.info();
  ViewInput input;
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
    if (const auto given = values.find(parameter.id); given != values.end()) value = given->second;
    input.values[parameter.id] = value;
  }
  for (const model::VariantInfo& variant : info.variants) {
    const bool chosen = variants.empty() || std::ranges::find(variants, variant.id) != variants.end();
    if (chosen) input.variants.push_back(variant.id);
    const auto complete = model::completeValues(spec, variant.id, input.values);
    if (complete && device != nullptr) input.legality[variant.id] = spec.legality(*complete, variant.id, *device);
  }
  if (!input.variants.empty()) input.leadVariant = input.variants.front();
  return input;
}

ViewInput exportInput(const QString& chartId, const ViewInput& input, const RenderOptions& options) {
  ViewInput made = sessionInput(*input.spec, input.session, input.values, input.variants);
  made.comparisonThreshold = options.threshold;
  if (chartId != QLatin1String("shared_memory")) return made;
  if (input.spec->variant(options.variant) != nullptr) made.leadVariant = options.variant;
  if (!made.leadVariant.empty()) made.variants = {made.leadVariant};
  return made;
}

}  // namespace dsm::ui
