// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small signs that Liberation Sans lacks, drawn on a 10 px grid with 1.5 px strokes.
#include "ui/theme/icons.h"

#include <QPainter>

#include <cmath>

namespace dsm::ui {
namespace {

constexpr qreal kGlyphGrid = 10.0;

void strokePath(QPainter& painter, const QPainterPath& path, const QColor& colour, qreal width, Qt::PenCapStyle cap = Qt::FlatCap) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, width, Qt::SolidLine, cap, Qt::MiterJoin));
  painter.drawPath(path);
}

QPainterPath lines(std::initializer_list<QPointF> points) {
  QPainterPath path;
  bool first = true;
  for (const QPointF& p : points) {
    if (first)
      path.moveTo(p);
    else
      path.lineTo(p);
    first = false;
  }
  return path;
}

void paintUndecided(QPainter& painter, const QColor& colour) {
  QPainterPath hatch;
  hatch.addPath(lines({{0.5, 5.0}, {5.0, 0.5}}));
  hatch.addPath(lines({{5.0, 9.5}, {9.5, 5.0}}));
  hatch.addPath(lines({{0.5, 5.0}, {5.0, 9.5}}));
  hatch.addPath(lines({{5.0, 0.5}, {9.5, 5.0}}));
  hatch.addPath(lines({{0.5, 9.5}, {9.5, 0.5}}));
  hatch.addPath(lines({{0.5, 0.5}, {9.5, 9.5}}));
  strokePath(painter, hatch, colour, 0.7);
  QPainterPath frame;
  frame.addRect(QRectF(0.5, 0.5, 9, 9));
  strokePath(painter, frame, colour, 1);
}

// An italic f with a descender, in strokes: no italic face is embedded for one sign.
void paintFunction(QPainter& painter, const QColor& colour) {
  QPainterPath f;
  f.moveTo(8.4, 1.2);
  f.cubicTo(6.9, 0.1, 6.0, 0.9, 5.6, 2.8);
  f.lineTo(4.4, 8.0);
  f.cubicTo(4.0, 9.8, 3.1, 10.5, 1.7, 9.6);
  strokePath(painter, f, colour, 1.2);
  strokePath(painter, lines({{2.9, 4.0}, {7.6, 4.0}}), colour, 1.1);
}

void paintLinkedSquares(QPainter& painter, const QColor& colour) {
  QPainterPath squares;
  squares.addRect(QRectF(0.6, 0.6, 4.4, 4.4));
  squares.addRect(QRectF(5.0, 5.0, 4.4, 4.4));
  strokePath(painter, squares, colour, 1.2);
}

void paintSlashedCircle(QPainter& painter, const QColor& colour) {
  QPainterPath path;
  path.addEllipse(QPointF(5, 5), 4.2, 4.2);
  path.addPath(lines({{2.1, 7.9}, {7.9, 2.1}}));
  strokePath(painter, path, colour, 1.2);
}

}  // namespace

void paintGlyph(QPainter& painter, const QRectF& rect, Glyph glyph, const QColor& colour) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.topLeft());
  painter.scale(rect.width() / kGlyphGrid, rect.height() / kGlyphGrid);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const auto fill = [&](std::initializer_list<QPointF> points) { painter.drawPolygon(QPolygonF(QVector<QPointF>(points))); };
  switch (glyph) {
    case Glyph::tick:
      strokePath(painter, lines({{1.0, 5.2}, {3.8, 8.0}, {9.0, 2.0}}), colour, 1.7);
      break;
    case Glyph::dash:
      strokePath(painter, lines({{1.0, 5.0}, {9.0, 5.0}}), colour, 1.5);
      break;
    case Glyph::cross:
      strokePath(painter, lines({{1.8, 1.8}, {8.2, 8.2}}), colour, 1.6);
      strokePath(painter, lines({{8.2, 1.8}, {1.8, 8.2}}), colour, 1.6);
      break;
    case Glyph::chevronRight:
      strokePath(painter, lines({{3.3, 1.2}, {7.1, 5.0}, {3.3, 8.8}}), colour, 1.4);
      break;
    case Glyph::chevronDown:
      strokePath(painter, lines({{1.2, 3.3}, {5.0, 7.1}, {8.8, 3.3}}), colour, 1.4);
      break;
    case Glyph::chevronUp:
      strokePath(painter, lines({{1.2, 6.7}, {5.0, 2.9}, {8.8, 6.7}}), colour, 1.4);
      break;
    case Glyph::faster:
      fill({{0.8, 8.2}, {5.0, 1.6}, {9.2, 8.2}});
      break;
    case Glyph::slower:
      fill({{0.8, 1.8}, {5.0, 8.4}, {9.2, 1.8}});
      break;
    case Glyph::undecided:
      paintUndecided(painter, colour);
      break;
    case Glyph::disc:
      painter.drawEllipse(QPointF(5, 5), 4, 4);
      break;
    case Glyph::ring: {
      QPainterPath ring;
      ring.addEllipse(QPointF(5, 5), 3.4, 3.4);
      strokePath(painter, ring, colour, 1.5);
      break;
    }
    case Glyph::ringWithPoint: {
      painter.drawEllipse(QPointF(5, 5), 1.5, 1.5);
      QPainterPath ring;
      ring.addEllipse(QPointF(5, 5), 4.2, 4.2);
      strokePath(painter, ring, colour, 1.4);
      break;
    }
    case Glyph::function:
      paintFunction(painter, colour);
      break;
    case Glyph::linkedSquares:
      paintLinkedSquares(painter, colour);
      break;
    case Glyph::slashedCircle:
      paintSlashedCircle(painter, colour);
      break;
  }
  painter.restore();
}

}  // namespace dsm::ui
