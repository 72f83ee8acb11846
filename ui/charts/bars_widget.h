// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar chart on screen: QCustomPlot filled by buildBars(), plus what a person does with it: a crosshair with a
// read-out, zoom by wheel and drag, a cursor for the keyboard, Enter to pin, and words for a screen reader.
#pragma once

#include "ui/charts/bars_chart.h"
#include "ui/charts/chart_accessible.h"

#include <qcustomplot.h>

#include <QPointer>
#include <QWindow>

#include <string>

namespace dsm::ui {

class CrosshairItem;

class BarsWidget : public QCustomPlot, public AccessibleChart {
  Q_OBJECT
 public:
  explicit BarsWidget(QWidget* parent = nullptr);

  /// Keeps the zoom while quantity and axis kind stay the same.
  void setShape(const model::BarsShape& shape, const BarsOptions& options, const QString& finding);
  const BarsData& barsData() const { return m_data; }
  void resetZoom();
  bool isZoomed() const { return m_zoomed; }
  /// Row of the keyboard's cursor among the rows shown, -1 for none.
  int cursorRow() const { return m_cursor; }
  void setCursorRow(int row);
  /// What the mouse or the cursor is on; empty when on nothing.
  QString readout() const;
  QRectF rowRect(int row) const;
  int rowAt(const QPointF& position) const;
  /// Heights that keep rows between 24 and 44 px.
  int leastHeight() const;
  int mostHeight() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  QString accessibleTitle() const override;
  QString accessibleFinding() const override { return m_finding; }
  int accessibleRowCount() const override { return int(m_data.rows.size()); }
  QString accessibleRow(int row) const override { return rowSentence(m_shape, m_data, row); }
  int accessibleCursor() const override { return m_cursor; }
  QRect accessibleRowRect(int row) const override { return rowRect(row).toAlignedRect(); }

 signals:
  void readoutChanged(QString text);
  void runSelected(std::string runId);
  void zoomChanged(bool zoomed);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void followScreen();
  void adoptRatio();
  void refreshOverlay();
  void pin(int row);
  void zoomBy(double factor, double around);

  model::BarsShape m_shape;
  BarsOptions m_options;
  BarsData m_data;
  QString m_finding;
  QPointer<CrosshairItem> m_crosshair;
  QPointer<QWindow> m_window;
  QPointF m_hover{-1, -1};
  QPointF m_pressed;
  int m_cursor = -1;
  bool m_zoomed = false;
  bool m_settingRange = false;
};

}  // namespace dsm::ui
