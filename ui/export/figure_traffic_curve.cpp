// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figure of counters against one parameter.
#include "ui/charts/chart_text.h"
#include "ui/charts/legend_row.h"
#include "ui/document_text.h"
#include "ui/export/figure.h"
#include "ui/traffic/traffic_curve.h"

#include <qcustomplot.h>

#include <QCoreApplication>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Figure", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Figure", text))

constexpr double kLegendHeight = 32;
constexpr double kPanelHeight = 460;

class TrafficCurveFigure : public FigureChart {
 public:
  TrafficCurveFigure(const ViewInput& input, const RenderOptions& options)
      : m_input(input), m_curve(trafficCurveOf(input, options.axis)), m_fonts(figureFonts()) {}

  FigureText text() const override {
    FigureText text;
    text.title = m_curve.panels.isEmpty() ? DSM_TR("Traffic against a setting") : m_curve.title;
    text.finding = curveFinding(m_curve);
    text.caption = DSM_TR("Bytes counted in one profiled launch each, both axes logarithmic. Arrow down: at most, no more than three times "
                          "what a blank kernel shows. Dotted: expected by arithmetic.");
    text.badge = m_curve.panels.isEmpty() ? BadgeKind::notCollected : badgeKindOf(m_input.session->origin);
    text.badgeDetail = text.badge == BadgeKind::recorded ? shortDevice(m_input) : QString();
    return text;
  }

  double wantedHeight(double) const override { return kLegendHeight + kPanelHeight; }

  void paint(QCPPainter& painter, const QRectF& bounds, const Theme& theme) override {
    QVector<LegendEntry> entries;
    for (const CurveLine& line : m_curve.legend) entries.push_back({line.label, line.slot, false});
    paintLegend(painter, QRectF(bounds.left(), bounds.top(), bounds.width(), 20), entries, m_fonts, theme);
    paintTrafficCurve(painter, bounds.adjusted(0, kLegendHeight, 0, 0), m_curve, m_fonts, theme);
  }

  bool isEmpty() const override { return m_curve.panels.isEmpty(); }
  bool spansConfigurations() const override { return true; }
  ChartTable table() const override { return curveTable(m_curve); }
  nlohmann::ordered_json details() const override { return {{"unit", "bytes"}, {"axis", m_curve.parameter.toStdString()}}; }

 private:
  const ViewInput& m_input;
  TrafficCurve m_curve;
  ChartFonts m_fonts;
};

}  // namespace

std::unique_ptr<FigureChart> makeTrafficCurveFigure(const ViewInput& input, const RenderOptions& options) {
  return std::make_unique<TrafficCurveFigure>(input, options);
}

}  // namespace dsm::ui
