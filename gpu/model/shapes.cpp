// SPDX-License-Identifier: Apache-2.0
// From runs to shapes: which run stands for a variant, and its numbers in one quantity.
#include "gpu/model/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dsm::model {
namespace {

RunPtr latestRun(const ExperimentSpec& spec, const Session& session, std::string_view variant, const Values& complete) {
  for (auto run = session.runs.rbegin(); run != session.runs.rend(); ++run) {
    if (sameConfiguration(spec, **run, variant, complete)) return *run;
  }
  return nullptr;
}

void fillFromRun(BarRow& row, const ExperimentSpec& spec, const Run& run, std::string_view quantity) {
  row.runId = run.id;
  row.origin = run.origin;
  row.note = std::to_string(run.launch.threads) + " threads";
  if (run.status == RunStatus::failed) {
    row.state = "failed: " + run.error.message;
    return;
  }
  row.samples = seriesOf(spec, run, quantity);
  row.summary = summarize(row.samples);
  if (row.summary.n == 0) row.state = "no finite sample";
  if (!spec.info().secondQuantity.empty()) {
    row.secondValue = summarize(seriesOf(spec, run, spec.info().secondQuantity)).median;
  }
}

BarRow rowOf(const ExperimentSpec& spec, const Session& session, const VariantInfo& variant, const Values& values,
             std::string_view quantity, const Device* device) {
  BarRow row;
  row.label = variant.label;
  row.slot = variant.slot;
  row.secondValue = std::numeric_limits<double>::quiet_NaN();
  row.summary = summarize({});
  std::ranges::copy_if(spec.info().marks, std::back_inserter(row.marks), [&](const ReferenceMark& mark) {
    return mark.variant == variant.id && mark.quantity == quantity;
  });
  const auto complete = completeValues(spec, variant.id, values);
  if (!complete) {
    row.state = complete.error().message;
    return row;
  }
  if (const RunPtr run = latestRun(spec, session, variant.id, *complete)) {
    fillFromRun(row, spec, *run, quantity);
    return row;
  }
  const bool fits = device == nullptr || spec.legality(*complete, variant.id, *device).fits;
  row.state = fits ? "no run yet" : "does not fit";
  return row;
}

double medianClock(const Session& session, const std::vector<BarRow>& rows) {
  std::vector<double> clocks;
  for (const BarRow& row : rows) {
    const RunPtr run = row.runId.empty() ? nullptr : session.run(row.runId);
    if (!run) continue;
    for (const Sample& sample : run->samples) {
      if (sample.smClockHz > 0) clocks.push_back(sample.smClockHz);
    }
  }
  return clocks.empty() ? 0 : summarize(clocks).median;
}

}  // namespace

BarsShape barsOf(const ExperimentSpec& spec, const Session& session, const std::vector<std::string>& variants,
                 const Values& values, std::string_view quantity, BarOrder order, const Device* device) {
  BarsShape shape;
  const ExperimentInfo& info = spec.info();
  shape.title = info.chartTitle;
  const QuantityInfo* shown = spec.quantity(quantity);
  if (shown == nullptr) return shape;
  shape.quantityLabel = shown->label;
  shape.unit = shown->unit;
  shape.better = shown->better;
  for (const VariantInfo& variant : info.variants) {
    if (std::ranges::find(variants, variant.id) == variants.end()) continue;
    shape.rows.push_back(rowOf(spec, session, variant, values, quantity, device));
  }
  const QuantityInfo* second = spec.quantity(info.secondQuantity);
  // The second edge belongs to the headline quantity only: two other units would need another factor.
  if (second != nullptr && shown == &info.quantities.front()) {
    shape.secondUnit = second->unit;
    shape.smClockHz = medianClock(session, shape.rows);
  } else {
    for (BarRow& row : shape.rows) row.secondValue = std::numeric_limits<double>::quiet_NaN();
  }
  if (order == BarOrder::fastestFirst) {
    std::ranges::stable_sort(shape.rows, [&](const BarRow& a, const BarRow& b) {
      const bool hasA = a.state.empty();
      const bool hasB = b.state.empty();
      if (hasA != hasB) return hasA;
      if (!hasA) return false;
      return shape.better == Better::lower ? a.summary.median < b.summary.median : a.summary.median > b.summary.median;
    });
  }
  return shape;
}

}  // namespace dsm::model
