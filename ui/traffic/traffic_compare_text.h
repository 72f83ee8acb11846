// SPDX-License-Identifier: GPL-3.0-or-later
//
// A comparison of counters in words: a column of the chart, columns of the tables, a note, and what a reader hears. What has no
// ratio says why: zero bytes, background and "not collected" are three things.
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/traffic/traffic_data.h"
#include "ui/traffic/traffic_notes.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace dsm::ui {

/// "pinned", "1.76× faster", "same", "not compared"; empty where no verdict is known yet.
QString timeWord(const TrafficComparison& comparison);
/// For the chart's column: "0.0197×", "≤ 0.00033×", "> 4 100×", "from 0 B", "background", "pinned", or an en dash.
QString pinnedColumnText(const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base);
/// For those who hear the cell: "0.0197× the pinned global", "0 B in the pinned run"; empty where nothing is compared.
QString pinnedCellWords(const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base);
/// Of these variants (indices into TrafficData::variants), each name once.
QStringList pinnedBaselines(const TrafficData& data, const QVector<int>& variants);
/// Head of the column: "vs global"; "vs pinned" for an empty name.
QString pinnedHead(const QString& baseline);
/// "Against the pinned global: dsmem moves 0.0197× the bytes between SM and L2 and is 1.76× faster. Not alike in driver." No text
/// where none of the variants has a baseline. A warning where something is not alike or could not be judged.
TrafficNote pinnedNote(const TrafficData& data, const QVector<int>& variants);

/// Columns "Compared with", "Pinned", "× pinned", "Ratio is" and "Not alike in", and their cells.
void addPinnedColumns(ChartTable& table);
void addPinnedCells(QVector<ChartCell>& cells, const TrafficComparison& comparison, const TrafficCell& cell, const TrafficCell& base);

}  // namespace dsm::ui
