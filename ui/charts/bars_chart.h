// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar chart: one free function fills a QCustomPlot, for the window and the exporter alike. Labels stand at the
// left, values in right-aligned columns at the right, the first unit below and the second above.
//
// QSvgGenerator does not clip. So data is drawn on "main", a mask in the background colour covers everything but the
// axis rectangle, and axes and text come above the mask.
#pragma once

#include "ui/charts/bars_data.h"
#include "ui/theme/theme.h"

#include <QPointF>
#include <QRectF>

class QCustomPlot;

namespace dsm::ui {

/// Fills `plot`, whatever was in it. Sets the range to the reset zoom. Does not replot. GUI thread.
void buildBars(QCustomPlot& plot, const model::BarsShape& shape, const BarsOptions& options, const Theme& theme);
/// The data that buildBars() put into the plot, or null.
const BarsData* barsDataOf(const QCustomPlot& plot);
/// Puts the axis rectangle where the columns leave it, for the plot's present viewport. buildBars() has done so;
/// call again when the viewport changes.
void layoutBars(QCustomPlot& plot);

struct BarsColumns {
  double labelLeft = 0, labelWidth = 0;
  double noteRight = 0;             ///< right edge of the note column; 0: no room for notes
  double plotLeft = 0, plotRight = 0;
  double valueRight = 0, secondRight = 0;  ///< secondRight 0: no second column
  double compareLeft = 0, compareRight = 0;  ///< compareRight 0: no room for it, or nothing is compared
  double top = 0, bottom = 0;       ///< of the rows
};
/// Width of the sign before a comparison's words, with its gap.
double compareSign(const ChartFonts& fonts);
/// Where the columns stand in a picture of `size`.
BarsColumns barsColumns(const BarsData& data, const ChartFonts& fonts, QSizeF size);
/// Rectangle of a row over the whole width.
QRectF barRowRect(const BarsColumns& columns, int row, int rows, double width);
/// Thickness of the bars, 12 to 16 px.
double barThickness(const BarsColumns& columns, int rows, const ChartFonts& fonts);
/// Height of a picture with `rows` rows of `rowHeight`.
double barsHeight(const ChartFonts& fonts, int rows, double rowHeight, bool secondAxis);

}  // namespace dsm::ui
