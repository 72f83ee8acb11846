// SPDX-License-Identifier: GPL-3.0-or-later
//
// Complex controls of DsmStyle: combo box, spin box, scroll bar, slider, and where their parts lie.
#include "ui/theme/dsm_style.h"
#include "ui/theme/icons.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr int kComboArrow = 28;
constexpr int kSpinArrow = 18;
constexpr int kThumb = 6;
constexpr int kSliderHandleWidth = 8;
constexpr int kSliderHandleHeight = 16;

void drawCombo(QPainter& p, const QStyleOptionComboBox* combo, const Theme& t) {
  const bool enabled = combo->state & QStyle::State_Enabled;
  const bool hover = combo->state & QStyle::State_MouseOver && enabled;
  if (combo->frame)
    drawFrame(p, combo->rect, !enabled ? t.window : hover && !combo->editable ? t.alt : t.base, enabled ? t.strong : t.line);
  QRectF box(0, 0, 9, 9);
  box.moveCenter(QPointF(combo->rect.right() - kComboArrow / 2 + 1, QRectF(combo->rect).center().y()));
  if (combo->direction == Qt::RightToLeft) box.moveCenter(QPointF(combo->rect.left() + kComboArrow / 2, box.center().y()));
  paintGlyph(p, box, Glyph::chevronDown, enabled ? t.text2 : t.dis);
}

void drawScrollBar(QPainter& p, const QStyleOptionSlider* bar, const QRect& thumb, const Theme& t) {
  p.fillRect(bar->rect, bar->palette.color(QPalette::Base) == t.base ? t.window : bar->palette.color(QPalette::Window));
  if (bar->maximum <= bar->minimum) return;
  const bool horizontal = bar->orientation == Qt::Horizontal;
  QRectF r(thumb);
  if (horizontal)
    r = QRectF(r.left() + 1, r.center().y() - kThumb / 2.0, r.width() - 2, kThumb);
  else
    r = QRectF(r.center().x() - kThumb / 2.0, r.top() + 1, kThumb, r.height() - 2);
  p.setPen(Qt::NoPen);
  p.setBrush(bar->state & (QStyle::State_MouseOver | QStyle::State_Sunken) ? t.text2 : t.strong);
  p.drawRoundedRect(r, kRadius, kRadius);
}

void drawSpinBox(QPainter& p, const QStyleOptionSpinBox* spin, const QRect& up, const QRect& down, const Theme& t) {
  const bool enabled = spin->state & QStyle::State_Enabled;
  if (spin->frame) drawFrame(p, spin->rect, enabled ? t.base : t.window, enabled ? t.strong : t.line);
  if (spin->buttonSymbols == QAbstractSpinBox::NoButtons) return;
  const auto arrow = [&](const QRect& r, Glyph glyph, bool on, bool pressed) {
    QRectF box(0, 0, 7, 7);
    box.moveCenter(QRectF(r).center());
    paintGlyph(p, box, glyph, !on ? t.dis : pressed ? t.accent : t.text2);
  };
  const bool sunken = spin->state & QStyle::State_Sunken;
  arrow(up, Glyph::chevronUp, enabled && spin->stepEnabled & QAbstractSpinBox::StepUpEnabled,
        sunken && spin->activeSubControls == QStyle::SC_SpinBoxUp);
  arrow(down, Glyph::chevronDown, enabled && spin->stepEnabled & QAbstractSpinBox::StepDownEnabled,
        sunken && spin->activeSubControls == QStyle::SC_SpinBoxDown);
}

void drawSlider(QPainter& p, const QStyleOptionSlider* slider, const QRect& handle, const Theme& t) {
  const bool enabled = slider->state & QStyle::State_Enabled;
  const QRectF r(slider->rect);
  const QRectF grip(handle);
  QRectF groove, filled;
  if (slider->orientation == Qt::Horizontal) {
    groove = QRectF(r.left(), grip.center().y() - 2, r.width(), 4);
    filled = groove;
    if (slider->upsideDown)
      filled.setLeft(grip.center().x());
    else
      filled.setRight(grip.center().x());
  } else {
    groove = QRectF(grip.center().x() - 2, r.top(), 4, r.height());
    filled = groove;
    if (slider->upsideDown)
      filled.setTop(grip.center().y());
    else
      filled.setBottom(grip.center().y());
  }
  p.fillRect(groove, t.line);
  p.fillRect(filled, enabled ? t.accent : t.dis);
  drawFrame(p, grip, enabled ? t.base : t.window, enabled ? t.text : t.dis);
}

}  // namespace

void DsmStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                  const QWidget* widget) const {
  const Theme& t = currentTheme();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  bool done = true;
  if (control == CC_ComboBox) {
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) drawCombo(*painter, combo, t);
  } else if (control == CC_ScrollBar) {
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
      drawScrollBar(*painter, bar, proxy()->subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget), t);
  } else if (control == CC_SpinBox) {
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option))
      drawSpinBox(*painter, spin, proxy()->subControlRect(CC_SpinBox, spin, SC_SpinBoxUp, widget),
                  proxy()->subControlRect(CC_SpinBox, spin, SC_SpinBoxDown, widget), t);
  } else if (control == CC_Slider) {
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option))
      drawSlider(*painter, slider, proxy()->subControlRect(CC_Slider, slider, SC_SliderHandle, widget), t);
  } else {
    done = false;
  }
  painter->restore();
  if (!done) QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect DsmStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub, const QWidget* widget) const {
  const QRect r = option->rect;
  if (control == CC_ComboBox) {
    switch (sub) {
      case SC_ComboBoxFrame:
        return r;
      case SC_ComboBoxArrow:
        return visualRect(option->direction, r, QRect(r.right() - kComboArrow + 1, r.top(), kComboArrow, r.height()));
      case SC_ComboBoxEditField:
        return visualRect(option->direction, r, r.adjusted(kSpace2, 1, -kComboArrow, -1));
      case SC_ComboBoxListBoxPopup:
        return r;
      default:
        break;
    }
  }
  if (control == CC_SpinBox) {
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const int arrows = spin && spin->buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : kSpinArrow;
    const int half = r.height() / 2;
    switch (sub) {
      case SC_SpinBoxFrame:
        return r;
      case SC_SpinBoxUp:
        return visualRect(option->direction, r, QRect(r.right() - arrows, r.top() + 1, arrows, half - 1));
      case SC_SpinBoxDown:
        return visualRect(option->direction, r, QRect(r.right() - arrows, r.top() + half, arrows, r.height() - half - 1));
      case SC_SpinBoxEditField:
        return visualRect(option->direction, r, r.adjusted(kSpace1, 1, -arrows - 1, -1));
      default:
        break;
    }
  }
  if (control == CC_ScrollBar) {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!bar) return {};
    const bool horizontal = bar->orientation == Qt::Horizontal;
    const int length = horizontal ? r.width() : r.height();
    const qint64 span = qint64(bar->maximum) - bar->minimum;
    int thumb = length;
    if (span > 0) thumb = std::clamp(int(qint64(length) * bar->pageStep / (span + bar->pageStep)), std::min(24, length), length);
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
    const auto part = [&](int from, int to) {
      return horizontal ? QRect(r.left() + from, r.top(), to - from, r.height()) : QRect(r.left(), r.top() + from, r.width(), to - from);
    };
    switch (sub) {
      case SC_ScrollBarGroove:
        return r;
      case SC_ScrollBarSlider:
        return part(start, start + thumb);
      case SC_ScrollBarSubPage:
        return part(0, start);
      case SC_ScrollBarAddPage:
        return part(start + thumb, length);
      default:
        return {};
    }
  }
  if (control == CC_Slider) {
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!slider) return {};
    const bool horizontal = slider->orientation == Qt::Horizontal;
    const int length = (horizontal ? r.width() : r.height()) - kSliderHandleWidth;
    const int at = sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition, length, slider->upsideDown);
    switch (sub) {
      case SC_SliderGroove:
        return r;
      case SC_SliderHandle:
        return horizontal ? QRect(r.left() + at, r.center().y() - kSliderHandleHeight / 2 + 1, kSliderHandleWidth, kSliderHandleHeight)
                          : QRect(r.center().x() - kSliderHandleHeight / 2 + 1, r.top() + at, kSliderHandleHeight, kSliderHandleWidth);
      default:
        break;
    }
  }
  return QProxyStyle::subControlRect(control, option, sub, widget);
}

}  // namespace dsm::ui
