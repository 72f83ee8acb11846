// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/export_report.h"

#include <QFileInfo>

#include "app/cli/picture_options.h"
#include "app/cli/session_source.h"
#include "app/report_input.h"
#include "ui/export/render.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

model::Expected<void> checkOptions(const CommandLine& line, const model::Catalogue& catalogue) {
  for (const char* option : {"variant", "size", "scale", "theme", "palette", "axis", "quantity", "log", "order", "hide", "find", "from-rank", "load", "payloads", "no-expected"}) {
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
  const bool recorded = isRecordedName(name);
  ReportChoice choice;
  choice.experiment = line.value(QStringLiteral("experiment"));
  choice.title = line.value(QStringLiteral("title")).trimmed();
  choice.source = recorded ? name : QFileInfo(name).fileName();
  const auto threshold = comparisonThreshold(line);
  if (!threshold) return tl::unexpected(threshold.error());
  choice.threshold = *threshold;
  if (const auto runs = line.values.find(QStringLiteral("run")); runs != line.values.end()) choice.runs = runs->second;
  if (const auto charts = line.values.find(QStringLiteral("chart")); charts != line.values.end()) choice.charts = charts->second;
  auto session = sessionNamed(name, catalogue);
  if (!session) return tl::unexpected(session.error());
  const auto input = reportInput(std::make_shared<const model::Session>(std::move(*session)), catalogue, choice);
  if (!input) return tl::unexpected(input.error());
  const auto bytes = ui::renderReport(*input);
  if (!bytes) return tl::unexpected(bytes.error());
  return bytes->toStdString();
}

}  // namespace dsm::app
