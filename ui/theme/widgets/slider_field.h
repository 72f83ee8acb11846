// SPDX-License-Identifier: GPL-3.0-or-later
//
// A whole number over several powers of two: label and exact field on one line, below it a slider that steps
// through powers of two (and both ends), with ticks and end labels. The field takes "65536", "65 536", "64 Ki" and "2^16".
// A number out of range is never clamped: the field turns to its error look, a line says what is allowed, and the
// last good value stays.
#pragma once

#include <QVector>
#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace dsm::ui {

class Log2Track;

/// Reads what a person may type for a count; nullopt when it is no whole number.
std::optional<qint64> parseCount(QStringView text);

class SliderField : public QWidget {
  Q_OBJECT
 public:
  explicit SliderField(const QString& label = {}, QWidget* parent = nullptr);
  void setLabel(const QString& label);
  /// Inclusive; minimum at least 1. The value stays and is marked when it is outside.
  void setRange(qint64 minimum, qint64 maximum);
  qint64 minimum() const { return m_minimum; }
  qint64 maximum() const { return m_maximum; }
  qint64 value() const { return m_value; }
  /// Sets without emitting.
  void setValue(qint64 value);
  /// False while the field holds something that is not a value in range.
  bool isInputValid() const { return m_valid; }
  QLineEdit* field() const { return m_field; }

 signals:
  /// The person chose a value in range.
  void valueChanged(qint64 value);
  /// The person typed something else; `reason` is one sentence.
  void inputRejected(const QString& reason);

 private:
  void commitField();
  void showValue();
  void showValidity(const QString& reason);
  void restyle();
  QLabel* m_label = nullptr;
  QLineEdit* m_field = nullptr;
  Log2Track* m_track = nullptr;
  QLabel* m_low = nullptr;
  QLabel* m_high = nullptr;
  QLabel* m_message = nullptr;
  qint64 m_minimum = 1;
  qint64 m_maximum = 1;
  qint64 m_value = 1;
  bool m_valid = true;
};

}  // namespace dsm::ui
