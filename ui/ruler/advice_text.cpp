// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences from an Advice. Ratios come from it; nothing is called faster that the samples cannot tell apart.
#include "ui/ruler/advice_text.h"

#include "ui/catalogue_text.h"
#include "ui/document_text.h"
#include "ui/runs/run_text.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Advice", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Advice", text))

constexpr double kCloseFactor = 1.1;  // below it "4 % faster" says more than "1.0 times"

QString variantLabel(const model::ExperimentSpec& spec, const std::string& id) {
  const model::VariantInfo* variant = spec.variant(id);
  return catalogueText(variant != nullptr ? variant->label : id);
}

// "6.6 times", "4 %".
QString factorText(double factor) {
  if (factor < kCloseFactor) return formatPercent(factor - 1, factor < 1.01 ? 1 : 0);
  return DSM_TR("%1 times").arg(factor < 10 ? formatFixed(factor, 1) : formatNumber(factor, 3));
}

// "in the recording", "here".
QString whereText(const model::Advice& advice) {
  if (advice.mixedOrigins) return DSM_TR("in the recording and in runs made since");
  const auto& figure = advice.rows[*advice.recommended].measured;
  return figure && figure->origin == model::Origin::measured ? DSM_TR("as measured") : DSM_TR("in the recording");
}

QString valuesText(const model::ExperimentSpec& spec, const model::Values& values) {
  QStringList parts;
  for (const auto& [id, value] : values) {
    const model::Parameter* parameter = spec.parameter(id);
    if (parameter != nullptr) parts << QStringLiteral("%1\u00a0%2").arg(catalogueText(parameter->label).toLower(), valueText(*parameter, value));
  }
  return parts.join(QStringLiteral(", "));
}

const model::AdviceRival* rivalOfVariant(const model::Advice& advice, const std::string& variant) {
  const auto found = std::ranges::find_if(advice.rivals, [&](const model::AdviceRival& rival) { return advice.rows[rival.row].variant == variant; });
  return found == advice.rivals.end() ? nullptr : &*found;
}

QString rivalText(const model::ExperimentSpec& spec, const model::Advice& advice, const model::AdviceRival& rival) {
  const QString name = configurationName(spec, advice.rows[rival.row]);
  const QString best = variantLabel(spec, advice.rows[*advice.recommended].variant);
  if (rival.verdict != model::Verdict::faster) return DSM_TR("Between %1 and %2 the samples tell no difference.").arg(best, name);
  return DSM_TR("%1 was %2 faster than %3 %4.").arg(best, factorText(rival.timesBetter), name, whereText(advice));
}

QString guideText(const model::ExperimentSpec& spec, const model::Advice& advice) {
  const QString rule = catalogueText(advice.guide->rule);
  const QString name = variantLabel(spec, advice.guide->variant);
  if (advice.ground == model::AdviceGround::guide) return DSM_TR("The guide: %1").arg(rule);
  if (advice.rows[*advice.recommended].variant == advice.guide->variant) return DSM_TR("The guide agrees: %1").arg(rule);
  const model::AdviceRival* rival = rivalOfVariant(advice, advice.guide->variant);
  if (rival == nullptr) {
    return advice.guideRow ? DSM_TR("The guide says %1, which was not measured: %2").arg(name, rule) : DSM_TR("The guide says %1, which does not run here: %2").arg(name, rule);
  }
  if (advice.guideAgrees()) return DSM_TR("The guide says %1: %2").arg(name, rule);
  return DSM_TR("The guide says %1, and measurement disagrees: %2").arg(name, rule);
}

QString deviceText(const model::Advice& advice, const model::Device& device) {
  if (advice.sameDevice != model::Advice::SameDevice::other) return {};
  const QString ran = advice.runDevice.empty() ? DSM_TR("another device") : QString::fromStdString(advice.runDevice);
  return DSM_TR("The figures are from %1, not from the chosen %2.").arg(ran, QString::fromStdString(device.name));
}

AdviceWords withoutChoice(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Device& device) {
  AdviceWords words;
  words.state = State::error;
  if (!advice.problem.empty()) {
    words.headline = QString::fromStdString(advice.problem);
    return words;
  }
  const bool runs = std::ranges::any_of(advice.rows, [](const model::Configuration& row) { return row.legality.fits; });
  words.headline = runs ? DSM_TR("No run and no guide to go by") : DSM_TR("Nothing runs with these settings on %1").arg(QString::fromStdString(device.name));
  if (runs) {
    words.state = State::neutral;
    words.sentences << DSM_TR("Run the variants once: the fastest is recommended then.");
  } else if (!advice.rows.empty()) {
    words.sentences << QStringLiteral("%1: %2").arg(configurationName(spec, advice.rows.front()), QString::fromStdString(advice.rows.front().legality.reason));
  }
  return words;
}

ChartCell countCell(std::optional<std::int64_t> value) {
  return value ? numberCell(double(*value), formatInteger(*value)) : numberCell(std::nan(""), missingNumber());
}

std::optional<std::int64_t> valueOf(const model::Configuration& row, const char* id) {
  const auto found = row.values.find(id);
  return found == row.values.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

QString configurationName(const model::ExperimentSpec& spec, const model::Configuration& row) {
  QStringList parts{variantLabel(spec, row.variant)};
  if (const auto cluster = valueOf(row, "cluster")) parts << DSM_TR("cluster of %1").arg(formatInteger(*cluster));
  if (const auto threads = valueOf(row, "threads")) parts << DSM_TR("%1 threads").arg(formatInteger(*threads));
  return parts.join(QStringLiteral(", "));
}

QString placementText(const model::Configuration& row) {
  if (row.bytesPerBlock == 0) return missingNumber();
  if (row.usesStatic) return row.staticHolds ? DSM_TR("static") : DSM_TR("over the static cap");
  if (row.staticHolds) return DSM_TR("static or opt-in");
  return row.dynamicHolds ? DSM_TR("opt-in only") : DSM_TR("neither");
}

QString placementReason(const model::Configuration& row, const model::Device& device) {
  const QString bytes = formatBytesKiB(double(row.bytesPerBlock));
  QStringList reasons;
  if (!row.staticHolds) {
    reasons << DSM_TR("Static placement would not hold: %1 in one block; %2 allowed.").arg(bytes, formatBytesKiB(double(device.sharedPerBlockStatic)));
  }
  if (!row.dynamicHolds) {
    reasons << DSM_TR("Dynamic placement would not hold: %1 in one block; %2 allowed by opt-in.").arg(bytes, formatBytesKiB(double(device.sharedPerBlockOptin)));
  }
  return reasons.join(u' ');
}

QString nearestText(const model::ExperimentSpec& spec, const model::Configuration& row) {
  const model::Parameter* parameter = spec.parameter(row.legality.parameter);
  if (!row.legality.nearest || parameter == nullptr) return missingNumber();
  return QStringLiteral("%1 %2").arg(catalogueText(parameter->label).toLower(), valueText(*parameter, *row.legality.nearest));
}

QString rateText(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Configuration& row) {
  const model::QuantityInfo* quantity = spec.quantity(advice.quantity);
  if (!row.measured || quantity == nullptr) return missingNumber();
  model::Summary summary;
  summary.median = row.measured->median;
  summary.median95 = row.measured->median95;
  return quantityText(quantity->unit, row.measured->median, std::min(4, digitsFor(summary)));
}

AdviceWords adviceWords(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Device& device) {
  if (!advice.recommended) return withoutChoice(spec, advice, device);
  AdviceWords words;
  const model::Configuration& best = advice.rows[*advice.recommended];
  words.headline = configurationName(spec, best);
  if (advice.ground == model::AdviceGround::guide) {
    words.headline = DSM_TR("%1: the guide's choice").arg(words.headline);
    words.sentences << guideText(spec, advice) << DSM_TR("Nothing comparable was measured. Run it to know.");
    return words;
  }
  words.headline += QStringLiteral(": ") + rateText(spec, advice, best);
  words.state = State::ok;
  if (advice.ground == model::AdviceGround::nearest) {
    words.state = State::warn;
    words.sentences << DSM_TR("Nothing was measured at these settings; the figures are from the nearest: %1.").arg(valuesText(spec, advice.nearestValues));
  }
  const model::AdviceRival* guided = advice.guide ? rivalOfVariant(advice, advice.guide->variant) : nullptr;
  if (guided != nullptr) words.sentences << rivalText(spec, advice, *guided);
  for (const model::AdviceRival& rival : advice.rivals) {
    if (&rival != guided) words.sentences << rivalText(spec, advice, rival);
  }
  if (advice.guide) {
    words.sentences.insert(std::min<qsizetype>(words.sentences.size(), advice.ground == model::AdviceGround::nearest ? 2 : 1), guideText(spec, advice));
    if (!advice.guideAgrees()) words.state = State::warn;
  }
  if (const QString other = deviceText(advice, device); !other.isEmpty()) {
    words.state = State::warn;
    words.sentences.prepend(other);
  }
  QStringList missing;
  for (const std::string& variant : advice.unmeasured) missing << variantLabel(spec, variant);
  if (!missing.isEmpty()) words.sentences << DSM_TR("Legal, but not measured here: %1.").arg(missing.join(QStringLiteral(", ")));
  return words;
}

ChartTable adviceTable(const model::ExperimentSpec& spec, const model::Advice& advice) {
  ChartTable table;
  const model::QuantityInfo* quantity = spec.quantity(advice.quantity);
  const QString rate = quantity == nullptr ? DSM_TR("Measured") : catalogueText(quantity->label);
  table.columns = {{DSM_TR("Variant"), QStringLiteral("variant"), false},
                   {DSM_TR("Cluster"), QStringLiteral("cluster"), true},
                   {DSM_TR("Threads"), QStringLiteral("threads"), true},
                   {DSM_TR("A block"), QStringLiteral("bytes_per_block"), true},
                   {rate, QString::fromStdString(advice.quantity), true},
                   {DSM_TR("Runs"), QStringLiteral("runs"), false},
                   {DSM_TR("Nearest that runs"), QStringLiteral("nearest"), false},
                   {DSM_TR("Placement"), QStringLiteral("placement"), false},
                   {DSM_TR("Origin"), QStringLiteral("origin"), false}};
  for (const model::Configuration& row : advice.rows) {
    const QString reason = QString::fromStdString(row.legality.reason);
    const model::Origin origin = row.measured ? row.measured->origin : model::Origin::notCollected;
    table.rows.push_back({textCell(variantLabel(spec, row.variant)), countCell(valueOf(row, "cluster")), countCell(valueOf(row, "threads")),
                          numberCell(double(row.bytesPerBlock), formatBytesKiB(double(row.bytesPerBlock))),
                          numberCell(row.measured ? row.measured->median : std::nan(""), rateText(spec, advice, row)),
                          textCell(row.legality.fits ? DSM_TR("yes") : reason), textCell(nearestText(spec, row)), textCell(placementText(row)),
                          textCell(badgeText(badgeKindOf(origin)))});
  }
  return table;
}

}  // namespace dsm::ui
