// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where everything of the ruler lies: pure geometry, shared by painting, hit testing, keyboard and tests.
#pragma once

#include "ui/ruler/ruler_data.h"

#include <QRectF>
#include <QVector>

namespace dsm::ui {

struct RulerRow {
  std::uint32_t rank = 0;
  int phase = -1;          ///< -1: the rank's own row
  QRectF rect;             ///< over labels and plot
  QRectF plot;             ///< the bytes
  QRectF barrierAfter;     ///< band of the double line below a phase; empty if none
};

struct RulerGeometry {
  QRectF bounds;
  QRectF labels;           ///< column of rank labels
  QRectF scale;            ///< 48 px above the rows, over the plot
  QRectF plot;             ///< x range of the bytes, from the first row to the last
  QRectF shares;           ///< column of the ranks' shares right of the plot; empty if not shown
  QVector<RulerRow> rows;
  double firstByte = 0;
  double visibleBytes = 1;
  double contentHeight = 0;  ///< of all rows, for scrolling

  double pixelsPerByte() const { return plot.width() / visibleBytes; }
  double xOf(double byte) const { return plot.left() + (byte - firstByte) * pixelsPerByte(); }
  double byteAt(double x) const { return firstByte + (x - plot.left()) / pixelsPerByte(); }
  /// Row under a point, or -1.
  int rowAt(const QPointF& point) const;
  /// The rank's own row, or -1.
  int rowOfRank(std::uint32_t rank) const;
};

RulerGeometry layoutRuler(const RulerData& data, const QRectF& bounds);
/// Height of scale and all rows.
double rulerHeight(const RulerData& data);
/// Rectangle of bytes [from, to) in a row, cut at the plot's edges; at least 1 px wide; empty when outside.
QRectF byteRect(const RulerGeometry& geometry, const RulerRow& row, double from, double to);

}  // namespace dsm::ui
