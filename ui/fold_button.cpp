// SPDX-License-Identifier: GPL-3.0-or-later
// See fold_button.h: chevron, label, note, painted in one pass.
#include "ui/fold_button.h"

#include <QPainter>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kChevron = 10;
constexpr int kLabelLeft = 16;

}  // namespace

FoldButton::FoldButton(const QString& text, QWidget* parent) : QAbstractButton(parent) {
  setText(text);
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldButton::setNote(const QString& note) {
  if (note == m_note) return;
  m_note = note;
  setAccessibleDescription(note);
  update();
}

void FoldButton::setNoteAtRight(bool atRight) {
  m_noteAtRight = atRight;
  update();
}

void FoldButton::setBold(bool bold) {
  m_bold = bold;
  update();
}

void FoldButton::setChevronShown(bool shown) {
  m_chevron = shown;
  update();
}

int FoldButton::labelLeft() const { return m_chevron ? kLabelLeft : 0; }

QFont FoldButton::labelFont() const { return dsm::ui::font(m_bold ? TextRole::baseBold : TextRole::base); }

QSize FoldButton::sizeHint() const {
  const int note = m_note.isEmpty() ? 0 : kSpace2 + QFontMetrics(dsm::ui::font(TextRole::small)).horizontalAdvance(m_note);
  return {labelLeft() + QFontMetrics(labelFont()).horizontalAdvance(text()) + note + kSpace1, scaled(kControlHeight)};
}

QSize FoldButton::minimumSizeHint() const {
  return {labelLeft() + QFontMetrics(labelFont()).horizontalAdvance(text()) + kSpace1, scaled(kControlHeight)};
}

void FoldButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = currentTheme();
  const QRectF chevron(0, (height() - kChevron) / 2.0, kChevron, kChevron);
  if (m_chevron) paintGlyph(painter, chevron, isChecked() ? Glyph::chevronDown : Glyph::chevronRight, theme.text2);
  painter.setFont(labelFont());
  painter.setPen(isEnabled() ? theme.text : theme.dis);
  painter.drawText(QRect(labelLeft(), 0, width() - labelLeft(), height()), Qt::AlignVCenter | Qt::AlignLeft, text());
  const int textRight = labelLeft() + QFontMetrics(labelFont()).horizontalAdvance(text()) + kSpace2;
  const QRect room(textRight, 0, width() - textRight, height());
  painter.setFont(dsm::ui::font(TextRole::small));
  painter.setPen(theme.text2);
  const QString shown = QFontMetrics(painter.font()).elidedText(m_note, Qt::ElideRight, room.width());
  painter.drawText(room, (m_noteAtRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, shown);
}

}  // namespace dsm::ui
