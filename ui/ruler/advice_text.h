// SPDX-License-Identifier: GPL-3.0-or-later
//
// The advisor's answer in words: the recommendation with its ground, the guide beside it, what the figures are worth, and
// every configuration as a table. Pure functions of an Advice.
#pragma once

#include "gpu/model/advisor.h"
#include "ui/charts/chart_table.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QStringList>

namespace dsm::ui {

struct AdviceWords {
  QString headline;       ///< "block_private, 1 024 threads: 948 G keys/s"
  QStringList sentences;  ///< the ground, the guide, the reservations; most weighty first
  State state = State::neutral;
};

AdviceWords adviceWords(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Device& device);

/// "cluster_dsmem, cluster of 2, 512 threads".
QString configurationName(const model::ExperimentSpec& spec, const model::Configuration& row);
/// "static or opt-in", "opt-in only", "static", "neither", an en dash for a kernel without shared memory.
QString placementText(const model::Configuration& row);
/// Why a placement does not hold: "Static placement would not hold: 64 KiB in one block; 48 KiB allowed." Empty if both do.
QString placementReason(const model::Configuration& row, const model::Device& device);
/// "cluster 8", or an en dash.
QString nearestText(const model::ExperimentSpec& spec, const model::Configuration& row);
/// The measured figure with its unit, or an en dash.
QString rateText(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Configuration& row);

enum class AdviceColumn { variant, cluster, threads, bytes, rate, runs, nearest, placement, origin, count };
/// One row for each configuration, in the advice's order.
ChartTable adviceTable(const model::ExperimentSpec& spec, const model::Advice& advice);

}  // namespace dsm::ui
