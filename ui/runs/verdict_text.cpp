// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of a comparison. A factor is above 1 whichever way it goes: faster is the inverse of the ratio.
#include "ui/runs/verdict_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QStringList>

#include "ui/catalogue_text.h"
#include "ui/theme/numbers.h"

namespace dsm::ui {
namespace {

constexpr int kLeastDecimals = 2;
constexpr int kMostDecimals = 4;
constexpr double kManyTimes = 100;  // from here on decimals of a factor say nothing

QString text(const char* english) { return QCoreApplication::translate("dsm::ui::VerdictText", english); }

QString factorText(double factor) {
  return factor >= kManyTimes && std::isfinite(factor) ? formatFactor(factor, 0) : formatFactor(factor);
}

// A difference's label is sentence case; inside a sentence it starts small, unless it is an abbreviation.
QString insideSentence(const std::string& label) {
  QString words = catalogueText(label);
  const bool abbreviation = words.size() > 1 && words[1].isUpper();
  if (!words.isEmpty() && !abbreviation) words[0] = words[0].toLower();
  return words;
}

QString listed(const QStringList& parts) {
  if (parts.size() < 2) return parts.join(QString());
  return text("%1 and %2").arg(parts.mid(0, parts.size() - 1).join(QStringLiteral(", ")), parts.last());
}

}  // namespace

QString verdictWords(const model::Comparison& comparison) {
  if (comparison.kind != model::Comparison::Kind::verdict) return {};
  switch (comparison.verdict) {
    case model::Verdict::faster: return text("%1 faster").arg(factorText(1.0 / comparison.ratio.value));
    case model::Verdict::slower: return text("%1 slower").arg(factorText(comparison.ratio.value));
    case model::Verdict::same: return text("same");
    case model::Verdict::undecided: break;
  }
  return text("undecided");
}

QString ratioText(const model::Comparison& comparison) {
  const model::Ratio& ratio = comparison.ratio;
  if (comparison.kind != model::Comparison::Kind::verdict || !std::isfinite(ratio.value)) return missingNumber();
  const double half = 0.5 * (ratio.interval95.high - ratio.interval95.low);
  const bool known = std::isfinite(half);
  const int decimals =
      known && half > 0 ? std::clamp(int(std::ceil(-std::log10(half))), kLeastDecimals, kMostDecimals) : kLeastDecimals + 1;
  const QString value = formatFixed(ratio.value, decimals);
  if (!known) return value;
  return QStringLiteral("%1 (%2)").arg(
      value, formatRange(formatFixed(ratio.interval95.low, decimals), formatFixed(ratio.interval95.high, decimals)));
}

QString baselineName(const model::ExperimentSpec* spec, const model::Run& base, const model::Run& run) {
  if (!base.name.empty()) return QString::fromStdString(base.name);
  const model::VariantInfo* variant = spec == nullptr ? nullptr : spec->variant(base.variant);
  QStringList parts{variant == nullptr ? QString::fromStdString(base.variant) : catalogueText(variant->label)};
  if (spec != nullptr) {
    for (const model::Parameter& parameter : spec->info().parameters) {
      if (!parameter.identity || !model::appliesTo(parameter, base.variant) || !model::appliesTo(parameter, run.variant)) continue;
      const std::int64_t value = model::valueOf(*spec, base.values, parameter.id);
      if (value == model::valueOf(*spec, run.values, parameter.id)) continue;
      parts << insideSentence(parameter.label) + u' ' + valueText(parameter, value);
    }
  }
  return parts.join(QStringLiteral(", "));
}

QString differencesWords(const model::Comparison& comparison) {
  QStringList parts;
  for (const model::Difference& difference : comparison.differences) parts << insideSentence(difference.label);
  return listed(parts);
}

QString differencesLines(const model::Comparison& comparison) {
  QStringList lines;
  for (const model::Difference& difference : comparison.differences) {
    lines << text("%1: %2 in the baseline, %3 in this run")
                 .arg(catalogueText(difference.label), QString::fromStdString(difference.base), QString::fromStdString(difference.next));
  }
  return lines.join(u'\n');
}

}  // namespace dsm::ui
