// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lane lens's picture: a strip of 32 banks with one row for each pass, and the 32-byte segments that are touched. Pure
// geometry, shared by painting, hit testing and tests, and one free function that paints.
#pragma once

#include "ui/charts/chart_fonts.h"
#include "ui/ruler/lane_lens_data.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QVector>

class QPainter;

namespace dsm::ui {

struct LaneLensGeometry {
  QRectF banks;            ///< 32 columns; pass 1 at the foot
  QRectF bankAxis;         ///< bank numbers, below
  QRectF caption;          ///< a line of words
  QRectF segments;         ///< the touched segments, left to right
  double columnWidth = 1;
  double passHeight = 1;
  QVector<QRectF> segmentBoxes;  ///< in the order of LaneCost::segments

  QRectF cell(std::uint32_t bank, std::uint32_t pass) const;
};

LaneLensGeometry layoutLaneLens(const LaneLensData& data, const QRectF& bounds, const ChartFonts& fonts);
/// Lanes drawn at a point: of a bank's word or of a segment; 0: none.
std::uint32_t lanesAt(const LaneLensGeometry& geometry, const LaneLensData& data, const QPointF& point);
/// Least height at which strip, caption and segments can be read.
double laneLensLeastHeight(const ChartFonts& fonts);
void paintLaneLens(QPainter& painter, const QRectF& bounds, const LaneLensData& data, const ChartFonts& fonts, const Theme& theme);

}  // namespace dsm::ui
