// SPDX-License-Identifier: GPL-3.0-or-later
//
// Internals of paintTileRuler(): rows, then limits, then head and scale over what was scrolled under them.
#pragma once

#include <QPainter>

#include "ui/tile/tile_ruler_paint.h"

namespace dsm::ui {

class TileRulerPainter {
 public:
  TileRulerPainter(QPainter& painter, const TileRulerData& data, const Theme& theme, const TileRulerGeometry& geometry, RulerTextCache* cache)
      : m_painter(painter), m_data(data), m_theme(theme), m_geometry(geometry), m_cache(cache) {}
  void paint();

 private:
  void paintHead();
  void paintScale();
  void paintTicks(const QRectF& scale, double first, double visible, bool below, double pitch);
  void paintMarks();
  void paintLimitLines();
  void paintRow(const TileRulerRow& row);
  void paintReserved(const TileRulerRow& row);
  void paintLive(const TileRulerRow& row);
  void paintBox(const QRectF& box, int index, bool leftOpen, bool rightOpen);
  void paintPast(const TileRulerRow& row);
  void paintClashes(const TileRulerRow& row);
  void paintPeakLine();
  /// The ground behind words that a limit or the peak crosses.
  void clearCrossed(const QRectF& place, const QColor& ground);
  void paintRowLabels(const TileRulerRow& row);
  void paintReservedText(const TileRulerRow& row, const QRectF& taken);
  QRectF paintOwnLabel(const TileRulerRow& row, int index);
  void paintInsertLine();
  void paintMagnifier();
  void paintMagnified();

  bool forGood() const { return m_data.placement == model::Placement::fixed && !m_data.freeOffsets; }
  double lastByte() const { return m_geometry.firstByte + m_geometry.visibleBytes; }
  double widthOf(const QFont& font, const QString& words);
  void text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words);

  QPainter& m_painter;
  const TileRulerData& m_data;
  const Theme& m_theme;
  const TileRulerGeometry& m_geometry;
  RulerTextCache* m_cache;
};

/// Edge inside the box; a side that the zoom cut off stays open.
void frameTileBox(QPainter& painter, const QRectF& box, const QColor& ink, bool leftOpen, bool rightOpen);
/// Diagonal lines that end at the box's own edges, since an SVG does not clip.
void hatchTileBox(QPainter& painter, const QRectF& box, const QColor& ink);

}  // namespace dsm::ui
