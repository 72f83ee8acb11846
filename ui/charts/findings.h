// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a bar chart says, in sentences computed from its shape alone: the finding above it, two or three below, and
// the caption that states what bar, whisker and dots are. Nothing is called faster while intervals overlap.
#pragma once

#include "ui/charts/bars_data.h"
#include "ui/charts/chart_table.h"

#include <QStringList>

namespace dsm::ui {

struct BarsFindings {
  QString headline;
  QStringList sentences;  ///< at most three
  QString caption;
};

/// Rows left out by a legend click are left out here too: `data` holds those shown.
BarsFindings findingsOf(const model::BarsShape& shape, const BarsData& data);
/// True when the 95 % intervals of two medians have a point in common.
bool intervalsOverlap(const model::Summary& a, const model::Summary& b);
/// "2.4 times less than", "4 % more than" of `value` against `base` (both above zero).
QString comparedWith(double value, double base);
/// The chart's numbers as a table: one row for each row shown.
ChartTable barsTable(const model::BarsShape& shape, const BarsData& data);

}  // namespace dsm::ui
