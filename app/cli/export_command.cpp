// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope export`: the same chart or report as the window's, as a file, without a window.
#include <QFileInfo>

#include "app/cli/chart_input.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/export_options.h"
#include "app/cli/export_report.h"
#include "app/cli/picture_options.h"
#include "app/cli/run_table.h"
#include "app/cli/session_source.h"
#include "app/import/nvbench_writer.h"
#include "app/session/atomic_file.h"
#include "app/version.h"
#include "gpu/protocol/exit_code.h"
#include "ui/export/export_command.h"
#include "ui/export/export_input.h"
#include "ui/export/render.h"

namespace dsm::app {
namespace {

struct Source {
  model::SessionPtr session;
  const model::ExperimentSpec* spec = nullptr;
};

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

// The session as a command names it: no folder, so that a file says the same wherever it was made.
QString sourceWord(const CommandLine& line, const Source& source) {
  const QString& name = line.positional.first();
  return isRecordedName(name) ? QStringLiteral("recorded:") + QString::fromStdString(source.spec->info().id) : QFileInfo(name).fileName();
}

model::Expected<Source> recordedSource(const CommandLine& line, const model::Catalogue& catalogue) {
  const QString named = line.positional.first().section(QLatin1Char(':'), 1);
  const QString wanted = line.value(QStringLiteral("experiment"), named);
  const auto index = builtInRecording();
  if (!index) return tl::unexpected(index.error());
  Source source;
  if (!wanted.isEmpty()) {
    const auto spec = experimentNamed(wanted, catalogue);
    if (!spec) return tl::unexpected(spec.error());
    source.spec = *spec;
  } else {
    for (const model::ExperimentSpec* spec : catalogue) {
      if (source.spec == nullptr && index->experiment(spec->info().id) != nullptr) source.spec = spec;
    }
    if (source.spec == nullptr) return model::fail("no_recording", "The built-in recording holds no experiment that this program knows.");
  }
  auto session = readRecordedExperiment(*index, source.spec->info().id, catalogue);
  if (!session) return tl::unexpected(session.error());
  source.session = std::make_shared<const model::Session>(std::move(*session));
  return source;
}

model::Expected<Source> sourceOf(const CommandLine& line, const model::Catalogue& catalogue) {
  const QString& name = line.positional.first();
  if (name == QLatin1String("recorded") || name.startsWith(QLatin1String("recorded:"))) return recordedSource(line, catalogue);
  auto session = sessionNamed(name, catalogue);
  if (!session) return tl::unexpected(session.error());
  const auto spec = experimentOf(*session, line.value(QStringLiteral("experiment")), catalogue);
  if (!spec) return tl::unexpected(spec.error());
  return Source{std::make_shared<const model::Session>(std::move(*session)), *spec};
}

model::Expected<std::string> fileBytes(const CommandLine& line, const QString& out, const Source& source,
                                       const model::Catalogue& catalogue) {
  const QString suffix = QFileInfo(out).suffix().toLower();
  if (suffix == QLatin1String("md")) {
    std::vector<model::RunPtr> runs;
    for (const model::RunPtr& run : source.session->runs) {
      if (run->experiment == source.spec->info().id) runs.push_back(run);
    }
    const auto threshold = comparisonThreshold(line);
    if (!threshold) return tl::unexpected(threshold.error());
    return runTableMarkdown(runs, catalogue, *source.session, *threshold);
  }
  const auto format = ui::formatFromName(suffix);
  if (!format)
    return usage("--out " + out.toStdString() + " does not end in .png, .svg, .pdf, .csv, .json, .html or .md.", "Choose one of these.");
  const auto options = exportOptions(line, *source.spec);
  if (!options) return tl::unexpected(options.error());
  const auto values = parameterValues(line, *source.spec, catalogue);
  if (!values) return tl::unexpected(values.error());
  const auto variants = variantList(line, *source.spec);
  if (!variants) return tl::unexpected(variants.error());
  const QString chart = line.value(QStringLiteral("chart"));
  const ui::ViewInput input = ui::exportInput(chart, chartInput(*source.spec, source.session, {*values, *variants}), *options);
  auto provenance = ui::provenanceOf(chart, input);
  provenance[QStringLiteral("program")] = QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion));
  provenance[QStringLiteral("export")] = ui::exportCommand(sourceWord(line, source), chart, input, *format, *options);
  const auto bytes = ui::renderChart(chart, input, *format, *options, provenance);
  if (!bytes) return tl::unexpected(bytes.error());
  return bytes->toStdString();
}

// Every run, or those of --experiment: a chart is of one experiment, this is not.
model::Expected<void> exportForNvbench(const CommandLine& line, const QString& out, const model::Catalogue& catalogue) {
  for (const char* const option : {"chart", "variant", "theme", "palette", "size", "title", "axis"}) {
    if (line.has(QLatin1String(option))) {
      return usage(std::string("--") + option + " means nothing to JSON for nvbench.", "Leave it out: all runs are written.");
    }
  }
  const auto session = sessionNamed(line.positional.first(), catalogue);
  if (!session) return tl::unexpected(session.error());
  const std::string wanted = line.value(QStringLiteral("experiment")).toStdString();
  model::Session chosen = *session;
  if (!wanted.empty()) std::erase_if(chosen.runs, [&](const model::RunPtr& run) { return run->experiment != wanted; });
  if (chosen.runs.empty()) {
    return model::fail("no_runs", line.positional.first().toStdString() + " holds no run" + (wanted.empty() ? "." : " of " + wanted + "."));
  }
  std::vector<std::string> arguments{"dsmscope", "export", line.positional.first().toStdString(), "--format", "nvbench"};
  if (!wanted.empty()) arguments.insert(arguments.end(), {"--experiment", wanted});
  arguments.insert(arguments.end(), {"--out", out.toStdString()});
  return writeFileAtomically(out, nvbenchJson(chosen, catalogue, arguments));
}

model::Expected<void> exportNow(const CommandLine& line, const model::Catalogue& catalogue) {
  const QString out = line.value(QStringLiteral("out"));
  const QString chart = line.value(QStringLiteral("chart"));
  if (out.isEmpty()) return usage("--out FILE is missing.", "Name the file to write.");
  const QString format = line.value(QStringLiteral("format"));
  if (!format.isEmpty() && format != QLatin1String("nvbench")) return usage("--format cannot be " + format.toStdString() + ".", "Allowed: nvbench.");
  if (!format.isEmpty() || out.endsWith(QLatin1String(".nvbench.json"), Qt::CaseInsensitive)) return exportForNvbench(line, out, catalogue);
  const QString suffix = QFileInfo(out).suffix().toLower();
  const bool table = suffix == QLatin1String("md");
  if (suffix == QLatin1String("html")) {
    const auto report = reportBytes(line, catalogue);
    if (!report) return tl::unexpected(report.error());
    return writeFileAtomically(out, *report);
  }
  if (line.has(QStringLiteral("run"))) return usage("--run goes with a report: --out has to end in .html.", "Leave --run out, or name an .html file.");
  if (const auto charts = line.values.find(QStringLiteral("chart")); charts != line.values.end() && charts->second.size() > 1) {
    return usage("--chart was given more than once.", "Give one; a report (.html) can have several.");
  }
  if (!table && !ui::chartIds().contains(chart)) {
    return usage(chart.isEmpty() ? "--chart NAME is missing." : "There is no chart " + chart.toStdString() + ".",
                 "Known: " + ui::chartIds().join(QStringLiteral(", ")).toStdString() + ".");
  }
  const auto source = sourceOf(line, catalogue);
  if (!source) return tl::unexpected(source.error());
  const auto bytes = fileBytes(line, out, *source, catalogue);
  if (!bytes) return tl::unexpected(bytes.error());
  return writeFileAtomically(out, *bytes);
}

}  // namespace

int exportCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto done = exportNow(line, catalogue);
  if (done) return protocol::kExitDone;
  printError(done.error());
  return exitCodeOf(done.error());
}

}  // namespace dsm::app
