// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls, ruler, read-out and cards of the Shared memory view.
#include "ui/ruler/shared_memory_view.h"

#include "ui/catalogue_text.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/elided_label.h"
#include "ui/ruler/ruler_cards.h"
#include "ui/ruler/ruler_widget.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/theme/widgets/slider_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr int kMostSegments = 16;
constexpr int kMostSegmentsCompact = 4;
constexpr int kFindWidth = 80;

QLabel* fieldLabel(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setTextFormat(Qt::PlainText);
  label->setFont(font(TextRole::small));
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

SharedMemoryView::SharedMemoryView(QWidget* parent) : ChartPage(parent) {
  buildControls();
  buildContent();
}

void SharedMemoryView::buildControls() {
  m_findLabel = fieldLabel(tr("Find"), this);
  m_find = new QLineEdit(this);
  m_find->setAlignment(Qt::AlignRight);
  m_find->setFixedWidth(scaled(kFindWidth));
  m_findLabel->setBuddy(m_find);
  m_fromLabel = fieldLabel(tr("From rank"), this);
  m_from = new SegmentedRow(this);
  m_from->setStretch(false);
  m_from->setAccessibleName(tr("From rank"));
  m_fromBox = new QComboBox(this);
  m_fromBox->setAccessibleName(tr("From rank"));
  m_zoomLabel = fieldLabel(tr("Zoom"), this);
  m_zoom = new SegmentedRow(this);
  m_zoom->setStretch(false);
  m_zoom->setUniform(false);
  m_zoom->setAccessibleName(tr("Zoom"));
  controls()->addWidget(m_findLabel);
  controls()->addWidget(m_find);
  controls()->addSpacing(kSpace3);
  controls()->addWidget(m_fromLabel);
  controls()->addWidget(m_from);
  controls()->addWidget(m_fromBox);
  controls()->addSpacing(kSpace3);
  controls()->addWidget(m_zoomLabel);
  controls()->addWidget(m_zoom);
  controls()->addSpacing(kSpace3);
  m_load = new QCheckBox(tr("Load by rank"), this);
  m_load->setToolTip(tr("The share of all accesses that falls to each rank, by the arithmetic of the input"));
  controls()->addWidget(m_load);
  connect(m_load, &QCheckBox::toggled, this, [this](bool on) {
    m_data.view.showShares = on;
    refreshRuler();
  });
  m_readout = new ElidedLabel(TextRole::small, ElidedLabel::Ink::text2, this);
  m_readout->setAlignment(Qt::AlignRight);
  controls()->addWidget(m_readout, 1);
  connect(m_find, &QLineEdit::textEdited, this, &SharedMemoryView::findText);
  connect(m_find, &QLineEdit::editingFinished, this, [this] { findText(m_find->text()); });
  connect(m_from, &SegmentedRow::activated, this, [this](int index) { chooseFromRank(std::uint32_t(std::max(0, index))); });
  connect(m_fromBox, &QComboBox::activated, this, [this](int index) { chooseFromRank(std::uint32_t(std::max(0, index))); });
  connect(m_zoom, &SegmentedRow::activated, this, &SharedMemoryView::chooseZoom);
}

void SharedMemoryView::buildContent() {
  m_ruler = new RulerWidget(this);
  content()->addWidget(m_ruler, 100);
  m_cards = new RulerCards(this);
  content()->addWidget(m_cards);
  content()->addStretch(1);
  connect(m_cards, &RulerCards::configurationChosen, this, &SharedMemoryView::configurationChosen);
  // A small window has no room for the ruler and more than two lines.
  connect(m_cards, &RulerCards::pageChanged, this, [this](int page) {
    m_ruler->setVisible(!isCompact() || page == RulerCards::place);
    refreshCommand();
  });
  connect(m_cards, &RulerCards::commandChanged, this, &SharedMemoryView::refreshCommand);
  connect(m_ruler, &RulerWidget::readoutChanged, this, &SharedMemoryView::showReadout);
  connect(m_ruler, &RulerWidget::pinned, this, &SharedMemoryView::pinPlace);
  connect(m_ruler, &RulerWidget::rankOpened, this, [this](int rank) {
    m_data.view.openRank = rank;
    refreshRuler();
  });
  connect(m_ruler, &RulerWidget::viewMoved, this, [this](double first, double visible) {
    m_data.view.firstByte = first;
    m_data.view.visibleBytes = visible;
    m_zoom->setCurrent(visible >= m_data.spanBytes() ? 0 : -1);
  });
}

std::string SharedMemoryView::shownVariant() const {
  const ViewInput& in = input();
  if (!m_variantOverride.empty() && m_overriddenLead == in.leadVariant) return m_variantOverride;
  if (!in.leadVariant.empty()) return in.leadVariant;
  if (!in.variants.empty()) return in.variants.front();
  return in.spec->info().variants.empty() ? std::string() : in.spec->info().variants.front().id;
}

void SharedMemoryView::rebuild() {
  const std::string variant = shownVariant();
  const RulerView before = m_data.view;
  const double spanBefore = m_data.spanBytes();
  m_data = rulerDataOf(input(), variant);
  const std::string configuration = input().spec->info().id + '/' + variant + '/' + std::to_string(m_data.layout.ranks);
  if (configuration == m_configuration) {
    m_data.view = before;
    if (before.visibleBytes >= spanBefore) m_data.view.visibleBytes = 0;  // still everything
    if (before.found) {
      const RulerPlace& found = *before.found;
      m_data.view.found = findPlace(m_data.layout, found.rank, found.index.value_or(found.offsetBytes));
    }
  } else {
    m_configuration = configuration;
    m_data.view = startView(m_data);
  }
  m_data.view.compact = isCompact();
  m_data.view.showShares = m_load->isChecked();
  m_data.fonts = windowFonts();
  if (m_data.view.visibleBytes <= 0) m_data.view.visibleBytes = m_data.spanBytes();
  if (m_data.usedBytes() == 0) {
    showNoSharedMemory();
    return;
  }
  rebuildControls();
  refreshRuler();
  refreshCards();
  refreshCommand();
  showChart();
}

void SharedMemoryView::refreshCommand() {
  const QString own = m_cards->command();
  setCommand(own.isEmpty() ? rulerCommand(input(), shownVariant()) : own);
}

// With large text on a small window the zoom gets a line of its own.
void SharedMemoryView::placeZoom() {
  const int taken = m_findLabel->sizeHint().width() + m_find->width() + m_fromLabel->sizeHint().width() +
                    (m_data.layout.ranks > 1 ? std::max(m_from->isVisibleTo(this) ? m_from->sizeHint().width() : 0,
                                                        m_fromBox->isVisibleTo(this) ? m_fromBox->sizeHint().width() : 0) : 0) +
                    m_zoomLabel->sizeHint().width() + m_zoom->sizeHint().width() +
                    (m_load->isVisibleTo(this) ? m_load->sizeHint().width() + kSpace3 : 0) + 2 * kSpace3 + 7 * kSpace2;
  const bool below = taken > width() - 2 * (isCompact() ? kViewPaddingSmall : kViewPadding);
  if (below == m_zoomBelow) return;
  m_zoomBelow = below;
  if (below) {
    controls()->removeWidget(m_zoomLabel);
    controls()->removeWidget(m_zoom);
    auto* line = new QHBoxLayout;
    line->setSpacing(kSpace2);
    line->addWidget(m_zoomLabel);
    line->addWidget(m_zoom);
    line->addStretch(1);
    belowControls()->addLayout(line);
    return;
  }
  while (QLayoutItem* item = belowControls()->takeAt(0)) delete item;
  const int at = controls()->indexOf(m_load);
  controls()->insertWidget(at, m_zoom);
  controls()->insertWidget(at, m_zoomLabel);
}

void SharedMemoryView::resizeEvent(QResizeEvent* event) {
  ChartPage::resizeEvent(event);
  placeZoom();
}

void SharedMemoryView::rebuildControls() {
  const model::SharedLayout& layout = m_data.layout;
  const QString what = layout.owner ? catalogueText(layout.owner->noun) : tr("byte");
  m_findLabel->setText(tr("Find %1").arg(what));
  m_find->setAccessibleName(m_findLabel->text());
  if (!m_find->hasFocus()) {
    m_find->setText(m_data.view.found ? formatInteger(qint64(m_data.view.found->index.value_or(m_data.view.found->offsetBytes))) : QString());
  }
  const bool cluster = layout.ranks > 1;
  const bool row = int(layout.ranks) <= (isCompact() ? kMostSegmentsCompact : kMostSegments);
  m_from->setVisible(cluster && row);
  m_fromBox->setVisible(cluster && !row);
  m_fromLabel->setVisible(cluster);
  QStringList ranks;
  for (std::uint32_t rank = 0; rank < std::min<std::uint32_t>(layout.ranks, 64); ++rank) ranks << QString::number(rank);
  m_from->setLabels(row ? ranks : QStringList());
  m_from->setCurrent(int(m_data.view.fromRank));
  if (m_fromBox->count() != ranks.size()) {
    m_fromBox->clear();
    m_fromBox->addItems(ranks);
  }
  m_fromBox->setCurrentIndex(int(m_data.view.fromRank));
  m_load->setVisible(cluster && !m_data.rankShares.empty());
  const QString limit = formatBytesKiB(double(m_data.limitBytes > 0 ? m_data.limitBytes : m_data.staticCapBytes));
  const int zoom = m_zoom->count() > 0 ? m_zoom->current() : 0;
  m_zoom->setLabels({limit, tr("Used"), tr("1 KiB"), tr("Byte")});
  m_zoom->setCurrent(m_data.view.visibleBytes >= m_data.spanBytes() ? 0 : zoom);
  placeZoom();
}

void SharedMemoryView::refreshRuler() {
  const model::VariantInfo* variant = input().spec->variant(shownVariant());
  QString finding = rulerFinding(m_data, variant != nullptr ? variant->label : shownVariant());
  if (m_data.hasShares()) finding += QLatin1Char(' ') + sharesFinding(m_data);
  const QString title = m_data.layout.ranks > 1 ? tr("Shared memory of one cluster") : tr("Shared memory of one block");
  m_ruler->setData(m_data, title, finding);
  const int most = m_ruler->fullHeight();
  m_ruler->setMaximumHeight(most);
  setHead(title, finding);
}

void SharedMemoryView::refreshCards() {
  m_cards->setInput(input(), placeShown(), shownVariant());
}

// The cards show the byte under the cursor while there is one, else the place that was found.
RulerData SharedMemoryView::placeShown() const {
  RulerData shown = m_data;
  if (const auto cursor = m_ruler->cursor()) shown.view.found = *cursor;
  return shown;
}

void SharedMemoryView::showReadout(const QString& text) {
  m_readout->setText(text);
  m_cards->setPlace(placeShown());
}

void SharedMemoryView::findText(const QString& text) {
  const auto value = parseCount(text);
  std::optional<RulerPlace> place;
  if (value && *value >= 0) place = findPlace(m_data.layout, m_data.view.found ? m_data.view.found->rank : 0, std::uint64_t(*value));
  // The last good place stays; the field says what is allowed.
  const std::uint64_t count = m_data.layout.owner ? m_data.layout.owner->total : m_data.usedBytes();
  const QString reason = place || text.trimmed().isEmpty() ? QString() : tr("A whole number from 0 to %1.").arg(formatInteger(qint64(count) - 1));
  QPalette colours = palette();
  if (!reason.isEmpty()) colours.setColor(QPalette::Text, currentTheme().error);
  m_find->setPalette(reason.isEmpty() ? QPalette() : colours);
  m_find->setToolTip(reason);
  m_readout->setText(reason.isEmpty() ? m_ruler->readout() : reason);
  if (!place) {
    if (isCompact() && !reason.isEmpty()) m_cards->setMessage(m_findLabel->text(), reason);
    return;
  }
  const bool moved = !m_data.view.found || m_data.view.found->rank != place->rank;
  m_data.view.found = place;
  if (moved && m_data.view.openRank >= 0) m_data.view.openRank = int(place->rank);
  // A place outside the view moves the view, not the zoom.
  const double byte = double(place->offsetBytes);
  if (byte < m_data.view.firstByte || byte >= m_data.view.firstByte + m_data.view.visibleBytes) {
    m_data.view.firstByte = std::clamp(byte - m_data.view.visibleBytes / 2, 0.0, std::max(0.0, m_data.spanBytes() - m_data.view.visibleBytes));
  }
  refreshRuler();
  refreshCards();
}

void SharedMemoryView::pinPlace(std::uint32_t rank, std::uint64_t offsetBytes) {
  const auto index = indexAt(m_data.layout, rank, offsetBytes);
  if (m_data.layout.owner && !index) return;  // free bytes belong to no one
  m_data.view.found = RulerPlace{rank, offsetBytes, index};
  if (index) m_data.view.found = findPlace(m_data.layout, rank, *index);
  m_find->setText(formatInteger(qint64(index.value_or(offsetBytes))));
  refreshRuler();
  refreshCards();
}

void SharedMemoryView::chooseZoom(int preset) {
  const auto cursor = m_ruler->cursor();
  const double centre = m_data.view.found ? double(m_data.view.found->offsetBytes) : cursor ? double(cursor->offsetBytes) : 0;
  applyZoom(m_data, RulerZoom(std::clamp(preset, 0, 3)), centre, m_ruler->plotWidth());
  m_zoom->setCurrent(preset);
  refreshRuler();
}

void SharedMemoryView::chooseFromRank(std::uint32_t rank) {
  m_data.view.fromRank = rank;
  refreshRuler();
  refreshCards();
}

RenderOptions SharedMemoryView::exportOptions() const {
  RenderOptions options;
  if (m_data.view.found) options.find = m_data.view.found->index.value_or(m_data.view.found->offsetBytes);
  options.fromRank = m_data.view.fromRank;
  options.rankShares = m_data.hasShares();
  return options;
}

void SharedMemoryView::resetZoom() { chooseZoom(0); }

void SharedMemoryView::showNoSharedMemory() {
  EmptyState* state = emptyState();
  state->disconnect(this);
  state->setSketch(EmptyState::Sketch::ruler);
  const ViewInput& in = input();
  const model::VariantInfo* variant = in.spec->variant(shownVariant());
  const QString name = variant != nullptr ? catalogueText(variant->label) : tr("This variant");
  setHead(tr("Shared memory"), QString());
  setCommand({});
  state->setSentences(tr("%1 uses no shared memory.").arg(name), variant != nullptr ? catalogueText(variant->summary) : QString());
  // The nearest variant that has something to show.
  std::string other;
  for (const model::VariantInfo& candidate : in.spec->info().variants) {
    if (rulerDataOf(in, candidate.id).usedBytes() > 0) {
      other = candidate.id;
      break;
    }
  }
  const model::VariantInfo* shown = in.spec->variant(other);
  state->setButton(shown != nullptr ? tr("Show %1").arg(catalogueText(shown->label)) : QString());
  state->setLink({});
  connect(state, &EmptyState::buttonClicked, this, [this, other] {
    m_variantOverride = other;
    m_overriddenLead = input().leadVariant;
    rebuild();
  });
  showEmptyState();
}

ChartTable SharedMemoryView::table() const { return rulerTable(m_data); }

QString SharedMemoryView::howToRead() const {
  return tr("Each row is the shared memory of one rank, from byte 0 at the left to the most that a block may ask for. Boxes are the "
            "kernel's arrays; every rank declares the same ones, which is what makes map_shared_rank() possible. The dotted line is a "
            "limit that is not in force here. The arrow runs from the rank that asks to the rank that owns the element. Click a "
            "rank's name to unfold its phases; a double line is a barrier.\n\n"
            "Arrows move the cursor, Home and End jump, Page steps a quarter of the view, + and − zoom, 0 resets, Space "
            "unfolds, Enter pins. The mapped address is modelled from the machine code of one H200.");
}

void SharedMemoryView::setCompact(bool compact) {
  ChartPage::setCompact(compact);
  m_data.view.compact = compact;
  m_cards->setCompact(compact);
  m_ruler->setVisible(!compact || m_cards->page() == RulerCards::place);
  if (input().spec != nullptr && input().session != nullptr && isVisible()) rebuild();
}

}  // namespace dsm::ui
