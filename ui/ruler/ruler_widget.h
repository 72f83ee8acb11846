// SPDX-License-Identifier: GPL-3.0-or-later
//
// The byte ruler on screen: paintRuler(), the cursor over it; a moved cursor paints two narrow strips. Mouse and keyboard move one cursor
// (rank, byte); Enter or a click pins it; wheel and drag zoom and move; words for a screen reader.
#pragma once

#include "ui/charts/chart_accessible.h"
#include "ui/ruler/ruler_paint.h"

#include <QWidget>

#include <optional>

class QScrollBar;

namespace dsm::ui {

class RulerWidget : public QWidget, public AccessibleChart {
  Q_OBJECT
 public:
  explicit RulerWidget(QWidget* parent = nullptr);

  void setData(const RulerData& data, const QString& title, const QString& finding);
  const RulerData& data() const { return m_data; }
  const RulerGeometry& geometry() const;
  /// The cursor, if it stands anywhere.
  std::optional<RulerPlace> cursor() const { return m_cursor; }
  void setCursor(std::uint32_t rank, std::uint64_t offsetBytes);
  void clearCursor();
  /// What is under the cursor, in one line; empty without a cursor.
  QString readout() const;
  /// Height of all rows as they stand, and with their full gaps.
  int naturalHeight() const;
  int fullHeight() const;
  double plotWidth() const { return geometry().plot.width(); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  QString accessibleTitle() const override { return m_title; }
  QString accessibleFinding() const override { return m_finding; }
  int accessibleRowCount() const override { return int(m_data.layout.ranks); }
  QString accessibleRow(int rank) const override;
  int accessibleCursor() const override { return m_cursor ? int(m_cursor->rank) : -1; }
  QRect accessibleRowRect(int rank) const override;

 signals:
  void readoutChanged(QString text);
  void pinned(std::uint32_t rank, std::uint64_t offsetBytes);
  /// The person unfolded (or folded, -1) a rank.
  void rankOpened(int rank);
  /// Zoom or position changed by wheel, drag or keyboard.
  void viewMoved(double firstByte, double visibleBytes);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void invalidate();
  void updateScrollBar();
  void moveView(double firstByte, double visibleBytes);
  void zoomBy(double factor, double aroundByte);
  void placeCursor(const std::optional<RulerPlace>& place);
  void stepCursor(int ranks, double bytes);
  void keepCursorVisible();
  double largestOffset() const;
  double stepBytes() const;
  QRectF paintBounds() const;

  RulerData m_data;
  QString m_title;
  QString m_finding;
  mutable std::optional<RulerGeometry> m_geometry;
  RulerTextCache m_cache;
  std::optional<RulerPlace> m_cursor;
  QScrollBar* m_scroll = nullptr;
  QPointF m_pressed;
  double m_pressedFirst = 0;
  bool m_dragging = false;
};

}  // namespace dsm::ui
