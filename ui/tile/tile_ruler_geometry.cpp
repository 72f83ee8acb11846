// SPDX-License-Identifier: GPL-3.0-or-later
//
// Head, scale, one row a phase, magnifier. Edges fall on whole pixels.
#include "ui/tile/tile_ruler_geometry.h"

#include <algorithm>
#include <cmath>

#include "ui/theme/sizes.h"

namespace dsm::ui {
namespace {

constexpr double kLabelWidth = 56;
constexpr double kHeadHeight = 30;
constexpr double kScaleHeight = 24;
constexpr double kMarksHeight = 16;   // names of the limits above the ticks, where one is in view
constexpr double kFewRows = 8;        // beyond it rows are lower
constexpr double kDenseRowHeight = 24;
constexpr double kDenseGap = 4;
constexpr double kStripGap = 28;
constexpr double kStripHeight = 28;
constexpr double kStripTicks = 20;
constexpr double kNarrow = 24;        // px; a box below it cannot be read
constexpr double kLeastFactor = 3;
constexpr int kMostSearched = 500;    // phases; so many rows scroll, and zoom does what a strip would

double rowHeightOf(const TileRulerData& data) {
  return std::round(data.fonts.px(data.phases <= kFewRows ? kRulerRowHeightTile : kDenseRowHeight));
}

double gapOf(const TileRulerData& data) { return data.phases <= kFewRows ? kRulerRowGap : kDenseGap; }

bool marksInView(const TileRulerData& data, double first, double visible) {
  const auto seen = [&](std::uint64_t byte) { return byte > 0 && double(byte) > first && double(byte) <= first + visible; };
  return seen(data.staticCapBytes) || seen(data.optinBytes);
}

double stripHeight(const TileRulerData& data) {
  return std::round(data.fonts.px(kStripGap + kStripHeight + kStripTicks));
}

struct Narrow {
  double low = 0;
  double high = 0;
  int phase = -1;
  bool found = false;
};

// The narrow boxes that have a neighbour: of all phases where every offset is for good, else of the phase with most of them.
Narrow narrowBoxes(const TileRulerData& data, double pixelsPerByte, double first, double visible) {
  Narrow best;
  int most = 0;
  if (data.phases > kMostSearched) return best;
  const bool forGood = data.placement == model::Placement::fixed && !data.freeOffsets;
  const int phases = forGood ? 1 : data.phases;
  for (int phase = 0; phase < phases; ++phase) {
    Narrow here;
    int narrow = 0;
    int all = 0;
    for (const TileBox& box : data.boxes) {
      if (!forGood && !box.isLive(phase)) continue;
      const double from = double(box.offsetBytes);
      const double to = double(box.endBytes());
      if (to <= first || from >= first + visible) continue;
      ++all;
      if (double(box.bytes) * pixelsPerByte >= kNarrow) continue;
      here.low = narrow == 0 ? from : std::min(here.low, from);
      here.high = narrow == 0 ? to : std::max(here.high, to);
      ++narrow;
    }
    if (all < 2 || narrow <= most) continue;
    most = narrow;
    best = here;
    best.phase = forGood ? -1 : phase;
    best.found = true;
  }
  return best;
}

TileMagnifier magnifierOf(const TileRulerData& data, double pixelsPerByte, double first, double visible) {
  TileMagnifier strip;
  const Narrow narrow = narrowBoxes(data, pixelsPerByte, first, visible);
  if (!narrow.found) return strip;
  const double span = narrow.high - narrow.low;
  const double low = std::max(0.0, narrow.low - std::max(1.0, std::floor(span * 0.2)));
  const double shown = narrow.high + std::max(1.0, std::floor(span * 0.1)) - low;
  if (!(shown > 0) || visible / shown < kLeastFactor) return strip;
  strip.firstByte = low;
  strip.visibleBytes = shown;
  strip.factor = visible / shown;
  strip.phase = narrow.phase;
  return strip;
}

}  // namespace

int TileRulerGeometry::rowAt(const QPointF& point) const {
  if (point.y() < plot.top() || point.y() > plot.bottom()) return -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (point.y() >= rows[i].rect.top() && point.y() <= rows[i].rect.bottom()) return int(i);
  }
  return -1;
}

int TileRulerGeometry::gapAt(double y) const {
  int gap = 0;
  for (const TileRulerRow& row : rows) {
    if (y > row.rect.center().y()) gap = row.phase + 1;
  }
  return gap;
}

QRectF TileRulerGeometry::byteRect(const TileRulerRow& row, double from, double to) const {
  const double left = std::round(xOf(from));
  const double right = std::round(xOf(to));
  if (right < row.plot.left() || left > row.plot.right() || !(to > from)) return {};
  const double cutLeft = std::max(left, row.plot.left());
  const double cutRight = std::min(std::max(right, left + 1), row.plot.right());
  return {cutLeft, row.plot.top(), std::max(1.0, cutRight - cutLeft), row.plot.height()};
}

TileRulerGeometry layoutTileRuler(const TileRulerData& data, const QRectF& bounds) {
  TileRulerGeometry geometry;
  geometry.bounds = bounds;
  geometry.firstByte = std::max(0.0, data.view.firstByte);
  geometry.visibleBytes = data.view.visibleBytes > 0 ? data.view.visibleBytes : data.usedSpanBytes;
  if (!(geometry.visibleBytes > 0) || !std::isfinite(geometry.visibleBytes)) geometry.visibleBytes = 1;
  const double left = std::round(bounds.left() + std::min(data.fonts.px(kLabelWidth), bounds.width() * 0.3));
  const double right = std::max(left + 16, std::floor(bounds.right()) - 1);
  geometry.head = QRectF(bounds.left(), bounds.top(), right - bounds.left(), std::round(data.fonts.px(kHeadHeight)));
  const double marks = marksInView(data, geometry.firstByte, geometry.visibleBytes) ? kMarksHeight : 0;
  geometry.scale = QRectF(left, geometry.head.bottom(), right - left, std::round(data.fonts.px(kScaleHeight + marks)));
  geometry.plot = QRectF(left, geometry.scale.bottom(), right - left, 1);
  geometry.magnifier = magnifierOf(data, geometry.pixelsPerByte(), geometry.firstByte, geometry.visibleBytes);
  const double below = geometry.magnifier.isEmpty() ? 0 : stripHeight(data);

  geometry.rowHeight = rowHeightOf(data);
  const double gap = gapOf(data);
  const double top = geometry.scale.bottom();
  double y = top + 4 - std::round(data.view.scrollY);
  for (int phase = 0; phase < data.phases; ++phase) {
    TileRulerRow row;
    row.phase = phase;
    row.rect = QRectF(bounds.left(), y, right - bounds.left(), geometry.rowHeight);
    row.plot = QRectF(left, y, right - left, geometry.rowHeight);
    geometry.rows.push_back(row);
    y += geometry.rowHeight + gap;
  }
  geometry.contentHeight = 4 + double(data.phases) * (geometry.rowHeight + gap);
  const double end = top + std::min(geometry.contentHeight - gap + 4, std::max(0.0, bounds.bottom() - below - top));
  geometry.plot.setBottom(std::max(top, end));
  if (below > 0) {
    geometry.magnifier.plot = QRectF(left, std::round(geometry.plot.bottom() + data.fonts.px(kStripGap) - 4), right - left, std::round(data.fonts.px(kStripHeight)));
  }
  return geometry;
}

double tileRulerHeight(const TileRulerData& data, double width, int rows) {
  TileRulerData flat = data;
  flat.view.scrollY = 0;
  const TileRulerGeometry geometry = layoutTileRuler(flat, QRectF(0, 0, width, 10));
  const double content = 4 + double(std::min(rows, data.phases)) * (geometry.rowHeight + gapOf(data));
  return std::ceil(geometry.scale.bottom() + content + (geometry.magnifier.isEmpty() ? 0 : stripHeight(data)));
}

double tileRulerHeight(const TileRulerData& data, double width) { return tileRulerHeight(data, width, data.phases); }

}  // namespace dsm::ui
