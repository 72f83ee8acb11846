// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar below each view with the command that makes the same thing headless: "$ dsmscope ruler ...". The text
// can be selected, is elided at the right when it does not fit (the tool tip has all of it), and a button copies
// the full command without the prompt. 28 px high, 24 on small windows.
#pragma once

#include <QWidget>

class QToolButton;

namespace dsm::ui {

class CommandLine : public QWidget {
  Q_OBJECT
 public:
  explicit CommandLine(QWidget* parent = nullptr);
  /// `command` without the "$ ".
  void setCommand(const QString& command);
  QString command() const { return m_command; }
  /// true: bordered box inside a page; false (default): bar with a top hairline.
  void setBoxed(bool boxed);
  void setSmall(bool small);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 public slots:
  void copy();

 signals:
  void copied(const QString& command);

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void relayout();
  class Field;
  QString m_command;
  Field* m_field = nullptr;
  QToolButton* m_copy = nullptr;
  bool m_boxed = false;
  bool m_small = false;
};

}  // namespace dsm::ui
