// SPDX-License-Identifier: GPL-3.0-or-later
//
// F1: what the keyboard does, as a list made from the window's own actions, plus the keys that belong to a part of it.
#pragma once

#include <QDialog>
#include <QList>

class QAction;

namespace dsm::ui {

class ShortcutsWindow : public QDialog {
  Q_OBJECT
 public:
  ShortcutsWindow(const QList<QAction*>& actions, QWidget* parent);
};

}  // namespace dsm::ui
