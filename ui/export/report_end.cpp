// SPDX-License-Identifier: GPL-3.0-or-later
//
// The end of a report: how it was measured, on what, and the commands that make it again.
#include "ui/document_text.h"
#include "ui/export/report_facts.h"
#include "ui/export/report_parts.h"
#include "ui/export/report_table.h"
#include "ui/theme/numbers.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr qsizetype kMostCommands = 40;
constexpr double kHertzPerMegahertz = 1e6;

QString known(const std::string& text) { return text.empty() ? missingNumber() : QString::fromStdString(text); }

QString deviceWords(const model::Device& device) {
  QStringList parts;
  if (device.smCount > 0) parts << DSM_REPORT_TR("%1 SMs").arg(formatInteger(device.smCount));
  if (device.ccMajor > 0) parts << DSM_REPORT_TR("compute capability %1.%2").arg(device.ccMajor).arg(device.ccMinor);
  if (device.clockHz > 0) parts << DSM_REPORT_TR("at most %1 MHz").arg(formatInteger(std::llround(double(device.clockHz) / kHertzPerMegahertz)));
  if (!device.mode.empty()) parts << QString::fromStdString(device.mode);
  return parts.join(QStringLiteral(", "));
}

void writeDevices(ReportParts& parts) {
  ReportTable table(parts.body, DSM_REPORT_TR("Devices"),
                    {{DSM_REPORT_TR("Device")}, {DSM_REPORT_TR("What it is"), false, true}, {DSM_REPORT_TR("Driver")}, {DSM_REPORT_TR("CUDA")},
                     {DSM_REPORT_TR("UUID")}, {DSM_REPORT_TR("Runs"), true}});
  for (const model::Device& device : parts.input.session->devices) {
    const auto runs = std::count_if(parts.input.session->runs.begin(), parts.input.session->runs.end(),
                                    [&](const model::RunPtr& run) { return run->deviceUuid == device.uuid; });
    table.row({known(device.name), deviceWords(device), known(device.driver), known(device.cudaRuntime), known(device.uuid),
               formatInteger(runs)});
  }
  table.end();
}

// "0.1.0", or "0.1.0 (12 runs), 0.2.0 (3 runs)".
QString listOf(const Counted& counted) {
  if (counted.empty()) return DSM_REPORT_TR("not known");
  if (counted.size() == 1) return QString::fromStdString(counted.begin()->first);
  QStringList parts;
  for (const auto& [word, runs] : counted) parts << DSM_REPORT_TR("%1 (%2)").arg(QString::fromStdString(word), runsText(runs));
  return parts.join(QStringLiteral(", "));
}

void writeCommand(HtmlPage& page, const QString& command) {
  page.open("li");
  page.element("code", QStringLiteral("$ ") + command);
  page.close();
  page.line();
}

}  // namespace

void writeMethods(ReportParts& parts) {
  HtmlPage& page = parts.body;
  page.open("section", {{"class", QStringLiteral("end")}, {"id", QStringLiteral("methods")}});
  page.element("h2", DSM_REPORT_TR("How it was measured"));
  const ReportFacts facts = factsOf(parts.input.session->runs);
  page.element("p", methodsText(facts));
  const bool compared = std::ranges::any_of(*parts.comparisons, [](const auto& each) { return each.second.kind == model::Comparison::Kind::verdict; });
  if (compared) page.element("p", comparisonText(facts, parts.input.threshold));
  page.close();
  page.line();
}

void writeProvenance(ReportParts& parts) {
  const ReportFacts facts = factsOf(parts.input.session->runs);
  HtmlPage& page = parts.body;
  page.open("section", {{"class", QStringLiteral("end")}, {"id", QStringLiteral("provenance")}});
  page.element("h2", DSM_REPORT_TR("Where the numbers come from"));
  writeDevices(parts);
  page.open("dl");
  const auto line = [&page](const QString& name, const QString& value) {
    page.element("dt", name);
    page.open("dd");
    page.element("bdi", value);
    page.close();
    page.line();
  };
  QStringList origins;
  for (const auto& [origin, runs] : facts.origins) {
    const std::string_view name = model::originName(origin);
    origins << DSM_REPORT_TR("%1 (%2)").arg(QString::fromUtf8(name.data(), qsizetype(name.size())), runsText(runs));
  }
  line(DSM_REPORT_TR("Origin"), origins.join(QStringLiteral(", ")));
  if (!parts.input.file.isEmpty()) line(DSM_REPORT_TR("Session"), parts.input.file);
  line(DSM_REPORT_TR("Measured (UTC)"), facts.firstDate == facts.lastDate
                                            ? known(facts.firstDate)
                                            : DSM_REPORT_TR("%1 to %2").arg(known(facts.firstDate), known(facts.lastDate)));
  line(DSM_REPORT_TR("Worker"), listOf(facts.workers));
  line(DSM_REPORT_TR("Kernel build"), listOf(facts.builds));
  line(DSM_REPORT_TR("Host"), listOf(facts.hosts));
  line(DSM_REPORT_TR("Seed of the input"), listOf(facts.seeds));
  if (facts.counted > 0) {
    line(DSM_REPORT_TR("Counters"), DSM_REPORT_TR("CUPTI %1, chip %2, replay by %3").arg(listOf(facts.cupti), listOf(facts.chips), listOf(facts.replays)));
  }
  if (!parts.input.program.isEmpty()) line(DSM_REPORT_TR("Report by"), parts.input.program);
  page.close();
  page.close();
  page.line();
}

void writeCommands(ReportParts& parts) {
  HtmlPage& page = parts.body;
  page.open("section", {{"class", QStringLiteral("end")}, {"id", QStringLiteral("commands")}});
  page.element("h2", DSM_REPORT_TR("Make it again"));
  if (!parts.input.command.isEmpty()) {
    page.element("p", DSM_REPORT_TR("This report:"));
    page.open("ul", {{"class", QStringLiteral("commands")}});
    writeCommand(page, parts.input.command);
    page.close();
  }
  if (!parts.commands.isEmpty()) {
    page.element("p", DSM_REPORT_TR("The numbers of its charts, measured on the GPU at hand:"));
    page.open("ul", {{"class", QStringLiteral("commands")}});
    for (const QString& command : parts.commands) writeCommand(page, command);
    page.close();
  }
  const auto commands = factsOf(parts.input.session->runs).commands;
  const qsizetype shown = std::min(kMostCommands, qsizetype(commands.size()));
  if (shown > 0) {
    page.element("p", DSM_REPORT_TR("Each run, as its worker wrote it down:"));
    page.open("ul", {{"class", QStringLiteral("commands")}});
    for (qsizetype i = 0; i < shown; ++i) writeCommand(page, QString::fromStdString(commands[std::size_t(i)]));
    page.close();
  }
  if (qsizetype(commands.size()) > shown) {
    page.element("p", DSM_REPORT_TR("%1 more are in the session file.").arg(formatInteger(qint64(commands.size()) - shown)),
                 {{"class", QStringLiteral("small")}});
  }
  page.close();
  page.line();
}

}  // namespace dsm::ui
