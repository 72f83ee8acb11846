// SPDX-License-Identifier: GPL-3.0-or-later
//
// Titles, settings and commands from a ViewInput.
#include "ui/charts/chart_text.h"

#include "gpu/model/chips.h"

#include "ui/catalogue_text.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::ChartText", text); }

bool appliesToAny(const model::Parameter& parameter, const std::vector<std::string>& variants) {
  return std::ranges::any_of(variants, [&](const std::string& variant) { return model::appliesTo(parameter, variant); });
}

// What tells this configuration from others: identity parameters that apply, advanced ones only when changed.
std::vector<std::pair<const model::Parameter*, std::int64_t>> settingsOf(const ViewInput& input) {
  std::vector<std::pair<const model::Parameter*, std::int64_t>> settings;
  for (const model::Parameter& parameter : input.spec->info().parameters) {
    if (!parameter.identity || !appliesToAny(parameter, input.variants)) continue;
    const auto found = input.values.find(parameter.id);
    const std::int64_t value = found == input.values.end() ? parameter.defaultValue : found->second;
    if (!parameter.advanced || value != parameter.defaultValue) settings.emplace_back(&parameter, value);
  }
  return settings;
}

QString runCommand(const ViewInput& input, const QString& more) {
  std::vector<std::string> variants = input.variants;
  if (variants.size() == input.spec->info().variants.size()) variants.clear();  // all: the command's default
  return QString::fromStdString(model::commandFor(*input.spec, "run", variants, input.values)) + more +
         QStringLiteral(" --out %1.dsmscope").arg(QString::fromStdString(input.spec->info().id));
}

}  // namespace

const model::Parameter* clusterParameter(const model::ExperimentSpec& spec) { return spec.parameter("cluster"); }

QString chartTitle(const ViewInput& input, const std::string& base) {
  const QString title = catalogueText(base);
  const model::Parameter* cluster = clusterParameter(*input.spec);
  if (cluster == nullptr || !appliesToAny(*cluster, input.variants)) return title;
  const auto value = input.values.find(cluster->id);
  const std::int64_t size = value == input.values.end() ? cluster->defaultValue : value->second;
  //: chart title, then the cluster size: "One-way token hop, cluster of 2"
  return tr(QT_TRANSLATE_NOOP("dsm::ui::ChartText", "%1, cluster of %2")).arg(title, formatInteger(size));
}

QString settingsText(const ViewInput& input) {
  QStringList parts;
  for (const auto& [parameter, value] : settingsOf(input)) {
    const QString label = catalogueText(parameter->label);
    parts << QStringLiteral("%1 %2").arg(parts.isEmpty() ? label : label.toLower(), valueText(*parameter, value));
  }
  return parts.join(QStringLiteral(", "));
}

QString settingsWords(const ViewInput& input) {
  QStringList parts;
  for (const auto& [parameter, value] : settingsOf(input)) {
    parts << QString::fromStdString(parameter->id + "=" + model::valueWord(*parameter, value));
  }
  return parts.join(QLatin1Char(' '));
}

QString quantityTab(const model::QuantityInfo& quantity) {
  switch (quantity.unit) {
    case model::Unit::cycles: return tr(QT_TRANSLATE_NOOP("dsm::ui::ChartText", "cycles"));
    case model::Unit::nanoseconds: return tr(QT_TRANSLATE_NOOP("dsm::ui::ChartText", "time"));
    case model::Unit::bytesPerSecond:
    case model::Unit::keysPerSecond: return tr(QT_TRANSLATE_NOOP("dsm::ui::ChartText", "rate"));
    default: return catalogueText(quantity.label);
  }
}

QString latencyCommand(const ViewInput& input) { return runCommand(input, {}); }

QString trafficCommand(const ViewInput& input) { return runCommand(input, QStringLiteral(" --counters traffic")); }

QString trafficCurveCommand(const ViewInput& input) {
  const QString id = QString::fromStdString(input.spec->info().id);
  const bool recorded = input.session != nullptr && input.session->origin == model::Origin::recorded;
  return QStringLiteral("dsmscope export %1 --chart traffic_curve --out %2.svg").arg(recorded ? QStringLiteral("recorded:") + id : QStringLiteral("FILE"), id);
}

QString rulerCommand(const ViewInput& input, const std::string& variant) {
  const std::string& id = input.spec->info().id;
  std::string command = model::commandFor(*input.spec, "ruler", {variant}, input.values);
  if (input.device != nullptr) command += " --chip " + model::chipNameOf(*input.device);
  return QString::fromStdString(command + " --out " + id + ".svg");
}

QString deviceText(const ViewInput& input) {
  if (input.device == nullptr) return {};
  const model::Device& device = *input.device;
  QStringList parts{QString::fromStdString(device.name)};
  if (!device.driver.empty()) {
    parts << tr(QT_TRANSLATE_NOOP("dsm::ui::ChartText", "driver %1")).arg(QString::fromStdString(device.driver));
  }
  if (!device.cudaRuntime.empty()) parts << QStringLiteral("CUDA %1").arg(QString::fromStdString(device.cudaRuntime));
  return parts.join(QStringLiteral(", "));
}

}  // namespace dsm::ui
