// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands in a view's place when this machine can measure nothing and the document has nothing to show: what is missing, what
// works all the same, and one button.
#pragma once

#include <QWidget>

#include "ui/window_types.h"

class QLabel;

namespace dsm::ui {

class MachinePage : public QWidget {
  Q_OBJECT
 public:
  explicit MachinePage(QWidget* parent = nullptr);
  void setStatus(const WorkerStatus& status);

 signals:
  void openRecordingWanted();
  void checkAgainWanted();

 private:
  QLabel* m_title = nullptr;
  QLabel* m_detail = nullptr;
  QLabel* m_lack = nullptr;
};

}  // namespace dsm::ui
