// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ruler of the free layout: a box is dragged sideways to another offset, on its alignment; Left and Right do
// the same for the chosen one. It says what is wanted at the end of a drag; while one lasts it shows the box where it would be.
#pragma once

#include <optional>

#include <QWidget>

#include "ui/charts/chart_accessible.h"
#include "ui/tile/free_arrays.h"
#include "ui/tile/tile_ruler_paint.h"

namespace dsm::ui {

class FreeRuler : public QWidget, public AccessibleChart {
  Q_OBJECT
 public:
  explicit FreeRuler(QWidget* parent = nullptr);
  void setArrays(const FreeArrays& arrays, const model::Device& device, int chosen);
  TileRulerGeometry rulerGeometry() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  QString accessibleTitle() const override;
  QString accessibleFinding() const override;
  int accessibleRowCount() const override { return int(m_arrays.size()); }
  QString accessibleRow(int row) const override;
  int accessibleCursor() const override { return m_chosen; }
  QRect accessibleRowRect(int row) const override;

 signals:
  void chosen(int array);
  void offsetWanted(int array, quint64 offsetBytes);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  TileRulerData data() const;
  QRectF paintBounds() const;
  int arrayAt(const QPointF& point) const;
  void choose(int array);
  void step(int by);
  void endDrag();

  FreeArrays m_arrays;
  model::Device m_device;
  int m_chosen = -1;
  int m_dragged = -1;
  QPointF m_pressed;
  std::optional<quint64> m_offset;  // of the dragged array, while it moves
  double m_visibleBytes = 0;        // 0: everything in use
  double m_heldSpan = 0;            // while dragging the scale stays
};

}  // namespace dsm::ui
