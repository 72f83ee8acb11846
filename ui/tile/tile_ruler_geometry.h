// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where everything of a tile ruler lies: pure geometry, shared by painting, mouse, keyboard and tests.
#pragma once

#include <vector>

#include <QRectF>

#include "ui/tile/tile_ruler_data.h"

namespace dsm::ui {

struct TileRulerRow {
  int phase = 0;
  QRectF rect;  ///< over label and plot
  QRectF plot;  ///< the bytes
};

/// The strip that enlarges what is too narrow to read; empty where nothing is.
struct TileMagnifier {
  QRectF plot;
  double firstByte = 0;
  double visibleBytes = 0;
  double factor = 1;
  int phase = -1;  ///< whose boxes it shows; -1: all

  bool isEmpty() const { return visibleBytes <= 0; }
  double xOf(double byte) const { return plot.left() + (byte - firstByte) * plot.width() / visibleBytes; }
};

struct TileRulerGeometry {
  QRectF bounds;
  QRectF head;
  QRectF scale;
  QRectF plot;  ///< x range of the bytes, y range in which rows are seen
  std::vector<TileRulerRow> rows;
  TileMagnifier magnifier;
  double firstByte = 0;
  double visibleBytes = 1;
  double contentHeight = 0;  ///< of all rows
  double rowHeight = 32;

  double pixelsPerByte() const { return plot.width() / visibleBytes; }
  double xOf(double byte) const { return plot.left() + (byte - firstByte) * pixelsPerByte(); }
  double byteAt(double x) const { return firstByte + (x - plot.left()) / pixelsPerByte(); }
  /// Row under a point, or -1.
  int rowAt(const QPointF& point) const;
  /// The row above which a declaration dropped at `y` would go: 0 to rows.size().
  int gapAt(double y) const;
  /// Bytes [from, to) in a row, cut at the plot; at least 1 px wide; empty when outside.
  QRectF byteRect(const TileRulerRow& row, double from, double to) const;
};

TileRulerGeometry layoutTileRuler(const TileRulerData& data, const QRectF& bounds);
/// Height with all rows.
double tileRulerHeight(const TileRulerData& data, double width);
/// Height with `rows` rows.
double tileRulerHeight(const TileRulerData& data, double width, int rows);

}  // namespace dsm::ui
