// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls of the lane lens, and what they make of the ruler.
#include "ui/ruler/lane_lens.h"

#include "ui/ruler/lane_lens_widget.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/slider_field.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace dsm::ui {
namespace {

constexpr std::array<std::uint32_t, 5> kSizes = {1, 2, 4, 8, 16};
constexpr int kMostStride = 4096;
constexpr int kFieldWidth = 66;       // that each of the six fields needs in one row
constexpr int kLeastFieldWidth = 48;
constexpr int kFields = 6;

bool isSize(std::uint32_t bytes) { return std::ranges::find(kSizes, bytes) != kSizes.end(); }

// A count, or hexadecimal after 0x.
std::optional<std::uint64_t> parseOffset(const QString& text) {
  const QString word = text.trimmed();
  if (word.startsWith(QStringLiteral("0x"), Qt::CaseInsensitive)) {
    bool ok = false;
    const qulonglong value = word.mid(2).toULongLong(&ok, 16);
    return ok ? std::optional<std::uint64_t>(value) : std::nullopt;
  }
  const auto value = parseCount(word);
  return value && *value >= 0 ? std::optional<std::uint64_t>(*value) : std::nullopt;
}

}  // namespace

LaneLensCard::LaneLensCard(QWidget* parent) : Card(parent) {
  setOrigin(BadgeKind::modelled, {}, tr("By rules that give what the counters of an NVIDIA H200 gave on 2026-11-30, for patterns of every kind"));
  auto* fields = new QWidget(this);
  m_grid = new QGridLayout(fields);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(kSpace2);
  m_grid->setVerticalSpacing(2);
  makeSizeField();
  makeStrideField();
  makeBaseField();
  makeLanesField();
  makeOpField();
  makeWhereField();
  m_picture = new LaneLensWidget(this);
  body()->addWidget(fields);
  body()->addWidget(m_picture, 1);
  placeFields();
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    for (QWidget* label : m_labels) label->setFont(dsm::ui::font(TextRole::small));
    for (QWidget* input : m_inputs) input->setMinimumWidth(scaled(kLeastFieldWidth));
    m_columns = 0;
    placeFields();
  });
  fillRanks();
  refresh();
}

void LaneLensCard::addField(const QString& label, QWidget* input) {
  auto* words = new QLabel(label, this);
  words->setTextFormat(Qt::PlainText);
  words->setFont(dsm::ui::font(TextRole::small));
  words->setForegroundRole(QPalette::PlaceholderText);
  words->setBuddy(input);
  input->setAccessibleName(label);
  input->setMinimumWidth(scaled(kLeastFieldWidth));
  input->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_labels.push_back(words);
  m_inputs.push_back(input);
}

void LaneLensCard::makeSizeField() {
  m_sizeBox = new QComboBox(this);
  for (const std::uint32_t bytes : kSizes) m_sizeBox->addItem(withUnit(QString::number(bytes), u"B"), bytes);
  addField(tr("Element"), m_sizeBox);
  connect(m_sizeBox, &QComboBox::activated, this, [this](int index) {
    m_size = kSizes[std::size_t(std::clamp(index, 0, int(kSizes.size()) - 1))];
    refresh();
  });
}

void LaneLensCard::makeStrideField() {
  m_strideBox = new QSpinBox(this);
  m_strideBox->setRange(-kMostStride, kMostStride);
  m_strideBox->setValue(1);
  m_strideBox->setToolTip(tr("Elements from one lane to the next; 0: all lanes the same"));
  addField(tr("Stride"), m_strideBox);
  connect(m_strideBox, &QSpinBox::valueChanged, this, [this] { refresh(); });
}

void LaneLensCard::makeBaseField() {
  m_baseField = new QLineEdit(this);
  m_baseField->setAlignment(Qt::AlignRight);
  m_baseField->setToolTip(tr("Offset of lane 0's element in bytes, 28928 or 0x7100; empty: as the ruler's cursor or the place found"));
  addField(tr("Base, B"), m_baseField);
  connect(m_baseField, &QLineEdit::textEdited, this, &LaneLensCard::takeBase);
}

void LaneLensCard::makeLanesField() {
  m_lanesBox = new QComboBox(this);
  m_lanesBox->setEditable(true);
  m_lanesBox->setInsertPolicy(QComboBox::NoInsert);
  m_lanesBox->setCompleter(nullptr);
  for (const char* lanes : {"all", "0-15", "16-31", "0-7", "even", "odd", "0"}) m_lanesBox->addItem(QLatin1String(lanes));
  m_lanesBox->setToolTip(tr("Lanes that take part: all, even, odd, 0-7 9, or a mask like 0x00ff"));
  addField(tr("Lanes"), m_lanesBox);
  connect(m_lanesBox, &QComboBox::editTextChanged, this, &LaneLensCard::takeLanes);
}

void LaneLensCard::makeOpField() {
  m_opBox = new QComboBox(this);
  m_opBox->addItems({tr("Load"), tr("Store"), tr("Add 1"), tr("Add x")});
  m_opBox->setItemData(2, tr("Atomic add of the constant 1"), Qt::ToolTipRole);
  m_opBox->setItemData(3, tr("Atomic add of a value that each lane computed"), Qt::ToolTipRole);
  addField(tr("Access"), m_opBox);
  connect(m_opBox, &QComboBox::activated, this, [this] { refresh(); });
}

void LaneLensCard::makeWhereField() {
  m_whereBox = new QComboBox(this);
  addField(tr("Memory of"), m_whereBox);
  connect(m_whereBox, &QComboBox::activated, this, [this](int index) {
    m_rank = std::uint32_t(std::max(0, index));
    refresh();
  });
}

// One row of six where there is room, else two of three.
void LaneLensCard::placeFields() {
  const int room = width() - contentsMargins().left() - contentsMargins().right() - 2 * kSpace4;
  const int columns = room >= kFields * scaled(kFieldWidth) + (kFields - 1) * kSpace2 ? kFields : kFields / 2;
  if (columns == m_columns) return;
  m_columns = columns;
  for (int i = 0; i < m_inputs.size(); ++i) {
    const int row = i / columns * 2;
    m_grid->addWidget(m_labels[i], row, i % columns);
    m_grid->addWidget(m_inputs[i], row + 1, i % columns);
  }
  for (int column = 0; column < kFields; ++column) m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void LaneLensCard::resizeEvent(QResizeEvent* event) {
  Card::resizeEvent(event);
  placeFields();
}

void LaneLensCard::setInput(const ViewInput& input, const RulerData& ruler) {
  const std::string experiment = input.spec != nullptr ? input.spec->info().id : std::string();
  std::string configuration = experiment + '/' + input.leadVariant + '/' + std::to_string(ruler.layout.ranks);
  if (configuration != m_configuration) {
    m_configuration = std::move(configuration);
    m_size.reset();
    m_rank.reset();
    m_base.reset();
    m_baseField->clear();
    markWrong(m_baseField, QString());
    m_wrongField.clear();
  }
  m_ranks = std::max(1U, ruler.layout.ranks);
  m_fromRank = std::min(ruler.view.fromRank, m_ranks - 1);
  m_followedRank = m_fromRank;
  m_followedBase = 0;
  if (ruler.view.found) {
    m_followedBase = ruler.view.found->offsetBytes;
    m_followedRank = std::min(ruler.view.found->rank, m_ranks - 1);
  }
  const int array = arrayAt(ruler.layout, m_followedBase);
  if (array >= 0 && isSize(ruler.layout.arrays[std::size_t(array)].elementBytes)) {
    m_followedSize = ruler.layout.arrays[std::size_t(array)].elementBytes;
  }
  if (m_rank && *m_rank >= m_ranks) m_rank.reset();
  m_data.usedBytes = ruler.usedBytes();
  fillRanks();
  refresh();
}

void LaneLensCard::fillRanks() {
  QStringList items;
  for (std::uint32_t rank = 0; rank < m_ranks; ++rank) {
    if (m_ranks == 1) items << tr("own block");
    else items << (rank == m_fromRank ? tr("own, %1").arg(rank) : tr("rank %1").arg(rank));
  }
  QStringList now;
  for (int i = 0; i < m_whereBox->count(); ++i) now << m_whereBox->itemText(i);
  if (now == items) return;
  m_whereBox->clear();
  m_whereBox->addItems(items);
}

void LaneLensCard::takeBase() {
  const QString text = m_baseField->text().trimmed();
  const auto offset = parseOffset(text);
  m_wrongField = offset || text.isEmpty() ? QString() : tr("A base is an offset in bytes: 28928 or 0x7100.");
  if (m_wrongField.isEmpty()) m_base = offset;
  refresh();
}

void LaneLensCard::takeLanes() {
  const auto lanes = model::parseLanes(m_lanesBox->currentText().toStdString());
  m_wrongLanes = lanes ? QString() : tr("Lanes are all, even, odd, a list like 0-7 9 or a mask like 0x00ff.");
  if (lanes) m_lanes = *lanes;
  refresh();
}

model::LaneAccess LaneLensCard::accessNow() const {
  model::LaneAccess access;
  access.elementBytes = m_size.value_or(m_followedSize);
  access.strideElements = m_strideBox->value();
  access.baseBytes = m_base.value_or(m_followedBase / access.elementBytes * access.elementBytes);
  access.activeLanes = m_lanes;
  access.op = model::LaneOp(std::clamp(m_opBox->currentIndex(), 0, 3));
  const std::uint32_t rank = m_rank.value_or(m_followedRank);
  if (rank != m_fromRank) access.remoteRank = rank;
  return access;
}

void LaneLensCard::showFollowed() {
  m_sizeBox->setCurrentIndex(m_sizeBox->findData(m_data.access.elementBytes));
  m_whereBox->setCurrentIndex(int(m_rank.value_or(m_followedRank)));
  const std::uint32_t size = m_data.access.elementBytes;
  m_baseField->setPlaceholderText(formatInteger(qint64(m_followedBase / size * size)));
}

void LaneLensCard::refresh() {
  const model::LaneAccess before = m_data.access;
  setAccess(m_data, accessNow());
  const bool baseIsWrong = !m_wrongField.isEmpty() || (m_base && *m_base % m_data.access.elementBytes != 0);
  if (m_data.problem.isEmpty() || !m_wrongField.isEmpty() || !m_wrongLanes.isEmpty()) {
    if (!m_wrongField.isEmpty()) m_data.problem = m_wrongField;
    else if (!m_wrongLanes.isEmpty()) m_data.problem = m_wrongLanes;
  }
  markWrong(m_baseField, baseIsWrong ? m_data.problem : QString());
  markWrong(m_lanesBox->lineEdit(), m_wrongLanes);
  showFollowed();
  setTitle(laneHeadline(m_data));
  m_picture->setData(m_data);
  if (!(before == m_data.access)) emit accessChanged();
}

void LaneLensCard::markWrong(QLineEdit* field, const QString& reason) {
  QPalette colours = palette();
  if (!reason.isEmpty()) colours.setColor(QPalette::Text, currentTheme().error);
  field->setPalette(reason.isEmpty() ? QPalette() : colours);
  field->setAccessibleDescription(reason);
}

const LaneLensData& LaneLensCard::lensData() const { return m_picture->data(); }

}  // namespace dsm::ui
