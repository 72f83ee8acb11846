// SPDX-License-Identifier: GPL-3.0-or-later
//
// Run and Stop, and above them one line with what runs now, how fast, and how long it will still take. The line keeps its
// place while idle, so that nothing moves when a run starts.
#pragma once

#include <QWidget>

#include "ui/window_types.h"

namespace dsm::ui {

class PrimaryButton;
class SecondaryButton;

/// "cluster_dsmem, 2 of 3, 41 launches/s, 4 s left"; empty while idle.
QString progressText(const RunProgress& progress);

class ProgressLine : public QWidget {
  Q_OBJECT
 public:
  explicit ProgressLine(QWidget* parent = nullptr);
  void setProgress(const RunProgress& progress);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  RunProgress m_progress;
};

class RunBar : public QWidget {
  Q_OBJECT
 public:
  explicit RunBar(QWidget* parent = nullptr);
  void setProgress(const RunProgress& progress);
  /// `running`: Stop can be pressed and Run cannot. `stopping`: neither.
  void setRunning(bool running, bool stopping);
  PrimaryButton* runButton() const { return m_run; }
  SecondaryButton* stopButton() const { return m_stop; }

 signals:
  void runClicked();
  void stopClicked();

 private:
  ProgressLine* m_progress = nullptr;
  PrimaryButton* m_run = nullptr;
  SecondaryButton* m_stop = nullptr;
};

}  // namespace dsm::ui
