// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colours of the tile language, from the parser's own tokens: one line at a time, since no token crosses a line.
#pragma once

#include <QSyntaxHighlighter>

namespace dsm::ui {

class TileHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit TileHighlighter(QTextDocument* document);

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace dsm::ui
