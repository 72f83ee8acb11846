// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fusion with DSMScope's shapes: radius 2, 1 px borders inside, 24 px controls, flat headers, a 40 px tab bar
// with an accent top edge, thin scroll bars, a 2 px focus ring. A QProxyStyle and not a style
// sheet: style sheets double the time to the first paint.
#pragma once

#include <QProxyStyle>

class QPainter;

namespace dsm::ui {

struct Theme;

class DsmStyle : public QProxyStyle {
  Q_OBJECT
 public:
  DsmStyle();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override;
  void polish(QWidget* widget) override;
  using QProxyStyle::polish;
};

/// The focus ring of every own widget: 2 px accent, `rect` is the control; drawn just inside its bounds when the
/// widget leaves kFocusRing + kFocusGap around, else over the border.
void drawFocusRing(QPainter& painter, const QRectF& rect, const Theme& theme);
/// 1 px border inside `rect` with radius kRadius and an optional fill.
void drawFrame(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border, qreal radius = 2.0);

}  // namespace dsm::ui
