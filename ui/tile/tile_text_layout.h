// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of code as high as the rows of a table. A plain text layout takes its line height from the font alone; this one puts
// each line into the middle of a row.
#pragma once

#include <QPlainTextDocumentLayout>

namespace dsm::ui {

class TileTextLayout : public QPlainTextDocumentLayout {
  Q_OBJECT
 public:
  explicit TileTextLayout(QTextDocument* document) : QPlainTextDocumentLayout(document) {}
  /// Height of a line in pixels; 0: the font's.
  void setRowHeight(int pixels);
  int rowHeight() const { return m_rowHeight; }
  QRectF blockBoundingRect(const QTextBlock& block) const override;

 private:
  int m_rowHeight = 0;
};

}  // namespace dsm::ui
