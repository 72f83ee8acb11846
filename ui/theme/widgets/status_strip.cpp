// SPDX-License-Identifier: GPL-3.0-or-later
//
// See status_strip.h. Painted as one widget: a label for each piece would cost ten widgets for one line.
#include "ui/theme/widgets/status_strip.h"

#include "ui/theme/icons.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr int kDot = 10;

void paintDot(QPainter& p, const QRectF& box, StatusDot dot, const Theme& t) {
  switch (dot) {
    case StatusDot::ok:
      paintGlyph(p, box, Glyph::disc, t.ok);
      break;
    case StatusDot::warn:
      paintIcon(p, box.adjusted(-2, -2, 2, 2), IconName::warning, t.warn, t.window);
      break;
    case StatusDot::error:
      paintIcon(p, box.adjusted(-2, -2, 2, 2), IconName::error, t.error, t.window);
      break;
    case StatusDot::starting:
      paintGlyph(p, box, Glyph::ring, t.text2);
      break;
    case StatusDot::none:
      break;
  }
}

}  // namespace

StatusStrip::StatusStrip(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void StatusStrip::setOrder(const QStringList& keys) { m_order = keys; }

// Before the first piece that is to stand behind it.
qsizetype StatusStrip::placeOf(const QString& key) const {
  const qsizetype rank = m_order.indexOf(key);
  for (qsizetype place = 0; rank >= 0 && place < m_pieces.size(); ++place) {
    const qsizetype other = m_order.indexOf(m_pieces[place].key);
    if (other < 0 || other > rank) return place;
  }
  return m_pieces.size();
}

void StatusStrip::setPiece(const QString& key, const QString& text, StatusDot dot, const QString& toolTip) {
  const auto at = std::find_if(m_pieces.begin(), m_pieces.end(), [&](const Piece& piece) { return piece.key == key; });
  if (at == m_pieces.end()) {
    if (!text.isEmpty()) m_pieces.insert(placeOf(key), {key, text, dot, toolTip});
  } else if (text.isEmpty()) {
    m_pieces.erase(at);
  } else {
    *at = {key, text, dot, toolTip};
  }
  updateAccessible();
  update();
}

void StatusStrip::setRightText(const QString& text) {
  m_right = text;
  updateAccessible();
  update();
}

QString StatusStrip::text() const {
  QStringList parts;
  for (const Piece& piece : m_pieces) parts.append(piece.text);
  if (!m_right.isEmpty()) parts.append(m_right);
  return parts.join(QStringLiteral(", "));
}

void StatusStrip::updateAccessible() { setAccessibleName(tr("Status: %1").arg(text())); }

QSize StatusStrip::sizeHint() const { return {scaled(400), scaled(kStatusBarHeight)}; }
QSize StatusStrip::minimumSizeHint() const { return {scaled(120), scaled(kStatusBarHeight)}; }

int StatusStrip::pieceWidth(const Piece& piece) const {
  const QFontMetrics metrics(dsm::ui::font(TextRole::small));
  return metrics.horizontalAdvance(piece.text) + (piece.dot == StatusDot::none ? 0 : kDot + kSpace1);
}

void StatusStrip::paintEvent(QPaintEvent*) {
  const Theme& t = currentTheme();
  QPainter p(this);
  p.fillRect(rect(), t.window);
  p.fillRect(QRect(0, 0, width(), 1), t.line);
  p.setFont(dsm::ui::font(TextRole::small));
  const QFontMetrics metrics = p.fontMetrics();
  int x = kSpace4;
  bool first = true;
  for (const Piece& piece : m_pieces) {
    if (!first) {
      p.fillRect(QRect(x + kSpace3, 6, 1, height() - 11), t.line);
      x += 2 * kSpace3 + 1;
    }
    first = false;
    if (piece.dot != StatusDot::none) {
      paintDot(p, QRectF(x, (height() - kDot) / 2.0 + 0.5, kDot, kDot), piece.dot, t);
      x += kDot + kSpace1;
    }
    const int room = width() - kSpace4 - x;
    if (room <= kSpace4) return;
    p.setPen(t.text2);
    p.drawText(QRect(x, 1, room, height() - 1), Qt::AlignVCenter | Qt::TextSingleLine,
               metrics.elidedText(piece.text, Qt::ElideRight, room));
    x += metrics.horizontalAdvance(piece.text);
  }
  const int room = width() - kSpace4 - x - kSpace5;
  if (m_right.isEmpty() || room < metrics.averageCharWidth() * 8) return;
  p.setPen(t.text2);
  p.drawText(QRect(x + kSpace5, 1, room, height() - 1), Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
             metrics.elidedText(m_right, Qt::ElideRight, room));
}

bool StatusStrip::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    int x = kSpace4;
    for (const Piece& piece : m_pieces) {
      const int w = pieceWidth(piece);
      if (help->pos().x() >= x && help->pos().x() < x + w && !piece.toolTip.isEmpty()) {
        QToolTip::showText(help->globalPos(), piece.toolTip, this);
        return true;
      }
      x += w + 2 * kSpace3 + 1;
    }
  }
  return QWidget::event(event);
}

}  // namespace dsm::ui
