// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hatches, twice from one geometry. As a tile: one period drawn with its neighbours' strokes, so that it repeats
// without a seam. As vectors: each line is cut at the rectangle by arithmetic and not by a clip, because
// QSvgGenerator ignores clips. Both share the phase of the painter's origin, so bars side by side match up.
#include "ui/theme/variant_style.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr qreal kDiagonalStroke = 1.8;
constexpr qreal kStraightStroke = 2.0;
constexpr qreal kDotDiameter = 2.2;

qreal hatchStroke(Hatch hatch) { return hatch == Hatch::horizontal || hatch == Hatch::vertical ? kStraightStroke : kDiagonalStroke; }

/// Keeps the part of a convex polygon where sign * coordinate <= sign * limit (Sutherland-Hodgman, one side).
QVector<QPointF> cutSide(const QVector<QPointF>& polygon, bool vertical, qreal limit, qreal sign) {
  QVector<QPointF> out;
  const auto excess = [&](const QPointF& p) { return sign * ((vertical ? p.x() : p.y()) - limit); };
  for (qsizetype i = 0; i < polygon.size(); ++i) {
    const QPointF& a = polygon.at(i);
    const QPointF& b = polygon.at((i + 1) % polygon.size());
    const qreal ea = excess(a);
    const qreal eb = excess(b);
    if (ea <= 0) out.append(a);
    if ((ea < 0 && eb > 0) || (ea > 0 && eb < 0)) out.append(a + (b - a) * (ea / (ea - eb)));
  }
  return out;
}

/// Strokes of the lines x + direction * y = n * step, each cut to `r` as a polygon: exact ends, nothing beyond the rectangle.
void addDiagonals(QPainterPath& path, const QRectF& r, qreal step, qreal stroke, int direction) {
  const qreal half = stroke * M_SQRT1_2;  // half width of the stroke measured along x
  const qreal low = r.left() + (direction > 0 ? r.top() : -r.bottom());
  const qreal high = r.right() + (direction > 0 ? r.bottom() : -r.top());
  for (qreal c = std::floor((low - half) / step) * step; c <= high + half; c += step) {
    const qreal xTop = c - direction * r.top();
    const qreal xBottom = c - direction * r.bottom();
    QVector<QPointF> band = {{xTop - half, r.top()}, {xTop + half, r.top()}, {xBottom + half, r.bottom()}, {xBottom - half, r.bottom()}};
    band = cutSide(cutSide(band, true, r.left(), -1), true, r.right(), 1);
    if (band.size() > 2) {
      path.addPolygon(QPolygonF(band));
      path.closeSubpath();
    }
  }
}

/// `phase` is where the lines are anchored: vector fills start at the rectangle's corner, so that equal bars look equal.
QPainterPath hatchPath(Hatch hatch, const QRectF& r, qreal step, qreal stroke, QPointF phase) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  const QRectF local = r.translated(-phase);
  switch (hatch) {
    case Hatch::solid:
      break;
    case Hatch::forwardDiagonal:
      addDiagonals(path, local, step, stroke, 1);
      break;
    case Hatch::backDiagonal:
      addDiagonals(path, local, step, stroke, -1);
      break;
    case Hatch::horizontal:
      for (qreal y = std::floor(local.top() / step) * step + step / 2; y - stroke / 2 < local.bottom(); y += step)
        path.addRect(QRectF(local.left(), y - stroke / 2, local.width(), stroke).intersected(local));
      break;
    case Hatch::vertical:
      for (qreal x = std::floor(local.left() / step) * step + step / 2; x - stroke / 2 < local.right(); x += step)
        path.addRect(QRectF(x - stroke / 2, local.top(), stroke, local.height()).intersected(local));
      break;
    case Hatch::dots: {
      const qreal radius = kDotDiameter / 2 * stroke / kDiagonalStroke;
      for (qreal y = std::floor(local.top() / step) * step + step / 2; y + radius <= local.bottom(); y += step) {
        for (qreal x = std::floor(local.left() / step) * step + step / 2; x + radius <= local.right(); x += step) {
          if (y - radius >= local.top() && x - radius >= local.left()) path.addEllipse(QPointF(x, y), radius, radius);
        }
      }
      break;
    }
  }
  return path.translated(phase);
}

void drawInnerEdge(QPainter& painter, const QRectF& rect, const QColor& colour) {
  // Four filled strips and not a pen: a pen would straddle the edge and blur at fractional scales.
  const qreal w = std::min({1.0, rect.width() / 2, rect.height() / 2});
  QPainterPath path;
  path.setFillRule(Qt::OddEvenFill);
  path.addRect(rect);
  path.addRect(rect.adjusted(w, w, -w, -w));
  painter.fillPath(path, colour);
}

void fillLines(QPainter& painter, const QRectF& rect, Hatch hatch, qreal step, qreal stroke, const QColor& colour) {
  painter.setRenderHint(QPainter::Antialiasing, hatch != Hatch::horizontal && hatch != Hatch::vertical);
  painter.fillPath(hatchPath(hatch, rect, step, stroke, rect.topLeft()), colour);
  painter.setRenderHint(QPainter::Antialiasing, true);
}

}  // namespace

QBrush hatchBrush(int slot, Scheme scheme, qreal devicePixelRatio) {
  const VariantStyle style = variantStyle(slot, scheme);
  if (style.hatch == Hatch::solid) return QBrush(style.colour);
  // Whole device pixels a tile, else a seam shows; at 1.25 and the like the step grows by less than half a device pixel.
  const int pixels = std::max(1, int(std::lround(style.hatchStep * devicePixelRatio)));
  const qreal scale = qreal(pixels) / style.hatchStep;
  QPixmap tile(pixels, pixels);
  tile.fill(style.tint);
  {
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    const qreal step = style.hatchStep;
    // Drawn one period beyond each side: strokes that cross the border appear on both.
    painter.fillPath(hatchPath(style.hatch, QRectF(-step, -step, 3 * step, 3 * step), step, hatchStroke(style.hatch), {}), style.colour);
  }
  tile.setDevicePixelRatio(devicePixelRatio);
  QBrush brush;
  brush.setTexture(tile);
  return brush;
}

void fillHatched(QPainter& painter, const QRectF& rect, int slot, Scheme scheme, qreal scale) {
  if (rect.isEmpty()) return;
  const VariantStyle style = variantStyle(slot, scheme);
  painter.save();
  painter.setPen(Qt::NoPen);
  painter.setRenderHint(QPainter::Antialiasing);
  if (style.hatch == Hatch::solid) {
    painter.fillRect(rect, style.colour);
  } else {
    painter.fillRect(rect, style.tint);
    fillLines(painter, rect, style.hatch, style.hatchStep * scale, hatchStroke(style.hatch) * scale, style.colour);
    drawInnerEdge(painter, rect, style.colour);
  }
  painter.restore();
}

void fillPale(QPainter& painter, const QRectF& rect, int slot, Scheme scheme) {
  if (rect.isEmpty()) return;
  const VariantStyle style = variantStyle(slot, scheme);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect, style.tint);
  drawInnerEdge(painter, rect, style.colour);
  painter.restore();
}

void fillUndecided(QPainter& painter, const QRectF& rect, const Theme& t) {
  if (rect.isEmpty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect, t.base);
  fillLines(painter, rect, Hatch::forwardDiagonal, kHatchStep, 1, t.strong);
  fillLines(painter, rect, Hatch::backDiagonal, kHatchStep, 1, t.strong);
  drawInnerEdge(painter, rect, t.strong);
  painter.restore();
}

void fillUnavailable(QPainter& painter, const QRectF& rect, const Theme& t, bool edge) {
  if (rect.isEmpty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect, t.free);
  fillLines(painter, rect, Hatch::backDiagonal, kHatchStep, 1, t.line);
  if (edge) drawInnerEdge(painter, rect, t.line);
  painter.restore();
}

}  // namespace dsm::ui
