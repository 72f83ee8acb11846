// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table behind the traffic chart, one line a variant and counter.
#include "ui/theme/numbers.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_notes.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>

#include <limits>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficTable", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficTable", text))

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

QString boundWord(const TrafficCell& cell) {
  if (!cell.collected) return {};
  return cell.isBound() ? DSM_TR("at most") : DSM_TR("exact");
}

QString stateWord(const TrafficCell& cell) {
  return cell.collected ? trafficFlagsText(cell) : DSM_TR("not collected: %1").arg(cell.reason);
}

QVector<ChartCell> lineOf(const TrafficVariant& variant, const QString& label, const TrafficCell& cell) {
  const bool expected = cell.collected && cell.expectedBytes.has_value();
  const std::string_view origin = model::originName(cell.collected ? variant.origin : model::Origin::notCollected);
  return {
      textCell(variant.label),
      textCell(label),
      numberCell(cell.collected ? cell.bytes : kNan, trafficValue(cell, variant.payloadBytes, false)),
      textCell(boundWord(cell)),
      numberCell(expected ? *cell.expectedBytes : kNan, trafficExpected(cell, variant.payloadBytes, false)),
      numberCell(expected ? cell.residualBytes : kNan, trafficResidual(cell)),
      numberCell(expected ? cell.residualFraction : kNan, expected && *cell.expectedBytes > 0 ? trafficResidual(cell) : missingNumber()),
      numberCell(cell.collected && variant.payloadBytes > 0 ? cell.bytes / variant.payloadBytes : kNan,
                 trafficValue(cell, variant.payloadBytes, true)),
      textCell(QString::fromStdString(cell.metric)),
      textCell(cell.needsExplaining ? cell.explanation : QString()),
      textCell(stateWord(cell)),
      textCell(QString::fromUtf8(origin.data(), qsizetype(origin.size())))};
}

}  // namespace

ChartTable trafficTable(const TrafficData& data, const std::set<std::string>& hidden) {
  ChartTable table;
  table.columns = {{DSM_TR("Variant"), QStringLiteral("variant"), false},
                   {DSM_TR("Counter"), QStringLiteral("counter"), false},
                   {DSM_TR("Measured"), QStringLiteral("measured_bytes"), true},
                   {DSM_TR("Bound"), QStringLiteral("bound"), false},
                   {DSM_TR("Expected"), QStringLiteral("expected_bytes"), true},
                   {DSM_TR("Residual"), QStringLiteral("residual_bytes"), true},
                   {DSM_TR("Residual, %"), QStringLiteral("residual_fraction"), true},
                   {DSM_TR("× payload"), QStringLiteral("payloads"), true},
                   {DSM_TR("Metric"), QStringLiteral("metric"), false},
                   {DSM_TR("Explained by"), QStringLiteral("explanation"), false},
                   {DSM_TR("State"), QStringLiteral("state"), false},
                   {DSM_TR("Origin"), QStringLiteral("origin"), false}};
  const bool compared = !data.comparisons.isEmpty();
  if (compared) {
    addPinnedColumns(table);
    table.columns.push_back({DSM_TR("Verdict in time"), QStringLiteral("time_verdict"), false});
  }
  for (qsizetype variant = 0; variant < data.variants.size(); ++variant) {
    const TrafficVariant& each = data.variants[variant];
    if (hidden.contains(each.id)) continue;
    const TrafficComparison comparison = data.comparisons.value(variant);
    const auto add = [&](const QString& label, const TrafficCell& cell, const TrafficCell& base) {
      table.rows.push_back(lineOf(each, label, cell));
      if (!compared) return;
      addPinnedCells(table.rows.back(), comparison, cell, base);
      table.rows.back().push_back(textCell(timeWord(comparison)));
    };
    for (qsizetype row = 0; row < data.rows.size(); ++row) {
      add(data.rows[row].label, data.rows[row].cells[variant], comparison.cells.value(row));
    }
    if (each.collected && each.fabric.collected) add(trafficRowLabel(model::CounterRole::fabric), each.fabric, comparison.fabric);
  }
  return table;
}

}  // namespace dsm::ui
