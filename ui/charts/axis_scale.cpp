// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefixes and digits of quantities.
#include "ui/charts/axis_scale.h"

#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::AxisScale", text); }

struct Step {
  double factor;
  const char* label;
  double from = 0;  // largest value from which on this step is taken; 0: its factor
};

template <std::size_t N>
UnitScale pick(const Step (&steps)[N], double largest) {
  const Step* chosen = &steps[0];
  for (const Step& step : steps) {
    if (largest >= (step.from > 0 ? step.from : step.factor)) chosen = &step;
  }
  return {chosen->factor, tr(chosen->label)};
}

constexpr Step kTime[] = {{1, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "ns")},
                          // A hop of 1 996 ns reads better beside one of 216 ns than 1.996 beside 0.216 µs.
                          {1e3, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "µs"), 1e4},
                          {1e6, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "ms")},
                          {1e9, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "s")}};
constexpr Step kBytes[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};
constexpr Step kRate[] = {{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}};
constexpr Step kBytesIec[] = {{1, "B"}, {1024.0, "KiB"}, {1048576.0, "MiB"}, {1073741824.0, "GiB"}, {1099511627776.0, "TiB"}};
constexpr Step kRateIec[] = {{1, "B/s"}, {1024.0, "KiB/s"}, {1048576.0, "MiB/s"}, {1073741824.0, "GiB/s"}, {1099511627776.0, "TiB/s"}};
constexpr Step kKeys[] = {{1, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "keys/s")},
                          {1e3, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "k keys/s")},
                          {1e6, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "M keys/s")},
                          {1e9, QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "G keys/s")}};
constexpr Step kHertz[] = {{1, "Hz"}, {1e3, "kHz"}, {1e6, "MHz"}, {1e9, "GHz"}};

}  // namespace

UnitScale unitScaleFor(model::Unit unit, double largest) {
  const double magnitude = std::isfinite(largest) ? std::abs(largest) : 0;
  switch (unit) {
    case model::Unit::nanoseconds: return pick(kTime, magnitude);
    case model::Unit::cycles: return {1, tr(QT_TRANSLATE_NOOP("dsm::ui::AxisScale", "cycles"))};
    case model::Unit::hertz: return pick(kHertz, magnitude);
    case model::Unit::bytes: return byteUnits() == ByteUnits::si ? pick(kBytes, magnitude) : pick(kBytesIec, magnitude);
    // From 100 GB/s on in TB/s, so that a column keeps one unit.
    case model::Unit::bytesPerSecond:
      return byteUnits() == ByteUnits::si ? pick(kRate, magnitude >= 1e11 ? 1e12 : magnitude) : pick(kRateIec, magnitude);
    case model::Unit::keysPerSecond: return pick(kKeys, magnitude);
    case model::Unit::fraction: return {0.01, QStringLiteral("%")};
    case model::Unit::count:
    case model::Unit::none: break;
  }
  return {1, QString()};
}

int decimalsFor(double shown, double shownHalfWidth) {
  const double magnitude = std::abs(shown);
  if (!std::isfinite(magnitude)) return 0;
  const int before = magnitude > 0 ? int(std::floor(std::log10(magnitude))) + 1 : 1;  // digits before the point
  int decimals = 4 - before;
  if (std::isfinite(shownHalfWidth) && shownHalfWidth > 0) decimals = int(std::ceil(-std::log10(shownHalfWidth)));
  return std::clamp(decimals, std::max(0, 2 - before), std::max(0, 5 - before));
}

int columnDecimals(double shown, int own, int fewest) {
  const double magnitude = std::abs(shown);
  if (!std::isfinite(magnitude) || magnitude == 0) return fewest;
  const int before = int(std::floor(std::log10(magnitude))) + 1;
  return std::min(own, std::max(fewest, 3 - before));
}

QString medianText(const model::Summary& summary, const UnitScale& scale) {
  if (!std::isfinite(summary.median)) return missingNumber();
  const double half = 0.5 * (summary.median95.high - summary.median95.low) / scale.factor;
  const double shown = summary.median / scale.factor;
  if (std::abs(shown) >= 1e15) return QString::number(shown, 'g', 4);
  return formatFixed(shown, decimalsFor(shown, half));
}

QString intervalText(const model::Summary& summary, const UnitScale& scale) {
  const double low = summary.median95.low / scale.factor;
  const double high = summary.median95.high / scale.factor;
  if (!std::isfinite(low) || !std::isfinite(high)) return missingNumber();
  const int decimals = decimalsFor(summary.median / scale.factor, 0.5 * (high - low));
  const QString lowText = formatFixed(low, decimals);
  const QString highText = formatFixed(high, decimals);
  return lowText == highText ? lowText : formatRange(lowText, highText);
}

}  // namespace dsm::ui
