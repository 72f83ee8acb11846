// SPDX-License-Identifier: GPL-3.0-or-later
//
// The byte ruler of a tile kernel, painted: free functions for the window and the exporter. One call draws one placement; the
// strip below says how little or much of a block that is.
#pragma once

#include "ui/ruler/ruler_paint.h"
#include "ui/theme/theme.h"
#include "ui/tile/tile_ruler_geometry.h"

class QPainter;

namespace dsm::ui {

/// Paints into `bounds`, never outside it; ground in `theme.base`.
void paintTileRuler(QPainter& painter, const QRectF& bounds, const TileRulerData& data, const Theme& theme, RulerTextCache* cache = nullptr);

/// The cursor of mouse or keyboard: a dotted line through the rows, the byte's offset on the scale.
void paintTileCursor(QPainter& painter, const TileRulerGeometry& geometry, const TileRulerData& data, const Theme& theme, int phase,
                     std::uint64_t offsetBytes);
/// What paintTileCursor() touches.
QRectF tileCursorRect(const TileRulerGeometry& geometry, const TileRulerData& data, int phase, std::uint64_t offsetBytes);

/// "In the block": all that a block may have, with the caps as marks.
struct BlockStripData {
  std::uint64_t staticBytes = 0;   ///< peak; 0: not shown
  std::uint64_t dynamicBytes = 0;  ///< peak; 0: not shown
  model::Device device;
  QString share;                   ///< at the right of the heading
  ChartFonts fonts;
};
void paintBlockStrip(QPainter& painter, const QRectF& bounds, const BlockStripData& data, const Theme& theme);
double blockStripHeight(const BlockStripData& data);

}  // namespace dsm::ui
