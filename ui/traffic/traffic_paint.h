// SPDX-License-Identifier: GPL-3.0-or-later
//
// The traffic chart, painted: counters as bars with what arithmetic expects, and below them where the bytes went, arrow
// width linear in bytes. One free function for the window and the exporter.
//
// An SVG does not clip. So nothing is handed to the painter that reaches beyond the axis or the bounds: bars are cut,
// marks outside are left out, texts are elided to the room they have.
#pragma once

#include "ui/theme/theme.h"
#include "ui/traffic/traffic_layout.h"

class QPainter;

namespace dsm::ui {

/// Paints into `bounds` over a ground of `theme.base`, and nowhere else. What the height has no room for is left out from the
/// bottom: notes, then flow pictures. GUI thread.
void paintTraffic(QPainter& painter, const QRectF& bounds, const TrafficData& data, const TrafficOptions& options, const Theme& theme);
/// The cursor of keyboard and mouse: a frame around a line.
void paintTrafficCursor(QPainter& painter, const TrafficLayout& layout, int line, const Theme& theme);

}  // namespace dsm::ui
