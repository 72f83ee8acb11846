// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of slots, their pens and markers. Hatch painting is in hatch.cpp.
#include "ui/theme/variant_style.h"

#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <array>

namespace dsm::ui {
namespace {

struct SlotColours {
  unsigned light, dark, tintLight, tintDark;
};

struct SlotRow {
  SlotColours colour, grey;
  Marker marker;
  Hatch hatch;
  std::array<int, 4> dash;
};

constexpr SlotRow kSlots[kVariantSlots] = {
    {{0x1a3fae, 0x6f8af2, 0xdde4f6, 0x232c4d}, {0x262626, 0xf0f0f0, 0xdcdcdc, 0x383838}, Marker::disc, Hatch::solid, {}},
    {{0xb8480c, 0xf08436, 0xf8e3d6, 0x40291a}, {0x767676, 0x8c8c8c, 0xeaeaea, 0x262626}, Marker::triangleDown, Hatch::backDiagonal, {6, 3, 0, 0}},
    {{0x0e7b5d, 0x2bb390, 0xd8ece5, 0x16332b}, {0x525252, 0xb4b4b4, 0xe2e2e2, 0x303030}, Marker::square, Hatch::horizontal, {}},
    {{0xa06292, 0xd6a8e4, 0xf1e3ef, 0x382b3e}, {0x6a6a6a, 0x9a9a9a, 0xe8e8e8, 0x2a2a2a}, Marker::diamond, Hatch::dots, {}},
    {{0x1d83ea, 0x9beadf, 0xe2f0fc, 0x1f3a3a}, {0x3c3c3c, 0xd2d2d2, 0xdedede, 0x343434}, Marker::triangleUp, Hatch::forwardDiagonal, {8, 3, 2, 3}},
    {{0x423d46, 0x867d8c, 0xe4e3e6, 0x2b2a2f}, {0x5e5e5e, 0xa6a6a6, 0xe4e4e4, 0x2c2c2c}, Marker::plus, Hatch::vertical, {1, 3, 0, 0}},
};

QColor rgb(unsigned value) { return QColor::fromRgb(QRgb(0xff000000u | value)); }

}  // namespace

VariantStyle variantStyle(int slot, Scheme scheme) {
  slot = std::max(slot, 0);
  const SlotRow& row = kSlots[slot % kVariantSlots];
  const bool dark = scheme == Scheme::dark;
  VariantStyle style;
  const SlotColours& colours = dataPalette() == DataPalette::grey ? row.grey : row.colour;
  style.colour = rgb(dark ? colours.dark : colours.light);
  style.tint = rgb(dark ? colours.tintDark : colours.tintLight);
  // From the third round on, marker and hatch are a neighbour's: in the same colour they would equal the second round's.
  const SlotRow& shape = kSlots[(slot + std::max(0, slot / kVariantSlots - 1)) % kVariantSlots];
  style.marker = shape.marker;
  style.hollow = slot >= kVariantSlots;
  style.hatch = shape.hatch;
  // A second solid bar would equal the first: from the seventh variant on it becomes a wide hatch.
  if (style.hollow && style.hatch == Hatch::solid) style.hatch = Hatch::forwardDiagonal;
  style.hatchStep = style.hollow ? 2 * kHatchStep : kHatchStep;
  for (const int length : row.dash) {
    if (length > 0) style.dash.append(length);
  }
  return style;
}

QPen variantPen(int slot, Scheme scheme, qreal width) {
  const VariantStyle style = variantStyle(slot, scheme);
  QPen pen(style.colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (!style.dash.isEmpty()) {
    QVector<qreal> pattern;
    for (const qreal pixels : style.dash) pattern.append(pixels / std::max(width, 0.1));
    pen.setDashPattern(pattern);
  }
  return pen;
}

QPainterPath markerPath(Marker marker, qreal size) {
  const qreal r = size / 2;
  QPainterPath path;
  const auto polygon = [&path](std::initializer_list<QPointF> points) {
    path.addPolygon(QPolygonF(QVector<QPointF>(points)));
    path.closeSubpath();
  };
  switch (marker) {
    case Marker::disc:
      path.addEllipse(QPointF(0, 0), r * 0.9, r * 0.9);
      break;
    case Marker::triangleDown:
      polygon({{-r, -r * 0.8}, {r, -r * 0.8}, {0, r}});
      break;
    case Marker::square:
      path.addRect(QRectF(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6));
      break;
    case Marker::diamond:
      polygon({{0, -r * 1.1}, {r * 1.1, 0}, {0, r * 1.1}, {-r * 1.1, 0}});
      break;
    case Marker::triangleUp:
      polygon({{-r, r * 0.8}, {0, -r}, {r, r * 0.8}});
      break;
    case Marker::plus: {
      const qreal t = r * 0.36;
      polygon({{-t, -r}, {t, -r}, {t, -t}, {r, -t}, {r, t}, {t, t}, {t, r}, {-t, r}, {-t, t}, {-r, t}, {-r, -t}, {-t, -t}});
      break;
    }
  }
  return path;
}

void drawMarker(QPainter& painter, QPointF centre, qreal size, int slot, Scheme scheme, const QColor& colour) {
  VariantStyle style = variantStyle(slot, scheme);
  if (colour.isValid()) style.colour = colour;
  const QColor base = theme(scheme).base;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(centre);
  const QPainterPath path = markerPath(style.marker, size);
  painter.setPen(QPen(base, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);  // half of the 2 px stroke lies outside: the 1 px edge
  if (style.hollow) {
    const QPainterPath inner = markerPath(style.marker, size - 1.5);
    painter.setPen(QPen(style.colour, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(base);
    painter.drawPath(inner);
  } else {
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.colour);
    painter.drawPath(path);
  }
  painter.restore();
}

void drawSwatch(QPainter& painter, const QRectF& rect, int slot, Scheme scheme, bool pale) {
  if (pale)
    fillPale(painter, rect, slot, scheme);
  else
    fillHatched(painter, rect, slot, scheme);
}

}  // namespace dsm::ui
