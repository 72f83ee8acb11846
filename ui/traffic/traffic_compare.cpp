// SPDX-License-Identifier: GPL-3.0-or-later
//
// From pins to baselines of counters.
#include "ui/traffic/traffic_compare.h"

#include "ui/runs/verdict_text.h"

#include <algorithm>
#include <utility>

namespace dsm::ui {
namespace {

using Kind = TrafficComparison::Kind;

// Counters that were read from elsewhere may have been counted with another cache than the run was timed with.
void addCountedCache(std::vector<model::Difference>& differences, const model::Run& base, const model::Run& run) {
  const bool counted = base.counters && base.counters->collected && run.counters && run.counters->collected;
  if (!counted || base.counters->cache == run.counters->cache) return;
  if (std::ranges::find(differences, std::string("cache"), &model::Difference::id) != differences.end()) return;
  const auto word = [](const model::Run& of) { return std::string(of.counters->cache == model::CacheState::warm ? "warm" : "flushed"); };
  differences.push_back({"cache", "Cache", word(base), word(run)});
}

// What differs is known before the verdict is, and where there can be none.
void addVerdict(TrafficComparison& comparison, const ViewInput& input, const model::Run& run) {
  model::Comparison judged;
  if (input.comparisons == nullptr) {
    judged = model::compareWithNearestPinned(*input.spec, *input.session, run, input.comparisonThreshold);
  } else if (const auto found = input.comparisons->find(run.id); found != input.comparisons->end()) {
    judged = found->second;
  }
  if (judged.baseId != comparison.time.baseId) return;  // not known yet, or of pins that are gone
  judged.differences = std::move(comparison.time.differences);
  comparison.time = std::move(judged);
}

}  // namespace

TrafficComparison againstPinned(const ViewInput& input, const model::Run& run, std::span<const model::CounterRole> roles) {
  TrafficComparison comparison;
  const model::Session& session = *input.session;
  if (session.pinned.empty()) return comparison;
  if (session.isPinned(run.id)) {
    comparison.kind = Kind::pinned;
    return comparison;
  }
  const model::RunPtr base = model::nearestPinned(*input.spec, session, run);
  if (!base) return comparison;
  comparison.kind = Kind::against;
  comparison.baseline = baselineName(input.spec, *base, run);
  comparison.time.baseId = base->id;
  comparison.time.differences =
      model::differencesOf(input.spec, *base, session.device(base->deviceUuid), run, session.device(run.deviceUuid));
  addCountedCache(comparison.time.differences, *base, run);
  for (const model::CounterRole role : roles) comparison.cells.push_back(trafficCellOf(input.spec, *base, role));
  return comparison;
}

QVector<TrafficComparison> trafficComparisonsOf(const ViewInput& input, const TrafficData& data) {
  QVector<TrafficComparison> all;
  if (input.session->pinned.empty()) return all;
  for (const TrafficVariant& variant : data.variants) {
    TrafficComparison comparison;
    const model::RunPtr run = variant.runId.empty() ? nullptr : input.session->run(variant.runId);
    if (run) comparison = againstPinned(input, *run, kTrafficRoles);
    if (comparison.kind == Kind::against) {
      comparison.fabric = trafficCellOf(input.spec, *input.session->run(comparison.time.baseId), model::CounterRole::fabric);
      addVerdict(comparison, input, *run);
    }
    all.push_back(comparison);
  }
  const bool any = std::ranges::any_of(all, [](const TrafficComparison& each) { return each.kind == Kind::against; });
  return any ? all : QVector<TrafficComparison>{};
}

}  // namespace dsm::ui
