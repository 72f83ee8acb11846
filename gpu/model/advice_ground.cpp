// SPDX-License-Identifier: Apache-2.0
// One pass over the runs: each finds its row and its group.
#include "gpu/model/advice_ground.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace dsm::model {
namespace {

constexpr double kOtherChoice = 8;  // another input or mode is as far as a factor of 256
constexpr double kLacksVariant = 2;  // values that lack a legal variant may be four times nearer before they are taken

bool isAxis(std::string_view id) { return std::ranges::find(kAdviceAxes, id) != std::end(kAdviceAxes); }

double distanceOf(const Parameter& parameter, std::int64_t wanted, std::int64_t run) {
  const bool words = std::ranges::any_of(parameter.choices, [](const Choice& choice) { return !choice.word.empty(); });
  const bool quality = parameter.kind == ParameterKind::toggle || (parameter.kind == ParameterKind::choice && words);
  if (quality || wanted < 0 || run < 0) return kOtherChoice;
  return std::abs(std::log2((static_cast<double>(run) + 1) / (static_cast<double>(wanted) + 1)));
}

std::int64_t valueIn(const Values& values, const Parameter& parameter) {
  const auto found = values.find(parameter.id);
  return found == values.end() ? parameter.defaultValue : found->second;
}

// Row of a run: its variant at its cluster and block size.
std::optional<std::size_t> rowOf(const ExperimentSpec& spec, const Run& run, const std::vector<Configuration>& rows) {
  const auto same = [&](const Configuration& row) {
    return row.variant == run.variant && std::ranges::all_of(kAdviceAxes, [&](const char* axis) {
             const Parameter* parameter = spec.parameter(axis);
             return parameter == nullptr || !appliesTo(*parameter, run.variant) ||
                    valueIn(row.values, *parameter) == valueIn(run.values, *parameter);
           });
  };
  const auto found = std::ranges::find_if(rows, same);
  if (found == rows.end()) return std::nullopt;
  return static_cast<std::size_t>(found - rows.begin());
}

// 0: the chosen device, 1: its model, 2: another.
int strangeness(const Session& session, const std::string& uuid, const Device& device) {
  if (uuid == device.uuid) return 0;
  const Device* other = session.device(uuid);
  return other != nullptr && other->name == device.name ? 1 : 2;
}

int variantsIn(const GroundRuns& runs, const std::vector<Configuration>& rows) {
  std::set<std::string_view> variants;
  for (const auto& [row, run] : runs.latest) variants.insert(rows[row].variant);
  return static_cast<int>(variants.size());
}

}  // namespace

std::vector<GroundRuns> groundsOf(const ExperimentSpec& spec, const Session& session, const Device& device,
                                  const std::vector<Configuration>& rows) {
  struct Group {
    GroundRuns runs;
    std::size_t last = 0;
  };
  std::map<std::pair<std::string, Values>, Group> groups;
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    const Run& run = *session.runs[i];
    const bool wrong = run.validation.done && !run.validation.correct;
    if (run.experiment != spec.info().id || run.status != RunStatus::ok || run.samples.empty() || wrong) continue;
    const auto row = rowOf(spec, run, rows);
    if (!row || !rows[*row].legality.fits) continue;
    Values differing;
    double distance = 0;
    for (const Parameter& parameter : spec.info().parameters) {
      if (!parameter.identity || isAxis(parameter.id) || !appliesTo(parameter, run.variant)) continue;
      const std::int64_t wanted = valueIn(rows[*row].values, parameter);
      const std::int64_t ran = valueIn(run.values, parameter);
      if (wanted == ran) continue;
      differing.emplace(parameter.id, ran);
      distance += distanceOf(parameter, wanted, ran);
    }
    Group& group = groups[{run.deviceUuid, differing}];
    group.runs.differing = std::move(differing);
    group.runs.distance = distance;
    group.runs.deviceUuid = run.deviceUuid;
    group.runs.latest[*row] = session.runs[i];
    group.last = i;
  }
  std::vector<Group> sorted;
  for (auto& [key, group] : groups) sorted.push_back(std::move(group));
  std::set<std::string_view> legalVariants;
  for (const Configuration& row : rows) {
    if (row.legality.fits) legalVariants.insert(row.variant);
  }
  const int legal = static_cast<int>(legalVariants.size());
  std::ranges::stable_sort(sorted, [&](const Group& a, const Group& b) {
    const auto rank = [&](const Group& group) {
      const int strange = strangeness(session, group.runs.deviceUuid, device);
      // At the wanted values themselves nothing else counts; elsewhere a neighbour that leaves out a legal variant says little.
      const double lacking = group.runs.distance > 0 ? kLacksVariant * (legal - variantsIn(group.runs, rows)) : 0;
      return std::tuple(group.runs.distance + lacking, strange == 2, -variantsIn(group.runs, rows), strange, session.runs.size() - group.last);
    };
    return rank(a) < rank(b);
  });
  std::vector<GroundRuns> grounds;
  for (Group& group : sorted) grounds.push_back(std::move(group.runs));
  return grounds;
}

}  // namespace dsm::model
