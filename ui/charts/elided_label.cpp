// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting and sizes of the elided line.
#include "ui/charts/elided_label.h"

#include "ui/charts/chart_fonts.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QPainter>

#include <cmath>

namespace dsm::ui {

ElidedLabel::ElidedLabel(TextRole role, Ink ink, QWidget* parent) : QWidget(parent), m_role(role), m_ink(ink) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text) {
  if (text == m_text) return;
  m_text = text;
  setAccessibleName(text);
  setToolTip(isElided() ? text : QString());
  update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment) {
  m_alignment = alignment;
  update();
}

bool ElidedLabel::isElided() const { return textWidth(dsm::ui::font(m_role), m_text) > width(); }

QSize ElidedLabel::sizeHint() const {
  return {int(std::ceil(textWidth(dsm::ui::font(m_role), m_text))), scaled(lineHeight(m_role))};
}

QSize ElidedLabel::minimumSizeHint() const { return {40, scaled(lineHeight(m_role))}; }

void ElidedLabel::paintEvent(QPaintEvent*) {
  const Theme& colours = currentTheme();
  QPainter painter(this);
  painter.setFont(dsm::ui::font(m_role));
  painter.setPen(m_ink == Ink::text ? colours.text : colours.text2);
  painter.drawText(rect(), int(m_alignment | Qt::AlignVCenter) | Qt::TextSingleLine, elided(dsm::ui::font(m_role), m_text, width()));
}

void ElidedLabel::resizeEvent(QResizeEvent*) { setToolTip(isElided() ? m_text : QString()); }

}  // namespace dsm::ui
