// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the editor paints around its text.
#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextBlock>
#include <QTextLayout>

#include "ui/theme/theme.h"
#include "ui/tile/tile_editor.h"
#include "ui/tile/tile_editor_margins.h"

namespace dsm::ui {
namespace {

constexpr int kMostTinted = 40;  // lines; a tile that lives longer tints its first and the cursor's
constexpr double kTintShare = 0.55;
constexpr double kWaveLength = 4;
constexpr double kWaveHeight = 2;

QColor mixed(const QColor& over, const QColor& ground, double share) {
  const auto mix = [&](int a, int b) { return int(std::lround(a * share + b * (1 - share))); };
  return {mix(over.red(), ground.red()), mix(over.green(), ground.green()), mix(over.blue(), ground.blue())};
}

}  // namespace

void TileEditor::paintEvent(QPaintEvent* event) {
  {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), currentTheme().base);
    paintTints(painter);
    paintSelection(painter);
  }
  QPlainTextEdit::paintEvent(event);
  QPainter painter(viewport());
  paintWave(painter);
}

void TileEditor::paintTints(QPainter& painter) {
  const Theme& theme = currentTheme();
  const int at = tileAtCursor();
  const model::tile::Kernel* kernel = m_document.kernel();
  const auto& error = m_document.error();
  const int here = cursorLine();
  for (const Line& line : visibleLines()) {
    const int number = line.block.blockNumber() + 1;
    if (error && number == error->position.line) {
      painter.fillRect(line.rect, theme.errorTint);
    } else if (at >= 0 && kernel != nullptr) {
      const model::tile::Tile& tile = kernel->tiles[std::size_t(at)];
      const int last = std::max(tile.declaredLine, tile.lastUseLine);
      const bool many = last - tile.declaredLine > kMostTinted;
      const bool inside = many ? number == here || number == tile.declaredLine : number >= tile.declaredLine && number <= last;
      if (inside) painter.fillRect(line.rect, mixed(rulerArrayColour(theme, at).fill, theme.base, kTintShare));
    } else if (number == here) {
      painter.fillRect(line.rect, theme.alt);
    }
  }
}

void TileEditor::paintSelection(QPainter& painter) {
  const QTextCursor cursor = textCursor();
  if (!cursor.hasSelection()) return;
  const double left = contentOffset().x();
  for (const Line& line : visibleLines()) {
    const int begin = line.block.position();
    const int end = begin + line.block.length() - 1;
    if (cursor.selectionEnd() < begin || cursor.selectionStart() > end || line.block.layout()->lineCount() == 0) continue;
    const QTextLine glyphs = line.block.layout()->lineAt(0);
    const double from = left + glyphs.cursorToX(std::max(0, cursor.selectionStart() - begin));
    const bool over = cursor.selectionEnd() > end;  // the line's end is selected, too
    const double to = over ? left + glyphs.cursorToX(end - begin) + kSpace1 : left + glyphs.cursorToX(cursor.selectionEnd() - begin);
    painter.fillRect(QRectF(from, line.rect.top(), std::max(1.0, to - from), line.rect.height()), currentTheme().sel);
  }
}

void TileEditor::paintGutter(QPainter& painter, const QRect& rect) {
  const Theme& theme = currentTheme();
  painter.fillRect(rect, theme.alt);
  painter.setFont(font());
  const int here = cursorLine();
  const auto& error = m_document.error();
  const int top = viewport()->geometry().top() - rect.top() - contentsRect().top();
  for (const Line& line : visibleLines()) {
    const int number = line.block.blockNumber() + 1;
    const bool wrong = error && number == error->position.line;
    const QRectF place(0, line.rect.top() + top, rect.width() - kSpace2, line.rect.height());
    if (wrong) painter.fillRect(QRectF(0, place.top(), rect.width(), place.height()), theme.errorTint);
    QFont face = font();
    face.setBold(wrong);
    painter.setFont(face);
    painter.setPen(wrong ? theme.error : number == here ? theme.text : theme.text2);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
  }
}

// A tile from its declaration to its last use, in its box's colours; the later declared over the earlier.
void TileEditor::paintLifetimes(QPainter& painter, const QRect& rect) {
  const Theme& theme = currentTheme();
  painter.fillRect(rect, theme.base);
  const model::tile::Kernel* kernel = m_document.kernel();
  const std::vector<Line> lines = visibleLines();
  if (kernel == nullptr || lines.empty() || !m_document.isCurrent()) return;
  const int first = lines.front().block.blockNumber() + 1;
  const int last = lines.back().block.blockNumber() + 1;
  for (int i = 0; i < int(kernel->tiles.size()); ++i) {
    const model::tile::Tile& tile = kernel->tiles[std::size_t(i)];
    const int end = std::max(tile.declaredLine, tile.lastUseLine);
    if (end < first || tile.declaredLine > last) continue;
    const double top = lines[std::size_t(std::max(tile.declaredLine, first) - first)].rect.top();
    const double bottom = lines[std::size_t(std::min(end, last) - first)].rect.bottom();
    const QRectF strip(1, top, rect.width() - 2, bottom - top);
    painter.fillRect(strip, rulerArrayColour(theme, i).fill);
    painter.fillRect(QRectF(strip.left(), strip.top(), 1, strip.height()), rulerArrayColour(theme, i).edge);
  }
}

void TileEditor::paintWave(QPainter& painter) {
  const auto& error = m_document.error();
  if (!error) return;
  const int begin = m_document.positionOf(error->span.begin);
  const int end = std::max(begin + 1, m_document.positionOf(error->span.end));
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(currentTheme().error, 1.2));
  const double left = contentOffset().x();
  for (const Line& line : visibleLines()) {
    const int start = line.block.position();
    const int stop = start + line.block.length() - 1;
    if (end <= start || begin > stop || line.block.layout()->lineCount() == 0) continue;
    const QTextLine glyphs = line.block.layout()->lineAt(0);
    const double from = left + glyphs.cursorToX(std::clamp(begin - start, 0, stop - start));
    double to = left + glyphs.cursorToX(std::clamp(end - start, 0, stop - start));
    to = std::max(to, from + 2 * kWaveLength);  // at a line's end there is no glyph to stand under
    const double y = line.rect.top() + glyphs.y() + glyphs.height() + 1;
    QPainterPath wave(QPointF(from, y));
    bool up = true;
    for (double x = from + kWaveLength / 2; x <= to + 0.1; x += kWaveLength / 2, up = !up) wave.lineTo(x, up ? y + kWaveHeight : y);
    painter.drawPath(wave);
  }
}

}  // namespace dsm::ui
