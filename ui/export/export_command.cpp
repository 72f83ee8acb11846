// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options to words. The command line's own reading of them is app/cli/export_command.cpp; a test has both meet.
#include "ui/export/export_command.h"

#include "ui/charts/chart_table.h"
#include "ui/document_text.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

const QString kRecorded = QStringLiteral("recorded");

bool isRecording(const QString& source) { return source == kRecorded || source.startsWith(kRecorded + QLatin1Char(':')); }

QString dashed(const std::string& id) { return QString::fromStdString(id).replace(QLatin1Char('_'), QLatin1Char('-')); }

class Words {
 public:
  void add(const QString& word) { m_words << shellWord(word); }
  void add(const char* option, const QString& value) { m_words << QLatin1String(option) << shellWord(value); }
  void flag(const char* option) { m_words << QLatin1String(option); }
  QString text() const { return m_words.join(QLatin1Char(' ')); }

 private:
  QStringList m_words{QStringLiteral("dsmscope"), QStringLiteral("export")};
};

// Without the option, the command takes the default for a recording, and for another file what was measured last.
bool mustSay(const model::Parameter& parameter, std::int64_t value, const ViewInput& input) {
  if (value != parameter.defaultValue) return true;
  return std::ranges::any_of(input.session->runs, [&](const model::RunPtr& run) {
    const auto found = run->values.find(parameter.id);
    return run->experiment == input.spec->info().id && found != run->values.end() && found->second != value;
  });
}

void addSettings(Words& words, const QString& source, const ViewInput& input) {
  const bool recorded = isRecording(source);
  for (const model::Parameter& parameter : input.spec->info().parameters) {
    const auto found = input.values.find(parameter.id);
    const bool applies = std::ranges::any_of(input.variants, [&](const std::string& variant) { return model::appliesTo(parameter, variant); });
    if (found == input.values.end() || !applies) continue;
    const bool say = recorded ? found->second != parameter.defaultValue : mustSay(parameter, found->second, input);
    if (say) words.add(("--" + dashed(parameter.id).toStdString()).c_str(), QString::fromStdString(model::valueWord(parameter, found->second)));
  }
}

// In percent, without the digits that 0.07 * 100 adds.
void addThreshold(Words& words, double threshold) {
  if (threshold == model::kDefaultThreshold) return;
  const double rounded = std::round(threshold * 1e6) / 1e4;
  words.add("--threshold", machineNumber(rounded / 100 == threshold ? rounded : threshold * 100));
}

void addChartOptions(Words& words, const QString& chartId, const ViewInput& input, const RenderOptions& options) {
  const auto& quantities = input.spec->info().quantities;
  const bool latency = chartId == QLatin1String("latency");
  const bool traffic = chartId == QLatin1String("traffic");
  if (latency && !options.quantity.empty() && !quantities.empty() && options.quantity != quantities.front().id) {
    words.add("--quantity", QString::fromStdString(options.quantity));
  }
  if (latency || traffic) addThreshold(words, options.threshold);
  if ((latency || traffic) && options.logarithmic) words.flag("--log");
  if (latency && options.catalogueOrder) words.add("--order", QStringLiteral("catalogue"));
  if (latency || traffic) {
    for (const std::string& label : options.hidden) words.add("--hide", QString::fromStdString(label));
  }
  if (traffic && options.payloadUnit) words.flag("--payloads");
  if (traffic && !options.expectedMarks) words.flag("--no-expected");
  if (chartId == QLatin1String("traffic_curve") && !options.axis.empty()) words.add("--axis", QString::fromStdString(options.axis));
  if (chartId != QLatin1String("shared_memory")) return;
  if (options.find) words.add("--find", QString::number(*options.find));
  if (options.fromRank > 0) words.add("--from-rank", QString::number(options.fromRank));
  if (options.rankShares) words.flag("--load");
}

void addPictureOptions(Words& words, const RenderOptions& options) {
  const RenderOptions usual;
  if (options.scheme != usual.scheme) words.add("--theme", options.scheme == Scheme::dark ? QStringLiteral("dark") : QStringLiteral("light"));
  if (options.palette != usual.palette) words.add("--palette", QStringLiteral("grey"));
  if (options.size != usual.size) words.add("--size", QStringLiteral("%1x%2").arg(options.size.width()).arg(options.size.height()));
  if (options.scale != usual.scale) words.add("--scale", machineNumber(options.scale));
}

}  // namespace

QString shellWord(const QString& word) {
  static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9._/:=,@%+-]+$"));
  if (kPlain.match(word).hasMatch()) return word;
  return QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

QString sessionSource(const QString& fileName, const model::Session& session) {
  if (!fileName.isEmpty()) return fileName;
  const bool recorded = session.origin == model::Origin::recorded && !session.runs.empty() && measuredHere(session) == 0;
  return recorded ? kRecorded : QStringLiteral("FILE");
}

QString exportSource(const QString& fileName, const ViewInput& input) {
  const QString source = sessionSource(fileName, *input.session);
  return source == kRecorded && fileName.isEmpty() ? kRecorded + QLatin1Char(':') + QString::fromStdString(input.spec->info().id) : source;
}

QString exportCommand(const QString& source, const QString& chartId, const ViewInput& input, Format format, const RenderOptions& options) {
  Words words;
  words.add(source);
  const bool oneExperiment = std::ranges::all_of(input.session->runs, [&](const model::RunPtr& run) { return run->experiment == input.spec->info().id; });
  if (!source.startsWith(kRecorded + QLatin1Char(':')) && !oneExperiment) {
    words.add("--experiment", QString::fromStdString(input.spec->info().id));
  }
  words.add("--chart", chartId);
  ViewInput shown = input;
  if (chartId == QLatin1String("shared_memory") && !options.variant.empty()) shown.variants = {options.variant};
  if (shown.variants.size() < input.spec->info().variants.size()) {
    for (const std::string& variant : shown.variants) words.add("--variant", QString::fromStdString(variant));
  }
  addSettings(words, source, shown);
  addChartOptions(words, chartId, input, options);
  const bool picture = format != Format::csv && format != Format::json;
  if (picture) addPictureOptions(words, options);
  if (!options.title.isEmpty()) words.add("--title", options.title);
  words.add("--out", chartId + QLatin1Char('.') + formatName(format));
  return words.text();
}

QString reportCommand(const QString& source, const QStringList& runs, const QString& title, double threshold, const QString& experiment,
                      const QStringList& charts) {
  Words words;
  words.add(source);
  if (!experiment.isEmpty()) words.add("--experiment", experiment);
  for (const QString& chart : charts) words.add("--chart", chart);
  for (const QString& run : runs) words.add("--run", run);
  addThreshold(words, threshold);
  if (!title.isEmpty()) words.add("--title", title);
  const QString base = isRecording(source) || source == QLatin1String("FILE") ? QStringLiteral("report") : QFileInfo(source).completeBaseName();
  words.add("--out", base + QStringLiteral(".html"));
  return words.text();
}

}  // namespace dsm::ui
