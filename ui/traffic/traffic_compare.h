// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was counted, beside what was counted in the pinned run that is nearest: the baseline that the runs table and the Latency
// chart have too. A counter is one value of one launch, so a ratio of bytes has no interval and no verdict; the verdict that
// stands beside it is about time.
#pragma once

#include "ui/traffic/traffic_data.h"

#include <span>

namespace dsm::ui {

/// `run` and its baseline, with the baseline's cells for `roles`, what is not alike, and no verdict. Kind none where no run of
/// the experiment is pinned.
TrafficComparison againstPinned(const ViewInput& input, const model::Run& run, std::span<const model::CounterRole> roles);
/// For each variant of `data`, with the verdict that `input` has; computed (about 1 ms each) where none are handed in. Empty where
/// no variant has a baseline.
QVector<TrafficComparison> trafficComparisonsOf(const ViewInput& input, const TrafficData& data);

}  // namespace dsm::ui
