// SPDX-License-Identifier: GPL-3.0-or-later
//
// Digits and words of counters.
#include "ui/traffic/traffic_text.h"

#include "ui/catalogue_text.h"
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_compare_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("dsm::ui::TrafficText", text, nullptr, n); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficText", text))

constexpr double kLeastPlain = 1e-4;  // payloads below it are written with an exponent
constexpr double kLeastTimes = 0.01;  // a smaller ratio is a fraction with one above
constexpr int kBoundDigits = 2;       // a bound from a background is known no better

QString signedPercent(double fraction) {
  const double percent = fraction * 100;
  if (std::abs(percent) < 0.05) return withUnit(formatFixed(0, 1), u"%");
  const QString number = formatFixed(percent, std::abs(percent) >= 1000 ? 0 : 1);
  return withUnit(percent > 0 ? QLatin1Char('+') + number : number, u"%");
}

bool isKnown(const model::RatioReading& ratio) { return ratio.bound != model::Bound::unknown && std::isfinite(ratio.value); }

// Digits of a ratio, rounded away from what it bounds.
QString ratioDigits(const model::RatioReading& ratio) {
  const auto digits = [](double value) {
    return value >= 1000 ? formatInteger(std::llround(std::min(value, 9e15))) : payloadNumber(value, 2);
  };
  if (ratio.bound == model::Bound::moreThan) return digits(roundedBound(ratio.value, kBoundDigits, false));
  if (ratio.bound == model::Bound::atMost) return digits(roundedBound(ratio.value, kBoundDigits, true));
  return ratio.value >= 100 ? digits(ratio.value) : payloadNumber(ratio.value, 3);
}

// Of a small ratio's inverse; a bound is rounded away from what it bounds here, too.
QString fractionDigits(const model::RatioReading& ratio) {
  if (ratio.bound == model::Bound::atMost) return formatInteger(std::llround(std::min(roundedBound(1 / ratio.value, kBoundDigits, false), 9e15)));
  const double inverse = 1 / ratio.value;
  const double step = std::pow(10, std::floor(std::log10(inverse)) - 2);
  return formatInteger(std::llround(std::min(std::round(inverse / step) * step, 9e15)));
}

// "≤" and its number stay together where a line breaks.
QString atMost(const QString& quantity) { return formatAtMost(quantity).replace(QLatin1Char(' '), QChar(kNoBreakSpace)); }

QString payloads(double value, model::Bound bound, double payloadBytes) {
  if (!(payloadBytes > 0)) return missingNumber();
  double shown = value / payloadBytes;
  if (shown == 0) return formatFactor(0, 0);
  if (bound == model::Bound::atMost) return atMost(payloadNumber(roundedBound(shown, 1, true), 1) + QChar(u'\u00d7'));
  return payloadNumber(shown, shown >= 0.1 ? 4 : 2) + QChar(u'\u00d7');
}

}  // namespace

QString payloadNumber(double payloads, int significant) {
  if (payloads >= kLeastPlain || !(payloads > 0)) return formatNumber(payloads, significant);
  return QString::number(payloads, 'g', significant).replace(QLatin1String("e-0"), QLatin1String("e-"));
}

double roundedBound(double value, int significant, bool up) {
  if (!(value > 0) || !std::isfinite(value)) return value;
  const double step = std::pow(10.0, std::floor(std::log10(value)) - significant + 1);
  const double steps = value / step;
  // Within a billionth of a step the digits are already there.
  const double whole = std::round(steps);
  if (std::abs(steps - whole) < 1e-9 * std::max(1.0, whole)) return whole * step;
  return (up ? std::ceil(steps) : std::floor(steps)) * step;
}

QString trafficBytes(double bytes, model::Bound bound, int significant) {
  switch (bound) {
    case model::Bound::atMost:
      return atMost(formatMovedBytes(roundedBound(bytes, kBoundDigits, true), kBoundDigits));
    case model::Bound::unknown:
      return missingNumber();
    default:
      break;
  }
  return formatMovedBytes(bytes, std::abs(bytes) < 1e6 ? std::min(significant, 2 + (std::abs(bytes) >= 1e5 ? 1 : 0)) : significant);
}

QString trafficValue(const TrafficCell& cell, double payloadBytes, bool payloadUnit, int significant) {
  if (!cell.collected) return missingNumber();
  return payloadUnit ? payloads(cell.bytes, cell.bound, payloadBytes) : trafficBytes(cell.bytes, cell.bound, significant);
}

QString trafficExpected(const TrafficCell& cell, double payloadBytes, bool payloadUnit) {
  if (!cell.collected || !cell.expectedBytes) return missingNumber();
  return payloadUnit ? payloads(*cell.expectedBytes, model::Bound::exact, payloadBytes)
                     : trafficBytes(*cell.expectedBytes, model::Bound::exact, 5);
}

QString trafficResidual(const TrafficCell& cell) {
  if (!cell.collected) return missingNumber();
  if (cell.isBound()) return DSM_TR("background");
  if (!cell.expectedBytes) return missingNumber();
  if (*cell.expectedBytes > 0) return signedPercent(cell.residualFraction);
  if (cell.residualBytes == 0) return QStringLiteral("0");
  if (cell.inSectors && cell.residualBytes < 1e6) {
    const auto sectors = std::llround(cell.residualBytes / model::kSectorBytes);
    return sectors == 1 ? DSM_TR("1 sector") : DSM_TR("%1 sectors").arg(formatInteger(sectors));
  }
  return trafficBytes(cell.residualBytes, model::Bound::exact, 3);
}

QString trafficRatioText(const model::RatioReading& ratio) {
  if (!isKnown(ratio)) return {};
  switch (ratio.bound) {
    case model::Bound::moreThan:
      return DSM_TR("more than %1").arg(ratioDigits(ratio));
    case model::Bound::atMost:
      return DSM_TR("at most %1").arg(ratioDigits(ratio));
    default:
      break;
  }
  return ratioDigits(ratio);
}

bool isTrafficFraction(const model::RatioReading& ratio) {
  return isKnown(ratio) && ratio.bound != model::Bound::moreThan && ratio.value > 0 && ratio.value < kLeastTimes;
}

QString trafficTimes(const model::RatioReading& ratio, bool brief) {
  if (!isKnown(ratio)) return {};
  const bool fraction = isTrafficFraction(ratio);
  const QString times = fraction ? QStringLiteral("1/") + fractionDigits(ratio) : ratioDigits(ratio) + QChar(u'\u00d7');
  if (!brief) return ratio.bound == model::Bound::atMost ? DSM_TR("at most %1").arg(times)
                   : ratio.bound == model::Bound::moreThan ? DSM_TR("more than %1").arg(times) : times;
  if (ratio.bound == model::Bound::atMost) return atMost(times);
  return ratio.bound == model::Bound::moreThan ? QLatin1Char('>') + QChar(kNoBreakSpace) + times : times;
}

QString trafficFlagsText(const TrafficCell& cell) {
  QStringList parts;
  for (const model::CounterFlag flag : cell.flags) parts << catalogueText(std::string(model::flagText(flag)));
  return parts.join(QLatin1Char(' '));
}

QString trafficCellSentence(const TrafficData& data, int row, int variant, bool payloadUnit) {
  if (row < 0 || row >= data.rows.size() || variant < 0 || variant >= data.variants.size()) return {};
  const TrafficCell& cell = data.rows[row].cells[variant];
  const double payload = data.variants[variant].payloadBytes;
  QStringList parts{data.variants[variant].label, data.rows[row].label};
  if (!cell.collected) {
    parts << DSM_TR("not collected: %1").arg(cell.reason);
    return parts.join(QStringLiteral(", "));
  }
  parts << trafficValue(cell, payload, payloadUnit);
  if (cell.expectedBytes) parts << DSM_TR("expected %1").arg(trafficExpected(cell, payload, payloadUnit));
  const QString residual = trafficResidual(cell);
  if (residual != missingNumber() && !cell.isBound()) parts << DSM_TR("residual %1").arg(residual);
  if (!data.comparisons.isEmpty()) {
    const QString pinned = pinnedCellWords(data.comparisons[variant], cell, data.comparisons[variant].cells.value(row));
    if (!pinned.isEmpty()) parts << pinned;
  }
  QString text = parts.join(QStringLiteral(", "));
  if (cell.needsExplaining && !cell.explanation.isEmpty()) text += QStringLiteral(". ") + cell.explanation;
  const QString flags = trafficFlagsText(cell);
  if (!flags.isEmpty()) text += (text.endsWith(u'.') ? QStringLiteral(" ") : QStringLiteral(". ")) + flags;
  return text;
}

}  // namespace dsm::ui
