// SPDX-License-Identifier: Apache-2.0
// The nearest baseline, by comparing what lies between two runs in order of weight.
#include "gpu/model/baseline.h"

#include <cmath>
#include <tuple>

namespace dsm::model {
namespace {

struct Distance {
  int unusable = 0;
  int settings = 0;   // that differ
  double octaves = 0; // between values that span powers of two
  int device = 0;
  int variant = 0;

  auto key() const { return std::tie(unusable, settings, octaves, device, variant); }
};

bool isUsable(const Run& run) {
  return run.status == RunStatus::ok && (!run.validation.done || run.validation.correct) && !run.samples.empty();
}

Distance distanceBetween(const ExperimentSpec& spec, const Run& base, const Run& run) {
  Distance distance;
  distance.unusable = isUsable(base) ? 0 : 1;
  for (const Parameter& parameter : spec.info().parameters) {
    if (!parameter.identity || !appliesTo(parameter, base.variant) || !appliesTo(parameter, run.variant)) continue;
    const std::int64_t baseValue = valueOf(spec, base.values, parameter.id);
    const std::int64_t value = valueOf(spec, run.values, parameter.id);
    if (baseValue == value) continue;
    ++distance.settings;
    if (parameter.kind == ParameterKind::powerOfTwo && baseValue > 0 && value > 0) {
      distance.octaves += std::abs(std::log2(static_cast<double>(value) / static_cast<double>(baseValue)));
    }
  }
  distance.device = base.deviceUuid == run.deviceUuid ? 0 : 1;
  distance.variant = base.variant == run.variant ? 0 : 1;
  return distance;
}

}  // namespace

RunPtr nearestPinned(const ExperimentSpec& spec, const Session& session, const Run& run) {
  RunPtr nearest;
  Distance least;
  for (const std::string& id : session.pinned) {
    const RunPtr base = id == run.id ? nullptr : session.run(id);
    if (!base || base->experiment != run.experiment) continue;
    const Distance distance = distanceBetween(spec, *base, run);
    if (nearest && least.key() < distance.key()) continue;  // equal: the later pin
    nearest = base;
    least = distance;
  }
  return nearest;
}

Comparison compareWithNearestPinned(const ExperimentSpec& spec, const Session& session, const Run& run, double threshold) {
  Comparison comparison;
  if (session.pinned.empty()) return comparison;
  if (session.isPinned(run.id)) {
    comparison.kind = Comparison::Kind::pinned;
    return comparison;
  }
  const RunPtr base = nearestPinned(spec, session, run);
  if (!base) {
    comparison.kind = Comparison::Kind::otherExperiment;
    return comparison;
  }
  return compareRuns(&spec, *base, session.device(base->deviceUuid), run, session.device(run.deviceUuid), threshold);
}

Comparisons comparisonsOf(const ExperimentSpec& spec, const Session& session, std::span<const std::string> runIds, double threshold) {
  Comparisons all;
  for (const std::string& id : runIds) {
    const RunPtr run = id.empty() ? nullptr : session.run(id);
    if (run) all.emplace(id, compareWithNearestPinned(spec, session, *run, threshold));
  }
  return all;
}

}  // namespace dsm::model
