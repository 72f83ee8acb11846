// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words and numbers of a run. Nothing here depends on a single experiment: names come from the spec.
#include "ui/runs/run_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QCoreApplication>

#include "ui/catalogue_text.h"
#include "ui/configure/parameter_control.h"
#include "ui/theme/numbers.h"

namespace dsm::ui {
namespace {

constexpr int kLeastDigits = 2;
constexpr int kMostDigits = 5;
constexpr double kHertzPerMegahertz = 1e6;

QString text(const char* english) { return QCoreApplication::translate("dsm::ui::RunText", english); }

const model::Parameter* spanningParameter(const model::ExperimentSpec& spec) {
  const auto& parameters = spec.info().parameters;
  const auto found = std::ranges::find(parameters, model::ParameterKind::powerOfTwo, &model::Parameter::kind);
  return found == parameters.end() ? nullptr : &*found;
}

}  // namespace

std::optional<RunFigure> figureOf(const model::ExperimentSpec* spec, const model::Run& run, const std::string& quantity) {
  if (spec == nullptr || quantity.empty() || run.status == model::RunStatus::failed) return std::nullopt;
  const model::QuantityInfo* info = spec->quantity(quantity);
  if (info == nullptr) return std::nullopt;
  const std::vector<double> series = model::seriesOf(*spec, run, quantity);
  RunFigure figure{info->unit, model::summarize(series)};
  if (figure.summary.n == 0) return std::nullopt;
  return figure;
}

int digitsFor(const model::Summary& summary) {
  const double half = summary.relativeHalfWidth();
  if (!std::isfinite(half)) return kLeastDigits;
  if (half <= 0) return kMostDigits - 1;
  return std::clamp(int(std::ceil(-std::log10(half))) + 1, kLeastDigits, kMostDigits);
}

QString quantityText(model::Unit unit, double value, int digits) {
  switch (unit) {
    case model::Unit::nanoseconds: return formatTimeNs(value, std::max(digits, 3));
    case model::Unit::cycles: return formatQuantity(value, QStringLiteral("cycles"), std::max(digits, 3));
    case model::Unit::hertz: return formatQuantity(value / kHertzPerMegahertz, QStringLiteral("MHz"), 4);
    case model::Unit::bytes: return formatMovedBytes(value, digits);
    case model::Unit::bytesPerSecond: return formatBytesPerSecond(value, digits);
    case model::Unit::keysPerSecond: return formatRate(value, QStringLiteral("keys"), digits);
    case model::Unit::fraction: return formatPercent(value, 1);
    case model::Unit::count:
    case model::Unit::none: break;
  }
  return formatNumber(value, digits);
}

QString runName(const model::ExperimentSpec* spec, const model::Run& run) {
  QString name = QString::fromStdString(run.experiment);
  if (spec == nullptr) return name;
  const model::Parameter* spanning = spanningParameter(*spec);
  if (spanning == nullptr) return name;
  const auto value = run.values.find(spanning->id);
  if (value != run.values.end()) name += u' ' + formatBins(value->second, BinStyle::shortKi);
  return name;
}

QString shownName(const model::ExperimentSpec* spec, const model::Run& run) {
  return run.name.empty() ? runName(spec, run) : QString::fromStdString(run.name);
}

QStringList tagsOf(const model::Run& run) {
  QStringList tags;
  for (const std::string& tag : run.tags) tags << QString::fromStdString(tag);
  return tags;
}

QStringList tagsFromText(const QString& text) {
  QStringList tags;
  for (const QString& part : text.split(u',')) {
    const QString tag = part.simplified();
    if (!tag.isEmpty() && !tags.contains(tag, Qt::CaseInsensitive)) tags << tag;
  }
  return tags;
}

QString runPeculiarity(const model::ExperimentSpec* spec, const model::Run& run) {
  if (spec == nullptr) return {};
  QStringList parts;
  const model::Parameter* spanning = spanningParameter(*spec);
  for (const model::Parameter& parameter : spec->info().parameters) {
    if (&parameter == spanning || !parameter.identity) continue;
    const auto found = run.values.find(parameter.id);
    if (found == run.values.end() || found->second == parameter.defaultValue) continue;
    // The cluster size has its own column: the launch itself says it.
    const bool isCluster = run.launch.clusterSize > 1 && std::uint64_t(found->second) == run.launch.clusterSize && parameter.unit == "blocks";
    if (isCluster) continue;
    parts << catalogueText(parameter.label) + u' ' + valueText(parameter, found->second);
  }
  return parts.join(QStringLiteral(", "));
}

QString clusterText(const model::ExperimentSpec* spec, const model::Run& run) {
  const model::VariantInfo* variant = spec == nullptr ? nullptr : spec->variant(run.variant);
  const bool clustered = variant == nullptr ? run.launch.clusterSize > 1 : variant->needsClusters;
  return clustered ? formatInteger(run.launch.clusterSize) : missingNumber();
}

QString errorText(const model::Error& error) {
  QString sentence = QString::fromStdString(error.message);
  if (sentence.isEmpty()) sentence = QString::fromStdString(error.code);
  if (!error.hint.empty()) sentence += u' ' + QString::fromStdString(error.hint);
  return sentence;
}

QString statusText(const model::Run& run) {
  switch (run.status) {
    case model::RunStatus::ok: return text("ok");
    case model::RunStatus::cancelled: return text("stopped");
    case model::RunStatus::failed: break;
  }
  return text("failed: %1").arg(errorText(run.error));
}

QString validationText(const model::Run& run) {
  if (!run.validation.done) return text("not checked");
  const QString verdict = run.validation.correct ? text("correct") : text("wrong");
  if (run.validation.detail.empty()) return verdict;
  return verdict + QStringLiteral(": ") + QString::fromStdString(run.validation.detail);
}

double clockHzOf(const model::Run& run) {
  std::vector<double> clocks;
  for (const model::Sample& sample : run.samples) {
    if (sample.smClockHz > 0) clocks.push_back(sample.smClockHz);
  }
  return clocks.empty() ? 0 : model::summarize(clocks).median;
}

}  // namespace dsm::ui
