// SPDX-License-Identifier: GPL-3.0-or-later
//
// A computed sentence, wrapped at words with the line height of the design (20 px at 13 px), which QLabel cannot do.
#pragma once

#include <QStringList>
#include <QWidget>

namespace dsm::ui {

struct ChartFonts;

/// `text` broken at spaces into lines of at most `width`; what exceeds `mostLines` is cut with an ellipsis.
QStringList wrappedLines(const QFont& font, const QString& text, double width, int mostLines);

class Paragraph : public QWidget {
  Q_OBJECT
 public:
  explicit Paragraph(const QString& text, QWidget* parent = nullptr);
  QString text() const { return m_text; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QString m_text;
};

}  // namespace dsm::ui
