// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tick arithmetic; every loop is bounded by a count, never by comparing accumulated floats.
#include "ui/charts/axis_ticks.h"

#include "ui/theme/numbers.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr int kMostTicks = 2000;

bool usable(double low, double high) {
  return std::isfinite(low) && std::isfinite(high) && high > low && std::isfinite(high - low);
}

QVector<double> multiples(double low, double high, double step) {
  QVector<double> values;
  const double slack = step * 1e-6;
  const double first = std::ceil((low - slack) / step);
  const double last = std::floor((high + slack) / step);
  if (!(last >= first) || last - first > kMostTicks) return values;
  const int count = int(last - first) + 1;
  for (int i = 0; i < count; ++i) values.push_back((first + i) * step);
  return values;
}

int decimalsOf(double step) {
  for (int decimals = 0; decimals < 12; ++decimals) {
    const double shifted = step * std::pow(10.0, decimals);
    if (std::abs(shifted - std::round(shifted)) < 1e-6 * std::max(1.0, shifted)) return decimals;
  }
  return 12;
}

}  // namespace

double niceStep(double span, int maxLabels) {
  if (!(span > 0) || !std::isfinite(span)) return 1;
  const double rough = span / std::max(1, maxLabels - 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double mantissa : {1.0, 2.0, 2.5, 5.0}) {
    if (mantissa * power >= rough * (1 - 1e-9)) return mantissa * power;
  }
  return 10 * power;
}

TickSet linearTicks(double low, double high, int maxLabels) {
  TickSet ticks;
  if (!usable(low, high)) return ticks;
  const double step = niceStep(high - low, maxLabels);
  // Ticks closer than a double can tell apart would all carry the same label.
  if (!(step > 0) || step < 1e-12 * std::max(std::abs(low), std::abs(high))) return ticks;
  ticks.major = multiples(low, high, step);
  const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
  const int parts = std::abs(mantissa - 2) < 1e-6 ? 4 : 5;
  for (double value : multiples(low, high, step / parts)) {
    const double inMajor = value / step;
    if (std::abs(inMajor - std::round(inMajor)) > 1e-6) ticks.minor.push_back(value);
  }
  ticks.decimals = decimalsOf(step);
  return ticks;
}

TickSet logTicks(double low, double high, int maxLabels) {
  TickSet ticks;
  if (!usable(low, high) || low <= 0) return ticks;
  const int first = int(std::floor(std::log10(low) + 1e-9));
  const int last = int(std::floor(std::log10(high) + 1e-9));
  const double decades = std::log10(high / low);
  const int stride = std::max(1, int(std::ceil((last - first + 1) / double(std::max(1, maxLabels)))));
  const bool withTwos = stride == 1 && decades * 3 <= maxLabels + 1;
  const auto inside = [&](double v) { return v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9); };
  for (int exponent = first; exponent <= last; ++exponent) {
    for (int digit = 1; digit < 10; ++digit) {
      const double value = digit * std::pow(10.0, exponent);
      if (!inside(value)) continue;
      const bool decade = digit == 1 && (exponent - first) % stride == 0;
      const bool labelled = decade || (withTwos && (digit == 2 || digit == 5));
      if (labelled) ticks.major.push_back(value);
      else if (stride == 1 || digit == 1) ticks.minor.push_back(value);
    }
  }
  if (ticks.major.size() < 2 && decades < 1) return linearTicks(low, high, maxLabels);
  if (!ticks.major.isEmpty()) ticks.decimals = std::max(0, -int(std::floor(std::log10(ticks.major.front()) + 1e-9)));
  return ticks;
}

TickSet byteTicks(double low, double high, double minimumStep) {
  TickSet ticks;
  if (!usable(low, high)) return ticks;
  double step = 1;
  while (step < minimumStep && step < 1e15) step *= 2;
  ticks.major = multiples(low, high, step);
  const double minorStep = std::max(1.0, step / 4);
  if (minorStep < step) {
    for (double value : multiples(low, high, minorStep)) {
      if (std::fmod(value, step) != 0) ticks.minor.push_back(value);
    }
  }
  return ticks;
}

QString tickText(double value, int decimals) {
  if (std::abs(value) >= 1e15) {  // grouping thirty zeros helps no one
    return QString::number(value, 'g', 4);
  }
  double shown = value;
  int places = decimals;
  if (value != 0 && decimals > 9) return QString::number(value, 'g', 4);
  return formatFixed(shown == 0 ? 0.0 : shown, std::clamp(places, 0, 9));
}

}  // namespace dsm::ui
