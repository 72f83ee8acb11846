// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/view_state.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_unknown.h"

namespace dsm::app {
namespace {

constexpr std::array kKnown{"experiment", "values", "variants", "tab", "runs_folded"};

}  // namespace

std::string viewStateText(const ui::ViewState& state, const std::string& before) {
  protocol::JsonOut json = {{"experiment", state.experiment},
                            {"values", protocol::JsonOut::object()},
                            {"variants", state.variants},
                            {"tab", state.tab.toStdString()},
                            {"runs_folded", state.runsFolded}};
  for (const auto& [id, value] : state.values) json["values"][id] = value;
  model::UnknownFields unknown;
  if (const auto old = protocol::parseJson(before); old && (*old)->is_object()) {
    protocol::Unread unread;
    for (const auto& [key, value] : (*old)->items()) {
      if (std::ranges::find(kKnown, key) == kKnown.end()) unread.push_back({old->get(), key});
    }
    unknown = protocol::takeUnknown(before, **old, unread);
  }
  return protocol::withUnknown(protocol::dumpJson(json), unknown);
}

bool takeViewState(const std::string& text, const model::Catalogue& catalogue, ui::ViewState& state) {
  const auto parsed = protocol::parseJson(text);
  if (!parsed || !(*parsed)->is_object()) return false;
  const protocol::JsonIn& json = **parsed;
  const auto member = [&](const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? protocol::JsonIn() : *found;
  };
  bool taken = false;
  const protocol::JsonIn experiment = member("experiment");
  const model::ExperimentSpec* spec = experiment.is_string() ? model::findSpec(catalogue, experiment.get<std::string>()) : nullptr;
  if (spec != nullptr) {
    taken = true;
    state.experiment = spec->info().id;
    state.values.clear();
    state.variants.clear();
    const protocol::JsonIn values = member("values");
    for (const model::Parameter& parameter : spec->info().parameters) {
      const auto value = values.is_object() ? values.find(parameter.id) : values.end();
      if (!values.is_object() || value == values.end() || !value->is_number_integer()) continue;
      if (model::checkValue(parameter, value->get<std::int64_t>())) state.values[parameter.id] = value->get<std::int64_t>();
    }
    for (const protocol::JsonIn& variant : member("variants")) {
      if (variant.is_string() && spec->variant(variant.get<std::string>()) != nullptr) state.variants.push_back(variant.get<std::string>());
    }
  }
  if (const protocol::JsonIn tab = member("tab"); tab.is_string()) {
    taken = true;
    state.tab = QString::fromStdString(tab.get<std::string>());
  }
  if (const protocol::JsonIn folded = member("runs_folded"); folded.is_boolean()) {
    taken = true;
    state.runsFolded = folded.get<bool>();
  }
  return taken;
}

bool showLatestRun(const model::Session& session, const model::Catalogue& catalogue, ui::ViewState& state) {
  const model::ExperimentSpec* shown = model::findSpec(catalogue, state.experiment);
  const auto isShown = [&](const model::RunPtr& run) {
    if (shown == nullptr || run->experiment != state.experiment) return false;
    const auto complete = model::completeValues(*shown, run->variant, state.values);
    return complete && model::sameConfiguration(*shown, *run, run->variant, *complete);
  };
  if (std::ranges::any_of(session.runs, isShown)) return false;
  const auto latest = std::find_if(session.runs.rbegin(), session.runs.rend(), [&](const model::RunPtr& run) {
    return run->status == model::RunStatus::ok && model::findSpec(catalogue, run->experiment) != nullptr;
  });
  if (latest == session.runs.rend()) return false;
  state.experiment = (*latest)->experiment;
  state.values = (*latest)->values;
  state.variants.clear();
  return true;
}

}  // namespace dsm::app
