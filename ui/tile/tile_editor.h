// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a tile kernel: line numbers, colours, the lifetimes of its tiles as a strip at the right, the lines of the tile
// under the cursor tinted, a wave under what is wrong. It edits a TileDocument's text and knows nothing else.
#pragma once

#include <memory>
#include <vector>

#include <QPlainTextEdit>
#include <QTextBlock>

#include "ui/tile/tile_document.h"

namespace dsm::ui {

class TileHighlighter;
class TileTextLayout;

class TileEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit TileEditor(TileDocument& document, QWidget* parent = nullptr);
  /// Cursor to a line, from 1, in view.
  void goToLine(int line);
  /// Cursor to a byte of the parsed text.
  void goToByte(std::size_t byte);
  int cursorLine() const;    ///< from 1
  int cursorColumn() const;  ///< from 1, in code points
  /// Index of the tile whose lifetime holds the cursor's line; the last declared of several; -1: none.
  int tileAtCursor() const;
  int gutterWidth() const;
  int lineHeight() const;
  void setCompact(bool compact);
  /// Height of all lines.
  int fullHeight() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void placeChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Line {
    QTextBlock block;
    QRectF rect;  // of the viewport
  };
  /// What is in view, from the top.
  std::vector<Line> visibleLines() const;
  void paintTints(QPainter& painter);
  void paintSelection(QPainter& painter);
  void paintGutter(QPainter& painter, const QRect& rect);
  void paintLifetimes(QPainter& painter, const QRect& rect);
  void paintWave(QPainter& painter);
  std::unique_ptr<QMouseEvent> intoLine(const QMouseEvent& event) const;
  void breakLine();
  void restyle();
  void refresh();

  TileDocument& m_document;
  TileTextLayout* m_layout = nullptr;
  TileHighlighter* m_highlighter = nullptr;
  QWidget* m_gutter = nullptr;
  QWidget* m_lifetimes = nullptr;
  bool m_compact = false;
};

}  // namespace dsm::ui
