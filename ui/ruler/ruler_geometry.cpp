// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of 24 px with gaps of 8; a barrier stands in the gap after its phase. Edges fall on whole pixels.
#include "ui/ruler/ruler_geometry.h"

#include "ui/theme/sizes.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kLabelWidth = 88;
constexpr double kLabelWidthCompact = 80;
constexpr double kSharesWidth = 132;

double rowHeight(const RulerData& data) { return std::round(data.fonts.px(kRulerRowHeight)); }
double scaleHeight(const RulerData& data) { return std::round(data.fonts.px(kRulerScaleHeight)); }

// Phases sit a little closer on a small window.
double gapOf(const RulerData& data) { return data.view.compact ? kRulerRowGap - 4 : kRulerRowGap - data.view.squeeze; }

double phaseRowHeight(const RulerData& data) { return std::round(data.fonts.px(data.view.compact ? 20 : kRulerRowHeight)); }

}  // namespace

int RulerGeometry::rowAt(const QPointF& point) const {
  if (point.y() < plot.top() - 1 || point.y() > plot.bottom()) return -1;
  for (int i = 0; i < rows.size(); ++i) {
    if (point.y() >= rows[i].rect.top() && point.y() <= rows[i].rect.bottom()) return i;
  }
  return -1;
}

int RulerGeometry::rowOfRank(std::uint32_t rank) const {
  for (int i = 0; i < rows.size(); ++i) {
    if (rows[i].rank == rank && rows[i].phase < 0) return i;
  }
  return -1;
}

RulerGeometry layoutRuler(const RulerData& data, const QRectF& bounds) {
  RulerGeometry geometry;
  geometry.bounds = bounds;
  const double labelWidth = std::round(data.fonts.px(data.view.compact ? kLabelWidthCompact : kLabelWidth));
  const double left = std::round(bounds.left() + std::min(labelWidth, bounds.width() * 0.4));
  const double end = std::floor(bounds.right()) - 1;
  const double shares = data.hasShares() ? std::min(std::round(data.fonts.px(kSharesWidth)), std::floor(bounds.width() * 0.3)) : 0;
  const double right = std::max(left + 16, end - shares);
  const double top = std::round(bounds.top() + scaleHeight(data));
  geometry.labels = QRectF(bounds.left(), top, left - bounds.left(), std::max(0.0, bounds.bottom() - top));
  geometry.scale = QRectF(left, bounds.top(), right - left, top - bounds.top());
  geometry.plot = QRectF(left, top, right - left, std::max(0.0, bounds.bottom() - top));
  if (shares > 0) geometry.shares = QRectF(right + 12, top, shares - 12, geometry.plot.height());
  geometry.firstByte = std::max(0.0, data.view.firstByte);
  geometry.visibleBytes = data.view.visibleBytes > 0 ? data.view.visibleBytes : data.spanBytes();
  if (!(geometry.visibleBytes > 0) || !std::isfinite(geometry.visibleBytes)) geometry.visibleBytes = 1;

  const double gap = gapOf(data);
  double y = top + gap - std::round(data.view.scrollY);
  const double start = y;
  const auto add = [&](std::uint32_t rank, int phase, double height) -> RulerRow& {
    RulerRow row;
    row.rank = rank;
    row.phase = phase;
    row.rect = QRectF(bounds.left(), y, right - bounds.left(), height);
    row.plot = QRectF(left, y, right - left, height);
    geometry.rows.push_back(row);
    y += height;
    return geometry.rows.back();
  };
  for (std::uint32_t rank = 0; rank < data.layout.ranks; ++rank) {
    add(rank, -1, rowHeight(data));
    if (int(rank) == data.view.openRank) {
      y += 4;
      for (int phase = 0; phase < int(data.layout.phases.size()); ++phase) {
        RulerRow& row = add(rank, phase, phaseRowHeight(data));
        const bool barrier = !data.layout.phases[std::size_t(phase)].barrier.empty();
        const double after = barrier ? kRulerRowGap : 4;
        if (barrier) row.barrierAfter = QRectF(bounds.left(), y, right - bounds.left(), after);
        y += after;
      }
      if (!data.layout.phases.empty() && data.layout.phases.back().barrier.empty()) y -= 4;
      else if (rank + 1 == data.layout.ranks) y += 4;  // the label of the last barrier reaches below its lines
    }
    y += gap;
  }
  geometry.contentHeight = y - start;
  geometry.plot.setHeight(std::max(0.0, std::min(bounds.bottom(), y - gap + 1) - top));
  return geometry;
}

double rulerHeight(const RulerData& data) {
  RulerData unscrolled = data;
  unscrolled.view.scrollY = 0;
  // The gap before the first row stands in for the one after the last.
  return scaleHeight(data) + layoutRuler(unscrolled, QRectF(0, 0, 400, 10)).contentHeight;
}

QRectF byteRect(const RulerGeometry& geometry, const RulerRow& row, double from, double to) {
  const double left = std::round(geometry.xOf(from));
  const double right = std::round(geometry.xOf(to));
  if (right < row.plot.left() || left > row.plot.right() || !(to > from)) return {};
  const double cutLeft = std::max(left, row.plot.left());
  const double cutRight = std::min(std::max(right, left + 1), row.plot.right());
  return {cutLeft, row.plot.top(), std::max(1.0, cutRight - cutLeft), row.plot.height()};
}

}  // namespace dsm::ui
