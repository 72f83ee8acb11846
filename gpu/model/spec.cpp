// SPDX-License-Identifier: Apache-2.0
// What every spec shares: look-ups, completing values, matching runs, and the command line that repeats them.
#include "gpu/model/spec.h"

#include <algorithm>
#include <cmath>

namespace dsm::model {
namespace {

template <class Range>
auto* findById(Range& range, std::string_view id) {
  const auto found = std::ranges::find_if(range, [&](const auto& item) { return item.id == id; });
  return found == range.end() ? nullptr : &*found;
}

// Values to try in place of `current`, nearest in ratio first.
std::vector<std::int64_t> alternatives(const Parameter& parameter, std::int64_t current) {
  std::vector<std::int64_t> tries;
  for (const Choice& choice : parameter.choices) tries.push_back(choice.value);
  if (parameter.kind == ParameterKind::powerOfTwo) {
    for (std::int64_t value = 1; value > 0 && value <= parameter.maximum; value *= 2) {
      if (value >= parameter.minimum) tries.push_back(value);
    }
  }
  std::erase(tries, current);
  const auto distance = [&](std::int64_t value) {
    return std::abs(std::log2((static_cast<double>(value) + 0.5) / (static_cast<double>(current) + 0.5)));
  };
  std::ranges::stable_sort(tries, {}, distance);
  return tries;
}

}  // namespace

std::optional<Guide> ExperimentSpec::guide(const Values&, const Device&) const { return std::nullopt; }

std::vector<double> ExperimentSpec::rankShares(const Values&, std::string_view) const { return {}; }

std::optional<Legality> ExperimentSpec::ownLimits(const Values&, std::string_view, const Device&) const {
  return std::nullopt;
}

Legality ExperimentSpec::legality(const Values& values, std::string_view variant, const Device& device) const {
  const auto judge = [&](const Values& tried) {
    const Legality launch = checkLaunch(launchShape(tried, variant, device), device);
    // Threads and cluster come before what depends on them; the experiment's own words beat a bare byte count.
    for (const char* first : {"threads", "no_clusters", "cluster_size", "non_portable"}) {
      if (launch.code == first) return launch;
    }
    return ownLimits(tried, variant, device).value_or(launch);
  };
  Legality legality = judge(values);
  if (legality.fits) return legality;
  const auto runs = [&](const Parameter& parameter, std::int64_t value) {
    if (!checkValue(parameter, value)) return false;
    Values tried = values;
    tried[parameter.id] = value;
    return judge(tried).fits;
  };
  // A limit that was named is the nearest only if nothing else stands in its way.
  if (legality.nearest) {
    const Parameter* named = parameter(legality.parameter);
    if (named != nullptr && appliesTo(*named, variant) && runs(*named, *legality.nearest)) return legality;
    legality.nearest.reset();
  }
  for (const Parameter& candidate : info().parameters) {
    const bool wanted = legality.parameter.empty() || legality.parameter == candidate.id;
    if (!wanted || candidate.kind == ParameterKind::toggle || !appliesTo(candidate, variant)) continue;
    for (const std::int64_t value : alternatives(candidate, valueOf(*this, values, candidate.id))) {
      if (!runs(candidate, value)) continue;
      legality.parameter = candidate.id;
      legality.nearest = value;
      return legality;
    }
  }
  return legality;
}

const Parameter* ExperimentSpec::parameter(std::string_view id) const { return findById(info().parameters, id); }
const VariantInfo* ExperimentSpec::variant(std::string_view id) const { return findById(info().variants, id); }
const QuantityInfo* ExperimentSpec::quantity(std::string_view id) const { return findById(info().quantities, id); }

const ExperimentSpec* findSpec(const Catalogue& catalogue, std::string_view id) {
  const auto found = std::ranges::find_if(catalogue, [&](const auto* spec) { return spec->info().id == id; });
  return found == catalogue.end() ? nullptr : *found;
}

Expected<Values> completeValues(const ExperimentSpec& spec, std::string_view variant, const Values& given) {
  if (spec.variant(variant) == nullptr) {
    std::string known;
    for (const VariantInfo& info : spec.info().variants) known += (known.empty() ? "" : ", ") + info.id;
    return fail("bad_value", spec.info().id + " has no variant " + std::string(variant) + ".", "Known: " + known + ".");
  }
  for (const auto& [id, value] : given) {
    const Parameter* parameter = spec.parameter(id);
    if (parameter == nullptr) return fail("bad_value", spec.info().id + " has no parameter " + id + ".");
    if (auto checked = checkValue(*parameter, value); !checked) return tl::unexpected(checked.error());
  }
  Values complete;
  for (const Parameter& parameter : spec.info().parameters) {
    if (!appliesTo(parameter, variant)) continue;
    const auto found = given.find(parameter.id);
    complete[parameter.id] = found == given.end() ? parameter.defaultValue : found->second;
  }
  return complete;
}

bool sameConfiguration(const ExperimentSpec& spec, const Run& run, std::string_view variant, const Values& complete) {
  if (run.experiment != spec.info().id || run.variant != variant) return false;
  return std::ranges::all_of(spec.info().parameters, [&](const Parameter& parameter) {
    if (!parameter.identity || !appliesTo(parameter, variant)) return true;
    const auto mine = run.values.find(parameter.id);
    const auto wanted = complete.find(parameter.id);
    const std::int64_t runValue = mine == run.values.end() ? parameter.defaultValue : mine->second;
    return runValue == (wanted == complete.end() ? parameter.defaultValue : wanted->second);
  });
}

std::int64_t valueOf(const ExperimentSpec& spec, const Values& values, std::string_view id) {
  const auto found = values.find(id);
  return found == values.end() ? spec.parameter(id)->defaultValue : found->second;
}

std::vector<double> seriesOf(const ExperimentSpec& spec, const Run& run, std::string_view quantity) {
  std::vector<double> series(run.samples.size());
  std::ranges::transform(run.samples, series.begin(), [&](const Sample& sample) {
    return spec.derive(quantity, run.values, run.variant, sample, run.launch);
  });
  return series;
}

std::string commandFor(const ExperimentSpec& spec, std::string_view verb, const std::vector<std::string>& variants,
                       const Values& values) {
  std::string command = "dsmscope " + std::string(verb) + " " + spec.info().id;
  for (const std::string& variant : variants) command += " --variant " + variant;
  for (const Parameter& parameter : spec.info().parameters) {
    const auto found = values.find(parameter.id);
    if (found == values.end() || found->second == parameter.defaultValue) continue;
    const bool used = variants.empty() || std::ranges::any_of(variants, [&](const std::string& variant) {
      return appliesTo(parameter, variant);
    });
    if (!used) continue;
    std::string option = parameter.id;
    std::ranges::replace(option, '_', '-');
    command += " --" + option + " " + valueWord(parameter, found->second);
  }
  return command;
}

}  // namespace dsm::model
