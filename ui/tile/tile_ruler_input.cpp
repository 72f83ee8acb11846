// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse and keyboard of the tile ruler. The edge of a box that can be dragged is its right one: the others follow from the rule
// of placement.
#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "ui/tile/tile_ruler.h"

namespace dsm::ui {
namespace {

constexpr double kDragSlack = 4;
constexpr double kEdgeReach = 5;
constexpr double kMostSide = 1e12;

}  // namespace

TileRuler::Grip TileRuler::gripAt(const QPointF& point) const {
  const TileRulerGeometry& now = geometry();
  const int row = now.rowAt(point);
  Grip grip;
  if (row < 0) return grip;
  const TileRulerRow& at = now.rows[std::size_t(row)];
  double nearest = kEdgeReach + 1;
  for (int i = 0; i < int(m_data.boxes.size()); ++i) {
    const TileBox& box = m_data.boxes[std::size_t(i)];
    if (!box.isLive(at.phase)) continue;
    const QRectF rect = now.byteRect(at, double(box.offsetBytes), double(box.endBytes()));
    if (rect.isEmpty()) continue;
    const double away = std::abs(point.x() - rect.right());
    if (away <= kEdgeReach && away < nearest && rect.right() < at.plot.right()) {
      nearest = away;
      grip = {i, true};
    } else if (!grip.edge && rect.contains(point)) {
      grip = {i, false};
    }
  }
  return grip;
}

void TileRuler::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  m_pressed = event->position();
  m_pressedFirst = geometry().firstByte;
  m_grip = gripAt(m_pressed);
  if (m_grip.box >= 0) m_gripBox = m_data.boxes[std::size_t(m_grip.box)];
  m_drag = Drag::pressed;
  m_rows = m_columns = 0;
  m_before = -1;
}

void TileRuler::mouseMoveEvent(QMouseEvent* event) {
  const QPointF point = event->position();
  if ((event->buttons() & Qt::LeftButton) && m_drag != Drag::none) {
    dragTo(point, event->modifiers() & Qt::ShiftModifier);
    return;
  }
  const Grip grip = gripAt(point);
  if (grip.edge) setCursor(Qt::SizeHorCursor);
  else if (grip.box >= 0) setCursor(Qt::OpenHandCursor);
  else unsetCursor();
  const TileRulerGeometry& now = geometry();
  const int row = now.rowAt(point);
  if (row < 0 || point.x() < now.plot.left() || point.x() > now.plot.right()) {
    clearCursor();
    return;
  }
  placeCursor(TileCursor{now.rows[std::size_t(row)].phase, std::uint64_t(std::clamp(std::floor(now.byteAt(point.x())), 0.0, largestOffset()))});
}

void TileRuler::dragTo(const QPointF& point, bool rows) {
  const QPointF moved = point - m_pressed;
  if (m_drag == Drag::pressed) {
    if (std::max(std::abs(moved.x()), std::abs(moved.y())) <= kDragSlack) return;
    if (m_grip.edge) m_drag = Drag::edge;
    else if (m_grip.box >= 0 && std::abs(moved.y()) >= std::abs(moved.x())) m_drag = Drag::box;
    else if (geometry().visibleBytes < m_data.wholeSpanBytes()) m_drag = Drag::view;
    else return;
    if (m_drag == Drag::box) setCursor(Qt::ClosedHandCursor);
    // Sizes change under the drag: bytes and pixels must not.
    if (m_data.view.visibleBytes <= 0) moveView(geometry().firstByte, geometry().visibleBytes);
    update();
  }
  switch (m_drag) {
    case Drag::edge: dragEdge(point.x(), rows); break;
    case Drag::box: {
      const int before = geometry().gapAt(point.y());
      if (before == m_before) break;
      m_before = before;
      emit movePreviewed(m_grip.box, before);
      break;
    }
    case Drag::view: moveView(m_pressedFirst - moved.x() / geometry().pixelsPerByte(), geometry().visibleBytes); break;
    case Drag::none:
    case Drag::pressed: break;
  }
}

// The nearest whole column (or row) to where the edge is held.
void TileRuler::dragEdge(double x, bool rows) {
  const double element = double(m_gripBox.elementBytes) * std::max(1, m_gripBox.stages);
  const double other = double(std::max<std::uint64_t>(1, rows ? m_gripBox.columns : m_gripBox.rows));
  const double bytes = geometry().byteAt(x - (m_pressed.x() - geometry().xOf(double(m_gripBox.endBytes())))) - double(m_gripBox.offsetBytes);
  const auto count = quint64(std::clamp(std::round(bytes / (element * other)), 1.0, kMostSide));
  const quint64 newRows = rows ? count : m_gripBox.rows;
  const quint64 newColumns = rows ? m_gripBox.columns : count;
  if (newRows == m_rows && newColumns == m_columns) return;
  m_rows = newRows;
  m_columns = newColumns;
  emit resizePreviewed(m_grip.box, m_rows, m_columns);
}

void TileRuler::finishDrag(bool keep) {
  const Drag drag = m_drag;
  m_drag = Drag::none;
  unsetCursor();
  update();
  const int box = m_grip.box;
  const bool resized = m_rows > 0 && (m_rows != m_gripBox.rows || m_columns != m_gripBox.columns);
  const quint64 rows = m_rows;
  const quint64 columns = m_columns;
  m_rows = m_columns = 0;
  if (drag == Drag::edge && keep && resized) emit resizeWanted(box, rows, columns);
  else if (drag == Drag::box && keep && m_before >= 0 && m_before != box && m_before != box + 1) emit moveWanted(box, m_before);
  else if (drag == Drag::edge || drag == Drag::box) emit dragCancelled();
}

void TileRuler::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
  finishDrag(true);
}

void TileRuler::mouseDoubleClickEvent(QMouseEvent* event) {
  m_drag = Drag::none;
  if (geometry().scale.contains(event->position())) {
    moveView(0, m_data.usedSpanBytes);
    return;
  }
  const Grip grip = gripAt(event->position());
  const int row = geometry().rowAt(event->position());
  const int box = grip.box >= 0 ? grip.box : row >= 0 && row < int(m_data.boxes.size()) ? row : -1;
  if (box >= 0) emit lineWanted(box);
}

void TileRuler::wheelEvent(QWheelEvent* event) {
  const bool control = event->modifiers() & Qt::ControlModifier;
  const int delta = event->angleDelta().y();
  const int sideways = event->angleDelta().x() != 0 ? event->angleDelta().x() : (event->modifiers() & Qt::ShiftModifier) ? delta : 0;
  if (sideways != 0) {
    moveView(geometry().firstByte - geometry().visibleBytes * 0.1 * sideways / 120.0, geometry().visibleBytes);
  } else if (control && delta != 0) {
    zoomBy(std::pow(0.8, delta / 120.0), geometry().byteAt(event->position().x()));
  } else if (m_scroll->isVisible()) {
    m_scroll->setValue(m_scroll->value() - delta * m_scroll->singleStep() / 120);
  } else {
    event->ignore();  // the page scrolls
    return;
  }
  event->accept();
}

void TileRuler::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Keyboard && m_cursor && m_cursor->phase < int(geometry().rows.size())) {
    emit menuWanted(mapToGlobal(geometry().rows[std::size_t(m_cursor->phase)].rect.center().toPoint()));
  } else {
    emit menuWanted(event->globalPos());
  }
}

void TileRuler::leaveEvent(QEvent* event) {
  if (!hasFocus() && !isDragging()) clearCursor();
  QWidget::leaveEvent(event);
}

// A step of the arrow keys: an element where it can be seen, else a pixel's worth of bytes.
double TileRuler::stepBytes() const {
  const double perPixel = geometry().visibleBytes / std::max(1.0, geometry().plot.width());
  double element = 1;
  if (m_cursor) {
    const int at = tileAt(m_data, m_cursor->phase, m_cursor->offsetBytes);
    if (at >= 0) element = std::max(1U, m_data.boxes[std::size_t(at)].elementBytes);
  }
  return std::max(element, std::ceil(perPixel / element) * element);
}

void TileRuler::stepCursor(int phases, double bytes) {
  if (!m_cursor) {
    setCursorAt(0, std::uint64_t(geometry().firstByte));
    return;
  }
  const int phase = std::clamp(m_cursor->phase + phases, 0, std::max(0, m_data.phases - 1));
  setCursorAt(phase, std::uint64_t(std::clamp(double(m_cursor->offsetBytes) + bytes, 0.0, largestOffset())));
  keepCursorVisible();
}

void TileRuler::keepCursorVisible() {
  if (!m_cursor) return;
  const TileRulerGeometry now = geometry();
  const double byte = double(m_cursor->offsetBytes);
  if (byte < now.firstByte) moveView(byte, now.visibleBytes);
  else if (byte + 1 > now.firstByte + now.visibleBytes) moveView(byte + 1 - now.visibleBytes, now.visibleBytes);
  if (!m_scroll->isVisible()) return;
  const QRectF row = now.rows[std::size_t(m_cursor->phase)].rect;
  if (row.top() < now.plot.top() + 4) m_scroll->setValue(m_scroll->value() - int(now.plot.top() + 4 - row.top()));
  else if (row.bottom() > now.plot.bottom()) m_scroll->setValue(m_scroll->value() + int(std::ceil(row.bottom() - now.plot.bottom())));
}

void TileRuler::resizeStep(int box, int rows, int columns) {
  const TileBox& now = m_data.boxes[std::size_t(box)];
  const auto step = [](std::uint64_t value, int by) { return by < 0 && value <= 1 ? value : value + std::uint64_t(std::int64_t(by)); };
  const quint64 newRows = step(now.rows, rows);
  const quint64 newColumns = step(now.columns, columns);
  if (newRows != now.rows || newColumns != now.columns) emit resizeWanted(box, newRows, newColumns);
}

// Alt with an arrow changes the kernel: sideways the shape, up and down the order of declarations.
bool TileRuler::editKey(QKeyEvent* event) {
  const int box = chosenBox();
  if (!(event->modifiers() & Qt::AltModifier) || box < 0) return false;
  const bool rows = event->modifiers() & Qt::ShiftModifier;
  switch (event->key()) {
    case Qt::Key_Right: resizeStep(box, rows ? 1 : 0, rows ? 0 : 1); return true;
    case Qt::Key_Left: resizeStep(box, rows ? -1 : 0, rows ? 0 : -1); return true;
    case Qt::Key_Up:
      if (box > 0) emit moveWanted(box, box - 1);
      return true;
    case Qt::Key_Down:
      if (box + 1 < int(m_data.boxes.size())) emit moveWanted(box, box + 2);
      return true;
    default: return false;
  }
}

void TileRuler::keyPressEvent(QKeyEvent* event) {
  const double page = geometry().visibleBytes / 4;
  const double here = m_cursor ? double(m_cursor->offsetBytes) : geometry().firstByte + geometry().visibleBytes / 2;
  event->accept();
  if (editKey(event)) return;
  switch (event->key()) {
    case Qt::Key_Left: stepCursor(0, -stepBytes()); break;
    case Qt::Key_Right: stepCursor(0, stepBytes()); break;
    case Qt::Key_Up: stepCursor(-1, 0); break;
    case Qt::Key_Down: stepCursor(1, 0); break;
    case Qt::Key_PageUp: stepCursor(0, -page); break;
    case Qt::Key_PageDown: stepCursor(0, page); break;
    case Qt::Key_Home: stepCursor(0, -1e18); break;
    case Qt::Key_End: {  // of the box, then of everything
      const int box = chosenBox();
      const double end = box >= 0 ? double(m_data.boxes[std::size_t(box)].endBytes()) - 1 : here;
      stepCursor(0, here < end ? end - here : double(m_data.peakBytes) - 1 - here);
      break;
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(0.5, here); break;
    case Qt::Key_Minus: zoomBy(2, here); break;
    case Qt::Key_0: moveView(0, m_data.usedSpanBytes); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (chosenBox() >= 0) emit lineWanted(chosenBox());
      break;
    case Qt::Key_Escape:
      if (isDragging()) finishDrag(false);
      else if (m_cursor) clearCursor();
      else return QWidget::keyPressEvent(event);
      break;
    default: return QWidget::keyPressEvent(event);
  }
}

// Escape is a shortcut of the window, too; while something is dragged it is the drag's.
bool TileRuler::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && isDragging()) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      key->accept();
      return true;
    }
  }
  return QWidget::event(event);
}

void TileRuler::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && !m_cursor) stepCursor(0, 0);
  QWidget::focusInEvent(event);
  update();
}

void TileRuler::focusOutEvent(QFocusEvent* event) {
  if (isDragging()) finishDrag(false);
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace dsm::ui
