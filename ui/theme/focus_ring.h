// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one focus ring of the application: 2 px accent, 1 px outside the control that has the keyboard. A single
// QFocusFrame follows the focus, since no control can paint outside itself. Fields always show it; buttons and
// sliders only when the focus did not come by mouse.
#pragma once

#include <QObject>
#include <QPointer>

class QFocusFrame;
class QWidget;

namespace dsm::ui {

class FocusRing : public QObject {
  Q_OBJECT
 public:
  /// Follows the application's focus until `parent` dies.
  explicit FocusRing(QObject* parent);
  ~FocusRing() override;
  /// The widget that shows the ring now, or null.
  QWidget* ringed() const;

 private:
  void follow(QWidget* now);
  QPointer<QFocusFrame> m_frame;
};

}  // namespace dsm::ui
