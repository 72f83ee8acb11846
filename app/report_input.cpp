// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_input.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "app/version.h"
#include "ui/export/export_command.h"
#include "ui/export/export_input.h"

namespace dsm::app {
namespace {

constexpr std::int64_t kNoValue = std::numeric_limits<std::int64_t>::min();

// Runs by experiment, in the catalogue's order: the parts of a recording come in the order in which they were looked at.
void sortByExperiment(model::Session& session, const model::Catalogue& catalogue) {
  std::map<std::string, std::size_t> places;
  for (const model::ExperimentSpec* spec : catalogue) places.emplace(spec->info().id, places.size());
  std::ranges::stable_sort(session.runs, {}, [&](const model::RunPtr& run) {
    const auto found = places.find(run->experiment);
    return found == places.end() ? places.size() : found->second;
  });
}

model::Expected<model::SessionPtr> chosen(const model::SessionPtr& session, const model::Catalogue& catalogue, const ReportChoice& choice) {
  std::set<std::string> wanted;
  for (const QString& id : choice.runs) {
    if (session->run(id.toStdString()) == nullptr) {
      return model::fail("usage", "There is no run " + id.toStdString() + " in the session.", "The Run column of a report, and dsmscope check --json, have the names.");
    }
    wanted.insert(id.toStdString());
  }
  auto part = std::make_shared<model::Session>(*session);
  const std::string experiment = choice.experiment.toStdString();
  std::erase_if(part->runs, [&](const model::RunPtr& run) {
    return (!wanted.empty() && !wanted.contains(run->id)) || (!experiment.empty() && run->experiment != experiment);
  });
  if (part->runs.empty()) {
    return model::fail("no_runs", experiment.empty() ? "The session holds no run to report on." : "The session holds no run of " + experiment + " to report on.",
                       "Measure something first.");
  }
  std::erase_if(part->devices, [&](const model::Device& device) {
    return std::ranges::none_of(part->runs, [&](const model::RunPtr& run) { return run->deviceUuid == device.uuid; });
  });
  sortByExperiment(*part, catalogue);
  return model::SessionPtr(std::move(part));
}

// The session of one device: a chart never mixes two.
model::SessionPtr onDevice(const model::SessionPtr& session, const std::string& uuid) {
  if (session->devices.size() <= 1) return session;
  auto part = std::make_shared<model::Session>(*session);
  std::erase_if(part->runs, [&](const model::RunPtr& run) { return run->deviceUuid != uuid; });
  std::erase_if(part->devices, [&](const model::Device& device) { return device.uuid != uuid; });
  return part;
}

using Row = std::vector<std::int64_t>;  // the values of the identity parameters, kNoValue where a variant has none

Row identityOf(const model::ExperimentSpec& spec, const model::Run& run) {
  Row row;
  for (const model::Parameter& parameter : spec.info().parameters) {
    if (!parameter.identity) continue;
    const auto found = run.values.find(parameter.id);
    row.push_back(found == run.values.end() ? kNoValue : found->second);
  }
  return row;
}

bool agree(const Row& a, const Row& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] != kNoValue && b[i] != kNoValue) return false;
  }
  return true;
}

// Configurations in the order in which they were first measured. A run that lacks a setting belongs to every one that agrees
// with it otherwise, and is one of its own only where none does.
std::vector<Row> configurationsOf(const model::ExperimentSpec& spec, const model::Session& session) {
  std::vector<Row> found;
  std::set<Row> seen;
  std::vector<Row> partial;
  for (const model::RunPtr& run : session.runs) {
    if (run->experiment != spec.info().id) continue;
    Row row = identityOf(spec, *run);
    if (!seen.insert(row).second) continue;
    const bool whole = std::ranges::find(row, kNoValue) == row.end();
    (whole ? found : partial).push_back(std::move(row));
  }
  std::ranges::stable_sort(partial, {}, [](const Row& row) { return std::ranges::count(row, kNoValue); });
  for (Row& row : partial) {
    if (std::ranges::none_of(found, [&](const Row& other) { return agree(row, other); })) found.push_back(std::move(row));
  }
  return found;
}

model::Values valuesOf(const model::ExperimentSpec& spec, const Row& row) {
  model::Values values;
  std::size_t i = 0;
  for (const model::Parameter& parameter : spec.info().parameters) {
    if (!parameter.identity) continue;
    if (row[i] != kNoValue) values[parameter.id] = row[i];
    ++i;
  }
  return values;
}

// Variants that have a run, in catalogue order: a report has no rows for what nobody asked for.
std::vector<std::string> variantsOf(const model::ExperimentSpec& spec, const model::Session& session) {
  std::vector<std::string> variants;
  for (const model::VariantInfo& variant : spec.info().variants) {
    const bool has = std::ranges::any_of(
        session.runs, [&](const model::RunPtr& run) { return run->experiment == spec.info().id && run->variant == variant.id; });
    if (has) variants.push_back(variant.id);
  }
  return variants;
}

void addDevice(ui::ReportExperiment& experiment, const model::SessionPtr& session) {
  const model::ExperimentSpec& spec = *experiment.spec;
  const std::vector<Row> all = configurationsOf(spec, *session);
  if (all.empty()) return;
  const std::vector<std::string> variants = variantsOf(spec, *session);
  if (all.size() > kMostConfigurations) {
    experiment.configurations.push_back(ui::sessionInput(spec, session, {}, variants));
    experiment.configurationsLeftOut += static_cast<int>(all.size()) - 1;
    return;
  }
  for (const Row& row : all) experiment.configurations.push_back(ui::sessionInput(spec, session, valuesOf(spec, row), variants));
}

}  // namespace

model::Expected<ui::ReportInput> reportInput(const model::SessionPtr& session, const model::Catalogue& catalogue, const ReportChoice& choice) {
  auto part = chosen(session, catalogue, choice);
  if (!part) return tl::unexpected(part.error());
  ui::ReportInput input;
  input.session = *part;
  input.runsInFile = session->runs.size();
  input.charts = choice.charts;
  input.title = choice.title;
  input.program = QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion));
  const bool recorded = choice.source == QLatin1String("recorded") || choice.source.startsWith(QLatin1String("recorded:"));
  input.file = recorded || choice.source == QLatin1String("FILE") ? QString() : choice.source;
  input.command = ui::reportCommand(choice.source, choice.runs, choice.title, choice.threshold, choice.experiment, choice.charts);
  input.baselines = session;
  input.threshold = choice.threshold;
  for (const model::ExperimentSpec* spec : catalogue) {
    ui::ReportExperiment experiment;
    experiment.spec = spec;
    for (const model::Device& device : input.session->devices) addDevice(experiment, onDevice(input.session, device.uuid));
    if (input.session->devices.empty()) addDevice(experiment, input.session);
    for (ui::ViewInput& each : experiment.configurations) each.comparisonThreshold = choice.threshold;
    if (!experiment.configurations.empty()) input.experiments.push_back(std::move(experiment));
  }
  return input;
}

}  // namespace dsm::app
