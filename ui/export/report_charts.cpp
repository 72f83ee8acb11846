// SPDX-License-Identifier: GPL-3.0-or-later
//
// One chart of a report: what it says in words, the chart itself, and its numbers. The words are the page's, so that they wrap,
// can be searched and are read aloud; the SVG holds the chart alone.
#include "ui/charts/chart_text.h"
#include "ui/document_text.h"
#include "ui/export/figure.h"
#include "ui/export/inline_svg.h"
#include "ui/export/report_parts.h"
#include "ui/export/report_table.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr int kChartWidth = 960;
constexpr int kLeastHeight = 200;
constexpr int kMostHeight = 1000;

RenderOptions optionsFor(const QString& chartId, const ViewInput& input) {
  RenderOptions options;
  options.chartOnly = true;
  options.size.setWidth(kChartWidth);
  const double inner = kChartWidth - 2 * kChartOnlyEdge;
  const double wanted = makeFigureChart(chartId, input, options)->wantedHeight(inner) + 2 * kChartOnlyEdge;
  options.size.setHeight(std::clamp(int(std::ceil(wanted)), kLeastHeight, kMostHeight));
  return options;
}

const char* badgeClass(BadgeKind kind) {
  switch (kind) {
    case BadgeKind::measured: return "badge measured";
    case BadgeKind::recorded: return "badge recorded";
    case BadgeKind::modelled: return "badge modelled";
    case BadgeKind::emulated: return "badge emulated";
    case BadgeKind::notCollected: break;
  }
  return "badge missing";
}

void writeWords(HtmlPage& page, const FigureText& text) {
  page.open("h4");
  page.text(text.title);
  page.text(QStringLiteral(" "));
  page.element("span", badgeText(text.badge, text.badgeDetail), {{"class", QLatin1String(badgeClass(text.badge))}});
  page.close();
  page.element("p", text.finding, {{"class", QStringLiteral("finding")}});
}

void writeChart(ReportParts& parts, const QString& chartId, const ViewInput& input, const QString& anchor) {
  if (parts.error) return;
  const RenderOptions options = optionsFor(chartId, input);
  const auto chart = makeFigureChart(chartId, input, options);
  const FigureText text = chart->text();
  const auto svg = renderChart(chartId, input, Format::svg, options, {});
  if (!svg) {
    parts.error = svg.error();
    return;
  }
  HtmlPage& page = parts.body;
  const QString id = anchor + QLatin1Char('-') + chartId;
  page.open("section", {{"class", QStringLiteral("chart")}, {"id", id}});
  page.open("div", {{"class", QStringLiteral("lead")}});  // stays on one sheet
  writeWords(page, text);
  page.open("figure");
  page.open("div", {{"class", QStringLiteral("wide")}, {"role", QStringLiteral("region")}, {"tabindex", QStringLiteral("0")},
                    {"aria-label", DSM_REPORT_TR("Chart: %1").arg(text.title)}});
  page.line();
  page.raw(inlineSvg(*svg, QStringLiteral("c%1").arg(++parts.charts), QStringLiteral("%1. %2").arg(text.title, text.finding)));
  page.close();
  if (!text.caption.isEmpty()) page.element("figcaption", text.caption);
  page.close();
  page.close();
  page.line();
  if (!text.sentences.isEmpty()) {
    page.open("ul", {{"class", QStringLiteral("sentences")}});
    for (const QString& sentence : text.sentences) page.element("li", sentence);
    page.close();
  }
  writeChartTable(page, DSM_REPORT_TR("Numbers of the chart: %1 (%2)").arg(text.title, badgeText(text.badge, text.badgeDetail)),
                  chart->table());
  const QString command = provenanceOf(chartId, input).at(QStringLiteral("command"));
  page.open("p", {{"class", QStringLiteral("command")}});
  page.element("code", QStringLiteral("$ ") + command);
  page.close();
  page.close();
  page.line();
  if (!parts.commands.contains(command)) parts.commands << command;
  if (!text.finding.isEmpty()) parts.findings.push_back({id, text.title, text.finding});
}

// What a chart has to show is not known before it is made.
bool belongs(const ReportParts& parts, const QString& id, const ViewInput& input, bool first, bool modelled) {
  if (!parts.input.charts.isEmpty() && !parts.input.charts.contains(id)) return false;
  const auto chart = makeFigureChart(id, input, {});
  return !chart->isEmpty() && (first || !chart->spansConfigurations()) && (chart->text().badge == BadgeKind::modelled) == modelled;
}

}  // namespace

void addChartSteps(ReportSteps& steps, ReportParts& parts, const ViewInput& input, const QString& anchor, bool first) {
  for (const bool modelled : {false, true}) {  // what was measured comes before what is arithmetic
    for (const QString& id : chartIds()) {
      steps.emplace_back([&parts, &input, anchor, id, first, modelled] {
        if (belongs(parts, id, input, first, modelled)) writeChart(parts, id, input, anchor);
      });
    }
  }
}

}  // namespace dsm::ui
