// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words that the views, the exports and the command lines below the views have in common.
#pragma once

#include "ui/view_input.h"

#include <QString>

namespace dsm::ui {

/// "One-way token hop, cluster of 2": the title and the cluster size, where a ticked variant has one.
QString chartTitle(const ViewInput& input, const std::string& base);
/// "Bins 65 536, keys 2^28, threads 512": the settings that tell this configuration from others.
QString settingsText(const ViewInput& input);
/// "bins=65536 keys=2^28 threads=512": the same for files, in the command line's spelling.
QString settingsWords(const ViewInput& input);
/// "time", "rate", "cycles": the short name of a quantity on a button.
QString quantityTab(const model::QuantityInfo& quantity);
/// The command that makes the Latency view's numbers.
QString latencyCommand(const ViewInput& input);
/// The command that makes the Traffic view's counters.
QString trafficCommand(const ViewInput& input);
/// "dsmscope export recorded:tile_exchange --chart traffic_curve --out tile_exchange.svg".
QString trafficCurveCommand(const ViewInput& input);
/// The command that makes the ruler of `variant`.
QString rulerCommand(const ViewInput& input, const std::string& variant);
/// "NVIDIA H200, driver 580, CUDA 13.0, 2026-11-30" from the session's device; what is unknown is left out.
QString deviceText(const ViewInput& input);

/// The parameter that sets how many blocks form a cluster; null where an experiment has none.
const model::Parameter* clusterParameter(const model::ExperimentSpec& spec);

}  // namespace dsm::ui
