// SPDX-License-Identifier: GPL-3.0-or-later
//
// From runs to curves, and what they say.
#include "ui/traffic/traffic_curve.h"

#include "ui/catalogue_text.h"
#include "ui/charts/chart_text.h"
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_compare.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficCurve", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficCurve", text))

constexpr qsizetype kMostNamed = 3;  // pinned points

constexpr std::array kPanels = {model::CounterRole::dsmemIn, model::CounterRole::l2FromSm, model::CounterRole::l2Total,
                                model::CounterRole::dramWrite};

// Latest counted run by value of the parameter, everything else as in the input.
std::map<std::int64_t, const model::Run*> runsOver(const ViewInput& input, const std::string& variant, const model::Parameter& parameter) {
  std::map<std::int64_t, const model::Run*> found;
  for (const model::RunPtr& run : input.session->runs) {
    const auto value = run->values.find(parameter.id);
    if (run->variant != variant || run->experiment != input.spec->info().id || value == run->values.end()) continue;
    if (run->status != model::RunStatus::ok || !run->counters || !run->counters->collected) continue;
    model::Values wanted = input.values;
    wanted[parameter.id] = value->second;
    const auto complete = model::completeValues(*input.spec, variant, wanted);
    if (complete && model::sameConfiguration(*input.spec, *run, variant, *complete)) found[value->second] = run.get();
  }
  return found;
}

const model::Parameter* mostVaried(const ViewInput& input) {
  const model::Parameter* most = nullptr;
  std::size_t values = 2;
  for (const model::Parameter& parameter : input.spec->info().parameters) {
    if (!parameter.identity) continue;
    for (const std::string& variant : input.variants) {
      const std::size_t here = runsOver(input, variant, parameter).size();
      if (here >= values) {  // of several the last: what comes first in a spec is the shape of the launch
        most = &parameter;
        values = here;
      }
    }
  }
  return most;
}

const CurveLine* longest(const CurvePanel& panel) {
  const CurveLine* found = nullptr;
  for (const CurveLine& line : panel.lines) {
    if (line.points.size() > 1 && (found == nullptr || line.points.back().cell.bytes > found->points.back().cell.bytes)) found = &line;
  }
  return found;
}

CurvePoint pointOf(const ViewInput& input, const model::Run& run, model::CounterRole role, const model::Parameter& parameter,
                   std::int64_t value) {
  return {double(value), valueText(parameter, value), trafficCellOf(input.spec, run, role), againstPinned(input, run, {&role, 1})};
}

// A name that a person gave, else the variant's, and where the point stands.
QString pinnedName(const model::Run& run, const CurveLine& line, const CurvePoint& point) {
  return DSM_TR("%1 at %2").arg(run.name.empty() ? line.label : QString::fromStdString(run.name), point.atText);
}

QString pinnedSentence(const QStringList& names) {
  if (names.size() > kMostNamed) return DSM_TR("Ringed: %1 pinned runs.").arg(names.size());
  return DSM_TR("Ringed, since pinned: %1.").arg(names.join(QStringLiteral(", ")));
}

}  // namespace

TrafficCurve trafficCurveOf(const ViewInput& input, const std::string& id) {
  TrafficCurve curve;
  const model::Parameter* parameter = id.empty() ? mostVaried(input) : input.spec->parameter(id);
  if (parameter == nullptr) return curve;
  curve.parameter = catalogueText(parameter->label);
  curve.title = DSM_TR("Traffic of the %1 against its %2").arg(catalogueText(input.spec->info().label).toLower(), curve.parameter.toLower());
  for (const model::CounterRole role : kPanels) curve.panels.push_back({role, trafficRowLabel(role), {}});
  std::set<std::int64_t> all;
  for (const model::VariantInfo& info : input.spec->info().variants) {
    if (std::ranges::find(input.variants, info.id) == input.variants.end()) continue;
    const auto runs = runsOver(input, info.id, *parameter);
    if (runs.empty()) continue;
    const CurveLine empty{catalogueText(info.label), int(info.slot), {}};
    curve.legend.push_back(empty);
    for (CurvePanel& panel : curve.panels) {
      CurveLine line = empty;
      for (const auto& [value, run] : runs) {
        all.insert(value);
        const CurvePoint point = pointOf(input, *run, panel.role, *parameter, value);
        if (!point.cell.collected) continue;
        line.points.push_back(point);
        curve.compared = curve.compared || point.comparison.kind != TrafficComparison::Kind::none;
        if (point.isPinned()) curve.pinned << pinnedName(*run, line, point);
      }
      panel.lines.push_back(line);
    }
  }
  for (const std::int64_t value : all) {
    curve.at.push_back(double(value));
    curve.atText.push_back(valueText(*parameter, value));
  }
  curve.pinned.removeDuplicates();  // one for each panel
  if (curve.at.size() < 2) curve.panels.clear();
  return curve;
}

QString curveFinding(const TrafficCurve& curve) {
  if (curve.panels.isEmpty()) return DSM_TR("No run with counters differs in one setting alone.");
  QStringList parts;
  for (const CurvePanel& panel : curve.panels) {
    const CurveLine* line = longest(panel);
    if (line == nullptr) continue;
    const CurvePoint& first = line->points.front();
    const CurvePoint& last = line->points.back();
    parts << DSM_TR("%1, %2: %3 to %4").arg(panel.label, line->label, trafficBytes(first.cell.bytes, first.cell.bound, 3),
                                            trafficBytes(last.cell.bytes, last.cell.bound, 3));
  }
  const QString list = parts.join(QStringLiteral("; "));
  if (curve.pinned.isEmpty()) return DSM_TR("From %1 to %2. %3.").arg(curve.atText.front(), curve.atText.back(), list);
  //: first and last value, the sentence about pinned points, the counters
  return DSM_TR("From %1 to %2. %3 %4.").arg(curve.atText.front(), curve.atText.back(), pinnedSentence(curve.pinned), list);
}

ChartTable curveTable(const TrafficCurve& curve) {
  ChartTable table;
  table.columns = {{DSM_TR("Counter"), QStringLiteral("counter"), false},
                   {DSM_TR("Variant"), QStringLiteral("variant"), false},
                   {curve.parameter, QStringLiteral("at"), true},
                   {DSM_TR("Measured"), QStringLiteral("measured_bytes"), true},
                   {DSM_TR("Bound"), QStringLiteral("bound"), false},
                   {DSM_TR("Expected"), QStringLiteral("expected_bytes"), true}};
  if (curve.compared) addPinnedColumns(table);
  for (const CurvePanel& panel : curve.panels) {
    for (const CurveLine& line : panel.lines) {
      for (const CurvePoint& point : line.points) {
        const TrafficCell& cell = point.cell;
        table.rows.push_back({textCell(panel.label), textCell(line.label), numberCell(point.at, point.atText),
                              numberCell(cell.bytes, trafficBytes(cell.bytes, cell.bound, 5)),
                              textCell(cell.isBound() ? DSM_TR("at most") : DSM_TR("exact")),
                              cell.expectedBytes ? numberCell(*cell.expectedBytes, trafficBytes(*cell.expectedBytes, model::Bound::exact, 5))
                                                 : textCell(missingNumber())});
        if (curve.compared) addPinnedCells(table.rows.back(), point.comparison, cell, point.comparison.cells.value(0));
      }
    }
  }
  return table;
}

}  // namespace dsm::ui
