// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands in the rows of the bar chart, in four parts on four layers of the plot: ground (selected row,
// hairlines), data (bars or dots, intervals, samples, marks), the mask around the axis rectangle, and the text.
#pragma once

#include "ui/charts/bars_chart.h"

#include <qcustomplot.h>

#include <memory>

namespace dsm::ui {

class BarRowsItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  enum class Part { ground, data, mask, texts };
  BarRowsItem(QCustomPlot* plot, std::shared_ptr<const BarsData> data, const ChartFonts& fonts, const Theme& theme,
              Part part);
  const BarsData& data() const { return *m_data; }
  const ChartFonts& fonts() const { return m_fonts; }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;
  QRect clipRect() const override;

 private:
  void drawGround(QCPPainter& painter, const BarsColumns& columns);
  void drawData(QCPPainter& painter, const BarsColumns& columns);
  void drawMask(QCPPainter& painter);
  void drawTexts(QCPPainter& painter, const BarsColumns& columns);
  void drawBar(QCPPainter& painter, const BarItem& row, double middle, double thickness);
  void drawInterval(QCPPainter& painter, const BarItem& row, double middle);
  void drawSamples(QCPPainter& painter, const BarItem& row, double y);
  void drawMarks(QCPPainter& painter, const BarItem& row, double middle);
  void drawState(QCPPainter& painter, const BarItem& row, double middle);
  void drawLines(QCPPainter& painter, const BarsColumns& columns);
  void drawComparison(QCPPainter& painter, const BarItem& row, const QRectF& cell);
  /// True while bars from zero would not start at zero.
  bool asDots() const;
  double pixel(double value) const;
  bool visible(double x) const;

  std::shared_ptr<const BarsData> m_data;
  ChartFonts m_fonts;
  const Theme& m_theme;
  Part m_part;
};

}  // namespace dsm::ui
