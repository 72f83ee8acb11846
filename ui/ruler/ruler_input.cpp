// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse and keyboard of the ruler.
#include "ui/ruler/ruler_widget.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kDragSlack = 4;

}  // namespace

// A step of the arrow keys: an element where it is wide enough to see, else a pixel's worth of bytes.
double RulerWidget::stepBytes() const {
  const double perPixel = geometry().visibleBytes / std::max(1.0, geometry().plot.width());
  double element = 1;
  if (m_cursor) {
    const int array = arrayAt(m_data.layout, m_cursor->offsetBytes);
    if (array >= 0) element = std::max(1U, m_data.layout.arrays[std::size_t(array)].elementBytes);
  }
  return std::max(element, std::ceil(perPixel / element) * element);
}

void RulerWidget::stepCursor(int ranks, double bytes) {
  if (!m_cursor) {
    const RulerPlace start = m_data.view.found.value_or(RulerPlace{0, std::uint64_t(geometry().firstByte), std::nullopt});
    setCursor(start.rank, start.offsetBytes);
    return;
  }
  const int rank = std::clamp(int(m_cursor->rank) + ranks, 0, int(m_data.layout.ranks) - 1);
  const double offset = std::clamp(double(m_cursor->offsetBytes) + bytes, 0.0, largestOffset());
  setCursor(std::uint32_t(rank), std::uint64_t(offset));
  keepCursorVisible();
}

void RulerWidget::keepCursorVisible() {
  if (!m_cursor) return;
  const RulerGeometry now = geometry();
  const double byte = double(m_cursor->offsetBytes);
  if (byte < now.firstByte) moveView(byte, now.visibleBytes);
  else if (byte + 1 > now.firstByte + now.visibleBytes) moveView(byte + 1 - now.visibleBytes, now.visibleBytes);
  if (!m_scroll->isVisible()) return;
  const int row = geometry().rowOfRank(m_cursor->rank);
  if (row < 0) return;
  const QRectF rect = geometry().rows[row].rect;
  if (rect.top() < geometry().scale.bottom() + 4) {
    m_scroll->setValue(m_scroll->value() - int(geometry().scale.bottom() + 8 - rect.top()));
  } else if (rect.bottom() > height() - 4) {
    m_scroll->setValue(m_scroll->value() + int(rect.bottom() - height() + 8));
  }
}

void RulerWidget::keyPressEvent(QKeyEvent* event) {
  if (m_data.layout.ranks == 0) return QWidget::keyPressEvent(event);
  const bool control = event->modifiers() & Qt::ControlModifier;
  const double page = geometry().visibleBytes / 4;
  const double here = m_cursor ? double(m_cursor->offsetBytes) : geometry().firstByte + geometry().visibleBytes / 2;
  switch (event->key()) {
    case Qt::Key_Left: stepCursor(0, -stepBytes() * (control ? 16 : 1)); break;
    case Qt::Key_Right: stepCursor(0, stepBytes() * (control ? 16 : 1)); break;
    case Qt::Key_Up: stepCursor(-1, 0); break;
    case Qt::Key_Down: stepCursor(1, 0); break;
    case Qt::Key_PageUp: stepCursor(0, -page); break;
    case Qt::Key_PageDown: stepCursor(0, page); break;
    case Qt::Key_Home: stepCursor(control ? -int(m_data.layout.ranks) : 0, -largestOffset()); break;
    case Qt::Key_End:
      if (control) stepCursor(int(m_data.layout.ranks), 0);
      else stepCursor(0, double(m_data.usedBytes()) - 1 - here);  // the last byte that is used
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(0.5, here); break;
    case Qt::Key_Minus: zoomBy(2, here); break;
    case Qt::Key_0: moveView(0, m_data.spanBytes()); break;
    case Qt::Key_Space:
      if (m_cursor) emit rankOpened(m_data.view.openRank == int(m_cursor->rank) ? -1 : int(m_cursor->rank));
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_cursor) emit pinned(m_cursor->rank, m_cursor->offsetBytes);
      break;
    case Qt::Key_Escape:
      if (!m_cursor) return QWidget::keyPressEvent(event);
      clearCursor();
      break;
    default: return QWidget::keyPressEvent(event);
  }
  event->accept();
}

void RulerWidget::mouseMoveEvent(QMouseEvent* event) {
  const RulerGeometry& now = geometry();
  if ((event->buttons() & Qt::LeftButton) && now.plot.contains(m_pressed)) {
    const double moved = event->position().x() - m_pressed.x();
    if (!m_dragging && std::abs(moved) > kDragSlack && now.visibleBytes < m_data.spanBytes()) m_dragging = true;
    if (m_dragging) {
      moveView(m_pressedFirst - moved / now.pixelsPerByte(), now.visibleBytes);
      return;
    }
  }
  const int row = now.rowAt(event->position());
  if (row < 0 || event->position().x() < now.plot.left() || event->position().x() > now.plot.right()) {
    clearCursor();
    return;
  }
  const double byte = std::clamp(std::floor(now.byteAt(event->position().x())), 0.0, largestOffset());
  RulerPlace place{now.rows[row].rank, std::uint64_t(byte), std::nullopt};
  place.index = indexAt(m_data.layout, place.rank, place.offsetBytes);
  placeCursor(place);
}

void RulerWidget::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  m_pressed = event->position();
  m_pressedFirst = geometry().firstByte;
  m_dragging = false;
}

void RulerWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_dragging) {
    m_dragging = false;
    return;
  }
  const RulerGeometry& now = geometry();
  const int row = now.rowAt(event->position());
  if (row < 0) return;
  const int rank = int(now.rows[row].rank);
  if (event->position().x() < now.plot.left()) {
    if (!m_data.layout.phases.empty() && now.rows[row].phase < 0) emit rankOpened(m_data.view.openRank == rank ? -1 : rank);
    return;
  }
  if (m_cursor) emit pinned(m_cursor->rank, m_cursor->offsetBytes);
}

void RulerWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  if (geometry().scale.contains(event->position())) moveView(0, m_data.spanBytes());
}

void RulerWidget::wheelEvent(QWheelEvent* event) {
  const bool control = event->modifiers() & Qt::ControlModifier;
  const int delta = event->angleDelta().y();
  const int sideways = event->angleDelta().x() != 0 ? event->angleDelta().x()
                       : (event->modifiers() & Qt::ShiftModifier) ? delta : 0;
  event->accept();
  if (sideways != 0) {
    moveView(geometry().firstByte - geometry().visibleBytes * 0.1 * sideways / 120.0, geometry().visibleBytes);
  } else if (m_scroll->isVisible() && !control) {
    m_scroll->setValue(m_scroll->value() - delta * m_scroll->singleStep() / 120);
  } else if (delta != 0) {
    zoomBy(std::pow(0.8, delta / 120.0), geometry().byteAt(event->position().x()));
  }
}

void RulerWidget::leaveEvent(QEvent* event) {
  if (!hasFocus()) clearCursor();
  QWidget::leaveEvent(event);
}

void RulerWidget::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && !m_cursor) stepCursor(0, 0);
  QWidget::focusInEvent(event);
  update();
}

void RulerWidget::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace dsm::ui
