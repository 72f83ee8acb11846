// SPDX-License-Identifier: GPL-3.0-or-later
//
// A comparison in the words of the runs table and of the charts: verdict, factor, interval, the baseline's name, and what
// makes it doubtful. Pure functions, so that both say the same.
#pragma once

#include <QString>

#include "gpu/model/compare.h"
#include "gpu/model/spec.h"

namespace dsm::ui {

/// "1.79× faster", "3.72× slower", "same", "undecided"; empty where the comparison has no verdict.
QString verdictWords(const model::Comparison& comparison);
/// "0.558 (0.551–0.565)": the ratio with its 95 % interval, as many digits as that supports.
QString ratioText(const model::Comparison& comparison);
/// What tells the baseline from `run`: its name if a person gave one, else its variant, with the settings that differ:
/// "global_atomics", "global_atomics, 4 096 bins".
QString baselineName(const model::ExperimentSpec* spec, const model::Run& base, const model::Run& run);
/// "block, driver and SM clock": what differs, in words; empty when nothing does.
QString differencesWords(const model::Comparison& comparison);
/// A line for each thing that differs, with both values.
QString differencesLines(const model::Comparison& comparison);

}  // namespace dsm::ui
