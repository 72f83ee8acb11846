// SPDX-License-Identifier: GPL-3.0-or-later
//
// From runs' numbers to what an axis can show.
#include "ui/charts/bars_data.h"

#include "ui/catalogue_text.h"
#include "ui/charts/axis_ticks.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dsm::ui {
namespace {

constexpr double kFarMark = 2.5;     // a mark further out than this many largest bars is named, not drawn
constexpr double kFarSample = 1.5;   // the same for single samples: one straggler must not squash every bar
constexpr double kLargest = 1e300;

QString tr(const char* text, int n = -1) {
  return QCoreApplication::translate("dsm::ui::BarsData", text, nullptr, n);
}

double largestMedian(const model::BarsShape& shape) {
  double largest = 0;
  for (const model::BarRow& row : shape.rows) {
    if (row.state.empty() && std::isfinite(row.summary.median)) largest = std::max(largest, std::abs(row.summary.median));
  }
  if (largest > 0) return largest;
  for (const model::BarRow& row : shape.rows) {
    for (const model::ReferenceMark& mark : row.marks) {
      if (std::isfinite(mark.value)) largest = std::max(largest, std::abs(mark.value));
    }
  }
  return largest;
}

double largestSecond(const model::BarsShape& shape) {
  double largest = 0;
  for (const model::BarRow& row : shape.rows) {
    if (row.state.empty() && std::isfinite(row.secondValue)) largest = std::max(largest, std::abs(row.secondValue));
  }
  return largest;
}

// A second axis makes sense only where both quantities are proportional over all rows.
double proportion(const model::BarsShape& shape) {
  if (shape.secondUnit == model::Unit::none) return 0;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = 0;
  double sum = 0;
  int count = 0;
  for (const model::BarRow& row : shape.rows) {
    if (!row.state.empty() || !std::isfinite(row.secondValue) || !(row.summary.median > 0)) continue;
    const double ratio = row.secondValue / row.summary.median;
    if (!(ratio > 0) || !std::isfinite(ratio)) continue;
    lowest = std::min(lowest, ratio);
    highest = std::max(highest, ratio);
    sum += ratio;
    ++count;
  }
  return count > 0 && highest <= lowest * 1.02 ? sum / count : 0;
}

bool canShow(double value, bool logarithmic) { return std::isfinite(value) && (!logarithmic || value > 0); }

void fillNumbers(BarItem& item, const model::BarRow& row, BarsData& data) {
  const double factor = data.unit.factor;
  item.value = row.summary.median / factor;
  item.low = row.summary.median95.low / factor;
  item.high = row.summary.median95.high / factor;
  if (!std::isfinite(item.low) || !std::isfinite(item.high)) item.low = item.high = item.value;
  item.drawn = canShow(item.value, data.logarithmic);
  if (data.logarithmic && item.drawn && item.low <= 0) item.low = item.value;
  for (double sample : row.samples) {
    const double shown = sample / factor;
    if (!std::isfinite(shown)) ++data.skippedNotFinite;
    else if (!canShow(shown, data.logarithmic)) ++data.skippedOnLog;
    else item.samples.push_back(shown);
  }
  std::ranges::sort(item.samples);
}

QString columnText(double shown, int decimals) {
  if (!std::isfinite(shown)) return missingNumber();
  return std::abs(shown) >= 1e15 ? QString::number(shown, 'g', 4) : formatFixed(shown, decimals);
}

// One number of decimals for a column, as few as the widest interval asks for.
void fillColumns(BarsData& data, const model::BarsShape& shape) {
  const auto shownSecond = [&](const BarItem& item) { return shape.rows[std::size_t(item.source)].secondValue / data.second.factor; };
  const auto relative = [&](const BarItem& item) { return shape.rows[std::size_t(item.source)].summary.relativeHalfWidth(); };
  int fewest = 9;
  int fewestSecond = 9;
  for (const BarItem& item : data.rows) {
    if (!item.hasNumber) continue;
    fewest = std::min(fewest, decimalsFor(item.value, std::abs(item.value) * relative(item)));
    if (std::isfinite(shownSecond(item))) fewestSecond = std::min(fewestSecond, decimalsFor(shownSecond(item), std::abs(shownSecond(item)) * relative(item)));
  }
  for (BarItem& item : data.rows) {
    if (!item.hasNumber) continue;
    const int own = decimalsFor(item.value, std::abs(item.value) * relative(item));
    item.valueText = columnText(item.value, columnDecimals(item.value, own, fewest));
    const double second = shownSecond(item);
    const int ownSecond = decimalsFor(second, std::abs(second) * relative(item));
    item.secondText = columnText(second, columnDecimals(second, ownSecond, fewestSecond));
  }
}

BarItem itemOf(const model::BarRow& row, int source, const BarsOptions& options, BarsData& data) {
  BarItem item;
  item.source = source;
  item.label = catalogueText(row.label);
  item.note = QString::fromStdString(row.note);
  item.slot = int(row.slot);
  item.selected = !row.runId.empty() && row.runId == options.selectedRun;
  item.valueText = item.secondText = missingNumber();
  if (const auto found = options.comparisons.find(row.runId); found != options.comparisons.end()) item.comparison = found->second;
  if (!row.state.empty()) {
    item.state = catalogueText(row.state);
    item.failed = row.state.rfind("failed", 0) == 0;
    item.unfit = row.state.rfind("does not fit", 0) == 0;
  } else if (!std::isfinite(row.summary.median)) {
    item.state = tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "no finite sample"));
    data.skippedNotFinite += int(row.samples.size());
  } else {
    item.hasNumber = true;
    fillNumbers(item, row, data);
    if (!item.drawn) {
      item.state = tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "not above zero: a log axis cannot show it"));
    }
  }
  for (const model::ReferenceMark& mark : row.marks) {
    if (!std::isfinite(mark.value)) continue;
    const BarMark shown{mark.value / data.unit.factor, catalogueText(mark.label), catalogueText(mark.source)};
    if (!mark.variant.empty()) {
      item.marks.push_back(shown);
    } else if (std::ranges::none_of(data.lines, [&](const BarMark& line) {
                 return line.value == shown.value && line.label == shown.label;
               })) {
      data.lines.push_back(shown);
    }
  }
  return item;
}

double niceAbove(double value) {
  const double step = niceStep(value, 6);
  return std::max(step, std::ceil(value / step - 1e-9) * step);
}

void linearRange(BarsData& data) {
  double top = 0;
  double bottom = 0;
  for (const BarItem& row : data.rows) {
    if (!row.state.isEmpty()) continue;
    top = std::max({top, row.value, row.high});
    bottom = std::min({bottom, row.value, row.low});
  }
  const double bars = std::max(top, -bottom);
  const auto take = [&](double value, double far) {
    if (bars > 0 && std::abs(value) > far * bars) ++data.beyond;
    else (value >= 0 ? top : bottom) = value >= 0 ? std::max(top, value) : std::min(bottom, value);
  };
  for (const BarItem& row : data.rows) {
    for (double sample : row.samples) take(sample, kFarSample);
    for (const BarMark& mark : row.marks) take(mark.value, kFarMark);
  }
  for (const BarMark& line : data.lines) take(line.value, kFarMark);
  top = std::min(top * 1.02, kLargest);
  data.low = bottom < 0 ? -niceAbove(std::min(-bottom, kLargest)) : 0;
  data.high = top > 0 ? niceAbove(top) : (bottom < 0 ? 0 : 1);
}

void logRange(BarsData& data) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  const auto take = [&](double value) {
    if (!(value > 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const BarItem& row : data.rows) {
    if (!row.state.isEmpty()) continue;
    for (double value : {row.value, row.low, row.high}) take(value);
    for (double sample : row.samples) take(sample);
    for (const BarMark& mark : row.marks) take(mark.value);
  }
  for (const BarMark& line : data.lines) take(line.value);
  if (!(high > 0)) low = high = 1;
  const auto snap = [](double value, bool up) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    const double mantissa = value / power;
    if (up) return power * (mantissa < 1 ? 1 : mantissa < 2 ? 2 : mantissa < 5 ? 5 : 10);
    return power * (mantissa > 5 ? 5 : mantissa > 2 ? 2 : mantissa > 1 ? 1 : 0.5);
  };
  data.low = snap(low, false);
  data.high = std::min(snap(high, true), kLargest);
}

QString secondLabel(const model::BarsShape& shape, const BarsData& data) {
  const bool timeOfCycles = shape.unit == model::Unit::cycles && shape.secondUnit == model::Unit::nanoseconds;
  if (!timeOfCycles || !(shape.smClockHz > 0)) return data.second.label;
  //: column head: unit, then the clock that turns cycles into time
  return tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "%1 at %2 GHz"))
      .arg(data.second.label, formatFixed(shape.smClockHz / 1e9, 2));
}

// One baseline for all stands in the head; several are named in the rows.
void fillComparisons(BarsData& data) {
  QStringList baselines;
  for (const BarItem& item : data.rows) {
    const QString& name = item.comparison.baseline;
    if (!name.isEmpty() && !baselines.contains(name)) baselines << name;
  }
  if (baselines.isEmpty()) return;
  data.comparisonLabel = baselines.size() == 1
                             ? tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "vs %1")).arg(baselines.front())
                             : tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "vs pinned"));
  for (BarItem& item : data.rows) {
    const BarComparison& comparison = item.comparison;
    const bool named = baselines.size() > 1 && !comparison.baseline.isEmpty();
    item.comparisonText = named ? tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "%1, %2")).arg(comparison.words, comparison.baseline) : comparison.words;
  }
}

}  // namespace

bool BarsData::hasNumbers() const {
  return std::ranges::any_of(rows, [](const BarItem& row) { return row.state.isEmpty(); });
}

BarsData prepareBars(const model::BarsShape& shape, const BarsOptions& options) {
  BarsData data;
  data.logarithmic = options.logarithmic;
  data.unit = unitScaleFor(shape.unit, largestMedian(shape));
  data.columnLabel = data.unit.label;
  data.second = unitScaleFor(shape.secondUnit, largestSecond(shape));
  data.hasSecondColumn = shape.secondUnit != model::Unit::none;
  data.secondPerFirst = proportion(shape) * data.unit.factor / data.second.factor;
  data.secondColumnLabel = secondLabel(shape, data);
  for (std::size_t i = 0; i < shape.rows.size(); ++i) {
    if (options.hidden.contains(shape.rows[i].label)) continue;
    data.rows.push_back(itemOf(shape.rows[i], int(i), options, data));
  }
  fillColumns(data, shape);
  fillComparisons(data);
  if (data.logarithmic) logRange(data);
  else linearRange(data);
  return data;
}

QString omissionText(const BarsData& data) {
  QStringList parts;
  if (data.skippedNotFinite > 0) {
    parts << tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "%n samples are not numbers and are left out."), data.skippedNotFinite);
  }
  if (data.skippedOnLog > 0) {
    parts << tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "%n samples are not above zero and cannot stand on a log axis."),
                data.skippedOnLog);
  }
  if (data.beyond > 0) {
    parts << tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "%n points lie beyond the end of the axis."), data.beyond);
  }
  return parts.join(QLatin1Char(' '));
}

QString rowSentence(const model::BarsShape& shape, const BarsData& data, int row) {
  if (row < 0 || row >= data.rows.size()) return {};
  const BarItem& item = data.rows[row];
  const model::BarRow& source = shape.rows[std::size_t(item.source)];
  QStringList parts{item.label};
  if (!item.state.isEmpty()) {
    parts << item.state;
    return parts.join(QStringLiteral(", "));
  }
  parts << withUnit(item.valueText, data.unit.label);
  if (data.hasSecondColumn && item.secondText != missingNumber()) {
    parts << withUnit(item.secondText, data.second.label);
  }
  parts << tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "95 % interval %1")).arg(intervalText(source.summary, data.unit));
  parts << tr(QT_TRANSLATE_NOOP("dsm::ui::BarsData", "%n launches"), int(source.summary.n));
  if (!item.note.isEmpty()) parts << item.note;
  if (!item.comparison.sentence.isEmpty()) parts << item.comparison.sentence;
  return parts.join(QStringLiteral(", "));
}

QString marksText(const BarsData& data) {
  QStringList parts;
  const auto add = [&](const BarMark& mark) {
    const QString text = mark.source.isEmpty() ? mark.label : QStringLiteral("%1: %2").arg(mark.label, mark.source);
    if (!parts.contains(text)) parts << text;
  };
  for (const BarItem& row : data.rows) {
    for (const BarMark& mark : row.marks) add(mark);
  }
  for (const BarMark& line : data.lines) add(line);
  return parts.join(QStringLiteral("; "));
}

}  // namespace dsm::ui
