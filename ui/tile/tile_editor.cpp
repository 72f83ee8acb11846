// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys, mouse and geometry of the editor; what is painted is in tile_editor_paint.cpp. A line is higher than its glyphs, so
// mouse positions are moved into the glyphs of their line, where the base class looks for them.
#include "ui/tile/tile_editor.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include "ui/theme/theme.h"
#include "ui/tile/tile_editor_margins.h"
#include "ui/tile/tile_highlighter.h"
#include "ui/tile/tile_text_layout.h"

namespace dsm::ui {
namespace {

constexpr int kRowCompact = 18;
constexpr int kLeastDigits = 3;
constexpr int kLeastLines = 4;
constexpr int kTopMargin = 4;

}  // namespace

TileEditor::TileEditor(TileDocument& document, QWidget* parent) : QPlainTextEdit(parent), m_document(document) {
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTabChangesFocus(true);
  setAccessibleName(tr("Text of the tile kernel"));
  setDocument(document.text());
  m_layout = static_cast<TileTextLayout*>(document.text()->documentLayout());
  m_highlighter = new TileHighlighter(document.text());
  m_gutter = new EditorMargin(*this, [this](QPainter& painter, const QRect& rect) { paintGutter(painter, rect); });
  m_lifetimes = new EditorMargin(*this, [this](QPainter& painter, const QRect& rect) { paintLifetimes(painter, rect); });
  // A dropped file is for the window to open.
  setAcceptDrops(false);
  viewport()->setAcceptDrops(false);
  connect(this, &QPlainTextEdit::updateRequest, this, [this] {
    m_gutter->update();
    m_lifetimes->update();
  });
  connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { restyle(); });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    refresh();
    emit placeChanged();
  });
  connect(&document, &TileDocument::parsed, this, &TileEditor::refresh);
  connect(&document, &TileDocument::settingsChanged, this, &TileEditor::refresh);
  connect(&document, &TileDocument::fileChanged, this, [this] {
    setReadOnly(m_document.isLoading());
    refresh();
  });
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &TileEditor::restyle);
  restyle();
}

int TileEditor::lineHeight() const { return scaled(m_compact ? kRowCompact : kTableRowHeight); }

int TileEditor::gutterWidth() const {
  const int digits = std::max(kLeastDigits, int(QString::number(std::max(1, blockCount())).size()));
  return QFontMetrics(font()).horizontalAdvance(QLatin1Char('9')) * digits + kSpace3 + kSpace1;
}

void TileEditor::restyle() {
  const Theme& theme = currentTheme();
  setFont(dsm::ui::font(TextRole::mono));
  document()->setDefaultFont(font());
  QPalette colours = dsm::ui::palette(theme);
  // Selections are painted as high as their lines, below the text.
  colours.setColor(QPalette::Highlight, Qt::transparent);
  colours.setColor(QPalette::HighlightedText, theme.text);
  setPalette(colours);
  m_layout->setRowHeight(lineHeight());
  setViewportMargins(gutterWidth(), kTopMargin, EditorMargin::kLifetimeWidth, kTopMargin);
  updateGeometry();
  refresh();
}

void TileEditor::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  restyle();
}

void TileEditor::refresh() {
  viewport()->update();
  m_gutter->update();
  m_lifetimes->update();
}

int TileEditor::fullHeight() const { return blockCount() * lineHeight() + 2 * kTopMargin + int(document()->documentMargin()) + 2; }
QSize TileEditor::sizeHint() const { return {480, fullHeight()}; }
QSize TileEditor::minimumSizeHint() const { return {240, std::min(fullHeight(), kLeastLines * lineHeight() + 2 * kTopMargin)}; }

void TileEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  const QRect inside = contentsRect();
  const QRect view = viewport()->geometry();
  m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
  m_lifetimes->setGeometry(view.right() + 1, view.top(), EditorMargin::kLifetimeWidth, view.height());
}

void TileEditor::goToLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(std::clamp(line, 1, blockCount()) - 1);
  QTextCursor cursor(block);
  cursor.movePosition(QTextCursor::NextWord);
  if (cursor.blockNumber() != block.blockNumber() || !block.text().startsWith(QLatin1Char(' '))) cursor.setPosition(block.position());
  setTextCursor(cursor);
  ensureCursorVisible();
  setFocus(Qt::OtherFocusReason);
}

void TileEditor::goToByte(std::size_t byte) {
  QTextCursor cursor(document());
  cursor.setPosition(std::min(m_document.positionOf(byte), std::max(0, document()->characterCount() - 1)));
  setTextCursor(cursor);
  ensureCursorVisible();
  setFocus(Qt::OtherFocusReason);
}

int TileEditor::cursorLine() const { return textCursor().blockNumber() + 1; }

int TileEditor::cursorColumn() const {
  const QTextCursor cursor = textCursor();
  return int(cursor.block().text().left(cursor.positionInBlock()).toUcs4().size()) + 1;
}

int TileEditor::tileAtCursor() const {
  const model::tile::Kernel* kernel = m_document.kernel();
  if (kernel == nullptr || !m_document.isCurrent()) return -1;
  const int line = cursorLine();
  for (int i = int(kernel->tiles.size()) - 1; i >= 0; --i) {
    const model::tile::Tile& tile = kernel->tiles[std::size_t(i)];
    if (line >= tile.declaredLine && line <= std::max(tile.declaredLine, tile.lastUseLine)) return i;
  }
  return -1;
}

std::vector<TileEditor::Line> TileEditor::visibleLines() const {
  std::vector<Line> lines;
  const QPointF offset = contentOffset();
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF rect = blockBoundingGeometry(block).translated(offset);
    if (rect.top() > viewport()->height()) break;
    lines.push_back({block, QRectF(0, rect.top(), viewport()->width(), lineHeight())});
  }
  return lines;
}

// As deep as the line before.
void TileEditor::breakLine() {
  QTextCursor cursor = textCursor();
  const QString before = cursor.block().text().left(cursor.positionInBlock());
  QString indent;
  for (const QChar c : before) {
    if (c != QLatin1Char(' ') && c != QLatin1Char('\t')) break;
    indent += c;
  }
  if (before.trimmed().endsWith(QLatin1Char('{'))) indent += QStringLiteral("  ");
  cursor.beginEditBlock();
  cursor.removeSelectedText();
  cursor.insertBlock();
  cursor.insertText(indent);
  cursor.endEditBlock();
  setTextCursor(cursor);
  ensureCursorVisible();
}

void TileEditor::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && !isReadOnly() && !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
    breakLine();
    return;
  }
  QPlainTextEdit::keyPressEvent(event);
}

std::unique_ptr<QMouseEvent> TileEditor::intoLine(const QMouseEvent& event) const {
  QPointF point = event.position();
  for (const Line& line : visibleLines()) {
    if (point.y() >= line.rect.top() && point.y() < line.rect.bottom()) point.setY(line.rect.center().y());
  }
  return std::make_unique<QMouseEvent>(event.type(), point, event.scenePosition(), event.globalPosition(), event.button(), event.buttons(),
                                       event.modifiers(), event.source(), event.pointingDevice());
}

void TileEditor::mousePressEvent(QMouseEvent* event) { QPlainTextEdit::mousePressEvent(intoLine(*event).get()); }
void TileEditor::mouseMoveEvent(QMouseEvent* event) { QPlainTextEdit::mouseMoveEvent(intoLine(*event).get()); }
void TileEditor::mouseReleaseEvent(QMouseEvent* event) { QPlainTextEdit::mouseReleaseEvent(intoLine(*event).get()); }
void TileEditor::mouseDoubleClickEvent(QMouseEvent* event) { QPlainTextEdit::mouseDoubleClickEvent(intoLine(*event).get()); }

// Ctrl+E exports; a text field would take it for the end of the line.
bool TileEditor::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_E && key->modifiers() == Qt::ControlModifier) {
      event->ignore();
      return true;
    }
  }
  return QPlainTextEdit::event(event);
}

}  // namespace dsm::ui
