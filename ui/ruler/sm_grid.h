// SPDX-License-Identifier: GPL-3.0-or-later
//
// One cell for each SM of a device: full, partly filled, idle, told apart by fill and by mark. Which SM a block lands on
// is known only by measuring, so cells are filled in order and the caption says how many, not which.
#pragma once

#include "gpu/model/residency.h"
#include "ui/charts/chart_fonts.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace dsm::ui {

struct SmGrid {
  int smCount = 0;   ///< 0: not known, see caption
  int full = 0;      ///< SMs with as many blocks as fit
  int partly = 0;    ///< SMs with fewer
  QString caption;   ///< "112 of 132 SMs, 20 idle"
  QString note;      ///< what the cells do not say
  int idle() const { return smCount - full - partly; }
};

/// The launch's own grid where it has one, else the persistent grid.
SmGrid smGridOf(const model::Residency& residency);

struct SmGridGeometry {
  int columns = 0;
  int rows = 0;
  double cell = 0;   ///< side of a cell, its gap included
  double gap = 1;
  double height() const { return rows * cell; }
};
/// The largest cells, at most 28 px at text size 1, that fit `size`; columns 0 when not even 3 px cells do.
SmGridGeometry smGridGeometry(int smCount, QSizeF size, double scale);

/// Cells above, caption and note below; paints inside `bounds`.
void paintSmGrid(QPainter& painter, const QRectF& bounds, const SmGrid& grid, const ChartFonts& fonts, const Theme& theme);

}  // namespace dsm::ui
