// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the counters mean, in sentences computed from them: the finding above the chart, the notes beside it, the caption
// below it, and the table behind it.
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/traffic/traffic_data.h"

#include <QString>
#include <QVector>

#include <set>
#include <string>

namespace dsm::ui {

struct TrafficNote {
  bool warning = false;
  QString title;
  QString text;
  int mostLines = 5;  ///< what exceeds them is cut
};

/// One sentence. `hidden`: ids of variants that the person took away.
QString trafficFinding(const TrafficData& data, const std::set<std::string>& hidden);
/// Most important first; each holds only where the data says so.
QVector<TrafficNote> trafficNotes(const TrafficData& data, const std::set<std::string>& hidden);
/// What marks mean, and how the launch was counted.
QString trafficCaption(const TrafficData& data, bool logarithmic, bool expectedMarks);
/// Every ticked variant and counter, hidden ones left out; not collected cells have their reason and no number.
ChartTable trafficTable(const TrafficData& data, const std::set<std::string>& hidden);

}  // namespace dsm::ui
