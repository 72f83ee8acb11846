// SPDX-License-Identifier: Apache-2.0
// Result shapes: what a chart draws, as plain data. Views draw shapes and never ask an experiment's name.
// Made by pure functions from runs, so that window, exporter and command line show the same numbers.
#pragma once

#include <string>
#include <vector>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::model {

struct BarRow {
  std::string label;
  std::string note;       // "a payload", "512 threads"
  VariantSlot slot = VariantSlot::dsmem;
  Origin origin = Origin::recorded;
  std::string runId;      // empty: no run
  std::string state;      // empty: a number; else why there is none: "no run yet", "does not fit", "failed: error 719"
  Summary summary;        // of the quantity
  std::vector<double> samples;
  double secondValue = 0; // median on the opposite edge's unit; NaN if none
  std::vector<ReferenceMark> marks;
};

struct BarsShape {
  std::string title;     // "One-way token hop, cluster of 2"
  std::string quantityLabel;
  Unit unit = Unit::none;
  Better better = Better::lower;
  Unit secondUnit = Unit::none;  // none: one edge only
  double smClockHz = 0;  // median clock of the runs, named on the second edge; 0: not known
  std::vector<BarRow> rows;
};

enum class BarOrder { fastestFirst, catalogue };

// The latest run of each chosen variant in the configuration `values` (identity parameters equal).
// A variant without a run gets a row with a state.
BarsShape barsOf(const ExperimentSpec& spec, const Session& session, const std::vector<std::string>& variants,
                 const Values& values, std::string_view quantity, BarOrder order, const Device* device);

}  // namespace dsm::model
