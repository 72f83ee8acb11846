// SPDX-License-Identifier: GPL-3.0-or-later
//
// The charts that can be exported: one small class each, over the same functions that the views use. A new
// chart is a class here and a line in makeFigureChart() and chartIds().
#include "ui/charts/bars_chart.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/findings.h"
#include "ui/charts/legend_row.h"
#include "ui/catalogue_text.h"
#include "ui/document_text.h"
#include "ui/export/figure.h"
#include "ui/ruler/capacity.h"
#include "ui/ruler/place_card.h"
#include "ui/ruler/ruler_paint.h"
#include "ui/theme/numbers.h"

#include <qcustomplot.h>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Figure", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Figure", text))

constexpr double kMostRowHeight = 56;
constexpr double kLegendHeight = 28;
constexpr double kCapacityHead = 24;

class LatencyFigure : public FigureChart {
 public:
  LatencyFigure(const ViewInput& input, const RenderOptions& options) : m_input(input) {
    std::string quantity = options.quantity;
    const auto& quantities = input.spec->info().quantities;
    if (input.spec->quantity(quantity) == nullptr) quantity = quantities.empty() ? std::string() : quantities.front().id;
    m_shape = model::barsOf(*input.spec, *input.session, input.variants, input.values, quantity,
                            options.catalogueOrder ? model::BarOrder::catalogue : model::BarOrder::fastestFirst, input.device.get());
    m_options.logarithmic = options.logarithmic;
    m_options.hidden = options.hidden;
    m_options.fonts = figureFonts();
    m_options.comparisons = barComparisons(input, m_shape, quantity);
    m_data = prepareBars(m_shape, m_options);
    m_findings = findingsOf(m_shape, m_data);
  }

  FigureText text() const override {
    FigureText text;
    text.title = chartTitle(m_input, m_shape.title);
    text.finding = m_findings.headline;
    text.settings = settingsText(m_input);
    text.caption = m_findings.caption;
    const QString marks = marksText(m_data);
    if (!marks.isEmpty()) text.caption += QLatin1Char(' ') + DSM_TR("Diamonds: %1.").arg(marks);
    text.sentences = m_findings.sentences;
    text.badge = badgeKindOf(origin());
    text.badgeDetail = text.badge == BadgeKind::measured ? QString() : shortDevice(m_input);
    return text;
  }

  double wantedHeight(double) const override {
    return kLegendHeight + barsHeight(m_options.fonts, int(m_data.rows.size()), kMostRowHeight, m_data.secondPerFirst > 0);
  }

  void paint(QCPPainter& painter, const QRectF& bounds, const Theme& theme) override {
    QVector<LegendEntry> entries;
    for (const BarItem& row : m_data.rows) entries.push_back({row.label, row.slot, false});
    paintLegend(painter, QRectF(bounds.left(), bounds.top(), bounds.width(), 20), entries, m_options.fonts, theme);
    const double top = bounds.top() + kLegendHeight;
    const QSize size(int(bounds.width()), int(bounds.bottom() - top));
    if (size.height() < 20) return;
    QCustomPlot plot;
    plot.setViewport(QRect(QPoint(0, 0), size));
    buildBars(plot, m_shape, m_options, theme);
    painter.translate(bounds.left(), top);
    plot.toPainter(&painter, size.width(), size.height());
  }

  ChartTable table() const override { return barsTable(m_shape, m_data); }

  bool isEmpty() const override {
    return std::ranges::none_of(m_shape.rows, [](const model::BarRow& row) { return !row.runId.empty(); });
  }

  nlohmann::ordered_json details() const override {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const model::BarRow& row : m_shape.rows) {
      nlohmann::ordered_json samples = nlohmann::ordered_json::array();
      for (double sample : row.samples) samples.push_back(numberOrNull(sample));
      rows.push_back({{"variant", row.label}, {"run", row.runId}, {"samples", samples}});
    }
    return {{"quantity", m_shape.quantityLabel}, {"unit", std::string(model::unitName(m_shape.unit))}, {"raw", rows}};
  }

 private:
  // One origin for all rows with a number, else that of the document.
  model::Origin origin() const {
    std::optional<model::Origin> only;
    for (const model::BarRow& row : m_shape.rows) {
      if (!row.state.empty()) continue;
      if (only && *only != row.origin) return m_input.session->origin;
      only = row.origin;
    }
    return only.value_or(m_input.session->origin);
  }

  const ViewInput& m_input;
  model::BarsShape m_shape;
  BarsOptions m_options;
  BarsData m_data;
  BarsFindings m_findings;
};

class RulerFigure : public FigureChart {
 public:
  RulerFigure(const ViewInput& input, const RenderOptions& options) : m_input(input) {
    m_variant = input.spec->variant(options.variant) != nullptr ? options.variant : input.leadVariant;
    if (m_variant.empty() && !input.variants.empty()) m_variant = input.variants.front();
    if (m_variant.empty() && !input.spec->info().variants.empty()) m_variant = input.spec->info().variants.front().id;
    m_data = rulerDataOf(input, m_variant);
    setPlacement(m_data, options.placement);
    m_data.fonts = figureFonts();
    m_data.view = startView(m_data);
    m_data.view.showShares = options.rankShares;
    if (options.fromRank < m_data.layout.ranks) m_data.view.fromRank = options.fromRank;
    const auto place = options.find ? findPlace(m_data.layout, m_data.view.found ? m_data.view.found->rank : 0, *options.find) : std::nullopt;
    if (place) {
      m_data.view.found = place;
      if (m_data.view.openRank >= 0) m_data.view.openRank = int(place->rank);
    }
  }

  FigureText text() const override {
    FigureText text;
    text.title = m_data.layout.ranks > 1 ? DSM_TR("Shared memory of one cluster") : DSM_TR("Shared memory of one block");
    const model::VariantInfo* variant = m_input.spec->variant(m_variant);
    const QString label = variant != nullptr ? catalogueText(variant->label) : QString();
    text.finding = rulerFinding(m_data, variant != nullptr ? variant->label : m_variant);
    ViewInput only = m_input;
    only.variants = {m_variant};
    text.settings = QStringLiteral("%1, %2. %3").arg(catalogueText(m_input.spec->info().label), label, settingsText(only));
    if (m_data.view.found) {
      text.caption = placeTitle(m_data) + QStringLiteral(": ") + placeText(m_data, m_data.view.found->rank, m_data.view.found->offsetBytes) +
                     QLatin1Char('.');
    }
    if (m_data.hasShares()) text.caption += QLatin1Char(' ') + sharesFinding(m_data);
    text.badge = BadgeKind::modelled;
    return text;
  }

  double wantedHeight(double) const override {
    if (m_data.usedBytes() == 0) return 40;
    const Capacity capacity = capacityOf(m_input, m_variant);
    return rulerHeight(m_data) + (capacity.rows.isEmpty() ? 0 : 2 * kCapacityHead + 4 + capacityHeight(capacity, m_data.fonts));
  }

  void paint(QCPPainter& painter, const QRectF& bounds, const Theme& theme) override {
    if (m_data.usedBytes() == 0) return;
    RulerData data = m_data;
    if (rulerHeight(data) > bounds.height()) data.view.openRank = -1;  // phases give way before sizes do
    const double shrink = std::min(1.0, bounds.height() / rulerHeight(data));
    painter.save();
    painter.translate(bounds.topLeft());
    painter.scale(shrink, shrink);
    const double height = std::min(rulerHeight(data), bounds.height() / shrink);
    paintRuler(painter, QRectF(0, 0, std::floor(bounds.width() / shrink), height), data, theme);
    painter.restore();
    const Capacity capacity = capacityOf(m_input, m_variant);
    const double top = bounds.top() + height * shrink + kCapacityHead;
    if (capacity.rows.isEmpty() || top + kCapacityHead + capacityHeight(capacity, data.fonts) > bounds.bottom()) return;
    painter.setFont(data.fonts.baseBold);
    painter.setPen(theme.text);
    painter.drawText(QRectF(bounds.left(), top, bounds.width(), 20), Qt::AlignLeft | Qt::AlignVCenter, DSM_TR("What a cluster holds"));
    paintCapacity(painter, QRectF(bounds.left(), top + kCapacityHead, std::min(720.0, bounds.width()), capacityHeight(capacity, data.fonts)),
                  capacity, data.fonts, theme);
  }

  ChartTable table() const override { return rulerTable(m_data); }
  bool isEmpty() const override { return m_data.usedBytes() == 0; }

  nlohmann::ordered_json details() const override {
    nlohmann::ordered_json details = {{"variant", m_variant},
                                      {"ranks", m_data.layout.ranks},
                                      {"static_bytes", m_data.layout.staticBytes},
                                      {"dynamic_bytes", m_data.layout.dynamicBytes},
                                      {"static_cap_bytes", m_data.staticCapBytes},
                                      {"limit_bytes", nullptr},
                                      {"fits", m_data.overflowBytes() == 0}};
    if (m_data.view.found) details["found"] = foundDetails();
    if (!m_data.rankShares.empty()) details["rank_shares"] = m_data.rankShares;
    if (m_data.limitBytes > 0) details["limit_bytes"] = m_data.limitBytes;
    if (m_data.layout.owner) {
      details["owner"] = {{"noun", m_data.layout.owner->noun}, {"array", m_data.layout.owner->arrayName},
                          {"total", m_data.layout.owner->total}, {"per_rank", m_data.layout.owner->perRank}};
    }
    return details;
  }

 private:
  nlohmann::ordered_json foundDetails() const {
    const RulerPlace& found = *m_data.view.found;
    nlohmann::ordered_json details = {{"rank", found.rank}, {"offset_bytes", found.offsetBytes}, {"bank", bankOf(found.offsetBytes)},
                                      {"mapped_address", mappedAddressOf(found)}};
    if (found.index) details["index"] = *found.index;
    return details;
  }

  const ViewInput& m_input;
  std::string m_variant;
  RulerData m_data;
};

}  // namespace

nlohmann::ordered_json numberOrNull(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

QString shortDevice(const ViewInput& input) { return input.device == nullptr ? QString() : shortDeviceName(input.device->name); }

std::unique_ptr<FigureChart> makeFigureChart(const QString& chartId, const ViewInput& input, const RenderOptions& options) {
  if (chartId == QLatin1String("latency")) return std::make_unique<LatencyFigure>(input, options);
  if (chartId == QLatin1String("traffic")) return makeTrafficFigure(input, options);
  if (chartId == QLatin1String("traffic_curve")) return makeTrafficCurveFigure(input, options);
  if (chartId == QLatin1String("shared_memory")) return std::make_unique<RulerFigure>(input, options);
  return nullptr;
}

QStringList chartIds() {
  return {QStringLiteral("shared_memory"), QStringLiteral("latency"), QStringLiteral("traffic"), QStringLiteral("traffic_curve")};
}

QString chartLabel(const QString& chartId) {
  if (chartId == QLatin1String("shared_memory")) return DSM_TR("Shared memory");
  if (chartId == QLatin1String("latency")) return DSM_TR("Latency");
  if (chartId == QLatin1String("traffic")) return DSM_TR("Traffic");
  if (chartId == QLatin1String("traffic_curve")) return DSM_TR("Traffic against a setting");
  return {};
}

}  // namespace dsm::ui
