// SPDX-License-Identifier: GPL-3.0-or-later
//
// See focus_ring.h. A widget that paints its own focus (views, charts, tabs) is left alone; any other may opt in by
// the dynamic property "dsmFocusRing".
#include "ui/theme/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusFrame>
#include <QLineEdit>

namespace dsm::ui {
namespace {

/// The control whose outline the ring follows: a spin box or combo for the line edit inside it.
QWidget* ringTarget(QWidget* focus, bool byMouse) {
  if (!focus || focus->isWindow()) return nullptr;
  QWidget* target = focus;
  if (qobject_cast<QLineEdit*>(focus)) {
    QWidget* parent = focus->parentWidget();
    if (qobject_cast<QAbstractSpinBox*>(parent) || qobject_cast<QComboBox*>(parent)) target = parent;
    if (target == focus && !qobject_cast<QLineEdit*>(focus)->hasFrame()) return nullptr;
    return target;
  }
  if (qobject_cast<QAbstractSpinBox*>(focus)) return focus;
  if (byMouse) return nullptr;
  const bool known = qobject_cast<QComboBox*>(focus) || qobject_cast<QAbstractButton*>(focus) || qobject_cast<QAbstractSlider*>(focus);
  return known || focus->property("dsmFocusRing").toBool() ? target : nullptr;
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

FocusRing::~FocusRing() { delete m_frame; }

QWidget* FocusRing::ringed() const { return m_frame ? m_frame->widget() : nullptr; }

void FocusRing::follow(QWidget* now) {
  QWidget* target = ringTarget(now, QGuiApplication::mouseButtons() != Qt::NoButton);
  if (!target && !m_frame) return;
  // The frame is a child of the window it was last in and dies with it: hence the guarded pointer.
  if (!m_frame) m_frame = new QFocusFrame;
  if (m_frame->widget() == target) return;
  m_frame->setWidget(target);
}

}  // namespace dsm::ui
