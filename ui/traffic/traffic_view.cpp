// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls, chart, read-out and empty states of the Traffic view.
#include "ui/traffic/traffic_view.h"

#include "gpu/model/ncu_command.h"
#include "ui/catalogue_text.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/elided_label.h"
#include "ui/charts/legend_row.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/traffic/traffic_notes.h"
#include "ui/traffic/traffic_widget.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>

#include <algorithm>

namespace dsm::ui {

TrafficView::TrafficView(QWidget* parent) : ChartPage(parent) {
  buildControls();
  m_chart = new TrafficWidget(this);
  content()->addWidget(m_chart, 100);
  m_readout = new ElidedLabel(TextRole::small, ElidedLabel::Ink::text2, this);
  content()->addWidget(m_readout);
  content()->addStretch(1);
  m_nsightAction = copyMenu()->addAction(tr("Copy the line for Nsight Compute"), this, &TrafficView::copyNsightLine);
  copyMenu()->setToolTipsVisible(true);
  connect(m_chart, &TrafficWidget::readoutChanged, this, &TrafficView::refreshReadout);
  connect(m_chart, &TrafficWidget::zoomChanged, this, &TrafficView::refreshReadout);
  connect(m_chart, &TrafficWidget::runSelected, this, &ChartPage::runSelected);
  connect(m_chart, &TrafficWidget::menuWanted, this, &TrafficView::showMenu);
  connect(m_chart, &TrafficWidget::cursorMoved, this, [this](const QRect& rect) { scrollTo(*m_chart, rect); });
}

void TrafficView::buildControls() {
  const auto label = [this](const QString& text) {
    auto* made = new QLabel(text, this);
    controls()->addWidget(made);
    return made;
  };
  const auto segments = [this](const QStringList& labels, const QString& name) {
    auto* row = new SegmentedRow(this);
    row->setLabels(labels);
    row->setStretch(false);
    row->setCurrent(0);
    row->setAccessibleName(name);
    controls()->addWidget(row);
    controls()->addSpacing(kSpace2);
    return row;
  };
  m_scaleLabel = label(tr("Scale"));
  m_scaleRow = segments({tr("linear"), tr("log")}, tr("Scale"));
  m_unitLabel = label(tr("Unit"));
  m_unitRow = segments({tr("bytes"), tr("× payload")}, tr("Unit"));
  m_marksBox = new QCheckBox(tr("Expected marks"), this);
  m_marksBox->setChecked(true);
  m_marksBox->setToolTip(tr("I-beams at the bytes that arithmetic expects"));
  controls()->addWidget(m_marksBox);
  controls()->addSpacing(kSpace2);
  m_legend = new LegendRow(this);
  m_legend->setRightAligned(true);
  controls()->addWidget(m_legend, 1);
  connect(m_scaleRow, &SegmentedRow::activated, this, [this](int index) { setLogarithmic(index == 1); });
  connect(m_unitRow, &SegmentedRow::activated, this, [this](int index) { setPayloadUnit(index == 1); });
  connect(m_marksBox, &QCheckBox::toggled, this, &TrafficView::setExpectedMarks);
  connect(m_legend, &LegendRow::toggled, this, [this](int index) {
    if (index < 0 || index >= int(m_data.variants.size())) return;
    const std::string& id = m_data.variants[index].id;
    if (!m_hidden.erase(id)) m_hidden.insert(id);
    refreshChart();
  });
}

void TrafficView::setLogarithmic(bool on) {
  m_logarithmic = on;
  m_scaleRow->setCurrent(on ? 1 : 0);
  refreshChart();
}

void TrafficView::setPayloadUnit(bool on) {
  m_payloadUnit = on;
  m_unitRow->setCurrent(on ? 1 : 0);
  refreshChart();
}

void TrafficView::setExpectedMarks(bool on) {
  m_expectedMarks = on;
  m_marksBox->setChecked(on);
  refreshChart();
}

RenderOptions TrafficView::exportOptions() const {
  RenderOptions options;
  options.threshold = input().comparisonThreshold;
  options.logarithmic = m_logarithmic;
  options.payloadUnit = m_payloadUnit;
  options.expectedMarks = m_expectedMarks;
  options.hidden = m_hidden;
  return options;
}

TrafficOptions TrafficView::options() const {
  TrafficOptions options;
  options.logarithmic = m_logarithmic;
  options.payloadUnit = m_payloadUnit;
  options.expectedMarks = m_expectedMarks;
  options.compact = isCompact();
  options.hidden = m_hidden;
  options.selectedRun = input().selectedRun;
  options.fonts = windowFonts();
  return options;
}

void TrafficView::resetZoom() { m_chart->resetZoom(); }

void TrafficView::rebuild() {
  if (m_experiment != input().spec->info().id) {
    m_experiment = input().spec->info().id;
    m_hidden.clear();
  }
  m_data = trafficDataOf(input());
  refreshChart();
}

void TrafficView::refreshChart() {
  if (input().spec == nullptr || input().session == nullptr) return;
  QVector<LegendEntry> entries;
  for (const TrafficVariant& variant : m_data.variants) entries.push_back({variant.label, variant.slot, m_hidden.contains(variant.id)});
  m_legend->setEntries(entries);
  fitLegend();
  const QString finding = trafficFinding(m_data, m_hidden);
  m_chart->setData(m_data, options(), finding);
  setHead(m_data.title, finding);
  setCommand(trafficCommand(input()));
  QString why;
  m_nsightAction->setEnabled(!nsightLine(&why).isEmpty());
  m_nsightAction->setToolTip(why);
  refreshReadout();
  if (m_data.anyCollected())
    showChart();
  else
    showNothing();
}

void TrafficView::showNothing() {
  const ViewInput& in = input();
  EmptyState* state = emptyState();
  state->disconnect(this);
  state->setSketch(EmptyState::Sketch::bars);
  const QString experiment = catalogueText(in.spec->info().label);
  const bool fits = std::ranges::any_of(in.variants, [&](const std::string& variant) {
    const auto found = in.legality.find(variant);
    return found == in.legality.end() || found->second.fits;
  });
  const bool canRun = in.deviceIsLive && fits && !in.running && !in.variants.empty();
  const auto blocked =
      std::ranges::find_if(m_data.variants, [](const TrafficVariant& each) { return !each.runId.empty() && !each.state.isEmpty(); });
  if (in.variants.empty()) {
    state->setSentences(tr("No variant is chosen."), tr("Tick at least one under Variants."));
  } else if (in.running) {
    state->setSentences(tr("%1 is running.").arg(experiment), tr("Its counters appear here with the first result that has them."));
  } else if (blocked != m_data.variants.end()) {
    const QString reason = tr("%1: %2.").arg(blocked->label, blocked->state);
    const QString next = !blocked->remedy.isEmpty() ? blocked->remedy
                         : canRun                   ? tr("Run again with Traffic under Counters.")
                                                    : tr("A recording or a run with counters shows them here.");
    state->setSentences(tr("Counters were not collected for these runs."), reason + QLatin1Char(' ') + next);
  } else {
    state->setSentences(tr("%1 has not run in this configuration.").arg(experiment),
                        !fits    ? tr("None of the ticked variants fits this device; Configure says why.")
                        : canRun ? tr("The settings on the left fit this device.")
                                 : tr("No GPU is ready to run it here; the recording has runs of other settings."));
  }
  state->setButton(canRun ? tr("Run") : QString(), canRun ? std::optional(IconName::run) : std::nullopt,
                   canRun ? QStringLiteral("F5") : QString());
  state->setLink(in.running || in.variants.empty() ? QString() : tr("open the built-in recording"));
  connect(state, &EmptyState::buttonClicked, this, &ChartPage::runWanted);
  connect(state, &EmptyState::linkClicked, this, &ChartPage::openRecordingWanted);
  showEmptyState();
}

void TrafficView::refreshReadout() {
  QString text = m_chart->readout();
  if (text.isEmpty()) {
    text = trafficCaption(m_data, m_logarithmic, m_expectedMarks);
    if (m_chart->isZoomed()) text = tr("Axis cut at the right: broken bars go on. %1").arg(text);
  }
  m_readout->setText(text);
}

QString TrafficView::nsightLine(QString* why) const {
  const auto say = [&](const QString& text) {
    if (why != nullptr) *why = text;
    return QString();
  };
  if (input().spec == nullptr || input().session == nullptr) return {};
  int variant = m_chart->currentVariant();
  if (variant < 0 || variant >= int(m_data.variants.size())) {
    const auto first = std::ranges::find_if(m_data.variants, &TrafficVariant::collected);
    if (first == m_data.variants.end()) return say(tr("No run here has counters to repeat."));
    variant = int(first - m_data.variants.begin());
  }
  const model::RunPtr run = trafficRun(input(), m_data.variants[variant].id);
  if (!run) return say(tr("No run here has counters to repeat."));
  const auto line = model::ncuCommandFor(*run);
  if (line) return QString::fromStdString(*line);
  return say(catalogueText(line.error().message) + QLatin1Char(' ') + catalogueText(line.error().hint));
}

void TrafficView::copyNsightLine() {
  const QString line = nsightLine();
  if (!line.isEmpty()) QGuiApplication::clipboard()->setText(line);
}

void TrafficView::showMenu(const QPoint& globalPosition) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  QString why;
  const QString line = nsightLine(&why);
  const int variant = m_chart->currentVariant();
  const QString name = variant >= 0 ? m_data.variants[variant].label : QString();
  QAction* nsight =
      menu->addAction(name.isEmpty() ? tr("Copy the line for Nsight Compute") : tr("Copy the line for Nsight Compute: %1").arg(name));
  nsight->setEnabled(!line.isEmpty());
  nsight->setToolTip(line.isEmpty() ? why : line);
  connect(nsight, &QAction::triggered, this, [line] { QGuiApplication::clipboard()->setText(line); });
  menu->addSeparator();
  menu->addAction(tr("Copy picture"), this, &ChartPage::copyPicture);
  menu->addAction(tr("Copy numbers, tab-separated"), this, &ChartPage::copyTable);
  QAction* zoom = menu->addAction(tr("Reset zoom"), this, &TrafficView::resetZoom);
  zoom->setEnabled(m_chart->isZoomed());
  menu->popup(globalPosition);
}

ChartTable TrafficView::table() const { return trafficTable(m_data, m_hidden); }

QString TrafficView::howToRead() const {
  return tr(
      "Each group is one hardware counter of one launch, each line in it one variant. The I-beam is what arithmetic expects; the "
      "residual is the difference, and one over 5 % is explained beside it. A dashed line is less than a pixel, or at most "
      "what a blank kernel shows as well (≤): a ratio against it can only be “more than”. What was not collected says why; "
      "it is not zero. Zero bytes to DRAM does not mean free: written data may still be in the L2. Where a run is pinned, the column "
      "at the right is the ratio to its bytes, which are one value and have no interval; a verdict is about time alone.\n\n"
      "Below, arrow width is linear in bytes, the same in every picture; two SMs stand for all, and the arrows of a pair "
      "share the bytes.\n\n"
      "Up and Down move the cursor, Page Up and Page Down go to the next counter, Enter selects that run in the table below. "
      "+ and − or Ctrl and the wheel zoom, 0 resets. The context menu copies the line for Nsight Compute.");
}

// Beside the controls where one line is enough, else on a line of its own below them.
void TrafficView::fitLegend() {
  int taken = 6 * kSpace2;
  for (const QWidget* widget : {static_cast<QWidget*>(m_scaleLabel), static_cast<QWidget*>(m_scaleRow), static_cast<QWidget*>(m_unitLabel),
                                static_cast<QWidget*>(m_unitRow), static_cast<QWidget*>(m_marksBox)}) {
    if (widget->isVisibleTo(this)) taken += widget->sizeHint().width() + kSpace2;
  }
  const int side = isCompact() ? kViewPaddingSmall : kViewPadding;
  placeLegend(m_legend, m_legend->sizeHint().width() <= width() - 2 * side - taken);
}

void TrafficView::resizeEvent(QResizeEvent* event) {
  ChartPage::resizeEvent(event);
  fitLegend();
}

void TrafficView::setCompact(bool compact) {
  ChartPage::setCompact(compact);
  m_scaleLabel->setVisible(!compact);
  m_unitLabel->setVisible(!compact);
  fitLegend();
  if (input().spec != nullptr && input().session != nullptr && isVisible()) refreshChart();
}

}  // namespace dsm::ui
