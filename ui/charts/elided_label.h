// SPDX-License-Identifier: GPL-3.0-or-later
//
// One line of text that is cut with an ellipsis where there is no room, with all of it in the tool tip and for screen
// readers. QLabel would force the window as wide as the sentence.
#pragma once

#include "ui/theme/fonts.h"

#include <QWidget>

namespace dsm::ui {

class ElidedLabel : public QWidget {
  Q_OBJECT
 public:
  enum class Ink { text, text2 };
  explicit ElidedLabel(TextRole role, Ink ink, QWidget* parent = nullptr);
  void setText(const QString& text);
  QString text() const { return m_text; }
  void setAlignment(Qt::Alignment alignment);
  /// False when the whole text is on screen.
  bool isElided() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  TextRole m_role;
  Ink m_ink;
  QString m_text;
  Qt::Alignment m_alignment = Qt::AlignLeft;
};

}  // namespace dsm::ui
