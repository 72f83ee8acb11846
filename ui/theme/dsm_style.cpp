// SPDX-License-Identifier: GPL-3.0-or-later
//
// Primitives of DsmStyle: frames, boxes, indicators, rows. Controls are in dsm_style_controls.cpp, complex controls in
// dsm_style_complex.cpp, sizes in dsm_style_sizes.cpp.
#include "ui/theme/dsm_style.h"

#include "ui/theme/icons.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace dsm::ui {
namespace {

bool has(const QStyleOption* option, QStyle::StateFlag flag) { return option->state & flag; }

void drawCheckBox(QPainter& p, const QStyleOption* option, const Theme& t) {
  const bool enabled = has(option, QStyle::State_Enabled);
  const QRectF r(option->rect);
  drawFrame(p, r, enabled ? t.base : t.window, enabled ? t.strong : t.line);
  const QRectF mark = r.adjusted(r.width() * 0.2, r.height() * 0.2, -r.width() * 0.2, -r.height() * 0.2);
  const QColor ink = enabled ? t.text : t.dis;
  if (has(option, QStyle::State_On)) paintGlyph(p, mark, Glyph::tick, ink);
  if (has(option, QStyle::State_NoChange)) paintGlyph(p, mark, Glyph::dash, ink);
}

void drawRadioButton(QPainter& p, const QStyleOption* option, const Theme& t) {
  const bool enabled = has(option, QStyle::State_Enabled);
  const QRectF r = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
  p.setPen(QPen(enabled ? t.strong : t.line, 1));
  p.setBrush(enabled ? t.base : t.window);
  p.drawEllipse(r);
  if (has(option, QStyle::State_On)) {
    p.setPen(Qt::NoPen);
    p.setBrush(enabled ? t.accent : t.dis);
    p.drawEllipse(r.center(), r.width() * 0.25, r.height() * 0.25);
  }
}

void drawToolButtonPanel(QPainter& p, const QStyleOption* option, const Theme& t) {
  const bool down = has(option, QStyle::State_Sunken);
  const bool on = has(option, QStyle::State_On);
  const bool hover = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
  if (on)
    drawFrame(p, option->rect, t.sel, t.strong);
  else if (down || hover)
    drawFrame(p, option->rect, t.sel, t.sel);
}

void drawRow(QPainter& p, const QStyleOptionViewItem* item, const Theme& t, bool edge) {
  if (item->backgroundBrush.style() != Qt::NoBrush) p.fillRect(item->rect, item->backgroundBrush);
  if (!(item->state & QStyle::State_Selected)) {
    if (item->state & QStyle::State_MouseOver) {
      QColor hover = t.sel;
      hover.setAlphaF(0.5f);
      p.fillRect(item->rect, hover);
    }
    return;
  }
  p.fillRect(item->rect, t.sel);
  const bool first = item->viewItemPosition == QStyleOptionViewItem::Beginning || item->viewItemPosition == QStyleOptionViewItem::OnlyOne;
  if (edge && first) p.fillRect(QRect(item->rect.topLeft(), QSize(kStateEdge, item->rect.height())), t.accent);
}

}  // namespace

DsmStyle::DsmStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { setObjectName(QStringLiteral("dsm")); }

void drawFrame(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border, qreal radius) {
  const bool antialiased = painter.testRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(border.alpha() == 0 ? QPen(Qt::NoPen) : QPen(border, kBorder));
  painter.setBrush(fill.alpha() == 0 ? QBrush(Qt::NoBrush) : QBrush(fill));
  painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
  painter.setRenderHint(QPainter::Antialiasing, antialiased);
}

void drawFocusRing(QPainter& painter, const QRectF& rect, const Theme& t) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.accent, kFocusRing));
  const qreal half = kFocusRing / 2.0;
  painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), kRadius + 1, kRadius + 1);
  painter.restore();
}

void DsmStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const Theme& t = currentTheme();
  const bool enabled = has(option, State_Enabled);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  bool done = true;
  switch (element) {
    case PE_FrameFocusRect:
      // Controls get the ring of FocusRing, which lies outside them; only cells of a view need one inside.
      if (qobject_cast<const QAbstractItemView*>(widget)) {
        painter->setPen(QPen(t.accent, 1, Qt::DotLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
      }
      break;
    case PE_PanelLineEdit:
    case PE_FrameLineEdit: {
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (frame && frame->lineWidth <= 0) {
        if (element == PE_PanelLineEdit) painter->fillRect(option->rect, option->palette.base());
        break;
      }
      const bool bad = widget && widget->property("dsmError").toBool();
      drawFrame(*painter, option->rect, enabled ? t.base : t.window, bad ? t.error : enabled ? t.strong : t.line);
      break;
    }
    case PE_PanelButtonCommand: {
      const bool down = has(option, State_Sunken) || has(option, State_On);
      const bool hover = has(option, State_MouseOver) && enabled;
      drawFrame(*painter, option->rect, down ? t.sel : hover ? t.alt : t.base, enabled ? t.strong : t.line);
      break;
    }
    case PE_FrameDefaultButton:
      break;
    case PE_PanelButtonTool:
    case PE_PanelButtonBevel:
      drawToolButtonPanel(*painter, option, t);
      break;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
      drawCheckBox(*painter, option, t);
      break;
    case PE_IndicatorRadioButton:
      drawRadioButton(*painter, option, t);
      break;
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowRight:
    case PE_IndicatorHeaderArrow:
    case PE_IndicatorSpinUp:
    case PE_IndicatorSpinDown: {
      Glyph glyph = Glyph::chevronDown;
      if (element == PE_IndicatorArrowUp || element == PE_IndicatorSpinUp) glyph = Glyph::chevronUp;
      if (element == PE_IndicatorArrowRight) glyph = Glyph::chevronRight;
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option); header && element == PE_IndicatorHeaderArrow)
        glyph = header->sortIndicator == QStyleOptionHeader::SortUp ? Glyph::chevronUp : Glyph::chevronDown;
      const qreal side = std::min({8.0, qreal(option->rect.width()), qreal(option->rect.height())});
      QRectF box(0, 0, side, side);
      box.moveCenter(QRectF(option->rect).center());
      paintGlyph(*painter, box, glyph, enabled ? t.text2 : t.dis);
      break;
    }
    case PE_IndicatorBranch:
      if (has(option, State_Children)) {
        QRectF box(0, 0, 8, 8);
        box.moveCenter(QRectF(option->rect).center());
        paintGlyph(*painter, box, has(option, State_Open) ? Glyph::chevronDown : Glyph::chevronRight, t.text2);
      }
      break;
    case PE_Frame:
    case PE_FrameGroupBox:
    case PE_FrameTabWidget:
    case PE_FrameWindow:
      drawFrame(*painter, option->rect, Qt::transparent, t.line, element == PE_Frame ? 0 : kRadius);
      break;
    case PE_FrameMenu:
      drawFrame(*painter, option->rect, Qt::transparent, t.strong, 0);
      break;
    case PE_PanelMenu:
      painter->fillRect(option->rect, t.base);
      break;
    case PE_PanelTipLabel:
      painter->fillRect(option->rect, option->palette.toolTipBase());
      break;
    case PE_FrameTabBarBase:
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
      break;
    case PE_FrameStatusBarItem:
    case PE_PanelMenuBar:
      break;
    case PE_PanelStatusBar:
      painter->fillRect(option->rect, t.window);
      painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), t.line);
      break;
    case PE_PanelItemViewRow: {
      const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
      if (item && (item->state & State_Selected))
        drawRow(*painter, item, t, false);
      else if (item && (item->features & QStyleOptionViewItem::Alternate))
        painter->fillRect(option->rect, t.alt);
      break;
    }
    case PE_PanelItemViewItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) drawRow(*painter, item, t, true);
      break;
    default:
      done = false;
      break;
  }
  painter->restore();
  if (!done) QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void DsmStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (auto* tabs = qobject_cast<QTabBar*>(widget)) {
    tabs->setDrawBase(true);
    tabs->setAttribute(Qt::WA_Hover);
  }
  if (qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractButton*>(widget)) widget->setAttribute(Qt::WA_Hover);
  // A tool tip would take a name or a note out of a file for HTML if it looks like it, and fetch what it names.
  if (widget->inherits("QTipLabel")) static_cast<QLabel*>(widget)->setTextFormat(Qt::PlainText);
}

}  // namespace dsm::ui
