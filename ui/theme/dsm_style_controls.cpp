// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls of DsmStyle that are one piece: tabs, headers, menu bar, combo label, progress, splitter, view items, focus frame.
#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"

#include <QFocusFrame>
#include <QMenuBar>
#include <QPainter>
#include <QStyleOption>

namespace dsm::ui {
namespace {

void drawTabShape(QPainter& p, const QStyleOptionTab* tab, const Theme& t) {
  const QRect r = tab->rect;
  const QRect foot(r.left(), r.bottom(), r.width(), 1);
  if (!(tab->state & QStyle::State_Selected)) {
    p.fillRect(r, tab->state & QStyle::State_MouseOver ? t.alt : t.window);
    p.fillRect(foot, t.line);
    return;
  }
  p.fillRect(r, t.base);
  p.fillRect(QRect(r.left(), r.top(), r.width(), kStateEdge), t.accent);
  const bool first = tab->position == QStyleOptionTab::Beginning || tab->position == QStyleOptionTab::OnlyOneTab;
  if (!first) p.fillRect(QRect(r.left(), r.top() + kStateEdge, 1, r.height() - kStateEdge), t.line);
  p.fillRect(QRect(r.right(), r.top() + kStateEdge, 1, r.height() - kStateEdge), t.line);
}

void drawTabLabel(QPainter& p, const QStyleOptionTab* tab, const Theme& t) {
  const bool selected = tab->state & QStyle::State_Selected;
  const bool enabled = tab->state & QStyle::State_Enabled;
  p.setFont(font(selected ? TextRole::baseBold : TextRole::base));
  p.setPen(!enabled ? t.dis : selected ? t.text : t.text2);
  p.drawText(tab->rect.adjusted(0, 1, 0, 0), Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, tab->text);
  if (tab->state & QStyle::State_HasFocus && selected) {
    const QRectF inner = QRectF(tab->rect).adjusted(4, kStateEdge + 4, -4, -4);
    drawFocusRing(p, inner, t);
  }
}

void drawHeader(QPainter& p, const QStyleOption* option, const Theme& t) {
  p.fillRect(option->rect, t.alt);
  p.fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
}

void drawProgress(QPainter& p, const QStyleOptionProgressBar* bar, const Theme& t) {
  drawFrame(p, bar->rect, t.base, t.line, 0);
  const qint64 span = qint64(bar->maximum) - bar->minimum;
  if (span <= 0) return;
  const qreal share = qreal(qint64(bar->progress) - bar->minimum) / qreal(span);
  p.fillRect(QRectF(bar->rect.left(), bar->rect.top(), bar->rect.width() * qBound(0.0, share, 1.0), bar->rect.height()), t.accent);
}

}  // namespace

void DsmStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const Theme& t = currentTheme();
  switch (element) {
    case CE_TabBarTabShape:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) drawTabShape(*painter, tab, t);
      return;
    case CE_TabBarTabLabel:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option); tab && tab->icon.isNull()) {
        painter->save();
        drawTabLabel(*painter, tab, t);
        painter->restore();
        return;
      }
      break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
      drawHeader(*painter, option, t);
      return;
    case CE_HeaderLabel:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
        painter->save();
        painter->setFont(font(TextRole::small));
        painter->setPen(t.text2);
        // The rectangle came with PM_HeaderMargin cut on all sides: give the height back, and match the cells' 8 px margin.
        const QRect area = header->rect.adjusted(kSpace1, -kSpace1, -kSpace1, kSpace1);
        const QString text = painter->fontMetrics().elidedText(header->text, Qt::ElideRight, area.width());
        painter->drawText(area, int(header->textAlignment) | Qt::AlignVCenter | Qt::TextSingleLine, text);
        painter->restore();
      }
      return;
    case CE_MenuBarEmptyArea:
      painter->fillRect(option->rect, t.window);
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
      return;
    case CE_MenuBarItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
        painter->save();
        const bool on = item->state & (State_Selected | State_Sunken) && item->state & State_Enabled;
        painter->fillRect(item->rect, on ? t.sel : t.window);
        painter->setPen(item->state & State_Enabled ? t.text : t.dis);
        const int mnemonic = proxy()->styleHint(SH_UnderlineShortcut, option, widget) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
        painter->drawText(item->rect, Qt::AlignCenter | Qt::TextSingleLine | mnemonic, item->text);
        painter->restore();
      }
      return;
    case CE_ComboBoxLabel:
      if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && combo->currentIcon.isNull()) {
        if (combo->editable) return;
        const QRect area = proxy()->subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
        painter->save();
        painter->setPen(combo->state & State_Enabled ? t.text : t.dis);
        const QString text = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, area.width());
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
        painter->restore();
        return;
      }
      break;
    case CE_ItemViewItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
        // A selected row is tinted, not inverted: its text keeps its colour.
        QStyleOptionViewItem copy(*item);
        copy.palette.setColor(QPalette::All, QPalette::HighlightedText, item->palette.color(QPalette::Normal, QPalette::Text));
        copy.palette.setColor(QPalette::Disabled, QPalette::HighlightedText, t.text2);
        copy.palette.setColor(QPalette::All, QPalette::Highlight, t.sel);
        if (copy.viewItemPosition == QStyleOptionViewItem::Invalid && copy.index.column() == 0)
          copy.viewItemPosition = QStyleOptionViewItem::Beginning;  // QTableView leaves it unset
        QProxyStyle::drawControl(element, &copy, painter, widget);
        return;
      }
      break;
    case CE_ProgressBar:
      if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) drawProgress(*painter, bar, t);
      return;
    case CE_Splitter: {
      const QRect r = option->rect;
      const bool hover = option->state & State_MouseOver;
      const QColor colour = hover ? t.strong : t.line;
      if (r.width() < r.height())
        painter->fillRect(QRect(r.center().x(), r.top(), 1, r.height()), colour);
      else
        painter->fillRect(QRect(r.left(), r.center().y(), r.width(), 1), colour);
      return;
    }
    case CE_FocusFrame:
      drawFocusRing(*painter, option->rect, t);
      return;
    case CE_ToolBar:
      painter->fillRect(option->rect, t.window);
      return;
    default:
      break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

}  // namespace dsm::ui
