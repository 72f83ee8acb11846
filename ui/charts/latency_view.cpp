// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls, chart, read-out and sentences of the Latency view.
#include "ui/charts/latency_view.h"

#include "ui/catalogue_text.h"
#include "ui/charts/bars_widget.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/elided_label.h"
#include "ui/charts/findings.h"
#include "ui/charts/legend_row.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace dsm::ui {

LatencyView::LatencyView(QWidget* parent) : ChartPage(parent) {
  buildControls();
  m_chart = new BarsWidget(this);
  content()->addWidget(m_chart, 100);
  content()->addWidget(sentences());
  m_readout = new ElidedLabel(TextRole::small, ElidedLabel::Ink::text2, this);
  content()->addWidget(m_readout);
  content()->addStretch(1);
  connect(m_chart, &BarsWidget::readoutChanged, this, &LatencyView::refreshReadout);
  connect(m_chart, &BarsWidget::zoomChanged, this, &LatencyView::refreshReadout);
  connect(m_chart, &BarsWidget::runSelected, this, &ChartPage::runSelected);
}

void LatencyView::buildControls() {
  m_quantityRow = new SegmentedRow(this);
  m_quantityRow->setUniform(false);
  m_quantityRow->setStretch(false);
  m_quantityRow->setAccessibleName(tr("Quantity"));
  m_quantityRow->hide();
  controls()->addWidget(m_quantityRow);
  m_sortLabel = new QLabel(tr("Sort"), this);
  m_sort = new QComboBox(this);
  m_sort->addItems({tr("Fastest first"), tr("Catalogue order")});
  m_sort->setAccessibleName(tr("Sort"));
  m_sortLabel->setBuddy(m_sort);
  controls()->addWidget(m_sortLabel);
  controls()->addWidget(m_sort);
  controls()->addSpacing(kSpace2);
  m_scaleRow = new SegmentedRow(this);
  m_scaleRow->setLabels({tr("linear"), tr("log")});
  m_scaleRow->setStretch(false);
  m_scaleRow->setCurrent(0);
  m_scaleRow->setAccessibleName(tr("Axis"));
  controls()->addWidget(m_scaleRow);
  controls()->addSpacing(kSpace2);
  m_legend = new LegendRow(this);
  m_legend->setRightAligned(true);
  controls()->addWidget(m_legend, 1);
  connect(m_quantityRow, &SegmentedRow::activated, this, [this](int index) {
    const auto& quantities = input().spec->info().quantities;
    if (index < 0 || index >= int(quantities.size())) return;
    m_quantity = quantities[std::size_t(index)].id;
    rebuildShape();
  });
  connect(m_sort, &QComboBox::activated, this, [this](int index) {
    m_catalogueOrder = index == 1;
    rebuildShape();
  });
  connect(m_scaleRow, &SegmentedRow::activated, this, [this](int index) { setLogarithmic(index == 1); });
  connect(m_legend, &LegendRow::toggled, this, [this](int index) {
    if (index < 0 || index >= int(m_shape.rows.size())) return;
    const std::string& label = m_shape.rows[std::size_t(index)].label;
    if (!m_hidden.erase(label)) m_hidden.insert(label);
    refreshChart();
  });
}

std::string LatencyView::quantity() const {
  const auto& quantities = input().spec->info().quantities;
  if (input().spec->quantity(m_quantity) != nullptr) return m_quantity;
  return quantities.empty() ? std::string() : quantities.front().id;
}

void LatencyView::setLogarithmic(bool on) {
  m_logarithmic = on;
  m_scaleRow->setCurrent(on ? 1 : 0);
  refreshChart();
}

RenderOptions LatencyView::exportOptions() const {
  RenderOptions options;
  if (input().spec != nullptr) options.quantity = quantity();
  options.threshold = input().comparisonThreshold;
  options.logarithmic = m_logarithmic;
  options.catalogueOrder = m_catalogueOrder;
  options.hidden = m_hidden;
  return options;
}

void LatencyView::resetZoom() { m_chart->resetZoom(); }

void LatencyView::rebuild() {
  if (m_experiment != input().spec->info().id) {
    m_experiment = input().spec->info().id;
    m_quantity.clear();
    m_hidden.clear();
  }
  rebuildQuantities();
  rebuildShape();
}

// Quantities that the opposite edge shows anyway need no button of their own.
void LatencyView::rebuildQuantities() {
  const model::ExperimentInfo& info = input().spec->info();
  QVector<Segment> segments;
  int current = 0;
  for (std::size_t i = 0; i < info.quantities.size(); ++i) {
    if (info.quantities[i].id == quantity()) current = int(i);
    segments.push_back({quantityTab(info.quantities[i]), true, catalogueText(info.quantities[i].label)});
  }
  m_quantityRow->setSegments(segments);
  m_quantityRow->setCurrent(current);
  m_quantityRow->setVisible(segments.size() > 1);
}

void LatencyView::rebuildShape() {
  const ViewInput& in = input();
  m_shape = model::barsOf(*in.spec, *in.session, in.variants, in.values, quantity(),
                          m_catalogueOrder ? model::BarOrder::catalogue : model::BarOrder::fastestFirst, in.device.get());
  m_shape.title = chartTitle(in, m_shape.title).toStdString();
  refreshChart();
}

void LatencyView::refreshChart() {
  if (input().spec == nullptr) return;
  QVector<LegendEntry> entries;
  for (const model::BarRow& row : m_shape.rows) {
    entries.push_back({catalogueText(row.label), int(row.slot), m_hidden.contains(row.label)});
  }
  m_legend->setEntries(entries);
  fitLegend();
  BarsOptions options;
  options.logarithmic = m_logarithmic;
  options.hidden = m_hidden;
  options.selectedRun = input().selectedRun;
  options.fonts = windowFonts();
  options.comparisons = barComparisons(input(), m_shape, quantity());
  const BarsFindings findings = findingsOf(m_shape, prepareBars(m_shape, options));
  m_chart->setShape(m_shape, options, findings.headline);
  setHead(QString::fromStdString(m_shape.title), findings.headline);
  setSentences(isCompact() ? findings.sentences.mid(0, 2) : findings.sentences);
  setCommand(latencyCommand(input()));
  refreshReadout();
  const bool anyRun = std::ranges::any_of(m_shape.rows, [](const model::BarRow& row) { return !row.runId.empty(); });
  if (anyRun) showChart();
  else showNoRuns();
}

void LatencyView::showNoRuns() {
  const ViewInput& in = input();
  EmptyState* state = emptyState();
  state->disconnect(this);
  state->setSketch(EmptyState::Sketch::bars);
  const QString experiment = catalogueText(in.spec->info().label);
  const bool any = std::ranges::any_of(in.session->runs, [&](const model::RunPtr& run) { return run->experiment == in.spec->info().id; });
  const bool fits = std::ranges::any_of(in.variants, [&](const std::string& variant) {
    const auto found = in.legality.find(variant);
    return found == in.legality.end() || found->second.fits;
  });
  if (in.variants.empty()) {
    state->setSentences(tr("No variant is chosen."), tr("Tick at least one under Variants."));
    state->setButton({});
    state->setLink({});
  } else {
    state->setSentences(in.running ? tr("%1 is running.").arg(experiment)
                        : any      ? tr("%1 has not run in this configuration.").arg(experiment)
                                   : tr("%1 has not run in this session.").arg(experiment),
                        in.running           ? tr("Its bars appear here with the first result.")
                        : !fits              ? tr("None of the ticked variants fits this device; Configure says why.")
                        : in.deviceIsLive    ? tr("The settings on the left fit this device.")
                                             : tr("No GPU is ready to run it here; the recording has runs of other settings."));
    const bool canRun = in.deviceIsLive && fits && !in.running;
    state->setButton(canRun ? tr("Run") : QString(), canRun ? std::optional(IconName::run) : std::nullopt,
                     canRun ? QStringLiteral("F5") : QString());
    state->setLink(in.running ? QString() : tr("open the built-in recording"));
  }
  connect(state, &EmptyState::buttonClicked, this, &ChartPage::runWanted);
  connect(state, &EmptyState::linkClicked, this, &ChartPage::openRecordingWanted);
  showEmptyState();
}

void LatencyView::refreshReadout() {
  QString text = m_chart->readout();
  if (text.isEmpty()) {
    text = findingsOf(m_shape, m_chart->barsData()).caption;
    if (m_chart->isZoomed() && !m_logarithmic && m_chart->xAxis->range().lower > 0) {
      text = tr("Axis cut: medians as markers, not bars. %1").arg(text);
    }
    const QString marks = marksText(m_chart->barsData());
    if (!marks.isEmpty()) text += QLatin1Char(' ') + tr("Diamonds: %1.").arg(marks);
  }
  m_readout->setText(text);
}

ChartTable LatencyView::table() const { return barsTable(m_shape, m_chart->barsData()); }

QString LatencyView::howToRead() const {
  return tr("Each row is one variant in the configuration at the left. The bar runs from zero to the median of its launches; "
            "the whisker is the 95 % interval of that median; the dots above are single launches. A hollow diamond is a figure "
            "from elsewhere, with its source in the read-out. Where two whiskers overlap, neither variant is called faster. Where a run is pinned, the column "
            "at the right says how each row compares with it: a verdict needs the whole interval of the ratio beyond the threshold. On a "
            "log axis or a cut one, bars would lie about zero, so medians are markers.\n\n"
            "Wheel or + and − zoom, drag moves, double-click or 0 resets. Up and Down move the cursor, Enter selects that run "
            "in the table below.");
}

// Beside the controls where one line is enough, else on lines of its own below them.
void LatencyView::fitLegend() {
  int taken = m_sortLabel->sizeHint().width() + m_sort->sizeHint().width() + m_scaleRow->sizeHint().width() + 5 * kSpace2;
  if (m_quantityRow->isVisibleTo(this)) taken += m_quantityRow->sizeHint().width() + kSpace2;
  const int room = width() - 2 * kViewPadding - taken;
  placeLegend(m_legend, !isCompact() && m_legend->sizeHint().width() <= room);
}

void LatencyView::resizeEvent(QResizeEvent* event) {
  ChartPage::resizeEvent(event);
  fitLegend();
}

void LatencyView::setCompact(bool compact) {
  ChartPage::setCompact(compact);
  fitLegend();
  if (input().spec != nullptr && input().session != nullptr && isVisible()) refreshChart();
}

}  // namespace dsm::ui
