// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where everything of the traffic chart stands: columns, rows, axis, flow pictures, notes. Pure arithmetic over the
// data and the rectangle; painting, hit test and tests share it.
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_fonts.h"
#include "ui/traffic/traffic_notes.h"

#include <QRectF>

#include <set>
#include <string>

namespace dsm::ui {

struct TrafficOptions {
  bool logarithmic = false;  ///< bars become dots
  bool payloadUnit = false;  ///< values in payloads of their variant instead of bytes
  bool expectedMarks = true;
  bool compact = false;          ///< no names of metrics, tighter rows
  double zoom = 1;               ///< of a linear axis; 1 shows all of it
  std::set<std::string> hidden;  ///< ids of variants that are not drawn
  std::string selectedRun;       ///< its lines are emphasised
  ChartFonts fonts;
};

/// The value axis: shown = bytes / factor (or bytes / payload), zero or `low` at the left.
struct TrafficAxis {
  UnitScale unit;
  double low = 0, high = 1;  ///< shown
  bool logarithmic = false;
  TickSet ticks;
  /// 0-1 from left to right; below 0 or above 1 outside; NaN where the axis cannot show the value.
  double position(double shown) const;
};

struct TrafficLine {
  int row = 0;      ///< index into TrafficData::rows
  int variant = 0;  ///< index into TrafficData::variants
  QRectF rect;      ///< over the whole width
};

struct TrafficPlacedNote {
  int note = 0;  ///< index into `notes`
  QRectF rect;
};

struct TrafficLayout {
  QRectF bounds;
  QVector<int> shown;  ///< variants with counters that are not hidden
  TrafficAxis axis;
  double labelLeft = 0, labelRight = 0;
  double plotLeft = 0, plotRight = 0, plotTop = 0, plotBottom = 0;
  double measuredRight = 0, expectedRight = 0, residualRight = 0;  ///< expectedRight 0: left out
  double columnWidth = 0;
  QString pinnedHead;                       ///< of the column against the pinned run
  double pinnedRight = 0, pinnedWidth = 0;  ///< pinnedRight 0: nothing is compared, or there is no room
  QVector<QRectF> groups;  ///< one a row of data
  QVector<TrafficLine> lines;
  QVector<QRectF> flows;  ///< parallel to `shown`
  double flowBytesPerPixel = 1;
  QVector<TrafficNote> notes;
  QVector<TrafficPlacedNote> placedNotes;
  int moreNotes = 0;     ///< that found no room
  QRectF moreNotesRect;  ///< where that is said

  double x(double shownValue) const;
  int lineAt(const QPointF& point) const;
};

TrafficLayout layoutTraffic(const QRectF& bounds, const TrafficData& data, const TrafficOptions& options);
/// Height below which something would be squeezed, and above which nothing gains; for a given width.
double leastTrafficHeight(double width, const TrafficData& data, const TrafficOptions& options);
double mostTrafficHeight(double width, const TrafficData& data, const TrafficOptions& options);
/// A cell's value in the axis's unit; NaN where it has none.
double shownValue(const TrafficAxis& axis, double bytes, double payloadBytes, bool payloadUnit);

}  // namespace dsm::ui
