// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/export_options.h"

#include "app/cli/picture_options.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> usage(const std::string& message, const std::string& hint) { return model::fail("usage", message, hint); }

model::Expected<std::uint64_t> wholeNumber(const CommandLine& line, const QString& option, std::uint64_t most) {
  bool ok = false;
  const qulonglong number = line.value(option).toULongLong(&ok);
  if (ok && number <= most) return number;
  return usage("--" + option.toStdString() + " cannot be " + line.value(option).toStdString() + ".",
               "Give a whole number of at most " + std::to_string(most) + ".");
}

model::Expected<void> readRuler(const CommandLine& line, ui::RenderOptions& options) {
  if (line.has(QStringLiteral("find"))) {
    const auto find = wholeNumber(line, QStringLiteral("find"), UINT64_MAX);
    if (!find) return tl::unexpected(find.error());
    options.find = *find;
  }
  if (line.has(QStringLiteral("from-rank"))) {
    const auto rank = wholeNumber(line, QStringLiteral("from-rank"), 15);
    if (!rank) return tl::unexpected(rank.error());
    options.fromRank = static_cast<std::uint32_t>(*rank);
  }
  options.rankShares = line.has(QStringLiteral("load"));
  return {};
}

}  // namespace

model::Expected<ui::RenderOptions> exportOptions(const CommandLine& line, const model::ExperimentSpec& spec) {
  const auto picture = pictureOptions(line);
  if (!picture) return tl::unexpected(picture.error());
  ui::RenderOptions options = *picture;
  const auto scale = positiveNumber(line, QStringLiteral("scale"), options.scale);
  if (!scale) return tl::unexpected(scale.error());
  options.scale = *scale;
  if (const auto ruler = readRuler(line, options); !ruler) return tl::unexpected(ruler.error());
  options.axis = line.value(QStringLiteral("axis")).toStdString();
  if (!options.axis.empty() && spec.parameter(options.axis) == nullptr) {
    return usage("--axis cannot be " + options.axis + ".", "Name a parameter of " + spec.info().id + ".");
  }
  options.quantity = line.value(QStringLiteral("quantity")).toStdString();
  if (!options.quantity.empty() && spec.quantity(options.quantity) == nullptr) {
    std::string known;
    for (const model::QuantityInfo& quantity : spec.info().quantities) known += (known.empty() ? "" : ", ") + quantity.id;
    return usage(spec.info().id + " has no quantity " + options.quantity + ".", "Known: " + known + ".");
  }
  const QString order = line.value(QStringLiteral("order"), QStringLiteral("fastest"));
  if (order != QLatin1String("fastest") && order != QLatin1String("catalogue")) {
    return usage("--order cannot be " + order.toStdString() + ".", "Allowed: fastest, catalogue.");
  }
  options.catalogueOrder = order == QLatin1String("catalogue");
  const auto threshold = comparisonThreshold(line);
  if (!threshold) return tl::unexpected(threshold.error());
  options.threshold = *threshold;
  options.logarithmic = line.has(QStringLiteral("log"));
  options.payloadUnit = line.has(QStringLiteral("payloads"));
  options.expectedMarks = !line.has(QStringLiteral("no-expected"));
  if (const auto hidden = line.values.find(QStringLiteral("hide")); hidden != line.values.end()) {
    for (const QString& label : hidden->second) options.hidden.insert(label.toStdString());
  }
  return options;
}

}  // namespace dsm::app
