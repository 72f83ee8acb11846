// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where an axis puts its ticks, as pure arithmetic: linear, logarithmic, and in powers of two for bytes. Written for
// bad input too: whatever the range is, the answer is short, finite and inside it.
#pragma once

#include <QString>
#include <QVector>

namespace dsm::ui {

struct TickSet {
  QVector<double> major;
  QVector<double> minor;
  int decimals = 0;  ///< that the major labels need
};

/// The step 1, 2, 2.5 or 5 x 10^k that gives at most `maxLabels` ticks over `span`; 1 if span is not a positive number.
double niceStep(double span, int maxLabels);
/// Multiples of a nice step inside [low, high]. Empty when the range is empty or not finite.
TickSet linearTicks(double low, double high, int maxLabels);
/// 1-2-5 within few decades, powers of ten over many. Empty unless 0 < low < high.
TickSet logTicks(double low, double high, int maxLabels);
/// Multiples of a power of two (at least one byte), major ones at least `minimumStep` bytes apart.
TickSet byteTicks(double low, double high, double minimumStep);
/// "1 500", "0.25": thin-space groups, point.
QString tickText(double value, int decimals);

}  // namespace dsm::ui
