// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "app/cli/console.h"
#include "app/cli/run_table.h"
#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

using protocol::JsonOut;

constexpr std::size_t kMostNamed = 20;  // differences, and runs without a partner; more are counted

std::string percentText(double fraction) { return numberText(fraction * 100, 4) + " %"; }

// Four places: a tenth of what the threshold is usually set to.
std::string ratioText(double ratio) {
  if (!std::isfinite(ratio)) return "-";
  if (ratio >= 1000 || ratio < 0.001) return numberText(ratio, 4);
  const long long scaled = std::llround(ratio * 10000);
  std::string places = std::to_string(scaled % 10000);
  return std::to_string(scaled / 10000) + "." + std::string(4 - places.size(), '0') + places;
}

std::string intervalText(const model::Interval& interval) {
  return std::isfinite(interval.low) ? ratioText(interval.low) + " to " + ratioText(interval.high) : std::string("-");
}

std::string configurationOf(const model::ExperimentSpec* spec, const model::Run& run) {
  if (spec != nullptr) return configurationText(*spec, run);
  std::string text;
  for (const auto& [id, value] : run.values) text += (text.empty() ? "" : " ") + id + "=" + std::to_string(value);
  return text.empty() ? "-" : text;
}

struct Headline {
  std::string id = "elapsed_ns";
  model::Unit unit = model::Unit::nanoseconds;
};
Headline headlineOf(const model::ExperimentSpec* spec) {
  if (spec == nullptr || spec->info().quantities.empty()) return {};
  return {spec->info().quantities.front().id, spec->info().quantities.front().unit};
}

model::Summary summaryOf(const model::ExperimentSpec* spec, const model::Run& run) {
  if (spec != nullptr && !spec->info().quantities.empty()) return model::summarize(model::seriesOf(*spec, run, headlineOf(spec).id));
  std::vector<double> times;
  for (const model::Sample& sample : run.samples) times.push_back(sample.elapsedNs);
  return model::summarize(times);
}

std::vector<std::string> rowOf(const model::ComparedPair& pair) {
  const model::Comparison& comparison = pair.comparison;
  const auto median = [&](const model::Run& run) { return quantityText(summaryOf(pair.spec, run).median, headlineOf(pair.spec).unit); };
  const bool judged = comparison.kind == model::Comparison::Kind::verdict;
  return {pair.next->experiment,
          pair.next->variant,
          configurationOf(pair.spec, *pair.next),
          median(*pair.base),
          median(*pair.next),
          judged ? ratioText(comparison.ratio.value) : "-",
          judged ? intervalText(comparison.ratio.interval95) : "-",
          judged && comparison.why.empty() ? std::string(model::verdictName(comparison.verdict))
          : judged                         ? std::string(model::verdictName(comparison.verdict)) + ": " + comparison.why
                                           : comparison.why};
}

// Each sentence once, with how many pairs it is true of.
std::string differencesText(const model::SessionComparison& comparison) {
  std::map<std::string, std::size_t> counts;
  std::vector<std::string> order;
  for (const model::ComparedPair& pair : comparison.pairs) {
    for (const model::Difference& difference : pair.comparison.differences) {
      const std::string sentence = model::differenceSentence(difference);
      if (++counts[sentence] == 1) order.push_back(sentence);
    }
  }
  std::string text;
  for (std::size_t place = 0; place < std::min(order.size(), kMostNamed); ++place) {
    text += "Differs in " + std::to_string(counts[order[place]]) + " of " + std::to_string(comparison.pairs.size()) + ": " +
            printable(order[place]) + "\n";
  }
  if (order.size() > kMostNamed) text += "Differs in " + std::to_string(order.size() - kMostNamed) + " more ways; --json names all.\n";
  return text;
}

std::string withoutPartner(const std::vector<model::RunPtr>& runs, const char* where) {
  std::string text;
  for (std::size_t place = 0; place < std::min(runs.size(), kMostNamed); ++place) {
    const model::Run& run = *runs[place];
    text += std::string("Only in the ") + where + ": " + printable(run.experiment + " " + run.variant + " (" + run.id + ")") + "\n";
  }
  if (runs.size() > kMostNamed) text += std::string("Only in the ") + where + ": " + std::to_string(runs.size() - kMostNamed) + " more\n";
  return text;
}

JsonOut numberOrNull(double value) { return std::isfinite(value) ? JsonOut(value) : JsonOut(nullptr); }
JsonOut toJson(const model::Interval& interval) { return JsonOut::array({numberOrNull(interval.low), numberOrNull(interval.high)}); }

JsonOut sideJson(const model::ExperimentSpec* spec, const model::Run& run) {
  const model::Summary summary = summaryOf(spec, run);
  return {{"run", run.id},
          {"origin", model::originName(run.origin)},
          {"date", run.provenance.date},
          {"device_uuid", run.deviceUuid},
          {"n", summary.n},
          {"median", numberOrNull(summary.median)},
          {"median95", toJson(summary.median95)}};
}

JsonOut pairJson(const model::ComparedPair& pair) {
  const model::Comparison& comparison = pair.comparison;
  JsonOut differences = JsonOut::array();
  for (const model::Difference& each : comparison.differences) {
    differences.push_back(
        {{"what", each.id}, {"label", each.label}, {"base", each.base}, {"new", each.next}, {"sentence", model::differenceSentence(each)}});
  }
  JsonOut values = JsonOut::object();
  for (const auto& [id, value] : pair.next->values) {
    const model::Parameter* parameter = pair.spec == nullptr ? nullptr : pair.spec->parameter(id);
    const std::string word = parameter == nullptr ? std::string() : model::valueWord(*parameter, value);
    if (parameter != nullptr && parameter->kind == model::ParameterKind::choice && word != std::to_string(value)) {
      values[id] = word;
    } else {
      values[id] = value;
    }
  }
  const bool judged = comparison.kind == model::Comparison::Kind::verdict;
  return {{"experiment", pair.next->experiment},
          {"variant", pair.next->variant},
          {"values", std::move(values)},
          {"quantity", headlineOf(pair.spec).id},
          {"unit", model::unitName(headlineOf(pair.spec).unit)},
          {"base", sideJson(pair.spec, *pair.base)},
          {"new", sideJson(pair.spec, *pair.next)},
          {"ratio", numberOrNull(comparison.ratio.value)},
          {"interval95", toJson(comparison.ratio.interval95)},
          {"sampling95", toJson(comparison.sampling95)},
          {"verdict", judged ? std::string(model::verdictName(comparison.verdict)) : std::string("not_compared")},
          {"why", comparison.why},
          {"differences", std::move(differences)}};
}

JsonOut aloneJson(const std::vector<model::RunPtr>& runs) {
  JsonOut all = JsonOut::array();
  for (const model::RunPtr& run : runs) all.push_back({{"run", run->id}, {"experiment", run->experiment}, {"variant", run->variant}});
  return all;
}

}  // namespace

std::string comparisonSummary(const model::SessionComparison& comparison) {
  std::string text = std::to_string(comparison.pairs.size()) + " compared at " + percentText(comparison.threshold) + ": " +
                     std::to_string(comparison.same) + " same, " + std::to_string(comparison.faster) + " faster, " +
                     std::to_string(comparison.slower) + " slower, " + std::to_string(comparison.undecided) + " undecided";
  if (comparison.notCompared > 0) text += ", " + std::to_string(comparison.notCompared) + " without a verdict";
  text += "; " + std::to_string(comparison.onlyBase.size()) + " only in the base, " + std::to_string(comparison.onlyNext.size()) +
          " only in the new session.";
  return text;
}

std::string comparisonText(const model::SessionComparison& comparison) {
  std::vector<std::vector<std::string>> rows{{"experiment", "variant", "configuration", "base", "new", "new/base", "95 % interval", "verdict"}};
  for (const model::ComparedPair& pair : comparison.pairs) rows.push_back(rowOf(pair));
  return alignedText(rows) + "Ratios are turned so that below 1 is faster; intervals hold what two runs of the same differ by (" +
         percentText(model::kBetweenRuns95) + ").\n" + differencesText(comparison) + withoutPartner(comparison.onlyBase, "base") +
         withoutPartner(comparison.onlyNext, "new session") + comparisonSummary(comparison) + "\n";
}

protocol::JsonOut comparisonJson(const model::SessionComparison& comparison, const std::string& base, const std::string& next, int exitCode) {
  JsonOut pairs = JsonOut::array();
  for (const model::ComparedPair& pair : comparison.pairs) pairs.push_back(pairJson(pair));
  return {{"format", "dsmscope-comparison"},
          {"version", 1},
          {"base", base},
          {"new", next},
          {"threshold_fraction", comparison.threshold},
          {"between_runs95_fraction", model::kBetweenRuns95},
          {"pairs", std::move(pairs)},
          {"only_base", aloneJson(comparison.onlyBase)},
          {"only_new", aloneJson(comparison.onlyNext)},
          {"summary",
           {{"compared", comparison.pairs.size()},
            {"same", comparison.same},
            {"faster", comparison.faster},
            {"slower", comparison.slower},
            {"undecided", comparison.undecided},
            {"not_compared", comparison.notCompared},
            {"newly_failed", comparison.newlyFailed}}},
          {"exit_code", exitCode}};
}

int comparisonExitCode(const model::SessionComparison& comparison) {
  if (comparison.slower > 0) return protocol::kExitSlower;
  if (comparison.newlyFailed > 0) return protocol::kExitFailed;
  if (comparison.undecided > 0 || comparison.notCompared > 0) return protocol::kExitUndecided;
  return protocol::kExitDone;
}

std::string verdictText(const model::Comparison& comparison) {
  if (comparison.kind != model::Comparison::Kind::verdict) return comparison.why;
  return ratioText(comparison.ratio.value) + " (" + intervalText(comparison.ratio.interval95) +
         "): " + std::string(model::verdictName(comparison.verdict)) + (comparison.why.empty() ? "" : ". " + comparison.why);
}

}  // namespace dsm::app
