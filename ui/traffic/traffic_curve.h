// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counters against one parameter (bytes against rounds): a small log-log panel for each counter, a line for each variant, and
// what arithmetic expects. For exports and reports; the window's views show one configuration at a time.
#pragma once

#include "ui/charts/chart_fonts.h"
#include "ui/charts/chart_table.h"
#include "ui/theme/theme.h"
#include "ui/traffic/traffic_data.h"

#include <QRectF>
#include <QStringList>

class QPainter;

namespace dsm::ui {

struct CurvePoint {
  double at = 0;  ///< value of the parameter
  QString atText;
  TrafficCell cell;
  TrafficComparison comparison;  ///< with the pinned run's cell of the same counter; without a verdict

  bool isPinned() const { return comparison.kind == TrafficComparison::Kind::pinned; }
};

struct CurveLine {
  QString label;
  int slot = 0;
  QVector<CurvePoint> points;  ///< by rising parameter; only where something was collected
};

struct CurvePanel {
  model::CounterRole role = model::CounterRole::other;
  QString label;
  QVector<CurveLine> lines;
};

struct TrafficCurve {
  QString title;
  QString parameter;  ///< its label: "Rounds"
  QVector<double> at;  ///< every value that some run has, rising
  QVector<QString> atText;
  QVector<CurvePanel> panels;  ///< DSMEM received, L2 from the SMs, L2 in total, DRAM written
  QVector<CurveLine> legend;   ///< variants that have a point, without points
  QStringList pinned;          ///< points that are pinned runs: "global at 5 000"
  bool compared = false;       ///< a run of the experiment is pinned, here or elsewhere
};

/// The latest counted run of each ticked variant for each value of `parameter` (its id), the other settings as in
/// `input`. An empty id: the parameter that was varied most. No panels: nothing was varied.
TrafficCurve trafficCurveOf(const ViewInput& input, const std::string& parameter);
/// One sentence.
QString curveFinding(const TrafficCurve& curve);
ChartTable curveTable(const TrafficCurve& curve);
/// Paints inside `bounds` and nowhere else.
void paintTrafficCurve(QPainter& painter, const QRectF& bounds, const TrafficCurve& curve, const ChartFonts& fonts, const Theme& theme);

}  // namespace dsm::ui
