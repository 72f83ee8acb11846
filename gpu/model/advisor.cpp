// SPDX-License-Identifier: Apache-2.0
// Rows by asking the spec for every choice; the recommendation by comparing medians of runs.
#include "gpu/model/advisor.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "gpu/model/advice_ground.h"

namespace dsm::model {
namespace {

constexpr std::int64_t kClusterSizes[] = {1, 2, 4, 8, 16};

// The choices of a parameter and the wanted value, rising; one nothing where the variant has no such parameter.
std::vector<std::optional<std::int64_t>> axisValues(const ExperimentSpec& spec, const char* axis, const VariantInfo& variant, const Values& wanted) {
  const Parameter* parameter = spec.parameter(axis);
  if (parameter == nullptr || !appliesTo(*parameter, variant.id)) return {std::nullopt};
  std::set<std::int64_t> values;
  for (const Choice& choice : parameter->choices) values.insert(choice.value);
  if (parameter->choices.empty() && parameter->id == kAdviceAxes[0]) values.insert(std::begin(kClusterSizes), std::end(kClusterSizes));
  std::erase_if(values, [&](std::int64_t value) { return !checkValue(*parameter, value); });
  values.insert(valueOf(spec, wanted, axis));
  return {values.begin(), values.end()};
}

Configuration configurationOf(const ExperimentSpec& spec, const VariantInfo& variant, Values values, const Device& device) {
  Configuration row;
  row.variant = variant.id;
  const SharedLayout layout = spec.layout(values, variant.id);
  row.bytesPerBlock = layout.bytesPerBlock();
  row.usesStatic = layout.staticBytes > 0 && layout.dynamicBytes == 0;
  row.staticHolds = row.bytesPerBlock <= device.sharedPerBlockStatic;
  row.dynamicHolds = row.bytesPerBlock <= device.sharedPerBlockOptin;
  row.legality = spec.legality(values, variant.id, device);
  row.values = std::move(values);
  return row;
}

Expected<std::vector<Configuration>> enumerate(const ExperimentSpec& spec, const Values& wanted, const Device& device) {
  std::vector<Configuration> rows;
  for (const VariantInfo& variant : spec.info().variants) {
    for (const auto& cluster : axisValues(spec, kAdviceAxes[0], variant, wanted)) {
      for (const auto& threads : axisValues(spec, kAdviceAxes[1], variant, wanted)) {
        Values given = wanted;
        if (cluster) given[kAdviceAxes[0]] = *cluster;
        if (threads) given[kAdviceAxes[1]] = *threads;
        auto values = completeValues(spec, variant.id, given);
        if (!values) return tl::unexpected(values.error());
        rows.push_back(configurationOf(spec, variant, std::move(*values), device));
      }
    }
  }
  return rows;
}

struct Entry {
  Configuration row;
  RunPtr run;
  std::vector<double> series;  // of the advice's quantity; empty without a run
};

bool betterThan(const QuantityInfo& quantity, double a, double b) { return quantity.better == Better::lower ? a < b : a > b; }

std::vector<Entry> entriesOf(const ExperimentSpec& spec, const std::vector<Configuration>& rows, const GroundRuns* ground,
                             const QuantityInfo& quantity) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Entry entry{rows[i], nullptr, {}};
    const auto found = ground == nullptr ? decltype(ground->latest.begin()){} : ground->latest.find(i);
    if (ground != nullptr && found != ground->latest.end()) {
      std::vector<double> series = seriesOf(spec, *found->second, quantity.id);
      const Summary summary = summarize(series);
      if (summary.n > 0) {
        entry.run = found->second;
        entry.series = std::move(series);
        entry.row.measured = MeasuredRate{summary.median, summary.median95, entry.run->id, entry.run->origin};
      }
    }
    entries.push_back(std::move(entry));
  }
  std::ranges::stable_sort(entries, [&](const Entry& a, const Entry& b) {
    const auto kind = [](const Entry& entry) { return entry.row.measured ? 0 : entry.row.legality.fits ? 1 : 2; };
    if (kind(a) != kind(b)) return kind(a) < kind(b);
    return a.row.measured && betterThan(quantity, a.row.measured->median, b.row.measured->median);
  });
  return entries;
}

// A cluster of one block is no cluster: it stands for such a variant only where nothing larger was measured.
bool isRealCluster(const ExperimentSpec& spec, const Configuration& row) {
  const VariantInfo* variant = spec.variant(row.variant);
  const auto cluster = row.values.find(kAdviceAxes[0]);
  return variant == nullptr || !variant->needsClusters || cluster == row.values.end() || cluster->second > 1;
}

// First entry (the best measured, as they are sorted) of a variant; nothing if none has a run.
std::optional<std::size_t> bestOf(const ExperimentSpec& spec, const std::vector<Entry>& entries, const std::string& variant) {
  std::optional<std::size_t> single;
  for (std::size_t i = 0; i < entries.size() && entries[i].run; ++i) {
    if (entries[i].row.variant != variant) continue;
    if (isRealCluster(spec, entries[i].row)) return i;
    if (!single) single = i;
  }
  return single;
}

AdviceRival rivalOf(std::size_t row, const Entry& best, const Entry& rival, const QuantityInfo& quantity) {
  const bool lower = quantity.better == Better::lower;
  // Turned so that below 1 is better for the recommended one.
  const Ratio ratio = lower ? ratioOfMedians(rival.series, best.series) : ratioOfMedians(best.series, rival.series);
  return {row, 1 / ratio.value, verdictOf(ratio)};
}

void compare(Advice& advice, const ExperimentSpec& spec, const std::vector<Entry>& entries, const QuantityInfo& quantity) {
  const std::size_t best = *advice.recommended;
  for (const VariantInfo& variant : spec.info().variants) {
    const bool legal = std::ranges::any_of(entries, [&](const Entry& entry) { return entry.row.variant == variant.id && entry.row.legality.fits; });
    if (!legal) continue;
    const auto row = bestOf(spec, entries, variant.id);
    if (!row) {
      advice.unmeasured.push_back(variant.id);
    } else if (variant.id != entries[best].row.variant) {
      advice.rivals.push_back(rivalOf(*row, entries[best], entries[*row], quantity));
    }
  }
  std::ranges::stable_sort(advice.rivals, {}, &AdviceRival::row);
}

void nameSource(Advice& advice, const std::vector<Entry>& entries, const GroundRuns& ground, const Session& session, const Device& device) {
  const Device* ran = session.device(ground.deviceUuid);
  advice.runDevice = ran == nullptr ? std::string() : ran->name;
  advice.runDate = entries[*advice.recommended].run->provenance.date;
  using enum Advice::SameDevice;
  advice.sameDevice = ground.deviceUuid == device.uuid ? yes : ran != nullptr && ran->name == device.name ? sameModel : other;
  for (const Entry& entry : entries) {
    if (entry.run && entry.run->origin != entries[*advice.recommended].run->origin) advice.mixedOrigins = true;
  }
}

// A legal row of a variant: the best measured one, else the one nearest to the wanted cluster and block size.
std::optional<std::size_t> rowOfVariant(const ExperimentSpec& spec, const std::vector<Entry>& entries, const std::string& variant, const Values& wanted) {
  if (const auto measured = bestOf(spec, entries, variant)) return measured;
  std::optional<std::size_t> nearest;
  double least = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Configuration& row = entries[i].row;
    if (row.variant != variant || !row.legality.fits) continue;
    double distance = isRealCluster(spec, row) ? 0 : 1e3;
    for (const char* axis : kAdviceAxes) {
      const auto value = row.values.find(axis);
      if (value == row.values.end()) continue;
      distance += std::abs(std::log2(static_cast<double>(value->second) / static_cast<double>(std::max<std::int64_t>(1, valueOf(spec, wanted, axis)))));
    }
    if (!nearest || distance < least) {
      nearest = i;
      least = distance;
    }
  }
  return nearest;
}

// Every parameter, for the guide, which speaks of no single variant.
Values allValues(const ExperimentSpec& spec, const Values& wanted) {
  Values values;
  for (const Parameter& parameter : spec.info().parameters) values[parameter.id] = valueOf(spec, wanted, parameter.id);
  return values;
}

}  // namespace

bool Advice::guideAgrees() const {
  if (!guide || !recommended) return false;
  if (rows[*recommended].variant == guide->variant) return true;
  const auto rival = std::ranges::find_if(rivals, [&](const AdviceRival& each) { return rows[each.row].variant == guide->variant; });
  return rival != rivals.end() && rival->verdict != Verdict::faster;
}

Advice advise(const ExperimentSpec& spec, const Values& wanted, const Device& device, const Session* session) {
  Advice advice;
  const QuantityInfo* quantity = spec.quantity(spec.info().rateQuantity);
  if (quantity == nullptr) quantity = &spec.info().quantities.front();
  advice.quantity = quantity->id;
  auto rows = enumerate(spec, wanted, device);
  if (!rows) {
    advice.problem = rows.error().message;
    return advice;
  }
  std::vector<GroundRuns> grounds;
  if (session != nullptr) grounds = groundsOf(spec, *session, device, *rows);
  const GroundRuns* ground = grounds.empty() ? nullptr : &grounds.front();
  const std::vector<Entry> entries = entriesOf(spec, *rows, ground, *quantity);
  for (const Entry& entry : entries) advice.rows.push_back(entry.row);
  advice.guide = spec.guide(allValues(spec, wanted), device);
  if (advice.guide) advice.guideRow = rowOfVariant(spec, entries, advice.guide->variant, wanted);
  if (!entries.empty() && entries.front().run) {
    advice.recommended = 0;
    advice.ground = ground->differing.empty() ? AdviceGround::measured : AdviceGround::nearest;
    advice.nearestValues = ground->differing;
    compare(advice, spec, entries, *quantity);
    nameSource(advice, entries, *ground, *session, device);
  } else if (advice.guideRow) {
    advice.recommended = advice.guideRow;
    advice.ground = AdviceGround::guide;
  }
  return advice;
}

std::uint32_t recordedRegisters(const ExperimentSpec& spec, const Session& session, std::string_view variant, const Values& complete,
                                const Device& device) {
  std::set<std::uint32_t> all;
  std::uint32_t exact = 0;
  for (const RunPtr& run : session.runs) {
    if (run->experiment != spec.info().id || run->variant != variant || run->launch.registersPerThread == 0) continue;
    const Device* ran = session.device(run->deviceUuid);
    if (ran == nullptr || ran->ccMajor != device.ccMajor || ran->ccMinor != device.ccMinor) continue;
    all.insert(run->launch.registersPerThread);
    if (sameConfiguration(spec, *run, variant, complete)) exact = run->launch.registersPerThread;
  }
  return all.size() == 1 ? *all.begin() : exact;
}

}  // namespace dsm::model
