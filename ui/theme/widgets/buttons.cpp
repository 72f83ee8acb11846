// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting and sizes of the push buttons and links. Content is centred as one group: icon, label, hint.
#include "ui/theme/widgets/buttons.h"

#include "ui/theme/dsm_style.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr int kHintGap = 12;
constexpr int kIconGap = 8;

QString plainText(const QString& label) {
  QString text = label;
  text.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
  text.remove(u'&');
  return text.replace(QStringLiteral("\x01"), QStringLiteral("&"));
}

QColor shade(const QColor& colour, bool dark, int percent) { return dark ? colour.darker(percent) : colour.lighter(percent); }

}  // namespace

PushButtonBase::PushButtonBase(const QString& text, bool primary, QWidget* parent) : QPushButton(text, parent), m_primary(primary) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void PushButtonBase::setIconName(IconName name) {
  m_iconName = name;
  updateGeometry();
  update();
}

void PushButtonBase::clearIconName() {
  m_iconName.reset();
  updateGeometry();
  update();
}

void PushButtonBase::setShortcutHint(const QString& hint) {
  m_hint = hint;
  updateGeometry();
  update();
}

QSize PushButtonBase::sizeHint() const {
  const QFontMetrics label(dsm::ui::font(m_primary ? TextRole::baseBold : TextRole::base));
  const QFontMetrics hint(dsm::ui::font(TextRole::small));
  int width = label.horizontalAdvance(plainText(text())) + 2 * kSpace4;
  if (m_iconName) width += scaled(kIconSize) + kIconGap;
  if (!m_hint.isEmpty()) width += hint.horizontalAdvance(m_hint) + kHintGap;
  return {std::max(width, scaled(84)), scaled(kButtonHeight)};
}

void PushButtonBase::paintEvent(QPaintEvent*) {
  const Theme& t = currentTheme();
  QPainter p(this);
  const bool dark = t.scheme == Scheme::dark;
  const bool down = isDown() || isChecked();
  const bool hover = underMouse() && isEnabled();
  QColor fill, border, ink;
  if (!isEnabled()) {
    fill = m_primary ? t.window : t.base;
    border = t.line;
    ink = t.dis;
  } else if (m_primary) {
    fill = down ? shade(t.accent, dark, 118) : hover ? shade(t.accent, !dark, 112) : t.accent;
    border = fill;
    ink = t.onAccent;
  } else {
    fill = down ? t.sel : hover ? t.alt : t.base;
    border = t.strong;
    ink = t.text;
  }
  drawFrame(p, rect(), fill, border);

  const QFont labelFont = dsm::ui::font(m_primary ? TextRole::baseBold : TextRole::base);
  const QFont hintFont = dsm::ui::font(TextRole::small);
  const int iconWidth = m_iconName ? scaled(kIconSize) + kIconGap : 0;
  const int hintWidth = m_hint.isEmpty() ? 0 : QFontMetrics(hintFont).horizontalAdvance(m_hint) + kHintGap;
  const int room = width() - 2 * kSpace2 - iconWidth - hintWidth;
  const QString label = QFontMetrics(labelFont).elidedText(plainText(text()), Qt::ElideRight, std::max(room, 0));
  const int labelWidth = QFontMetrics(labelFont).horizontalAdvance(label);
  int x = (width() - iconWidth - labelWidth - hintWidth) / 2;
  const auto place = [&](int w) { return QStyle::visualRect(layoutDirection(), rect(), QRect(x, 0, w, height())); };
  if (m_iconName) {
    QRectF box(0, 0, scaled(kIconSize), scaled(kIconSize));
    box.moveCenter(QRectF(place(scaled(kIconSize))).center());
    box.moveTop(std::round(box.top()));
    paintIcon(p, box, *m_iconName, m_primary || !isEnabled() ? ink : t.text2, fill);
    x += iconWidth;
  }
  p.setPen(ink);
  p.setFont(labelFont);
  p.drawText(place(labelWidth + 1), Qt::AlignVCenter | Qt::TextSingleLine, label);
  if (hintWidth > 0) {
    x += labelWidth + kHintGap;
    p.setFont(hintFont);
    p.drawText(place(hintWidth), Qt::AlignVCenter | Qt::TextSingleLine, m_hint);
  }
}

LinkButton::LinkButton(const QString& text, QWidget* parent) : QAbstractButton(parent) {
  setText(text);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAttribute(Qt::WA_Hover);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void LinkButton::setBold(bool bold) {
  m_bold = bold;
  updateGeometry();
}

void LinkButton::setUnderlined(bool underlined) {
  m_underlined = underlined;
  update();
}

QSize LinkButton::sizeHint() const {
  QFont f = dsm::ui::font(TextRole::small);
  f.setBold(m_bold);
  const QFontMetrics metrics(f);
  return {metrics.horizontalAdvance(plainText(text())) + 2, scaled(lineHeight(TextRole::small))};
}

void LinkButton::paintEvent(QPaintEvent*) {
  QPainter p(this);
  QFont f = dsm::ui::font(TextRole::small);
  f.setBold(m_bold);
  f.setUnderline(m_underlined || underMouse());
  p.setFont(f);
  p.setPen(isEnabled() ? currentTheme().accent : currentTheme().dis);
  p.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, plainText(text()));
}

IconButton::IconButton(IconName name, const QString& toolTip, QWidget* parent) : QToolButton(parent) {
  setIcon(dsm::ui::icon(name));
  setIconSize({kIconSize, kIconSize});
  setAutoRaise(true);
  setFocusPolicy(Qt::TabFocus);
  setToolTip(toolTip);
  setAccessibleName(toolTip);
}

QSize IconButton::sizeHint() const { return {kIconButtonSize, kIconButtonSize}; }

}  // namespace dsm::ui
