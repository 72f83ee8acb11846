// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences from numbers. Percent below a factor of 1.5, factors above it, "undecided" where intervals meet.
#include "ui/charts/findings.h"

#include "ui/catalogue_text.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text, int n = -1) {
  return QCoreApplication::translate("dsm::ui::Findings", text, nullptr, n);
}
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Findings", text))

constexpr int kMostSentences = 3;

struct Ranked {
  const BarItem* item;
  const model::BarRow* row;
};

// Rows with a number, best first.
QVector<Ranked> ranked(const model::BarsShape& shape, const BarsData& data) {
  QVector<Ranked> rows;
  for (const BarItem& item : data.rows) {
    const model::BarRow& row = shape.rows[std::size_t(item.source)];
    if (row.state.empty() && std::isfinite(row.summary.median)) rows.push_back({&item, &row});
  }
  const bool lower = shape.better == model::Better::lower;
  std::stable_sort(rows.begin(), rows.end(), [lower](const Ranked& a, const Ranked& b) {
    return lower ? a.row->summary.median < b.row->summary.median : a.row->summary.median > b.row->summary.median;
  });
  return rows;
}

QString quantity(const Ranked& ranked, const BarsData& data) { return withUnit(ranked.item->valueText, data.unit.label); }

// "dsmem takes 428 cycles" / "dsmem reaches 0.53 TB/s".
QString takes(const model::BarsShape& shape, const BarsData& data, const Ranked& row) {
  return (shape.better == model::Better::lower ? DSM_TR("%1 takes %2") : DSM_TR("%1 reaches %2"))
      .arg(row.item->label, quantity(row, data));
}

QString headline(const model::BarsShape& shape, const BarsData& data, const QVector<Ranked>& rows) {
  if (data.rows.isEmpty()) {
    return shape.rows.empty() ? DSM_TR("No variant is chosen.") : DSM_TR("All variants are hidden; click a name in the legend to show one.");
  }
  if (rows.isEmpty()) return DSM_TR("No variant has a number in this configuration.");
  if (rows.size() == 1) return DSM_TR("%1; no other variant has a number to compare it with.").arg(takes(shape, data, rows[0]));
  const Ranked& best = rows[0];
  const Ranked& next = rows[1];
  if (intervalsOverlap(best.row->summary, next.row->summary)) {
    return DSM_TR("Undecided between %1 and %2: their intervals %3 and %4 overlap.")
        .arg(best.item->label, next.item->label, intervalText(best.row->summary, data.unit),
             withUnit(intervalText(next.row->summary, data.unit), data.unit.label));
  }
  return DSM_TR("%1, %2 %3.").arg(takes(shape, data, best), comparedWith(best.row->summary.median, next.row->summary.median),
                                  next.item->label);
}

// "Against the pinned global_atomics: cluster_dsmem 1.79× faster, cub 3.72× slower." Rows of other baselines name theirs.
QString comparisonSentence(const BarsData& data) {
  QString only;
  bool several = false;
  for (const BarItem& row : data.rows) {
    if (row.comparison.baseline.isEmpty()) continue;
    several = several || (!only.isEmpty() && only != row.comparison.baseline);
    only = row.comparison.baseline;
  }
  if (only.isEmpty()) return {};
  QStringList parts;
  QStringList doubtful;
  for (const BarItem& row : data.rows) {
    const BarComparison& comparison = row.comparison;
    if (comparison.baseline.isEmpty()) continue;
    parts << (several ? DSM_TR("%1 %2 (%3)").arg(row.label, comparison.words, comparison.baseline)
                      : QStringLiteral("%1 %2").arg(row.label, comparison.words));
    if (!comparison.differences.isEmpty() && !doubtful.contains(comparison.differences)) doubtful << comparison.differences;
  }
  const QString list = parts.join(QStringLiteral(", "));
  const QString text = several ? DSM_TR("Against their pinned runs: %1.").arg(list) : DSM_TR("Against the pinned %1: %2.").arg(only, list);
  return doubtful.isEmpty() ? text : DSM_TR("%1 Not alike in %2.").arg(text, doubtful.join(QStringLiteral("; ")));
}

QString statesSentence(const BarsData& data) {
  QStringList parts;
  for (const BarItem& row : data.rows) {
    if (!row.state.isEmpty()) parts << QStringLiteral("%1 (%2)").arg(row.label, row.state);
  }
  return parts.isEmpty() ? QString() : DSM_TR("Without a number: %1.").arg(parts.join(QStringLiteral(", ")));
}

QString extremesSentence(const model::BarsShape& shape, const BarsData& data, const QVector<Ranked>& rows) {
  if (rows.size() < 3) return {};
  const Ranked& best = rows.front();
  const Ranked& worst = rows.back();
  if (intervalsOverlap(best.row->summary, worst.row->summary)) return {};
  return DSM_TR("%1, %2 %3.").arg(takes(shape, data, worst),
                                  comparedWith(worst.row->summary.median, best.row->summary.median), best.item->label);
}

QString marksSentence(const BarsData& data, const QVector<Ranked>& rows) {
  QStringList parts;
  QString source;
  for (const Ranked& row : rows) {
    for (const BarMark& mark : row.item->marks) {
      if (!(mark.value > 0) || !(row.item->value > 0)) continue;
      //: a published figure, then how the measured one compares: "seed 736: dsmem is 1.7 times less"
      parts << DSM_TR("%1 is %2 %3").arg(row.item->label, comparedWith(row.item->value, mark.value), mark.label);
      if (source.isEmpty()) source = mark.source;
    }
  }
  Q_UNUSED(data);
  if (parts.isEmpty()) return {};
  const QString text = parts.join(QStringLiteral(", "));
  return source.isEmpty() ? text + QLatin1Char('.') : DSM_TR("%1 (%2).").arg(text, source);
}

QString spreadSentence(const QVector<Ranked>& rows) {
  const Ranked* widest = nullptr;
  double width = -1;
  for (const Ranked& row : rows) {
    const double half = row.row->summary.relativeHalfWidth();
    if (std::isfinite(half) && half > width) {
      width = half;
      widest = &row;
    }
  }
  if (widest == nullptr) return {};
  const int decimals = width < 0.001 ? 2 : width < 0.1 ? 1 : 0;
  return rows.size() == 1
             ? DSM_TR("Its median is known within %1.").arg(formatPercent(width, decimals))
             : DSM_TR("Every median is known within %1; the widest interval is that of %2.")
                   .arg(formatPercent(width, decimals), widest->item->label);
}

QString overlapSentence(const QVector<Ranked>& rows) {
  for (qsizetype i = 1; i + 1 < rows.size(); ++i) {  // the first pair is the headline's
    if (intervalsOverlap(rows[i].row->summary, rows[i + 1].row->summary)) {
      return DSM_TR("Undecided between %1 and %2: their intervals overlap.").arg(rows[i].item->label, rows[i + 1].item->label);
    }
  }
  return {};
}

QString caption(const BarsData& data, const QVector<Ranked>& rows) {
  if (rows.isEmpty()) return {};
  std::size_t least = rows[0].row->summary.n;
  std::size_t most = least;
  for (const Ranked& row : rows) {
    least = std::min(least, row.row->summary.n);
    most = std::max(most, row.row->summary.n);
  }
  const QString count = least == most ? formatInteger(qint64(least))
                                      : formatRange(formatInteger(qint64(least)), formatInteger(qint64(most)));
  QString text = data.logarithmic
                     ? DSM_TR("Marker: median of %1 launches. Whisker: 95 % interval of the median. Dots: single launches.").arg(count)
                     : DSM_TR("Bar: median of %1 launches. Whisker: 95 % interval of the median. Dots: single launches.").arg(count);
  const QString omitted = omissionText(data);
  return omitted.isEmpty() ? text : text + QLatin1Char(' ') + omitted;
}

void addComparisonColumns(ChartTable& table) {
  table.columns.push_back({DSM_TR("Verdict"), QStringLiteral("verdict"), false});
  table.columns.push_back({DSM_TR("Compared with"), QStringLiteral("compared_with"), false});
  table.columns.push_back({DSM_TR("Ratio"), QStringLiteral("ratio"), true});
  table.columns.push_back({DSM_TR("Ratio, 95 % low"), QStringLiteral("ratio_low"), true});
  table.columns.push_back({DSM_TR("Ratio, 95 % high"), QStringLiteral("ratio_high"), true});
}

void addComparisonCells(QVector<ChartCell>& cells, const BarComparison& comparison) {
  const bool known = !comparison.baseline.isEmpty();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double half = 0.5 * (comparison.ratio.interval95.high - comparison.ratio.interval95.low);
  const auto cell = [&](double value) {
    const bool has = known && std::isfinite(value);
    return has ? numberCell(value, formatFixed(value, decimalsFor(value, half))) : numberCell(nan, missingNumber());
  };
  cells.push_back(textCell(comparison.words));
  cells.push_back(textCell(comparison.baseline));
  for (const double value : {comparison.ratio.value, comparison.ratio.interval95.low, comparison.ratio.interval95.high}) cells.push_back(cell(value));
}

}  // namespace

bool intervalsOverlap(const model::Summary& a, const model::Summary& b) {
  return a.median95.low <= b.median95.high && b.median95.low <= a.median95.high;
}

QString comparedWith(double value, double base) {
  if (!(value > 0) || !(base > 0) || !std::isfinite(value / base)) return DSM_TR("not comparable with");
  const bool less = value < base;
  const double factor = less ? base / value : value / base;
  if (factor < 1.5) {
    const double share = less ? 1 - value / base : value / base - 1;
    const QString percent = formatPercent(share, share < 0.01 ? 1 : 0);
    return (less ? DSM_TR("%1 less than") : DSM_TR("%1 more than")).arg(percent);
  }
  const QString times = factor >= 100 ? formatInteger(std::llround(std::min(factor, 9e15))) : formatFixed(factor, 1);
  return (less ? DSM_TR("%1 times less than") : DSM_TR("%1 times as much as")).arg(times);
}

BarsFindings findingsOf(const model::BarsShape& shape, const BarsData& data) {
  const QVector<Ranked> rows = ranked(shape, data);
  BarsFindings findings;
  findings.headline = headline(shape, data, rows);
  for (const QString& sentence : {comparisonSentence(data), overlapSentence(rows), marksSentence(data, rows), extremesSentence(shape, data, rows),
                                  statesSentence(data), spreadSentence(rows)}) {
    if (!sentence.isEmpty() && findings.sentences.size() < kMostSentences) findings.sentences << sentence;
  }
  findings.caption = caption(data, rows);
  return findings;
}

ChartTable barsTable(const model::BarsShape& shape, const BarsData& data) {
  const auto key = [](const char* name, model::Unit unit) {
    const QString suffix = QString::fromUtf8(model::unitName(unit).data(), qsizetype(model::unitName(unit).size()));
    return suffix.isEmpty() ? QString::fromLatin1(name) : QStringLiteral("%1_%2").arg(QLatin1String(name), suffix);
  };
  const auto head = [&](const QString& text) { return data.unit.label.isEmpty() ? text : QStringLiteral("%1, %2").arg(text, data.unit.label); };
  ChartTable table;
  table.columns = {{DSM_TR("Variant"), QStringLiteral("variant"), false},
                   {DSM_TR("Note"), QStringLiteral("note"), false},
                   {head(DSM_TR("Median")), key("median", shape.unit), true},
                   {DSM_TR("95 % low"), key("interval_low", shape.unit), true},
                   {DSM_TR("95 % high"), key("interval_high", shape.unit), true},
                   {DSM_TR("Lowest"), key("minimum", shape.unit), true},
                   {DSM_TR("Highest"), key("maximum", shape.unit), true},
                   {DSM_TR("Launches"), QStringLiteral("samples"), true}};
  if (data.hasSecondColumn) table.columns.push_back({data.secondColumnLabel, key("second", shape.secondUnit), true});
  const bool compared = !data.comparisonLabel.isEmpty();
  if (compared) addComparisonColumns(table);
  table.columns.push_back({DSM_TR("Origin"), QStringLiteral("origin"), false});
  table.columns.push_back({DSM_TR("State"), QStringLiteral("state"), false});
  for (const BarItem& item : data.rows) {
    const model::BarRow& row = shape.rows[std::size_t(item.source)];
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const bool number = row.state.empty();
    const double half = 0.5 * (row.summary.median95.high - row.summary.median95.low) / data.unit.factor;
    const auto cell = [&](double value) {
      const double shown = value / data.unit.factor;
      return number && std::isfinite(value) ? numberCell(value, formatFixed(shown, decimalsFor(shown, half)))
                                            : numberCell(nan, missingNumber());
    };
    QVector<ChartCell> cells{textCell(item.label), textCell(item.note), cell(row.summary.median),
                             cell(row.summary.median95.low), cell(row.summary.median95.high), cell(row.summary.minimum),
                             cell(row.summary.maximum)};
    cells.push_back(number ? numberCell(double(row.summary.n), formatInteger(qint64(row.summary.n))) : numberCell(nan, missingNumber()));
    if (data.hasSecondColumn) cells.push_back(numberCell(number ? row.secondValue : nan, item.secondText));
    if (compared) addComparisonCells(cells, item.comparison);
    const std::string_view origin = number ? model::originName(row.origin) : model::originName(model::Origin::notCollected);
    cells.push_back(textCell(QString::fromUtf8(origin.data(), qsizetype(origin.size()))));
    cells.push_back(textCell(item.state));
    table.rows.push_back(cells);
  }
  return table;
}

}  // namespace dsm::ui
