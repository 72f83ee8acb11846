// SPDX-License-Identifier: GPL-3.0-or-later
//
// The traffic chart on screen: paintTraffic() into a picture that is kept, and over it the cursor. Mouse and keyboard step
// through the lines, Enter selects the run, Ctrl and the wheel zoom, and a screen reader hears every line.
#pragma once

#include "ui/charts/chart_accessible.h"
#include "ui/traffic/traffic_layout.h"

#include <QPixmap>
#include <QWidget>

#include <optional>
#include <string>

namespace dsm::ui {

class TrafficWidget : public QWidget, public AccessibleChart {
  Q_OBJECT
 public:
  explicit TrafficWidget(QWidget* parent = nullptr);

  /// Keeps the cursor's line and the zoom while counters and axis stay the same kind.
  void setData(const TrafficData& traffic, const TrafficOptions& options, const QString& finding);
  const TrafficData& trafficData() const { return m_data; }
  const TrafficOptions& options() const { return m_options; }
  const TrafficLayout& chartLayout() const;
  void resetZoom();
  bool isZoomed() const { return m_options.zoom > 1; }
  /// Line of the keyboard's cursor, -1 for none.
  int cursorLine() const { return m_cursor; }
  void setCursorLine(int line);
  /// Index of the variant under the cursor or the mouse; -1 for none.
  int currentVariant() const;
  /// What the mouse or the cursor is on; empty when on nothing.
  QString readout() const;
  QSize sizeHint() const override;

  QString accessibleTitle() const override { return m_data.title; }
  QString accessibleFinding() const override;
  int accessibleRowCount() const override { return int(chartLayout().lines.size()); }
  QString accessibleRow(int row) const override;
  int accessibleCursor() const override { return m_cursor; }
  QRect accessibleRowRect(int row) const override;

 signals:
  void readoutChanged(QString text);
  void runSelected(std::string runId);
  void zoomChanged(bool zoomed);
  /// The keyboard's cursor moved to this rectangle: bring it into view.
  void cursorMoved(QRect rect);
  void menuWanted(QPoint globalPosition);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QRectF chartRect() const;
  void invalidate();
  void updateHeights();
  void setZoom(double zoom);
  void select(int line);
  int linesOfOneCounter() const;

  TrafficData m_data;
  TrafficOptions m_options;
  QString m_finding;
  mutable std::optional<TrafficLayout> m_layout;
  QPixmap m_picture;
  bool m_pictureValid = false;
  int m_cursor = -1;
  int m_hover = -1;
};

}  // namespace dsm::ui
