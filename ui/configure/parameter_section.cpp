// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two boxes share a line where they follow each other; everything else has its own. The first parameter always has,
// since it is the one that the experiment turns on.
#include "ui/configure/parameter_section.h"

#include <algorithm>

#include <QGridLayout>
#include <QVBoxLayout>

#include "ui/configure/counter_choice.h"
#include "ui/configure/parameter_control.h"
#include "ui/configure/variant_list.h"
#include "ui/fold_button.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kLineGap = 12;

}  // namespace

ParameterSection::ParameterSection(Configuration& configuration, bool advancedOpen, QWidget* parent)
    : QWidget(parent), m_configuration(configuration) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kLineGap);
  std::vector<const model::Parameter*> basic;
  for (const model::Parameter& parameter : configuration.spec().info().parameters) {
    (parameter.advanced ? m_advancedParameters : basic).push_back(&parameter);
  }
  addLines(column, basic, true);
  m_counters = new CounterChoice(configuration, this);
  column->addWidget(m_counters);
  m_variants = new VariantList(configuration, this);
  column->addWidget(m_variants);
  if (!m_advancedParameters.empty()) {
    m_fold = new FoldButton(tr("Advanced"), this);
    column->addWidget(m_fold);
    connect(m_fold, &QAbstractButton::toggled, this, &ParameterSection::openAdvanced);
    m_fold->setChecked(advancedOpen);
  }
  column->addStretch(1);
  refresh();
}

void ParameterSection::addLines(QVBoxLayout* column, const std::vector<const model::Parameter*>& parameters, bool firstAlone) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool mayPair = !(firstAlone && i == 0) && i + 1 < parameters.size();
    if (mayPair && canPair(*parameters[i]) && canPair(*parameters[i + 1])) {
      addLine(column, {makeControl(*parameters[i], true), makeControl(*parameters[i + 1], true)});
      ++i;
    } else {
      addLine(column, {makeControl(*parameters[i], false)});
    }
  }
}

ParameterControl* ParameterSection::makeControl(const model::Parameter& parameter, bool paired) {
  const ControlForm form = paired ? ControlForm::box : formOf(parameter);
  ParameterControl* control = ParameterControl::make(parameter, form, m_configuration, this);
  m_controls.push_back(control);
  return control;
}

void ParameterSection::addLine(QVBoxLayout* column, const std::vector<ParameterControl*>& controls) {
  auto* line = new QGridLayout;
  line->setContentsMargins(0, 0, 0, 0);
  line->setHorizontalSpacing(kSpace4);
  line->setVerticalSpacing(kSpace1 + 2);
  const int columns = int(controls.size());
  for (int i = 0; i < columns; ++i) {
    line->setColumnStretch(i, 1);
    line->addWidget(controls[std::size_t(i)], 0, i, Qt::AlignTop);
    line->addWidget(controls[std::size_t(i)]->reasonLine(), 1 + i, 0, 1, columns);
  }
  column->addLayout(line);
}

void ParameterSection::openAdvanced(bool open) {
  if (m_advanced == nullptr && open) {
    m_advanced = new QWidget(this);
    auto* lines = new QVBoxLayout(m_advanced);
    lines->setContentsMargins(0, 0, 0, kSpace2);
    lines->setSpacing(kLineGap);
    addLines(lines, m_advancedParameters, false);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_fold) + 1, m_advanced);
    refresh();
  }
  if (m_advanced != nullptr) m_advanced->setVisible(open);
}

void ParameterSection::refresh() {
  for (ParameterControl* control : m_controls) control->refresh();
  m_variants->refresh();
  showFoldNote();
}

ParameterControl* ParameterSection::control(const std::string& parameter) const {
  const auto found = std::ranges::find_if(m_controls, [&](const ParameterControl* control) { return control->parameter().id == parameter; });
  return found == m_controls.end() ? nullptr : *found;
}

void ParameterSection::showFoldNote() {
  if (m_fold == nullptr) return;
  const auto changed = std::ranges::count_if(m_advancedParameters, [&](const model::Parameter* parameter) {
    return m_configuration.value(parameter->id) != parameter->defaultValue;
  });
  QString note = m_advancedParameters.size() == 1 ? tr("1 setting") : tr("%1 settings").arg(m_advancedParameters.size());
  if (changed > 0) note += QStringLiteral(", ") + tr("%1 changed").arg(changed);
  m_fold->setNote(note);
}

}  // namespace dsm::ui
