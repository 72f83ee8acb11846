// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lane lens's picture on screen: mouse and keyboard step through the lanes, and a screen reader hears each of them.
#pragma once

#include "ui/charts/chart_accessible.h"
#include "ui/ruler/lane_lens_paint.h"

#include <QWidget>

namespace dsm::ui {

class LaneLensWidget : public QWidget, public AccessibleChart {
  Q_OBJECT
 public:
  explicit LaneLensWidget(QWidget* parent = nullptr);
  /// Keeps the cursor's lane.
  void setData(const LaneLensData& data);
  const LaneLensData& data() const { return m_data; }
  /// -1: none.
  void setLane(int lane);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  QString accessibleTitle() const override;
  QString accessibleFinding() const override;
  int accessibleRowCount() const override { return int(model::kWarpLanes); }
  QString accessibleRow(int row) const override { return laneReadout(m_data, row); }
  int accessibleCursor() const override { return m_data.lane; }
  QRect accessibleRowRect(int row) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  QRectF pictureRect() const;
  LaneLensData m_data;
};

}  // namespace dsm::ui
