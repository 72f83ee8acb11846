// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base class lays a block out when its rectangle is first asked for, with the line at 0; it is moved then.
#include "ui/tile/tile_text_layout.h"

#include <algorithm>
#include <cmath>

#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

namespace dsm::ui {

void TileTextLayout::setRowHeight(int pixels) {
  if (pixels == m_rowHeight) return;
  m_rowHeight = pixels;
  requestUpdate();
}

QRectF TileTextLayout::blockBoundingRect(const QTextBlock& block) const {
  QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
  const QTextLayout* layout = block.isValid() ? block.layout() : nullptr;
  if (m_rowHeight <= 0 || layout == nullptr || layout->lineCount() == 0 || !block.isVisible()) return rect;
  const double margin = block.next().isValid() ? 0 : document()->documentMargin();
  QTextLine line = layout->lineAt(0);
  const double top = std::max(0.0, std::floor((m_rowHeight - line.height()) / 2));
  if (line.y() != top) line.setPosition(QPointF(line.x(), top));
  rect.setHeight(m_rowHeight + margin);
  return rect;
}

}  // namespace dsm::ui
