// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counted bytes as words: a bound is rounded away from what it bounds, so that "≤" and "more than" stay true; a residual
// is a percentage where something was expected and a number of sectors or bytes where nothing was.
#pragma once

#include "ui/traffic/traffic_data.h"

#include <QString>

namespace dsm::ui {

/// "10.813 GB", "4.2 kB", "≤ 7.1 MB"; an en dash for an unknown bound.
QString trafficBytes(double bytes, model::Bound bound, int significant);
/// A cell's value; `payloadUnit`: in payloads ("2.751×"), which needs `payloadBytes` above zero. En dash if not collected.
QString trafficValue(const TrafficCell& cell, double payloadBytes, bool payloadUnit, int significant = 5);
/// "21.627 GB", "0 B", or an en dash where arithmetic cannot tell.
QString trafficExpected(const TrafficCell& cell, double payloadBytes, bool payloadUnit);
/// "0.0 %", "+37.5 %", "132 sectors", "background", or an en dash.
QString trafficResidual(const TrafficCell& cell);
/// "1.79", "more than 4 100", "at most 0.02"; empty where the ratio is unknown.
QString trafficRatioText(const model::RatioReading& ratio);
/// "0.197×", "0×", "more than 4 100×", "at most 0.33×", and below 0.01 "1/1 280 000"; `brief`: "> 4 100×", "≤ 0.33×". Empty
/// where the ratio is unknown.
QString trafficTimes(const model::RatioReading& ratio, bool brief = false);
/// Whether trafficTimes() writes it as one divided by a number.
bool isTrafficFraction(const model::RatioReading& ratio);
/// One sentence for each flag of a cell.
QString trafficFlagsText(const TrafficCell& cell);
/// What a reader hears for one cell: "global, L2 in total, 29.746 GB, expected 21.627 GB, residual +37.5 %, ...".
QString trafficCellSentence(const TrafficData& data, int row, int variant, bool payloadUnit);
/// "2.751", "3.9e-7".
QString payloadNumber(double payloads, int significant);
/// A value rounded to `significant` digits, never below it (`up`) or never above it.
double roundedBound(double value, int significant, bool up);

}  // namespace dsm::ui
