// SPDX-License-Identifier: GPL-3.0-or-later
//
// A variant's look, the same in every view, legend, table and export: a slot gives colour, tint, marker, hatch
// and dash, so that no reader depends on colour alone. Slots: 0 dsmem, 1 global, 2 block_private,
// 3 owner_filter, 4 cluster_routed, 5 library; from 6 on they start over with a hollow marker and a
// doubled hatch step. Hatches come as a tile brush (window) and as clipped vector lines (exports).
#pragma once

#include "ui/theme/theme.h"

#include <QBrush>
#include <QPainterPath>
#include <QPen>
#include <QVector>

class QPainter;

namespace dsm::ui {

enum class Marker { disc, triangleDown, square, diamond, triangleUp, plus };
enum class Hatch { solid, backDiagonal, horizontal, dots, forwardDiagonal, vertical };

constexpr int kVariantSlots = 6;

struct VariantStyle {
  QColor colour;
  QColor tint;
  Marker marker = Marker::disc;
  bool hollow = false;
  Hatch hatch = Hatch::solid;
  int hatchStep = 6;    ///< pixels between hatch lines
  QVector<qreal> dash;  ///< pixels on, off, ...; empty: solid (see variantPen for Qt's units)
};

/// Style of a slot in dataPalette(); a negative slot counts as 0.
VariantStyle variantStyle(int slot, Scheme scheme);
/// Pen for a line of the slot: colour, flat caps, dash pattern converted to Qt's pen-width units.
QPen variantPen(int slot, Scheme scheme, qreal width = 2.0);

/// Tile brush, hatch over tint, seamless; the pixmap has `devicePixelRatio`. Screen only: exports use fillHatched().
QBrush hatchBrush(int slot, Scheme scheme, qreal devicePixelRatio = 1.0);
/// Fills `rect` with tint, vector hatch lines cut at its edges, and a 1 px edge inside. `scale` 2 in projector mode.
void fillHatched(QPainter& painter, const QRectF& rect, int slot, Scheme scheme, qreal scale = 1.0);
/// Pale: tint and edge only (same transport, orders no payload).
void fillPale(QPainter& painter, const QRectF& rect, int slot, Scheme scheme);
/// Undecided: cross hatch on base, edge in `strong`; vectors.
void fillUndecided(QPainter& painter, const QRectF& rect, const Theme& theme);
/// Unavailable or not collected: `free` with a pale hatch, edge in `line` when `edge`; vectors.
void fillUnavailable(QPainter& painter, const QRectF& rect, const Theme& theme, bool edge = true);

/// Outline of a marker around the origin that fits a square of `size`.
QPainterPath markerPath(Marker marker, qreal size);
/// Marker with a 1 px `base` edge around it; hollow ones are outlined 1.5 px over `base`.
/// `colour` replaces the slot's own where it is valid (unavailable lines draw theirs in `dis`).
void drawMarker(QPainter& painter, QPointF centre, qreal size, int slot, Scheme scheme, const QColor& colour = QColor());
/// The 24 x 12 hatch box of legends and lists.
void drawSwatch(QPainter& painter, const QRectF& rect, int slot, Scheme scheme, bool pale = false);

}  // namespace dsm::ui
