// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tile ruler on screen: paintTileRuler() into a cached pixmap, the cursor over it. Mouse and keyboard move one cursor (phase,
// byte), resize boxes and reorder declarations; the widget says what the person wants and changes nothing itself.
#pragma once

#include <optional>

#include <QPixmap>
#include <QWidget>

#include "ui/charts/chart_accessible.h"
#include "ui/tile/tile_ruler_paint.h"

class QScrollBar;

namespace dsm::ui {

struct TileCursor {
  int phase = 0;
  std::uint64_t offsetBytes = 0;
  bool operator==(const TileCursor&) const = default;
};

class TileRuler : public QWidget, public AccessibleChart {
  Q_OBJECT
 public:
  explicit TileRuler(QWidget* parent = nullptr);

  void setData(const TileRulerData& data);
  const TileRulerData& data() const { return m_data; }
  const TileRulerGeometry& geometry() const;
  double plotWidth() const { return geometry().plot.width(); }
  std::optional<TileCursor> cursor() const { return m_cursor; }
  void setCursorAt(int phase, std::uint64_t offsetBytes);
  void clearCursor();
  /// The box that keys act on: the one under the cursor, else the one that the cursor's phase declares; -1: none.
  int chosenBox() const;
  QString readout() const;
  bool isDragging() const { return m_drag != Drag::none; }
  int fullHeight() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  QString accessibleTitle() const override;
  QString accessibleFinding() const override { return placementExplanation(m_data); }
  int accessibleRowCount() const override { return int(m_data.boxes.size()); }
  QString accessibleRow(int row) const override;
  int accessibleCursor() const override { return m_cursor ? m_cursor->phase : -1; }
  QRect accessibleRowRect(int row) const override;

 signals:
  void readoutChanged(QString text);
  /// Zoom or position changed by wheel, drag or keyboard.
  void viewMoved(double firstByte, double visibleBytes);
  /// While an edge is dragged; nothing is kept before resizeWanted().
  void resizePreviewed(int box, quint64 rows, quint64 columns);
  void resizeWanted(int box, quint64 rows, quint64 columns);
  /// While a box is dragged up or down: `before` is the row above which it would go.
  void movePreviewed(int box, int before);
  void moveWanted(int box, int before);
  void dragCancelled();
  /// The line that declares the box.
  void lineWanted(int box);
  void menuWanted(QPoint globalPosition);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { none, pressed, edge, box, view };
  struct Grip {
    int box = -1;
    bool edge = false;
  };
  void invalidate();
  void updateScrollBar();
  void moveView(double firstByte, double visibleBytes);
  void zoomBy(double factor, double aroundByte);
  void placeCursor(const std::optional<TileCursor>& cursor);
  void stepCursor(int phases, double bytes);
  void keepCursorVisible();
  double stepBytes() const;
  double largestOffset() const;
  QRectF paintBounds() const;
  Grip gripAt(const QPointF& point) const;
  void dragTo(const QPointF& point, bool rows);
  void dragEdge(double x, bool rows);
  void finishDrag(bool keep);
  bool editKey(QKeyEvent* event);
  void resizeStep(int box, int rows, int columns);

  TileRulerData m_data;
  mutable std::optional<TileRulerGeometry> m_geometry;
  RulerTextCache m_cache;
  QPixmap m_picture;
  bool m_pictureValid = false;
  std::optional<TileCursor> m_cursor;
  QScrollBar* m_scroll = nullptr;
  Drag m_drag = Drag::none;
  Grip m_grip;
  TileBox m_gripBox;  // as it was when the drag began
  QPointF m_pressed;
  double m_pressedFirst = 0;
  quint64 m_rows = 0;
  quint64 m_columns = 0;
  int m_before = -1;
};

}  // namespace dsm::ui
