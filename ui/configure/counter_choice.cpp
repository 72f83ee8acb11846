// SPDX-License-Identifier: GPL-3.0-or-later
//
// A box, and a reason under it.
#include "ui/configure/counter_choice.h"

#include <algorithm>

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QVBoxLayout>

#include "ui/catalogue_text.h"
#include "ui/configure/reason_line.h"
#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

bool has(const std::vector<std::string>& list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

std::string word(std::string_view text) { return std::string(text); }

}  // namespace

CounterChoice::CounterChoice(Configuration& configuration, QWidget* parent) : QWidget(parent), m_configuration(configuration) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace1 + 2);
  auto* label = new TextLabel(tr("Co&unters"), TextRole::small, TextLabel::Ink::text2, this);
  column->addWidget(label);
  m_box = new QComboBox(this);
  m_box->setAccessibleName(tr("Counters"));
  m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_box->setMinimumContentsLength(8);
  const auto add = [this](const QString& text, const QString& tip) {
    m_box->addItem(text);
    m_box->setItemData(m_box->count() - 1, tip, Qt::ToolTipRole);
  };
  add(tr("Off"), tr("Only the time is measured."));
  add(tr("Traffic, one pass"), tr("Bytes through DSMEM, L2 and DRAM, in one more launch."));
  add(tr("Traffic and L2 detail"), tr("Also reads, writes, atomics, fabric and hit rate of the L2, in a few more launches."));
  add(tr("Traffic and shared memory"), tr("Also instructions, wavefronts and bank conflicts of shared memory, in a few more launches."));
  add(tr("Custom…"), tr("Metrics of this chip, chosen from its list."));
  label->setBuddy(m_box);
  column->addWidget(m_box);
  m_reason = new ReasonLine(this);
  column->addWidget(m_reason);
  connect(m_box, &QComboBox::activated, this, &CounterChoice::choose);
  connect(m_reason, &ReasonLine::actionChosen, this, [this] {
    if (m_configuration.preflight()) QGuiApplication::clipboard()->setText(QString::fromStdString(m_configuration.preflight()->why.hint));
  });
  connect(&m_configuration, &Configuration::countersChanged, this, &CounterChoice::refresh);
  refresh();
}

CounterChoice::Item CounterChoice::itemOf(const model::CounterRequest& request) {
  if (!request.names.empty()) return custom;
  if (request.sets.empty()) return off;
  const bool hasL2 = has(request.sets, model::kL2Set);
  const bool hasShared = has(request.sets, model::kSharedSet);
  if (hasL2 && hasShared) return custom;
  return hasL2 ? l2 : hasShared ? shared : traffic;
}

void CounterChoice::choose(int index) {
  model::CounterRequest request;
  switch (index) {
    case off:
      break;
    case traffic:
      request.sets = {word(model::kTrafficSet)};
      break;
    case l2:
      request.sets = {word(model::kTrafficSet), word(model::kL2Set)};
      break;
    case shared:
      request.sets = {word(model::kTrafficSet), word(model::kSharedSet)};
      break;
    default:
      refresh();  // the box shows what is in force until metrics are chosen
      emit m_configuration.metricPickerWanted();
      return;
  }
  m_configuration.setCounters(request);
}

void CounterChoice::refresh() {
  const model::CounterRequest& request = m_configuration.counters();
  const Item item = itemOf(request);
  const int metrics = int(request.names.size());
  m_box->setItemText(custom, item == custom && metrics > 0 ? tr("Custom, %1 metrics").arg(formatInteger(metrics)) : tr("Custom…"));
  m_box->setCurrentIndex(item);
  Reason reason;
  const auto& preflight = m_configuration.preflight();
  if (preflight && !preflight->ok && item != off) {
    reason.sentence = catalogueText(preflight->why.message);
    if (!preflight->why.hint.empty()) {
      reason.sentence += u' ' + catalogueText(preflight->why.hint);
      reason.action = tr("Copy what helps");
    }
  }
  m_reason->setReason(reason);
}

}  // namespace dsm::ui
