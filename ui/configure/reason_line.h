// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line under a control that says why a value cannot run: the reason, the nearest value that runs, and a link that
// removes the obstacle ("16 needs the non-portable opt-in. Nearest that runs: 8. Allow 16"). Also tells
// what was wrong with something typed. Hidden while there is nothing to say.
#pragma once

#include <QWidget>

class QLabel;

namespace dsm::ui {

struct Reason {
  QString sentence;  ///< empty: nothing to say
  QString nearest;   ///< the nearest value that runs, as text; may be empty
  bool nearestIsLink = false;
  QString action;    ///< "Allow 16"; may be empty
  bool isError = false;  ///< typed text that is no value, or the value in force cannot run

  bool operator==(const Reason&) const = default;
};

class ReasonLine : public QWidget {
  Q_OBJECT
 public:
  explicit ReasonLine(QWidget* parent = nullptr);
  void setReason(const Reason& reason);
  const Reason& reason() const { return m_reason; }
  /// All of it without mark-up, for tests and for accessibility.
  QString plainText() const;

 signals:
  void nearestChosen();
  void actionChosen();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void showText();
  Reason m_reason;
  QLabel* m_label = nullptr;
};

}  // namespace dsm::ui
