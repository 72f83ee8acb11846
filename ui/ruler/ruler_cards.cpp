// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ruler/ruler_cards.h"

#include "ui/ruler/advisor_card.h"
#include "ui/ruler/capacity.h"
#include "ui/ruler/lane_lens.h"
#include "ui/ruler/place_card.h"
#include "ui/ruler/residency_card.h"
#include "ui/theme/sizes.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace dsm::ui {

RulerCards::RulerCards(QWidget* parent) : QWidget(parent) {
  m_column = new QVBoxLayout(this);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(kSpace2);
  m_row = new SegmentedRow(this);
  m_row->setStretch(false);
  m_row->setUniform(false);
  m_row->setLabels({tr("Place"), tr("Residency"), tr("Advice"), tr("Lanes")});
  m_row->setCurrent(m_page);
  m_row->setAccessibleName(tr("Below the ruler"));
  auto* line = new QHBoxLayout;
  line->addWidget(m_row);
  line->addStretch(1);
  m_column->addLayout(line);
  m_placePage = new QWidget(this);
  auto* cards = new QHBoxLayout(m_placePage);
  cards->setContentsMargins(0, 0, 0, 0);
  cards->setSpacing(kSpace4);
  m_place = new PlaceCard(m_placePage);
  m_capacity = new CapacityCard(m_placePage);
  cards->addWidget(m_place, 1);
  cards->addWidget(m_capacity, 1);
  m_column->addWidget(m_placePage);
  m_compactPlace = new CompactPlaceBox(this);
  m_compactPlace->hide();
  m_column->addWidget(m_compactPlace);
  connect(m_row, &SegmentedRow::activated, this, [this](int index) { setPage(Page(std::clamp(index, 0, int(lanes)))); });
}

QWidget* RulerCards::makePage(Page page) {
  switch (page) {
    case place: return m_compact ? static_cast<QWidget*>(m_compactPlace) : m_placePage;
    case residency:
      if (m_residency == nullptr) m_column->addWidget(m_residency = new ResidencyCard(this));
      return m_residency;
    case advice:
      if (m_advice == nullptr) {
        m_column->addWidget(m_advice = new AdvisorCard(this));
        connect(m_advice, &AdvisorCard::configurationChosen, this, &RulerCards::configurationChosen);
      }
      return m_advice;
    case lanes:
      if (m_lanes == nullptr) {
        m_column->addWidget(m_lanes = new LaneLensCard(this));
        connect(m_lanes, &LaneLensCard::accessChanged, this, &RulerCards::commandChanged);
      }
      return m_lanes;
  }
  return m_placePage;
}

void RulerCards::setPage(Page page) {
  m_row->setCurrent(page);
  if (page == m_page) return;
  m_page = page;
  refresh();
  emit pageChanged(page);
}

QString RulerCards::command() const { return m_page == lanes && m_lanes != nullptr ? m_lanes->command() : QString(); }

void RulerCards::setCompact(bool compact) {
  m_compact = compact;
  refresh();
}

void RulerCards::setInput(const ViewInput& input, const RulerData& ruler, const std::string& variant) {
  m_input = input;
  m_ruler = ruler;
  m_variant = variant;
  refresh();
}

void RulerCards::setPlace(const RulerData& ruler) {
  m_ruler = ruler;
  if (m_page == place) m_compact ? m_compactPlace->setData(ruler) : m_place->setData(ruler);
  if (m_page == lanes && m_lanes != nullptr) m_lanes->setInput(m_input, ruler);
}

void RulerCards::setMessage(const QString& first, const QString& second) { m_compactPlace->setMessage(first, second); }

void RulerCards::refresh() {
  QWidget* shown = makePage(m_page);
  for (QWidget* page : {static_cast<QWidget*>(m_placePage), static_cast<QWidget*>(m_compactPlace), static_cast<QWidget*>(m_residency),
                        static_cast<QWidget*>(m_advice), static_cast<QWidget*>(m_lanes)}) {
    if (page != nullptr) page->setVisible(page == shown);
  }
  if (m_input.spec == nullptr) return;
  if (m_page == place && !m_compact) {
    m_capacity->setCapacity(capacityOf(m_input, m_variant));
    m_capacity->setVisible(!m_capacity->isEmpty());
  }
  if (m_page == residency) m_residency->setInput(m_input, m_variant);
  if (m_page == advice) m_advice->setInput(m_input, m_variant);
  setPlace(m_ruler);
}

}  // namespace dsm::ui
