// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words beside or above the table, as the width allows.
#include "ui/ruler/advisor_card.h"

#include "ui/charts/chart_fonts.h"
#include "ui/charts/paragraph.h"
#include "ui/document_text.h"
#include "ui/ruler/advice_model.h"
#include "ui/ruler/advice_table.h"
#include "ui/theme/widgets/buttons.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace dsm::ui {
namespace {

constexpr int kSideBySide = 900;  // from this width on the words stand beside the table
constexpr int kWordsWidth = 340;
constexpr double kHeadline = 20;
constexpr double kLine = 17;

// The same configuration in a newer advice (results have arrived, say); -1 if the settings are others now.
int keptRow(const std::optional<model::Configuration>& before, const model::Advice& advice) {
  for (std::size_t row = 0; before && row < advice.rows.size(); ++row) {
    if (advice.rows[row].variant == before->variant && advice.rows[row].values == before->values) return int(row);
  }
  return -1;
}

}  // namespace

// Headline and sentences, cut where there is no room; all of them in the tool tip and for screen readers.
class AdvisorCard::Words : public QWidget {
 public:
  explicit Words(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding); }
  void setWords(const AdviceWords& words) {
    m_words = words;
    const QString all = words.sentences.join(u' ');
    setAccessibleName(words.headline);
    setAccessibleDescription(all);
    setToolTip(words.headline + (words.sentences.isEmpty() ? QString() : u'\n' + words.sentences.join(u'\n')));
    update();
  }
  QSize sizeHint() const override { return {320, int(std::ceil(windowFonts().px(kHeadline + 2 * kLine)))}; }
  QSize minimumSizeHint() const override { return {120, int(std::ceil(windowFonts().px(kHeadline + kLine)))}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const ChartFonts fonts = windowFonts();
    const Theme& theme = currentTheme();
    const double line = fonts.px(kLine);
    const int mostHead = height() >= fonts.px(2 * kHeadline + 4 * kLine) ? 2 : 1;
    double y = 0;
    const auto draw = [&](const QFont& font, const QColor& ink, const QString& text, double height) {
      painter.setFont(font);
      painter.setPen(ink);
      painter.drawText(QRectF(0, y, width(), height), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
      y += height;
    };
    for (const QString& text : wrappedLines(fonts.baseBold, m_words.headline, width(), mostHead)) {
      draw(fonts.baseBold, m_words.state == State::error ? theme.error : theme.text, text, fonts.px(kHeadline));
    }
    for (const QString& sentence : m_words.sentences) {
      const int most = int((height() - y) / line);
      if (most < 1) return;
      for (const QString& text : wrappedLines(fonts.small, sentence, width(), most)) draw(fonts.small, theme.text2, text, line);
      if (height() > fonts.px(150)) y += 4;  // with room, sentences stand apart
    }
  }

 private:
  AdviceWords m_words;
};

AdvisorCard::AdvisorCard(QWidget* parent) : Card(parent) {
  setTitle(tr("What to take"));
  m_layout = new QBoxLayout(QBoxLayout::TopToBottom);
  m_layout->setSpacing(kSpace2);
  body()->addLayout(m_layout, 1);
  m_box = new ConsequenceBox(this);
  auto* inside = new QHBoxLayout;
  inside->setSpacing(kSpace3);
  m_text = new Words(m_box);
  m_show = new SecondaryButton(tr("Show this"), m_box);
  m_show->setToolTip(tr("Takes the chosen row of the table into Configure; nothing is run"));
  inside->addWidget(m_text, 1);
  inside->addWidget(m_show, 0, Qt::AlignTop);
  m_box->body()->addLayout(inside, 1);
  m_layout->addWidget(m_box);
  buildTable();
  connect(m_show, &QAbstractButton::clicked, this, &AdvisorCard::choose);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    m_table->applySizes();
    arrange();
  });
  arrange();
}

void AdvisorCard::buildTable() {
  m_model = new AdviceModel(this);
  m_order = new AdviceOrder(this);
  m_order->setSourceModel(m_model);
  m_table = new AdviceTable(this);
  m_table->setModel(m_order);
  m_table->setSortingEnabled(true);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  m_layout->addWidget(m_table, 1);
  connect(m_table, &AdviceTable::rowChosen, this, &AdvisorCard::choose);
  connect(m_table, &AdviceTable::copyWanted, this, [this] { QGuiApplication::clipboard()->setText(toTsv(m_model->table())); });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AdvisorCard::showSelected);
}

const model::Advice& AdvisorCard::advice() const { return m_model->advice(); }

void AdvisorCard::setInput(const ViewInput& input, const std::string& variant) {
  const bool same = m_input.spec == input.spec && m_input.session == input.session && m_input.device == input.device && m_input.values == input.values &&
                    m_variant == variant;
  if (same && m_input.spec != nullptr) return;
  m_input = input;
  m_variant = variant;
  m_stale = true;
  if (isVisible()) refresh();
}

void AdvisorCard::showEvent(QShowEvent* event) {
  Card::showEvent(event);
  if (m_stale) refresh();
}

void AdvisorCard::resizeEvent(QResizeEvent* event) {
  Card::resizeEvent(event);
  arrange();
}

void AdvisorCard::arrange() {
  const bool beside = width() >= scaled(kSideBySide);
  m_layout->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_layout->setSpacing(beside ? kSpace4 : kSpace2);
  m_box->setMinimumWidth(beside ? scaled(kWordsWidth) : 0);
  m_box->setMaximumWidth(beside ? scaled(kWordsWidth) : QWIDGETSIZE_MAX);
  // Above the table the words get a third of what is left under the title, and never less than a headline and a line.
  const int least = m_text->minimumSizeHint().height() + 2 * kSpace2;
  m_box->setMaximumHeight(beside ? QWIDGETSIZE_MAX : std::max(least, std::min((height() - scaled(60)) * 9 / 20, scaled(130))));
}

// The row that the person went to, not the one that was recommended.
std::optional<model::Configuration> AdvisorCard::personsChoice() const {
  const QModelIndex current = m_table->currentIndex();
  if (!current.isValid()) return std::nullopt;
  const auto row = std::size_t(m_order->mapToSource(current).row());
  if (advice().recommended == row || row >= advice().rows.size()) return std::nullopt;
  return advice().rows[row];
}

void AdvisorCard::refresh() {
  m_stale = false;
  ++m_computations;
  m_words = {};
  const bool known = m_input.spec != nullptr && m_input.device != nullptr;
  m_table->setVisible(known);
  m_show->setVisible(known);
  if (!known) {
    m_words.headline = tr("No device is known");
    m_words.sentences << tr("What it allows decides what can be advised. Choose one above, or open a recording.");
    m_model->clear();
    clearOrigin();
  } else {
    const std::optional<model::Configuration> before = personsChoice();
    const model::Advice advice = model::advise(*m_input.spec, m_input.values, *m_input.device, m_input.session.get());
    m_words = adviceWords(*m_input.spec, advice, *m_input.device);
    m_model->setAdvice(*m_input.spec, advice, *m_input.device, m_variant, m_input.values);
    m_table->applySizes();
    const auto figure = advice.recommended ? advice.rows[*advice.recommended].measured : std::nullopt;
    const QString date = QString::fromStdString(advice.runDate).left(10);
    if (figure) setOrigin(badgeKindOf(figure->origin), figure->origin == model::Origin::recorded ? shortDeviceName(advice.runDevice) : QString(), date);
    else setOrigin(BadgeKind::notCollected, {}, tr("No run to go by."));
    const int kept = keptRow(before, advice);
    selectRow(kept >= 0 ? kept : advice.recommended ? int(*advice.recommended) : 0);
    if (!advice.problem.empty()) m_table->hide();
  }
  m_box->setState(m_words.state);
  m_text->setWords(m_words);
  showSelected();
  arrange();
}

void AdvisorCard::selectRow(int sourceRow) {
  const QModelIndex index = m_order->mapFromSource(m_model->index(sourceRow, 0));
  if (index.isValid()) m_table->setCurrentIndex(index);
}

void AdvisorCard::showSelected() {
  const QModelIndex current = m_table->currentIndex();
  m_show->setEnabled(current.isValid());
  const QString name = current.isValid() && m_input.spec != nullptr
                           ? configurationName(*m_input.spec, advice().rows[std::size_t(m_order->mapToSource(current).row())])
                           : QString();
  m_show->setAccessibleName(name.isEmpty() ? m_show->text() : tr("Show %1").arg(name));
}

void AdvisorCard::choose() {
  const QModelIndex current = m_table->currentIndex();
  if (!current.isValid()) return;
  const model::Configuration& row = advice().rows[std::size_t(m_order->mapToSource(current).row())];
  emit configurationChosen(row.values, row.variant);
}

}  // namespace dsm::ui
