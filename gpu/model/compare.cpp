// SPDX-License-Identifier: Apache-2.0
// Ratio, interval and verdict of two runs, and the partners of two sessions. See the header for the method.
#include "gpu/model/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace dsm::model {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Series {
  std::vector<double> base;
  std::vector<double> next;
};

std::vector<double> headlineOf(const ExperimentSpec* spec, const Run& run) {
  if (spec != nullptr && !spec->info().quantities.empty()) return seriesOf(*spec, run, spec->info().quantities.front().id);
  std::vector<double> times(run.samples.size());
  std::ranges::transform(run.samples, times.begin(), &Sample::elapsedNs);
  return times;
}

// Turned, so that next / base below 1 is faster whatever the quantity.
Series turnedSeries(const ExperimentSpec* spec, const Run& base, const Run& next) {
  Series series{headlineOf(spec, base), headlineOf(spec, next)};
  const bool higher = spec != nullptr && !spec->info().quantities.empty() && spec->info().quantities.front().better == Better::higher;
  if (higher) std::swap(series.base, series.next);
  return series;
}

std::size_t finiteCount(const std::vector<double>& series) {
  return static_cast<std::size_t>(std::ranges::count_if(series, [](double value) { return std::isfinite(value); }));
}

std::string whyUnusable(const Run& run, const char* which) {
  const std::string subject = std::string("The ") + which + " run ";
  if (run.status == RunStatus::failed) return subject + "failed: " + run.error.message;
  if (run.status == RunStatus::cancelled) return subject + "was stopped before it was done.";
  if (run.validation.done && !run.validation.correct) return subject + "gave a wrong result: " + run.validation.detail + ".";
  return {};
}

// Both sides of the same interleaving: the rounds of the one lie between the rounds of the other.
bool measuredInTurn(const Run& base, const Run& next) {
  return base.stopReason == kInterleavedStop && next.stopReason == kInterleavedStop && base.provenance.command == next.provenance.command &&
         base.provenance.date == next.provenance.date && base.plan.minSamples == next.plan.minSamples && base.plan.minSamples > 0 &&
         base.samples.size() == next.samples.size() && base.samples.size() % base.plan.minSamples == 0;
}

std::vector<double> roundRatios(const Series& series, std::size_t portion) {
  std::vector<double> ratios;
  for (std::size_t at = 0; at + portion <= series.base.size(); at += portion) {
    const std::span<const double> base(series.base.data() + at, portion);
    const std::span<const double> next(series.next.data() + at, portion);
    ratios.push_back(summarize(next).median / summarize(base).median);
  }
  return ratios;
}

// Both widths in quadrature, of the logarithm: a ratio and its inverse have the same doubt.
Interval joinedInterval(const Ratio& sampled) {
  const auto half = [](double inner) { return std::hypot(std::max(0.0, inner), kBetweenRuns95); };
  return {sampled.value * std::exp(-half(std::log(sampled.value / sampled.interval95.low))),
          sampled.value * std::exp(half(std::log(sampled.interval95.high / sampled.value)))};
}

void judge(Comparison& comparison, const Series& series, std::size_t portion, double threshold) {
  const std::size_t fewest = std::min(finiteCount(series.base), finiteCount(series.next));
  const std::vector<double> ratios = portion > 0 ? roundRatios(series, portion) : std::vector<double>{};
  if (finiteCount(ratios) >= kFewestSamples) {
    const Summary rounds = summarize(ratios);
    comparison.ratio = {rounds.median, rounds.median95};
    comparison.sampling95 = rounds.median95;
  } else if (fewest >= kFewestSamples) {
    const Ratio sampled = ratioOfMedians(series.base, series.next);
    comparison.sampling95 = sampled.interval95;
    comparison.ratio = {sampled.value, joinedInterval(sampled)};
  } else {
    comparison.sampling95 = {kNan, kNan};
    comparison.ratio = {summarize(series.next).median / summarize(series.base).median, {kNan, kNan}};
    comparison.why = "An interval needs " + std::to_string(kFewestSamples) + " samples of each run, and one has " +
                     std::to_string(fewest) + ".";
  }
  comparison.verdict = verdictOf(comparison.ratio, threshold);
}

// What tells two runs apart besides their numbers: equal texts are partners.
std::string partnerKey(const ExperimentSpec* spec, const Run& run) {
  std::string key = run.experiment + '\x1f' + run.variant;
  if (spec == nullptr) {
    for (const auto& [id, value] : run.values) key += '\x1f' + id + '=' + std::to_string(value);
    return key;
  }
  for (const Parameter& parameter : spec->info().parameters) {
    if (!parameter.identity || !appliesTo(parameter, run.variant)) continue;
    const auto found = run.values.find(parameter.id);
    key += '\x1f' + std::to_string(found == run.values.end() ? parameter.defaultValue : found->second);
  }
  return key;
}

// The place of the latest run of each configuration.
std::map<std::string, std::size_t> latestPlaces(const Session& session, const Catalogue& catalogue, std::string_view experiment) {
  std::map<std::string, std::size_t> places;
  for (std::size_t place = 0; place < session.runs.size(); ++place) {
    const Run& run = *session.runs[place];
    if (experiment.empty() || run.experiment == experiment) places[partnerKey(findSpec(catalogue, run.experiment), run)] = place;
  }
  return places;
}

void count(SessionComparison& all, const ComparedPair& pair) {
  if (pair.comparison.kind != Comparison::Kind::verdict) {
    ++all.notCompared;
    if (whyUnusable(*pair.base, "base").empty() && !whyUnusable(*pair.next, "new").empty()) ++all.newlyFailed;
    return;
  }
  switch (pair.comparison.verdict) {
    case Verdict::same:
      ++all.same;
      break;
    case Verdict::faster:
      ++all.faster;
      break;
    case Verdict::slower:
      ++all.slower;
      break;
    case Verdict::undecided:
      ++all.undecided;
      break;
  }
}

}  // namespace

Comparison compareRuns(const ExperimentSpec* spec, const Run& base, const Device* baseDevice, const Run& next, const Device* nextDevice,
                       double threshold) {
  Comparison comparison;
  comparison.baseId = base.id;
  comparison.ratio = {kNan, {kNan, kNan}};
  comparison.sampling95 = {kNan, kNan};
  comparison.why = whyUnusable(base, "base");
  if (comparison.why.empty()) comparison.why = whyUnusable(next, "new");
  if (!comparison.why.empty()) return comparison;
  const Series series = turnedSeries(spec, base, next);
  if (finiteCount(series.base) == 0 || finiteCount(series.next) == 0) {
    comparison.why = "A run without a sample has nothing to compare.";
    return comparison;
  }
  comparison.kind = Comparison::Kind::verdict;
  judge(comparison, series, measuredInTurn(base, next) ? base.plan.minSamples : 0, threshold);
  comparison.differences = differencesOf(spec, base, baseDevice, next, nextDevice);
  return comparison;
}

SessionComparison compareSessions(const Session& base, const Session& next, const Catalogue& catalogue, std::string_view experiment,
                                  double threshold) {
  SessionComparison all;
  all.threshold = threshold;
  std::map<std::string, std::size_t> partners = latestPlaces(base, catalogue, experiment);
  std::map<std::size_t, std::string> newOnes;  // by place, so that pairs keep the order of the new session
  for (const auto& [key, place] : latestPlaces(next, catalogue, experiment)) newOnes[place] = key;
  for (const auto& [place, key] : newOnes) {
    const RunPtr& run = next.runs[place];
    const auto partner = partners.find(key);
    if (partner == partners.end()) {
      all.onlyNext.push_back(run);
      continue;
    }
    ComparedPair pair{findSpec(catalogue, run->experiment), base.runs[partner->second], run, {}};
    partners.erase(partner);
    pair.comparison = compareRuns(pair.spec, *pair.base, base.device(pair.base->deviceUuid), *run, next.device(run->deviceUuid), threshold);
    count(all, pair);
    all.pairs.push_back(std::move(pair));
  }
  std::vector<std::size_t> left;
  for (const auto& [key, place] : partners) left.push_back(place);
  std::ranges::sort(left);
  for (const std::size_t place : left) all.onlyBase.push_back(base.runs[place]);
  return all;
}

std::string_view verdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

}  // namespace dsm::model
