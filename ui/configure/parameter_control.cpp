// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all controls share: label, judgement of each choice, and the sentence below. The four forms are in
// parameter_forms.cpp.
#include "ui/configure/parameter_control.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/catalogue_text.h"
#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/slider_field.h"

namespace dsm::ui {
namespace {

constexpr std::size_t kMostSegments = 6;

// A reason is shown below the parameter that it names; one that names none, below the parameter that decides.
bool concerns(const model::Parameter& parameter, const model::Legality& why, bool decides) {
  return why.parameter == parameter.id || (why.parameter.empty() && decides);
}

}  // namespace

ControlForm formOf(const model::Parameter& parameter) {
  switch (parameter.kind) {
    case model::ParameterKind::toggle: return ControlForm::check;
    case model::ParameterKind::powerOfTwo: return ControlForm::slider;
    case model::ParameterKind::choice:
    case model::ParameterKind::integer: break;
  }
  return !parameter.choices.empty() && parameter.choices.size() <= kMostSegments ? ControlForm::segments : ControlForm::box;
}

bool canPair(const model::Parameter& parameter) {
  return parameter.kind == model::ParameterKind::choice || parameter.kind == model::ParameterKind::integer;
}

QString labelText(const model::Parameter& parameter) {
  const QString label = catalogueText(parameter.label);
  return parameter.unit.empty() ? label : label + QStringLiteral(", ") + catalogueText(parameter.unit);
}

ParameterControl::ParameterControl(const model::Parameter& parameter, Configuration& configuration, QWidget* parent)
    : QWidget(parent), m_parameter(parameter), m_configuration(configuration), m_reason(new ReasonLine(parent)) {
  m_body = new QVBoxLayout(this);
  m_body->setContentsMargins(0, 0, 0, 0);
  m_body->setSpacing(kSpace1 + 2);
  setToolTip(catalogueText(parameter.help));
  connect(m_reason, &ReasonLine::nearestChosen, this, [this] { choose(m_nearest); });
  connect(m_reason, &ReasonLine::actionChosen, this, [this] {
    if (m_remedy) m_configuration.setValue(m_remedy->parameter->id, m_remedy->value);
  });
}

QHBoxLayout* ParameterControl::addHead() {
  auto* head = new QHBoxLayout;
  head->setSpacing(kSpace2);
  m_label = new TextLabel(labelText(m_parameter), TextRole::small, TextLabel::Ink::text2, this);
  head->addWidget(m_label, 1);
  m_body->addLayout(head);
  return head;
}

void ParameterControl::choose(std::int64_t value) {
  m_typedFault.clear();
  if (m_configuration.value(m_parameter.id) == value) {
    refresh();  // takes a fault or a half-typed text away
    return;
  }
  m_configuration.setValue(m_parameter.id, value);
}

void ParameterControl::chooseText(const QString& text) {
  model::Expected<std::int64_t> value = model::parseValue(m_parameter, text.trimmed().toStdString());
  if (!value && m_parameter.kind != model::ParameterKind::choice) {
    if (const std::optional<qint64> count = parseCount(text)) value = model::parseValue(m_parameter, std::to_string(*count));
  }
  if (value) {
    choose(*value);
    return;
  }
  m_typedFault = tr("%1 is not taken. From %2 to %3 is allowed; %4 stays.")
                     .arg(text.trimmed().isEmpty() ? tr("Nothing") : text.trimmed(), formatInteger(m_parameter.minimum),
                          formatInteger(m_parameter.maximum), valueText(m_parameter, m_configuration.value(m_parameter.id)));
  refresh();
}

std::vector<ValueState> ParameterControl::choiceStates() const {
  std::vector<ValueState> states;
  states.reserve(m_parameter.choices.size());
  for (const model::Choice& choice : m_parameter.choices) states.push_back(m_configuration.stateOf(m_parameter, choice.value));
  const bool decides = m_configuration.stateOf(m_parameter, m_configuration.value(m_parameter.id)).available ||
                       std::ranges::any_of(states, &ValueState::available);
  // When nothing runs for another reason, hatching every choice of this parameter would blame the wrong one.
  for (ValueState& state : states) {
    if (!state.available && !decides && state.why.parameter != m_parameter.id) state.available = true;
  }
  return states;
}

void ParameterControl::refresh() {
  const bool used = m_configuration.isUsed(m_parameter);
  for (QObject* child : children()) {
    if (auto* widget = qobject_cast<QWidget*>(child)) widget->setEnabled(used);
  }
  const std::vector<ValueState> states = choiceStates();
  showStates(states);
  showValue(m_configuration.value(m_parameter.id));
  m_remedy.reset();
  if (used) {
    m_reason->setReason(reasonFor(states));
    return;
  }
  QStringList names;
  for (const std::string& id : m_parameter.variants) {
    const model::VariantInfo* variant = m_configuration.spec().variant(id);
    if (variant != nullptr) names << catalogueText(variant->label);
  }
  m_reason->setReason({tr("Only %1 uses this.").arg(names.join(QStringLiteral(", "))), {}, false, {}, false});
}

Reason ParameterControl::reasonFor(const std::vector<ValueState>& states) {
  if (!m_typedFault.isEmpty()) return {m_typedFault, {}, false, {}, true};
  const std::int64_t current = m_configuration.value(m_parameter.id);
  const ValueState now = m_configuration.stateOf(m_parameter, current);
  const bool othersRun = std::ranges::any_of(states, &ValueState::available);
  if (!now.available && concerns(m_parameter, now.why, othersRun)) {
    Reason reason = refusal(current, now.why);
    reason.isError = true;
    reason.nearestIsLink = true;
    return reason;
  }
  // The value in force runs. Explain a choice that does not, first one that a switch would allow.
  const ValueState* explained = nullptr;
  std::int64_t value = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].available || !concerns(m_parameter, states[i].why, true)) continue;
    const bool better = explained == nullptr || (explained->why.remedy.empty() && !states[i].why.remedy.empty());
    if (!better) continue;
    explained = &states[i];
    value = m_parameter.choices[i].value;
  }
  return explained == nullptr ? Reason{} : refusal(value, explained->why);
}

Reason ParameterControl::refusal(std::int64_t value, const model::Legality& why) {
  Reason reason;
  reason.sentence = catalogueText(why.reason);
  if (why.nearest && why.parameter == m_parameter.id) {
    m_nearest = *why.nearest;
    reason.nearest = valueText(m_parameter, *why.nearest);
  }
  m_remedy = m_configuration.remedyFor(m_parameter, value, why);
  if (m_remedy) reason.action = tr("Allow %1").arg(valueText(m_parameter, value));
  return reason;
}

}  // namespace dsm::ui
