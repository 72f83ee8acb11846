// SPDX-License-Identifier: GPL-3.0-or-later
//
// From runs to rows of counters.
#include "ui/traffic/traffic_data.h"

#include "ui/catalogue_text.h"
#include "ui/charts/chart_text.h"
#include "ui/traffic/traffic_compare.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficData", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficData", text))

constexpr double kWorthExplaining = 0.001;  // of the payload, where no byte was expected

QString withoutStop(QString sentence) {
  if (sentence.endsWith(u'.')) sentence.chop(1);
  return sentence;
}

QString whyNothing(const model::Run& run) {
  if (run.status == model::RunStatus::failed) return DSM_TR("failed: %1").arg(withoutStop(catalogueText(run.error.message)));
  if (!run.counters) return DSM_TR("counters were not asked for");
  if (run.counters->why.message.empty()) return DSM_TR("no counter was collected");
  return withoutStop(catalogueText(run.counters->why.message));
}

QString whyMissing(const model::Run& run, model::CounterRole role) {
  if (!run.counters || !run.counters->collected) return whyNothing(run);
  for (const model::CounterMiss& miss : run.counters->missing) {
    if (model::roleOf(miss.name) == role && !miss.reason.empty()) return withoutStop(catalogueText(miss.reason));
  }
  const model::CounterValue* value = model::valueWithRole(*run.counters, role);
  if (value != nullptr) return DSM_TR("the counter gave no number");
  return DSM_TR("not among the counters that were asked for");
}

QString metricText(const TrafficCell& cell) {
  QString name = QString::fromStdString(cell.metric);
  if (name.endsWith(QLatin1String(".sum"))) name.chop(4);
  return cell.inSectors ? name + QStringLiteral(" \u00d7 32\u00a0B") : name;
}

void fillFromBooks(TrafficCell& cell, const model::BookLine& line, double payload) {
  cell.bytes = line.measuredBytes;
  cell.bound = line.bound;
  cell.expectedBytes = line.expectedBytes;
  cell.residualBytes = line.residualBytes;
  cell.residualFraction = line.residualFraction;
  cell.balanced = line.balanced;
  cell.explanation = catalogueText(line.explanation);
  if (line.balanced || !line.expectedBytes) return;
  cell.needsExplaining = *line.expectedBytes > 0 ? std::abs(line.residualFraction) > model::kResidualToExplain
                                                 : std::abs(line.residualBytes) > kWorthExplaining * payload;
}

TrafficCell cellOf(const model::Run& run, model::CounterRole role, const std::vector<model::BookLine>& books, double payload) {
  TrafficCell cell;
  const model::CounterValue* value = run.counters ? model::valueWithRole(*run.counters, role) : nullptr;
  if (value == nullptr || !std::isfinite(value->value)) {
    cell.reason = whyMissing(run, role);
    return cell;
  }
  cell.collected = true;
  cell.metric = value->name;
  cell.inSectors = model::bytesPerCount(*value) == model::kSectorBytes;
  const model::Reading reading = model::readingOf(*value);
  cell.bytes = reading.value * model::bytesPerCount(*value);
  cell.bound = reading.bound;
  cell.flags = model::flagsOf(*run.counters, *value);
  const auto line = std::ranges::find(books, role, &model::BookLine::role);
  if (line != books.end()) fillFromBooks(cell, *line, payload);
  return cell;
}

TrafficVariant variantOf(const ViewInput& input, const model::VariantInfo& info, const model::Run* run) {
  TrafficVariant variant;
  variant.id = info.id;
  variant.label = catalogueText(info.label);
  variant.slot = int(info.slot);
  variant.clustered = info.needsClusters;
  if (run == nullptr) {
    const auto legality = input.legality.find(info.id);
    const bool fits = legality == input.legality.end() || legality->second.fits;
    variant.state = fits ? DSM_TR("no run yet") : DSM_TR("does not fit");
    if (!fits) variant.remedy = catalogueText(legality->second.reason);
    return variant;
  }
  variant.runId = run->id;
  variant.origin = run->origin;
  variant.collected = run->counters && run->counters->collected && run->status != model::RunStatus::failed;
  if (!variant.collected) {
    variant.state = whyNothing(*run);
    if (run->counters) variant.remedy = catalogueText(run->counters->why.hint);
    return variant;
  }
  variant.kernelNs = run->counters->kernelNs;
  variant.tooShort = variant.kernelNs > 0 && variant.kernelNs < model::kTooShortNs;
  variant.cache = run->counters->cache;
  return variant;
}

bool hasCounters(const model::Run& run) { return run.counters && run.counters->collected && run.status != model::RunStatus::failed; }

}  // namespace

bool TrafficCell::hasFlag(model::CounterFlag flag) const { return std::ranges::find(flags, flag) != flags.end(); }

bool TrafficData::anyCollected() const { return std::ranges::any_of(variants, &TrafficVariant::collected); }

bool TrafficData::anyRun() const {
  return std::ranges::any_of(variants, [](const TrafficVariant& variant) { return !variant.runId.empty(); });
}

const TrafficRow* TrafficData::row(model::CounterRole role) const {
  const auto found = std::ranges::find(rows, role, &TrafficRow::role);
  return found == rows.end() ? nullptr : &*found;
}

QString trafficRowLabel(model::CounterRole role) {
  switch (role) {
    case model::CounterRole::dsmemIn:
      return DSM_TR("DSMEM received");
    case model::CounterRole::l2FromSm:
      return DSM_TR("L2 from the SMs");
    case model::CounterRole::l2Total:
      return DSM_TR("L2 in total");
    case model::CounterRole::dramRead:
      return DSM_TR("DRAM read");
    case model::CounterRole::dramWrite:
      return DSM_TR("DRAM written");
    case model::CounterRole::fabric:
      return DSM_TR("L2 fabric");
    default:
      return catalogueText(std::string(model::roleLabel(role)));
  }
}

model::RunPtr trafficRun(const ViewInput& input, const std::string& variant) {
  const auto complete = model::completeValues(*input.spec, variant, input.values);
  if (!complete) return nullptr;
  model::RunPtr latest;
  for (auto run = input.session->runs.rbegin(); run != input.session->runs.rend(); ++run) {
    if (!model::sameConfiguration(*input.spec, **run, variant, *complete)) continue;
    if (hasCounters(**run)) return *run;
    if (!latest) latest = *run;
  }
  return latest;
}

TrafficCell trafficCellOf(const model::ExperimentSpec* spec, const model::Run& run, model::CounterRole role) {
  std::vector<model::BookLine> books;
  double payload = 0;
  if (spec != nullptr && hasCounters(run)) {
    const model::ExpectedTraffic expected = spec->expectedTraffic(run.values, run.variant, run.launch);
    payload = double(expected.payloadBytes);
    books = model::booksOf(expected, *run.counters);
  }
  if (run.status == model::RunStatus::failed) {
    TrafficCell cell;
    cell.reason = whyNothing(run);
    return cell;
  }
  return cellOf(run, role, books, payload);
}

TrafficData trafficDataOf(const ViewInput& input) {
  TrafficData data;
  const model::ExperimentInfo& info = input.spec->info();
  const QString experiment = chartTitle(input, info.label);
  data.title = DSM_TR("Traffic of one launch: %1").arg(experiment.left(1).toLower() + experiment.mid(1));
  data.documentOrigin = input.session->origin;
  for (const model::CounterRole role : kTrafficRoles) data.rows.push_back({role, trafficRowLabel(role), {}, {}});
  for (const model::VariantInfo& each : info.variants) {
    if (std::ranges::find(input.variants, each.id) == input.variants.end()) continue;
    const model::RunPtr run = trafficRun(input, each.id);
    TrafficVariant variant = variantOf(input, each, run.get());
    std::vector<model::BookLine> books;
    if (variant.collected) {
      const model::ExpectedTraffic expected = input.spec->expectedTraffic(run->values, run->variant, run->launch);
      variant.payloadBytes = double(expected.payloadBytes);
      variant.expectedNote = catalogueText(expected.note);
      books = model::booksOf(expected, *run->counters);
      variant.fabric = cellOf(*run, model::CounterRole::fabric, {}, variant.payloadBytes);
    }
    for (TrafficRow& row : data.rows) {
      TrafficCell cell;
      if (variant.collected)
        cell = cellOf(*run, row.role, books, variant.payloadBytes);
      else
        cell.reason = variant.state;
      if (cell.collected && row.metric.isEmpty()) row.metric = metricText(cell);
      row.cells.push_back(cell);
    }
    data.variants.push_back(variant);
  }
  data.comparisons = trafficComparisonsOf(input, data);
  return data;
}

bool fabricExplains(const TrafficData& data, const TrafficRow& row, int variant) {
  const TrafficCell& total = row.cells[variant];
  const TrafficCell& fabric = data.variants[variant].fabric;
  return row.role == model::CounterRole::l2Total && total.needsExplaining && total.residualBytes > 0 && fabric.collected &&
         !fabric.isBound() && fabric.bytes >= 0.5 * total.residualBytes && fabric.bytes <= total.bytes;
}

model::RatioReading trafficRatio(const TrafficRow& row, int a, int b) { return trafficRatio(row.cells.value(a), row.cells.value(b)); }

model::RatioReading trafficRatio(const TrafficCell& a, const TrafficCell& b) {
  model::RatioReading unknown;
  unknown.value = std::numeric_limits<double>::quiet_NaN();
  unknown.bound = model::Bound::unknown;
  if (!a.collected || !b.collected) return unknown;
  // The cells' readings again as counters, so that the one rule for ratios of bounds is the model's.
  const auto counter = [](const TrafficCell& cell) {
    model::CounterValue value;
    value.name = cell.metric;
    value.value = cell.bytes;
    if (cell.isBound()) value.background = cell.bytes;
    value.unit = "byte";
    return value;
  };
  return model::ratioOf(counter(a), counter(b));
}

}  // namespace dsm::ui
