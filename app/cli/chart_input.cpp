// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chart_input.h"

#include <algorithm>

#include "ui/export/export_input.h"

namespace dsm::app {
ui::ViewInput chartInput(const model::ExperimentSpec& spec, const model::SessionPtr& session, const ChartChoice& choice) {
  return ui::sessionInput(spec, session, choice.values, choice.variants);
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
