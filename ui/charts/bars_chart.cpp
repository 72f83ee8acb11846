// SPDX-License-Identifier: GPL-3.0-or-later
//
// Axes, layers and columns of the bar chart; what fills the rows is in bars_items.cpp.
#include "ui/charts/bars_chart.h"

#include "ui/charts/axis_ticks.h"
#include "ui/charts/bars_items.h"
#include "ui/theme/numbers.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr const char* kMaskLayer = "dsm_mask";
constexpr const char* kTextLayer = "dsm_text";
constexpr const char* kLinked = "dsm_linked_axes";
constexpr double kLeastPlotBesideComparison = 200;  // px: below it bars matter more than the column beside them

// Ticks in units of `perFirst` axis units; the first label carries the unit, as "0 cycles".
class UnitTicker : public QCPAxisTicker {
 public:
  UnitTicker(QString unit, double perFirst, bool logarithmic, int maxLabels)
      : m_unit(std::move(unit)), m_perFirst(perFirst), m_logarithmic(logarithmic), m_maxLabels(maxLabels) {}

  void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                QVector<QString>* tickLabels) override {
    const double low = range.lower * m_perFirst;
    const double high = range.upper * m_perFirst;
    const TickSet set = m_logarithmic ? logTicks(low, high, m_maxLabels) : linearTicks(low, high, m_maxLabels);
    ticks.clear();
    for (double value : set.major) ticks.push_back(value / m_perFirst);
    if (subTicks) {
      subTicks->clear();
      for (double value : set.minor) subTicks->push_back(value / m_perFirst);
    }
    if (!tickLabels) return;
    tickLabels->clear();
    for (double value : set.major) {
      const int decimals = m_logarithmic ? std::max(0, -int(std::floor(std::log10(value) + 1e-9))) : set.decimals;
      const QString text = tickText(value, value == 0 ? 0 : decimals);
      tickLabels->push_back(tickLabels->isEmpty() ? withUnit(text, m_unit) : text);
    }
  }

 private:
  QString m_unit;
  double m_perFirst;
  bool m_logarithmic;
  int m_maxLabels;
};

void styleAxis(QCPAxis& axis, const ChartFonts& fonts, const Theme& theme) {
  axis.setVisible(true);
  axis.setTickLabels(true);
  axis.setBasePen(QPen(theme.strong, 1));
  axis.setTickPen(QPen(theme.strong, 1));
  axis.setSubTickPen(QPen(theme.strong, 1));
  axis.setTickLength(0, kTickLength);
  axis.setSubTickLength(0, kMinorTickLength);
  axis.setTickLabelFont(fonts.small);
  axis.setTickLabelColor(theme.text2);
  axis.setTickLabelPadding(4);
  axis.setLabel(QString());
}

void setUpLayers(QCustomPlot& plot) {
  if (plot.layer(kMaskLayer) == nullptr) plot.addLayer(kMaskLayer, plot.layer(QStringLiteral("main")), QCustomPlot::limAbove);
  if (plot.layer(kTextLayer) == nullptr) plot.addLayer(kTextLayer, plot.layer(QStringLiteral("axes")), QCustomPlot::limAbove);
}

void linkAxes(QCustomPlot& plot) {
  if (plot.property(kLinked).toBool()) return;
  plot.setProperty(kLinked, true);
  QObject::connect(plot.xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), plot.xAxis2,
                   qOverload<const QCPRange&>(&QCPAxis::setRange));
}

void setUpAxes(QCustomPlot& plot, const BarsData& data, const BarsOptions& options, const Theme& theme) {
  const bool log = data.logarithmic;
  const double plotWidth = std::max(1, plot.viewport().width()) * 0.5;
  const int maxLabels = std::clamp(int(plotWidth / options.fonts.px(70)), 3, 7);
  for (QCPAxis* axis : {plot.xAxis, plot.xAxis2}) {
    styleAxis(*axis, options.fonts, theme);
    axis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setRange(data.low, data.high);
  }
  plot.xAxis->setTicker(QSharedPointer<UnitTicker>::create(data.unit.label, 1.0, log, maxLabels));
  plot.xAxis->grid()->setVisible(true);
  plot.xAxis->grid()->setPen(QPen(theme.grid, 1));
  plot.xAxis->grid()->setZeroLinePen(QPen(theme.strong, 1));
  plot.xAxis->grid()->setSubGridVisible(false);
  const bool second = data.secondPerFirst > 0;
  plot.xAxis2->setTicks(second);
  plot.xAxis2->setTickLabels(second);
  plot.xAxis2->grid()->setVisible(false);
  if (second) {
    plot.xAxis2->setTicker(QSharedPointer<UnitTicker>::create(data.second.label, data.secondPerFirst, log, maxLabels));
  }
  plot.yAxis->setVisible(true);
  plot.yAxis->setTicks(false);
  plot.yAxis->setTickLabels(false);
  plot.yAxis->setBasePen(QPen(theme.strong, 1));
  plot.yAxis->grid()->setVisible(false);
  plot.yAxis2->setVisible(false);
  plot.yAxis->setRangeReversed(true);
  plot.yAxis->setRange(-0.5, std::max<double>(0.5, double(data.rows.size()) - 0.5));
}

}  // namespace

void buildBars(QCustomPlot& plot, const model::BarsShape& shape, const BarsOptions& options, const Theme& theme) {
  plot.clearItems();
  setUpLayers(plot);
  linkAxes(plot);
  plot.setBackground(QBrush(theme.base));
  plot.setNoAntialiasingOnDrag(false);
  plot.axisRect()->setAutoMargins(QCP::msNone);
  plot.axisRect()->setMinimumMargins(QMargins());
  auto data = std::make_shared<const BarsData>(prepareBars(shape, options));
  setUpAxes(plot, *data, options, theme);

  auto* rows = new BarRowsItem(&plot, data, options.fonts, theme, BarRowsItem::Part::data);
  rows->setLayer(QStringLiteral("main"));
  auto* ground = new BarRowsItem(&plot, data, options.fonts, theme, BarRowsItem::Part::ground);
  ground->setLayer(QStringLiteral("background"));
  auto* mask = new BarRowsItem(&plot, data, options.fonts, theme, BarRowsItem::Part::mask);
  mask->setLayer(QLatin1String(kMaskLayer));
  auto* texts = new BarRowsItem(&plot, data, options.fonts, theme, BarRowsItem::Part::texts);
  texts->setLayer(QLatin1String(kTextLayer));
  layoutBars(plot);
}

void layoutBars(QCustomPlot& plot) {
  for (int i = 0; i < plot.itemCount(); ++i) {
    const auto* item = dynamic_cast<const BarRowsItem*>(plot.item(i));
    if (item == nullptr) continue;
    const QSize size = plot.viewport().size();
    const BarsColumns columns = barsColumns(item->data(), item->fonts(), size);
    plot.axisRect()->setMargins(QMargins(int(columns.plotLeft), int(columns.top), size.width() - int(columns.plotRight),
                                         size.height() - int(columns.bottom)));
    return;
  }
}

const BarsData* barsDataOf(const QCustomPlot& plot) {
  for (int i = 0; i < plot.itemCount(); ++i) {
    if (const auto* item = dynamic_cast<const BarRowsItem*>(plot.item(i))) return &item->data();
  }
  return nullptr;
}

double compareSign(const ChartFonts& fonts) { return fonts.px(16); }

BarsColumns barsColumns(const BarsData& data, const ChartFonts& fonts, QSizeF size) {
  BarsColumns columns;
  double label = 0;
  double note = 0;
  double value = textWidth(fonts.small, data.columnLabel);
  double second = data.hasSecondColumn ? textWidth(fonts.small, data.secondColumnLabel) : 0;
  double compare = data.comparisonLabel.isEmpty() ? 0 : textWidth(fonts.small, data.comparisonLabel);
  for (const BarItem& row : data.rows) {
    label = std::max(label, textWidth(row.selected ? fonts.baseBold : fonts.base, row.label));
    note = std::max(note, textWidth(fonts.small, row.note));
    value = std::max(value, textWidth(fonts.baseBold, row.valueText));
    if (data.hasSecondColumn) second = std::max(second, textWidth(fonts.baseBold, row.secondText));
    if (!row.comparisonText.isEmpty()) compare = std::max(compare, compareSign(fonts) + textWidth(fonts.base, row.comparisonText));
  }
  const double width = size.width();
  const double gap = fonts.px(kSpace5);
  const double edge = fonts.px(kSpace2);
  columns.labelLeft = edge;
  columns.labelWidth = std::min(std::ceil(label), std::max(fonts.px(60), width * 0.32));
  double left = columns.labelLeft + columns.labelWidth + gap;
  double right = value + gap + (second > 0 ? second + gap : 0) + edge;
  if (compare > 0 && width - left - right - compare - gap < fonts.px(kLeastPlotBesideComparison)) compare = 0;
  right += compare > 0 ? compare + gap : 0;
  // Notes give way first: they are in the read-out and the table too.
  if (note > 0 && width - left - note - right >= fonts.px(240)) {
    columns.noteRight = std::ceil(left + note);
    left = columns.noteRight + gap;
  }
  columns.plotLeft = std::round(left);
  double edgeRight = width - edge;
  if (compare > 0) {
    columns.compareRight = edgeRight;
    columns.compareLeft = std::floor(edgeRight - compare);
    edgeRight = columns.compareLeft - gap;
  }
  // Then the second column.
  if (second > 0 && width - left - right < fonts.px(140)) second = 0;
  if (second > 0) {
    columns.secondRight = edgeRight;
    edgeRight -= std::ceil(second) + gap;
  }
  columns.valueRight = edgeRight;
  columns.plotRight = std::max(columns.plotLeft + 40, std::floor(columns.valueRight - std::ceil(value) - gap));
  const bool secondAxis = data.secondPerFirst > 0;
  columns.top = std::round(fonts.px(secondAxis ? 28 : 24));
  columns.bottom = std::max(columns.top + 1, std::round(size.height() - fonts.px(28)));
  return columns;
}

QRectF barRowRect(const BarsColumns& columns, int row, int rows, double width) {
  const double height = (columns.bottom - columns.top) / std::max(1, rows);
  const double top = std::round(columns.top + row * height);
  return {0, top, width, std::round(columns.top + (row + 1) * height) - top};
}

double barThickness(const BarsColumns& columns, int rows, const ChartFonts& fonts) {
  const double height = (columns.bottom - columns.top) / std::max(1, rows);
  const double thick = std::round(std::clamp(height - fonts.px(14), fonts.px(12), fonts.px(16)));
  return std::max(2.0, std::min(thick, std::floor(height - 2)));
}

double barsHeight(const ChartFonts& fonts, int rows, double rowHeight, bool secondAxis) {
  return std::round(fonts.px(secondAxis ? 28 : 24)) + std::max(1, rows) * rowHeight + std::round(fonts.px(28));
}

}  // namespace dsm::ui
