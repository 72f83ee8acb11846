// SPDX-License-Identifier: GPL-3.0-or-later
//
// One parameter of the catalogue as a control, made from its description alone: a segmented row, a box, a slider with a
// field, or a check box. Values that cannot run stay choosable, look unavailable, and a line below says why.
#pragma once

#include <vector>

#include <QWidget>

#include "gpu/model/parameter.h"
#include "ui/configure/configuration.h"
#include "ui/configure/reason_line.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace dsm::ui {

enum class ControlForm { segments, box, slider, check };

/// The form a parameter asks for when it has a line of its own.
ControlForm formOf(const model::Parameter& parameter);
/// True when two of them may share a line as boxes.
bool canPair(const model::Parameter& parameter);

/// "Cluster size, blocks".
QString labelText(const model::Parameter& parameter);

class ParameterControl : public QWidget {
  Q_OBJECT
 public:
  /// Makes the control for `form`; both references outlive it.
  static ParameterControl* make(const model::Parameter& parameter, ControlForm form, Configuration& configuration,
                                QWidget* parent);
  const model::Parameter& parameter() const { return m_parameter; }
  /// The line below; a widget of its own because a paired control lets it span both columns.
  ReasonLine* reasonLine() const { return m_reason; }
  /// The widget that takes the keyboard.
  virtual QWidget* input() const = 0;
  /// Shows value, availability and reason anew; cheap when nothing changed.
  void refresh();

 protected:
  ParameterControl(const model::Parameter& parameter, Configuration& configuration, QWidget* parent);
  virtual void showValue(std::int64_t value) = 0;
  /// `states` runs parallel to parameter().choices.
  virtual void showStates(const std::vector<ValueState>& states) { Q_UNUSED(states) }

  void choose(std::int64_t value);
  /// Reads typed text; what is no legal value is explained below and changes nothing.
  void chooseText(const QString& text);
  QHBoxLayout* addHead();
  QVBoxLayout* body() const { return m_body; }
  Configuration& configuration() const { return m_configuration; }
  QLabel* label() const { return m_label; }

 private:
  Reason reasonFor(const std::vector<ValueState>& states);
  Reason refusal(std::int64_t value, const model::Legality& why);
  std::vector<ValueState> choiceStates() const;

  const model::Parameter& m_parameter;
  Configuration& m_configuration;
  ReasonLine* m_reason = nullptr;
  QVBoxLayout* m_body = nullptr;
  QLabel* m_label = nullptr;
  QString m_typedFault;             // why the last typed text was no value
  std::int64_t m_nearest = 0;       // what the link "nearest" sets
  std::optional<Remedy> m_remedy;   // what the link "allow" turns
};

}  // namespace dsm::ui
