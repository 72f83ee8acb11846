// SPDX-License-Identifier: GPL-3.0-or-later
//
// Font and colour from the theme, again at each change of scheme or text scale.
#include "ui/text_label.h"

namespace dsm::ui {

TextLabel::TextLabel(const QString& text, TextRole role, Ink ink, QWidget* parent) : QLabel(text, parent), m_role(role), m_ink(ink) {
  setTextFormat(Qt::PlainText);
  setForegroundRole(QPalette::WindowText);  // else it depends on the parent's ground
  restyle();
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &TextLabel::restyle);
}

void TextLabel::setInk(Ink ink) {
  if (ink == m_ink) return;
  m_ink = ink;
  restyle();
}

void TextLabel::restyle() {
  const Theme& theme = currentTheme();
  const QColor colour = m_ink == Ink::text ? theme.text : m_ink == Ink::text2 ? theme.text2 : theme.error;
  QPalette changed = palette();
  changed.setColor(QPalette::Active, QPalette::WindowText, colour);
  changed.setColor(QPalette::Inactive, QPalette::WindowText, colour);
  changed.setColor(QPalette::Disabled, QPalette::WindowText, theme.dis);
  setPalette(changed);
  setFont(dsm::ui::font(m_role));
}

}  // namespace dsm::ui
