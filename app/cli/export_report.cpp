// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/export_report.h"

#include <algorithm>

#include <QFileInfo>

#include "app/cli/commands.h"
#include "app/report_input.h"
#include "app/session/session_file.h"
#include "ui/export/render.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

// A second experiment of the recording joins the first.
void join(model::Session& all, model::Session part) {
  for (model::Device& device : part.devices) {
    if (all.device(device.uuid) == nullptr) all.devices.push_back(std::move(device));
  }
  std::ranges::move(part.runs, std::back_inserter(all.runs));
  std::ranges::move(part.pinned, std::back_inserter(all.pinned));
}

model::Expected<model::SessionPtr> recordedSession(const QString& experiment, const model::Catalogue& catalogue) {
  const auto index = builtInRecording();
  if (!index) return tl::unexpected(index.error());
  std::shared_ptr<model::Session> all;
  for (const RecordedExperiment& recorded : index->experiments) {
    if (!experiment.isEmpty() && experiment != QString::fromStdString(recorded.id)) continue;
    auto part = readRecordedExperiment(*index, recorded.id, catalogue);
    if (!part) return tl::unexpected(part.error());
    if (all == nullptr) {
      all = std::make_shared<model::Session>(std::move(*part));
    } else {
      join(*all, std::move(*part));
    }
  }
  if (all == nullptr) return model::fail("no_recording", "The built-in recording holds no such experiment.", "Leave its name out for all of them.");
  return model::SessionPtr(std::move(all));
}

model::Expected<void> checkOptions(const CommandLine& line, const model::Catalogue& catalogue) {
  for (const char* option : {"variant", "size", "scale", "theme", "axis", "quantity", "log", "order", "hide", "find", "from-rank", "load", "payloads", "no-expected"}) {
    if (line.has(QLatin1String(option))) {
      return usage("--" + std::string(option) + " goes with one chart, and a report has them all.", "Leave it out, or choose another ending for --out.");
    }
  }
  for (const model::ExperimentSpec* spec : catalogue) {
    const auto values = parameterValues(line, *spec, catalogue);
    if (values && values->empty()) break;  // none was given
    return usage("Settings of an experiment go with one chart, and a report has them all.", "Leave them out, or name runs with --run.");
  }
  const auto charts = line.values.find(QStringLiteral("chart"));
  if (charts == line.values.end()) return {};
  for (const QString& chart : charts->second) {
    if (!ui::chartIds().contains(chart)) {
      return usage("There is no chart " + chart.toStdString() + ".", "Known: " + ui::chartIds().join(QStringLiteral(", ")).toStdString() + ".");
    }
  }
  return {};
}

}  // namespace

model::Expected<std::string> reportBytes(const CommandLine& line, const model::Catalogue& catalogue) {
  if (const auto fine = checkOptions(line, catalogue); !fine) return tl::unexpected(fine.error());
  const QString& name = line.positional.first();
  const bool recorded = name == QLatin1String("recorded") || name.startsWith(QLatin1String("recorded:"));
  ReportChoice choice;
  choice.experiment = line.value(QStringLiteral("experiment"));
  choice.title = line.value(QStringLiteral("title")).trimmed();
  choice.source = recorded ? name : QFileInfo(name).fileName();
  if (const auto runs = line.values.find(QStringLiteral("run")); runs != line.values.end()) choice.runs = runs->second;
  if (const auto charts = line.values.find(QStringLiteral("chart")); charts != line.values.end()) choice.charts = charts->second;
  model::SessionPtr session;
  if (recorded) {
    auto read = recordedSession(name.section(QLatin1Char(':'), 1), catalogue);
    if (!read) return tl::unexpected(read.error());
    session = *read;
  } else {
    auto loaded = readSessionFile(name, catalogue);
    if (!loaded) return tl::unexpected(loaded.error());
    session = std::make_shared<const model::Session>(std::move(loaded->session));
  }
  const auto input = reportInput(session, catalogue, choice);
  if (!input) return tl::unexpected(input.error());
  const auto bytes = ui::renderReport(*input);
  if (!bytes) return tl::unexpected(bytes.error());
  return bytes->toStdString();
}

}  // namespace dsm::app
