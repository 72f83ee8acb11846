// SPDX-License-Identifier: GPL-3.0-or-later
//
// See slider_field.h. The last good value is kept apart from what the field shows, so that a typing error changes nothing.
#include "ui/theme/widgets/slider_field.h"

#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/slider_track.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace dsm::ui {

std::optional<qint64> parseCount(QStringView text) {
  QString plain;
  for (const QChar c : text) {
    // Every kind of space, and the separators people paste from elsewhere.
    if (!c.isSpace() && c != QChar(kThinSpace) && c != u'_' && c != u'\'') plain += c;
  }
  qint64 factor = 1;
  const auto suffix = [&](QLatin1String word, qint64 value) {
    if (!plain.endsWith(word, Qt::CaseInsensitive)) return false;
    plain.chop(word.size());
    factor = value;
    return true;
  };
  suffix(QLatin1String("Ki"), 1024) || suffix(QLatin1String("Mi"), 1024 * 1024) || suffix(QLatin1String("k"), 1000);
  bool ok = false;
  qint64 value = 0;
  if (const qsizetype caret = plain.indexOf(u'^'); caret > 0) {
    bool baseOk = false;
    const qint64 base = plain.left(caret).toLongLong(&baseOk);
    const int exponent = plain.mid(caret + 1).toInt(&ok);
    if (!ok || !baseOk || base != 2 || exponent < 0 || exponent > 50) return std::nullopt;
    value = qint64(1) << exponent;
  } else {
    value = plain.toLongLong(&ok);
    if (!ok) return std::nullopt;
  }
  constexpr qint64 kLargest = qint64(1) << 52;
  if (value > kLargest / factor || value < -kLargest / factor) return std::nullopt;
  return value * factor;
}

SliderField::SliderField(const QString& label, QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace2);
  auto* top = new QHBoxLayout;
  top->setSpacing(kSpace2);
  m_label = new QLabel(label, this);
  m_field = new QLineEdit(this);
  m_field->setAlignment(Qt::AlignRight);
  m_label->setBuddy(m_field);
  m_label->setWordWrap(true);  // gives way to the field at large text scales
  top->addWidget(m_label, 1);
  top->addWidget(m_field);
  column->addLayout(top);
  m_track = new Log2Track(this);
  column->addWidget(m_track);
  auto* ends = new QHBoxLayout;
  m_low = new QLabel(this);
  m_high = new QLabel(this);
  ends->addWidget(m_low);
  ends->addStretch(1);
  ends->addWidget(m_high);
  column->addLayout(ends);
  column->setSpacing(kSpace1);
  m_message = new QLabel(this);
  m_message->setWordWrap(true);
  m_message->hide();
  column->addWidget(m_message);

  connect(m_field, &QLineEdit::editingFinished, this, &SliderField::commitField);
  connect(m_track, &Log2Track::chosen, this, [this](qint64 value) {
    m_value = value;
    showValue();
    emit valueChanged(value);
  });
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] { restyle(); });
  setLabel(label);
  restyle();
  showValue();
}

void SliderField::setLabel(const QString& label) {
  m_label->setText(label);
  m_field->setAccessibleName(label);
  m_track->setAccessibleName(label);
}

void SliderField::setRange(qint64 minimum, qint64 maximum) {
  m_minimum = std::max<qint64>(minimum, 1);
  m_maximum = std::max(maximum, m_minimum);
  m_low->setText(formatInteger(m_minimum));
  m_high->setText(formatInteger(m_maximum));
  m_track->setLimits(m_minimum, m_maximum);
  showValue();
}

void SliderField::setValue(qint64 value) {
  m_value = value;
  showValue();
}

void SliderField::showValue() {
  m_field->setText(formatInteger(m_value));
  m_track->showExact(m_value);
  const bool inside = m_value >= m_minimum && m_value <= m_maximum;
  showValidity(inside ? QString()
                      : tr("%1 is outside %2 to %3").arg(formatInteger(m_value), formatInteger(m_minimum), formatInteger(m_maximum)));
}

void SliderField::commitField() {
  const std::optional<qint64> typed = parseCount(m_field->text());
  if (!typed) {
    const QString reason = tr("\u201c%1\u201d is not a whole number").arg(m_field->text().trimmed());
    showValidity(reason);
    emit inputRejected(reason);
    return;
  }
  if (*typed < m_minimum || *typed > m_maximum) {
    const QString reason = tr("%1 is outside %2 to %3").arg(formatInteger(*typed), formatInteger(m_minimum), formatInteger(m_maximum));
    showValidity(reason);
    emit inputRejected(reason);
    return;
  }
  const bool changed = *typed != m_value;
  m_value = *typed;
  showValue();
  if (changed) emit valueChanged(m_value);
}

void SliderField::showValidity(const QString& reason) {
  m_valid = reason.isEmpty();
  m_field->setProperty("dsmError", !m_valid);
  m_field->setAccessibleDescription(reason);
  m_message->setText(reason);
  m_message->setVisible(!m_valid);
  m_field->update();
}

void SliderField::restyle() {
  const Theme& t = currentTheme();
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, t.text2);
  for (QLabel* label : {m_label, m_low, m_high}) {
    label->setFont(dsm::ui::font(TextRole::small));
    label->setPalette(colours);
  }
  colours.setColor(QPalette::WindowText, t.error);
  m_message->setFont(dsm::ui::font(TextRole::small));
  m_message->setPalette(colours);
  m_field->setMinimumWidth(scaled(72));
  m_field->setMaximumWidth(scaled(96));
  updateGeometry();
  update();
}

}  // namespace dsm::ui
