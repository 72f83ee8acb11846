// SPDX-License-Identifier: GPL-3.0-or-later
//
// The traffic chart as a figure. Where the figure is lower than the chart needs, the chart is drawn smaller rather than
// cut: flow pictures and notes belong to it.
#include "ui/charts/chart_text.h"
#include "ui/charts/legend_row.h"
#include "ui/document_text.h"
#include "ui/export/figure.h"
#include "ui/traffic/traffic_notes.h"
#include "ui/traffic/traffic_paint.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kLegendHeight = 24;

class TrafficFigure : public FigureChart {
 public:
  TrafficFigure(const ViewInput& input, const RenderOptions& options) : m_input(input), m_data(trafficDataOf(input)) {
    m_options.logarithmic = options.logarithmic;
    m_options.payloadUnit = options.payloadUnit;
    m_options.expectedMarks = options.expectedMarks;
    m_options.hidden = options.hidden;
    m_options.fonts = figureFonts();
  }

  FigureText text() const override {
    FigureText text;
    text.title = m_data.title;
    text.finding = trafficFinding(m_data, m_options.hidden);
    text.settings = settingsText(m_input);
    text.caption = trafficCaption(m_data, m_options.logarithmic, m_options.expectedMarks);
    text.badge = m_data.anyCollected() ? badgeKindOf(origin()) : BadgeKind::notCollected;
    text.badgeDetail = text.badge == BadgeKind::recorded ? shortDevice(m_input) : QString();
    return text;
  }

  double wantedHeight(double width) const override { return kLegendHeight + mostTrafficHeight(width, m_data, m_options); }

  void paint(QCPPainter& painter, const QRectF& bounds, const Theme& theme) override {
    QVector<LegendEntry> entries;
    for (const TrafficVariant& variant : m_data.variants) {
      if (variant.collected && !m_options.hidden.contains(variant.id)) entries.push_back({variant.label, variant.slot, false});
    }
    paintLegend(painter, QRectF(bounds.left(), bounds.top(), bounds.width(), 20), entries, m_options.fonts, theme);
    const QRectF room = bounds.adjusted(0, kLegendHeight, 0, 0);
    if (room.height() < 60) return;
    // A narrower layout is also a higher one: look for the scale at which both sides fit.
    double shrink = 1;
    while (shrink > 0.4 && leastTrafficHeight(room.width() / shrink, m_data, m_options) > room.height() / shrink) shrink -= 0.02;
    painter.translate(room.topLeft());
    painter.scale(shrink, shrink);
    paintTraffic(painter, QRectF(0, 0, std::floor(room.width() / shrink), std::floor(room.height() / shrink)), m_data, m_options, theme);
  }

  bool isEmpty() const override { return !m_data.anyCollected(); }
  ChartTable table() const override { return trafficTable(m_data, m_options.hidden); }

  nlohmann::ordered_json details() const override {
    nlohmann::ordered_json variants = nlohmann::ordered_json::array();
    for (const TrafficVariant& variant : m_data.variants) {
      nlohmann::ordered_json entry = {{"variant", variant.id},
                                      {"run", variant.runId},
                                      {"payload_bytes", variant.collected ? numberOrNull(variant.payloadBytes) : nullptr},
                                      {"kernel_ns", variant.kernelNs > 0 ? numberOrNull(variant.kernelNs) : nullptr},
                                      {"cache", variant.cache == model::CacheState::flushed ? "flushed" : "warm"},
                                      {"too_short", variant.tooShort}};
      if (!variant.collected) entry["not_collected"] = variant.state.toStdString();
      variants.push_back(entry);
    }
    nlohmann::ordered_json notes = nlohmann::ordered_json::array();
    for (const TrafficNote& note : trafficNotes(m_data, m_options.hidden)) {
      notes.push_back({{"title", note.title.toStdString()}, {"text", note.text.toStdString()}});
    }
    return {{"unit", "bytes"}, {"variants", variants}, {"notes", notes}};
  }

 private:
  // One origin for all variants with counters, else that of the document.
  model::Origin origin() const {
    std::optional<model::Origin> only;
    for (const TrafficVariant& variant : m_data.variants) {
      if (!variant.collected) continue;
      if (only && *only != variant.origin) return m_data.documentOrigin;
      only = variant.origin;
    }
    return only.value_or(m_data.documentOrigin);
  }

  const ViewInput& m_input;
  TrafficData m_data;
  TrafficOptions m_options;
};

}  // namespace

std::unique_ptr<FigureChart> makeTrafficFigure(const ViewInput& input, const RenderOptions& options) {
  return std::make_unique<TrafficFigure>(input, options);
}

}  // namespace dsm::ui
