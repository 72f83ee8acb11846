// SPDX-License-Identifier: GPL-3.0-or-later
//
// The four forms of a parameter's control. Each forwards what the person chose and shows what the configuration
// holds; none keeps a value of its own.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/catalogue_text.h"
#include "ui/configure/parameter_control.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"
#include "ui/theme/widgets/slider_field.h"

namespace dsm::ui {
namespace {

constexpr int kOtherFieldWidth = 64;

int indexOf(const model::Parameter& parameter, std::int64_t value) {
  const auto found = std::ranges::find(parameter.choices, value, &model::Choice::value);
  return found == parameter.choices.end() ? -1 : int(found - parameter.choices.begin());
}

// Suggestions as a segmented row; for an integer also "Other...", which opens a field for any legal value.
class SegmentControl : public ParameterControl {
 public:
  SegmentControl(const model::Parameter& parameter, Configuration& configuration, QWidget* parent)
      : ParameterControl(parameter, configuration, parent), m_row(new SegmentedRow(this)) {
    QHBoxLayout* head = addHead();
    QVector<Segment> segments;
    for (const model::Choice& choice : parameter.choices) segments.push_back({valueText(parameter, choice.value), true, {}});
    m_row->setSegments(segments);
    m_row->setAccessibleName(labelText(parameter));
    // Words of very different lengths share the narrow panel by their length.
    m_row->setUniform(m_row->sizeHint().width() <= scaled(kConfigureWidthSmall) - 2 * kConfigurePadding - 1);
    if (parameter.kind == model::ParameterKind::integer) addOther(head);
    body()->addWidget(m_row);
    label()->setBuddy(m_row);
    connect(m_row, &SegmentedRow::activated, this, [this](int index) {
      choose(ParameterControl::parameter().choices[std::size_t(index)].value);
    });
  }
  QWidget* input() const override { return m_row; }

 protected:
  void showStates(const std::vector<ValueState>& states) override {
    for (int i = 0; i < int(states.size()); ++i) {
      const ValueState& state = states[std::size_t(i)];
      m_row->setAvailable(i, state.available, state.available ? QString() : catalogueText(state.why.reason));
    }
  }
  void showValue(std::int64_t value) override {
    const int index = indexOf(parameter(), value);
    m_row->setCurrent(index);
    if (m_field == nullptr) return;
    const bool typed = index < 0;
    if (typed || m_field->isVisibleTo(this)) m_field->setText(valueText(parameter(), value));
    if (typed) showField(true);
    if (!typed && !m_field->hasFocus()) showField(false);
  }

 private:
  void addOther(QHBoxLayout* head) {
    m_other = new LinkButton(ParameterControl::tr("Other…"), this);
    m_other->setToolTip(ParameterControl::tr("Type another value"));
    m_other->setAccessibleName(ParameterControl::tr("%1: other value").arg(labelText(parameter())));
    m_field = new QLineEdit(this);
    m_field->setAlignment(Qt::AlignRight);
    m_field->setFixedWidth(scaled(kOtherFieldWidth));
    m_field->setAccessibleName(labelText(parameter()));
    m_field->hide();
    head->addWidget(m_other);
    head->addWidget(m_field);
    QObject::connect(m_other, &QAbstractButton::clicked, this, [this] {
      showField(true);
      m_field->setText(valueText(parameter(), configuration().value(parameter().id)));
      m_field->selectAll();
      m_field->setFocus(Qt::OtherFocusReason);
    });
    QObject::connect(m_field, &QLineEdit::editingFinished, this, [this] { chooseText(m_field->text()); });
  }
  void showField(bool on) {
    m_field->setVisible(on);
    m_other->setVisible(!on);
  }

  SegmentedRow* m_row;
  LinkButton* m_other = nullptr;
  QLineEdit* m_field = nullptr;
};

// Choices in a box; an integer's box can be typed into.
class BoxControl : public ParameterControl {
 public:
  BoxControl(const model::Parameter& parameter, Configuration& configuration, QWidget* parent)
      : ParameterControl(parameter, configuration, parent), m_box(new QComboBox(this)) {
    addHead();
    for (const model::Choice& choice : parameter.choices) m_box->addItem(valueText(parameter, choice.value));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(4);
    m_box->setAccessibleName(labelText(parameter));
    if (parameter.kind == model::ParameterKind::integer) {
      m_box->setEditable(true);
      m_box->setInsertPolicy(QComboBox::NoInsert);
      m_box->setCompleter(nullptr);
      connect(m_box->lineEdit(), &QLineEdit::editingFinished, this, [this] { chooseText(m_box->currentText()); });
    }
    body()->addWidget(m_box);
    label()->setBuddy(m_box);
    connect(m_box, &QComboBox::activated, this, [this](int index) {
      const auto& choices = ParameterControl::parameter().choices;
      if (index >= 0 && index < int(choices.size())) choose(choices[std::size_t(index)].value);
    });
  }
  QWidget* input() const override { return m_box; }

 protected:
  void showStates(const std::vector<ValueState>& states) override {
    const QColor dim = currentTheme().dis;
    for (int i = 0; i < int(states.size()); ++i) {
      const ValueState& state = states[std::size_t(i)];
      const QString reason = state.available ? QString() : catalogueText(state.why.reason);
      if (m_box->itemData(i, Qt::ToolTipRole).toString() == reason) continue;
      m_box->setItemData(i, reason, Qt::ToolTipRole);
      m_box->setItemData(i, state.available ? QVariant() : QVariant(dim), Qt::ForegroundRole);
      const QString text = valueText(parameter(), parameter().choices[std::size_t(i)].value);
      m_box->setItemText(i, state.available ? text : ParameterControl::tr("%1 (does not run)").arg(text));
    }
  }
  void showValue(std::int64_t value) override {
    const QSignalBlocker blocker(m_box);
    m_box->setCurrentIndex(indexOf(parameter(), value));
    if (m_box->isEditable()) m_box->setEditText(valueText(parameter(), value));
  }

 private:
  QComboBox* m_box;
};

class SliderControl : public ParameterControl {
 public:
  SliderControl(const model::Parameter& parameter, Configuration& configuration, QWidget* parent)
      : ParameterControl(parameter, configuration, parent), m_slider(new SliderField(labelText(parameter), this)) {
    m_slider->setRange(parameter.minimum, parameter.maximum);
    m_slider->setAccessibleName(labelText(parameter));
    body()->addWidget(m_slider);
    connect(m_slider, &SliderField::valueChanged, this, [this](qint64 value) { choose(value); });
  }
  QWidget* input() const override { return m_slider->field(); }

 protected:
  void showValue(std::int64_t value) override {
    if (m_slider->value() != value) m_slider->setValue(value);
  }

 private:
  SliderField* m_slider;
};

class CheckControl : public ParameterControl {
 public:
  CheckControl(const model::Parameter& parameter, Configuration& configuration, QWidget* parent)
      : ParameterControl(parameter, configuration, parent), m_box(new QCheckBox(labelText(parameter), this)) {
    body()->addWidget(m_box);
    connect(m_box, &QCheckBox::toggled, this, [this](bool on) { choose(on ? 1 : 0); });
  }
  QWidget* input() const override { return m_box; }

 protected:
  void showValue(std::int64_t value) override {
    const QSignalBlocker blocker(m_box);
    m_box->setChecked(value != 0);
  }

 private:
  QCheckBox* m_box;
};

}  // namespace

ParameterControl* ParameterControl::make(const model::Parameter& parameter, ControlForm form, Configuration& configuration,
                                         QWidget* parent) {
  switch (form) {
    case ControlForm::segments: return new SegmentControl(parameter, configuration, parent);
    case ControlForm::box: return new BoxControl(parameter, configuration, parent);
    case ControlForm::slider: return new SliderControl(parameter, configuration, parent);
    case ControlForm::check: return new CheckControl(parameter, configuration, parent);
  }
  return nullptr;
}

}  // namespace dsm::ui
