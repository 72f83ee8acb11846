// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of DsmStyle: the heights of tokens (24 px controls, 40 px tabs, 32 px menu bar) for every standard control, times
// the text scale.
#include "ui/theme/dsm_style.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QFontMetrics>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace dsm::ui {

int DsmStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ScrollBarExtent:
      return 10;
    case PM_ScrollBarSliderMin:
      return 24;
    case PM_DefaultFrameWidth:
      return kBorder;
    case PM_ComboBoxFrameWidth:
      return kBorder;
    case PM_SpinBoxFrameWidth:
      return kBorder;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
      return scaled(14);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
      return kSpace2;
    case PM_TabBarTabHSpace:
      return 2 * kSpace4;
    case PM_TabBarTabVSpace:
      return 0;
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
      return 0;
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabOverlap:
      return 0;
    case PM_TabBarBaseHeight:
      return 1;
    case PM_MenuBarPanelWidth:
    case PM_MenuBarHMargin:
    case PM_MenuBarVMargin:
    case PM_MenuBarItemSpacing:
      return 0;
    case PM_HeaderMargin:
      return kSpace1;
    case PM_HeaderDefaultSectionSizeVertical:
      return scaled(kTableRowHeight);
    case PM_HeaderMarkSize:
      return 10;
    case PM_SplitterWidth:
      return 5;
    case PM_ButtonMargin:
      return 2 * kSpace2;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
      return 0;
    case PM_ButtonDefaultIndicator:
      return 0;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
      return kIconSize;
    case PM_FocusFrameHMargin:
      // Item views take their text margin (less one) from here.
      return qobject_cast<const QAbstractItemView*>(widget) ? kSpace2 - 1 : kFocusRing + kFocusGap;
    case PM_FocusFrameVMargin:
      return kFocusRing + kFocusGap;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
      return kSpace4;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
      return kSpace2;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
      return 18;
    case PM_SliderLength:
      return 8;
    case PM_ToolTipLabelFrameWidth:
      return kSpace1;
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

QSize DsmStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const {
  switch (type) {
    case CT_LineEdit:
      return {size.width() + 2 * kSpace2, scaled(kControlHeight)};
    case CT_ComboBox:
      return {size.width() + kSpace2 + 28 + kSpace1, scaled(kControlHeight)};  // the box measures ink, the label advances
    case CT_SpinBox:
      return {size.width() + kSpace2 + 20, scaled(kControlHeight)};
    case CT_PushButton: {
      const QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {std::max(size.width() + 2 * kSpace4, fusion.width()), scaled(kControlHeight)};
    }
    case CT_ToolButton: {
      const QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {std::max(fusion.width(), kIconButtonSize), std::max(size.height() + 4, kIconButtonSize)};
    }
    case CT_CheckBox:
    case CT_RadioButton: {
      const QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {fusion.width(), std::max(fusion.height(), scaled(20))};
    }
    case CT_TabBarTab:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
        // Bold is wider: sized for the selected look, so that tabs do not move when the choice does.
        const int text = QFontMetrics(font(TextRole::baseBold)).size(Qt::TextShowMnemonic, tab->text).width();
        const bool small = widget && widget->property("dsmSmall").toBool();
        const int height = scaled(small ? kTabBarHeightSmall : kTabBarHeight);
        return {text + 2 * kSpace4 + (tab->icon.isNull() ? 0 : kIconSize + kSpace2), height};
      }
      break;
    case CT_MenuBar:
      return {size.width(), scaled(kMenuBarHeight)};
    case CT_MenuBarItem:
      return {size.width() + 2 * kSpace3 + 6, scaled(kMenuBarHeight) - 1};
    case CT_MenuItem: {
      QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
          item && item->menuItemType != QStyleOptionMenuItem::Separator)
        fusion.setHeight(std::max(fusion.height(), scaled(kControlHeight)));
      return fusion;
    }
    case CT_HeaderSection: {
      const QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {fusion.width(), scaled(kTableRowHeight)};
    }
    case CT_ItemViewItem: {
      const QSize fusion = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {fusion.width(), std::max(fusion.height(), scaled(kTableRowHeight))};
    }
    default:
      break;
  }
  return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect DsmStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  if (element == SE_LineEditContents) {
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    if (frame && frame->lineWidth <= 0) return option->rect;
    return option->rect.adjusted(kSpace2 - 2, 1, -(kSpace2 - 2), -1);
  }
  return QProxyStyle::subElementRect(element, option, widget);
}

int DsmStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
  switch (hint) {
    case SH_FocusFrame_AboveWidget:
      return 1;
    case SH_EtchDisabledText:
      return 0;
    case SH_DitherDisabledText:
      return 0;
    case SH_ComboBox_Popup:
      return 0;
    case SH_ItemView_ShowDecorationSelected:
      return 1;
    case SH_Slider_AbsoluteSetButtons:
      return Qt::LeftButton;
    case SH_ScrollBar_LeftClickAbsolutePosition:
      return 0;
    case SH_Widget_Animation_Duration:
      return 0;
    case SH_TabBar_Alignment:
      return Qt::AlignLeft;
    case SH_TabBar_ElideMode:
      return Qt::ElideNone;
    case SH_UnderlineShortcut:
      return 0;
    case SH_ToolTipLabel_Opacity:
      return 255;
    case SH_GroupBox_TextLabelVerticalAlignment:
      return Qt::AlignTop;
    default:
      return QProxyStyle::styleHint(hint, option, widget, data);
  }
}

}  // namespace dsm::ui
