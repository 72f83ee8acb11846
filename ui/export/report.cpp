// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report as a whole: what stands where, and its head, which is written last since it repeats what the charts found.
#include "ui/export/report.h"

#include "ui/catalogue_text.h"
#include "ui/charts/chart_text.h"
#include "ui/document_text.h"
#include "ui/export/report_parts.h"
#include "ui/theme/numbers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dsm::ui {
namespace {

// Nothing but the style in the file itself: a browser refuses whatever an error of ours might let through.
const QString kPolicy = QStringLiteral("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'");
constexpr int kDateLength = 10;
// A bootstrap costs by the samples of both runs; so many take some milliseconds.
constexpr std::size_t kComparedSamplesInStep = 150;

QString titleOf(const ReportInput& input) {
  const QString given = input.title.trimmed();
  if (!given.isEmpty()) return given;
  const QString own = QString::fromStdString(input.session->title).trimmed();
  return own.isEmpty() ? DSM_REPORT_TR("DSMScope report") : own;
}

// "60 of 200 runs · token hop, histogram · NVIDIA H200 · 2026-11-30".
QString subtitleOf(const ReportInput& input) {
  const model::Session& session = *input.session;
  QStringList parts;
  const QString count = formatInteger(qint64(session.runs.size()));
  parts << (input.runsInFile > session.runs.size() ? DSM_REPORT_TR("%1 of %2 runs").arg(count, formatInteger(qint64(input.runsInFile)))
                                                   : runsText(qint64(session.runs.size())));
  QStringList names;
  for (const ReportExperiment& experiment : input.experiments) names << catalogueText(experiment.spec->info().label).toLower();
  if (!names.isEmpty()) parts << names.join(QStringLiteral(", "));
  for (const model::Device& device : session.devices) parts << QString::fromStdString(device.name);
  std::set<std::string> days;
  for (const model::RunPtr& run : session.runs) {
    if (!run->provenance.date.empty()) days.insert(run->provenance.date.substr(0, kDateLength));
  }
  if (!days.empty()) {
    const QString first = QString::fromStdString(*days.begin());
    parts << (days.size() == 1 ? first : DSM_REPORT_TR("%1 to %2").arg(first, QString::fromStdString(*days.rbegin())));
  }
  return parts.join(QStringLiteral(" \u00b7 "));
}

void writeFindings(HtmlPage& page, const ReportParts& parts) {
  if (parts.findings.empty()) return;
  page.open("section", {{"id", QStringLiteral("findings")}});
  page.element("h2", DSM_REPORT_TR("What was found"));
  page.open("ul", {{"class", QStringLiteral("findings")}});
  for (const ReportFinding& finding : parts.findings) {
    page.open("li");
    page.element("a", finding.title, {{"href", QLatin1Char('#') + finding.anchor}});
    page.text(QStringLiteral(": ") + finding.sentence);
    page.close();
    page.line();
  }
  page.close();
  page.close();
  page.line();
}

void writeNotes(HtmlPage& page, const ReportInput& input) {
  if (input.session->notes.empty()) return;
  page.open("section", {{"id", QStringLiteral("notes")}});
  page.element("h2", DSM_REPORT_TR("Notes"));
  page.open("p", {{"class", QStringLiteral("notes")}});
  page.element("bdi", QString::fromStdString(input.session->notes));
  page.close();
  page.close();
  page.line();
}

QByteArray wholePage(const ReportParts& parts) {
  const QString title = titleOf(parts.input);
  HtmlPage page;
  page.raw("<!DOCTYPE html>\n");
  //: the language of this translation, as in <html lang="...">
  page.open("html", {{"xmlns", QStringLiteral("http://www.w3.org/1999/xhtml")}, {"lang", DSM_REPORT_TR("en")}});
  page.line();
  page.open("head");
  page.single("meta", {{"charset", QStringLiteral("utf-8")}});
  page.line();
  page.single("meta", {{"http-equiv", QStringLiteral("Content-Security-Policy")}, {"content", kPolicy}});
  page.line();
  page.single("meta", {{"name", QStringLiteral("viewport")}, {"content", QStringLiteral("width=device-width, initial-scale=1")}});
  page.line();
  page.single("meta", {{"name", QStringLiteral("generator")}, {"content", parts.input.program}});
  page.single("meta", {{"name", QStringLiteral("dsmscope-command")}, {"content", parts.input.command}});
  page.line();
  page.element("title", title);
  page.line();
  page.open("style");
  page.raw(reportStyle());
  page.close();
  page.line();
  page.close();
  page.line();
  page.open("body");
  page.open("header");
  page.open("h1");
  page.element("bdi", title);
  page.close();
  page.element("p", subtitleOf(parts.input), {{"class", QStringLiteral("sub")}});
  page.close();
  page.line();
  page.open("main");
  page.line();
  writeNotes(page, parts.input);
  writeFindings(page, parts);
  page.raw(parts.body.bytes());
  while (page.depth() > 0) page.close();
  page.line();
  return page.bytes();
}

void openExperiment(ReportParts& parts, const ReportExperiment& experiment) {
  const model::ExperimentInfo& info = experiment.spec->info();
  HtmlPage& page = parts.body;
  page.open("section", {{"class", QStringLiteral("experiment")}, {"id", QString::fromStdString(info.id)}});
  page.element("h2", catalogueText(info.label));
  page.element("p", catalogueText(info.summary));
  if (experiment.configurationsLeftOut > 0) {
    page.element("p", DSM_REPORT_TR("The session holds %1 more configurations than have charts here; all are in the table of runs.")
                          .arg(formatInteger(experiment.configurationsLeftOut)),
                 {{"class", QStringLiteral("small")}});
  }
  page.line();
}

void openConfiguration(ReportParts& parts, const ViewInput& input, const QString& anchor, bool severalDevices) {
  QString name = settingsText(input);
  if (severalDevices && input.device != nullptr) name = QString::fromStdString(input.device->name) + QStringLiteral(": ") + name;
  parts.body.open("section", {{"class", QStringLiteral("configuration")}, {"id", anchor}});
  parts.body.element("h3", name.isEmpty() ? DSM_REPORT_TR("Its one configuration") : name);
  parts.body.line();
}

void closeSection(ReportParts& parts) {
  parts.body.close();
  parts.body.line();
}

std::vector<model::RunPtr> runsOf(const model::Session& session, const std::string& experiment) {
  std::vector<model::RunPtr> runs;
  std::ranges::copy_if(session.runs, std::back_inserter(runs), [&](const model::RunPtr& run) { return run->experiment == experiment; });
  return runs;
}

// Ahead of charts and table, which then say the same of a run.
void addComparisons(ReportSteps& steps, ReportParts& parts, const model::ExperimentSpec& spec, const std::vector<model::RunPtr>& runs) {
  std::size_t largestBase = 0;
  const std::vector<model::RunPtr> pinned = pinnedOf(parts, spec.info().id);
  if (pinned.empty()) return;
  for (const model::RunPtr& base : pinned) largestBase = std::max(largestBase, base->samples.size());
  std::vector<model::RunPtr> some;
  std::size_t samples = 0;
  for (const model::RunPtr& run : runs) {
    some.push_back(run);
    samples += largestBase + run->samples.size();
    if (samples < kComparedSamplesInStep && run != runs.back()) continue;
    steps.emplace_back([&parts, &spec, some = std::exchange(some, {})] {
      for (const model::RunPtr& each : some) {
        parts.comparisons->insert_or_assign(each->id, model::compareWithNearestPinned(spec, parts.baselines(), *each, parts.input.threshold));
      }
    });
    samples = 0;
  }
}

void addExperiment(ReportSteps& steps, ReportParts& parts, const ReportExperiment& experiment) {
  const model::Session& session = *parts.input.session;
  std::vector<model::RunPtr> runs = runsOf(session, experiment.spec->info().id);
  addComparisons(steps, parts, *experiment.spec, runs);
  steps.emplace_back([&] { openExperiment(parts, experiment); });
  int number = 0;
  for (const ViewInput& input : experiment.configurations) {
    const QString anchor = QStringLiteral("%1-%2").arg(QString::fromStdString(experiment.spec->info().id)).arg(++number);
    const bool several = session.devices.size() > 1;
    steps.emplace_back([&parts, &input, anchor, several] { openConfiguration(parts, input, anchor, several); });
    addChartSteps(steps, parts, input, anchor, number == 1);
    steps.emplace_back([&parts] { closeSection(parts); });
  }
  addRunTableSteps(steps, parts, experiment.spec, std::move(runs));
  steps.emplace_back([&parts] { closeSection(parts); });
}

void addOthers(ReportSteps& steps, ReportParts& parts) {
  std::vector<model::RunPtr> others;
  for (const model::RunPtr& run : parts.input.session->runs) {
    const bool known = std::ranges::any_of(parts.input.experiments, [&](const ReportExperiment& each) { return each.spec->info().id == run->experiment; });
    if (!known) others.push_back(run);
  }
  if (others.empty()) return;
  steps.emplace_back([&parts] {
    parts.body.open("section", {{"class", QStringLiteral("experiment")}, {"id", QStringLiteral("others")}});
    parts.body.element("h2", DSM_REPORT_TR("Other runs"));
    parts.body.element("p", DSM_REPORT_TR("This program does not know their experiments, so that there is the time of a launch and no chart."));
  });
  addRunTableSteps(steps, parts, nullptr, std::move(others));
  steps.emplace_back([&parts] { closeSection(parts); });
}

}  // namespace

std::vector<model::RunPtr> pinnedOf(const ReportParts& parts, const std::string& experiment) {
  std::vector<model::RunPtr> pinned;
  for (const std::string& id : parts.baselines().pinned) {
    const model::RunPtr run = parts.baselines().run(id);
    if (run != nullptr && run->experiment == experiment) pinned.push_back(run);
  }
  return pinned;
}

ReportJob::ReportJob(ReportInput input) : m_parts(std::make_unique<ReportParts>(std::move(input))) {
  ReportParts& parts = *m_parts;
  if (parts.input.session == nullptr || parts.input.session->runs.empty()) {
    parts.error = model::fail("bad_value", "There is no run to report on.", "Measure something, or choose at least one run.").value();
    return;
  }
  for (ReportExperiment& experiment : parts.input.experiments) {
    for (ViewInput& each : experiment.configurations) each.comparisons = parts.comparisons;
    addExperiment(m_steps, parts, experiment);
  }
  addOthers(m_steps, parts);
  m_steps.emplace_back([&parts] { writeMethods(parts); });
  m_steps.emplace_back([&parts] { writeProvenance(parts); });
  m_steps.emplace_back([&parts] { writeCommands(parts); });
}

ReportJob::~ReportJob() = default;

bool ReportJob::step() {
  if (m_parts->error || m_next >= steps()) return false;
  const SiBytes si;
  m_steps[std::size_t(m_next++)]();
  return !m_parts->error && m_next < steps();
}

model::Expected<QByteArray> ReportJob::result() const {
  if (m_parts->error) return tl::unexpected(*m_parts->error);
  return wholePage(*m_parts);
}

model::Expected<QByteArray> renderReport(const ReportInput& input) {
  ReportJob job(input);
  while (job.step()) {
  }
  return job.result();
}

}  // namespace dsm::ui
