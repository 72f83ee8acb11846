// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words beside or above the table, as the width allows.
#include "ui/ruler/advisor_card.h"

#include "ui/charts/chart_fonts.h"
#include "ui/charts/elided_label.h"
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
constexpr int kWordsWidth = 470;
constexpr double kLine = 17;

// The same configuration in a newer advice (results have arrived, say); -1 if the settings are others now.
int keptRow(const std::optional<model::Configuration>& before, const model::Advice& advice) {
  for (std::size_t row = 0; before && row < advice.rows.size(); ++row) {
    if (advice.rows[row].variant == before->variant && advice.rows[row].values == before->values) return int(row);
  }
  return -1;
}

}  // namespace

// The sentences: apart where there is room, else run on and cut; all of them in the tool tip and for screen readers.
class AdvisorCard::Words : public QWidget {
 public:
  explicit Words(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding); }
  void setSentences(const QStringList& sentences) {
    m_sentences = sentences;
    setAccessibleName(tr("Ground of the recommendation"));
    setAccessibleDescription(sentences.join(u' '));
    setToolTip(sentences.join(u'\n'));
    update();
  }
  // How many lines it would like; it takes fewer, so that the card can shrink again.
  void setLines(int lines) {
    if (lines == m_lines) return;
    m_lines = lines;
    updateGeometry();
  }
  QSize sizeHint() const override { return {320, heightOf(m_lines)}; }
  QSize minimumSizeHint() const override { return {120, 0}; }
  static int heightOf(int lines) { return int(std::ceil(lines * windowFonts().px(kLine))); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const QFont font = windowFonts().small;
    const double line = windowFonts().px(kLine);
    const int most = int((height() + 1) / line);
    QStringList lines;
    for (const QString& sentence : m_sentences) lines << wrappedLines(font, sentence, width(), most + 1);
    const bool apart = int(lines.size()) <= most;
    if (!apart) lines = wrappedLines(font, m_sentences.join(u' '), width(), std::max(1, most));
    painter.setFont(font);
    painter.setPen(currentTheme().text2);
    double y = 0;
    for (qsizetype i = 0; i < lines.size() && y + line <= height() + 1; ++i, y += line) {
      painter.drawText(QRectF(0, y, width(), line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, lines[i]);
    }
  }

 private:
  QStringList m_sentences;
  int m_lines = 2;
};

AdvisorCard::AdvisorCard(QWidget* parent) : Card(parent) {
  setTitle(tr("What to take"));
  m_layout = new QBoxLayout(QBoxLayout::TopToBottom);
  m_layout->setSpacing(kSpace2);
  body()->addLayout(m_layout, 1);
  m_box = new ConsequenceBox(this);
  auto* head = new QHBoxLayout;
  head->setSpacing(kSpace3);
  m_headline = new ElidedLabel(TextRole::baseBold, ElidedLabel::Ink::text, m_box);
  m_show = new LinkButton(tr("Show this"), m_box);
  m_show->setBold(true);
  m_show->setToolTip(tr("Takes the chosen row of the table into Configure; nothing is run"));
  head->addWidget(m_headline, 1);
  head->addWidget(m_show);
  m_text = new Words(m_box);
  m_box->body()->addLayout(head);
  m_box->body()->addWidget(m_text, 1);
  m_layout->addWidget(m_box);
  buildTable();
  m_rest = new QWidget(this);  // takes the table's place where there is none
  m_rest->hide();
  m_layout->addWidget(m_rest, 1);
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
  // Above the table: the headline and as many lines as leave the table a header and three rows, but two where that fits at all.
  const int rest = height() - scaled(26) - 2 * kSpace3 - kSpace3 - kSpace2;
  const int head = m_headline->sizeHint().height() + 2 * kSpace2 + kSpace1;
  const auto room = [&](int rows) { return (rest - head - scaled(kTableRowHeight * (rows + 1)) - kSpace3) / std::max(1, Words::heightOf(1)); };
  const int lines = std::clamp(room(3), std::clamp(room(1), 0, 2), 6);
  m_text->setVisible(beside || lines > 0);
  m_box->setMaximumHeight(beside ? QWIDGETSIZE_MAX : head + Words::heightOf(lines));
  m_text->setLines(lines);
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
  m_rest->setVisible(!m_table->isVisibleTo(this));
  m_box->setState(m_words.state);
  m_headline->setText(m_words.headline);
  m_text->setSentences(m_words.sentences);
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
