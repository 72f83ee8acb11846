// SPDX-License-Identifier: GPL-3.0-or-later
//
// See free_ruler.h.
#include "ui/tile/free_ruler.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "ui/theme/dsm_style.h"

namespace dsm::ui {
namespace {

constexpr double kDragSlack = 3;
constexpr int kLeastRows = 3;
constexpr double kPadding = 12;
constexpr double kLeastVisibleBytes = 16;

}  // namespace

FreeRuler::FreeRuler(QWidget* parent) : QWidget(parent) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void FreeRuler::setArrays(const FreeArrays& arrays, const model::Device& device, int chosen) {
  m_arrays = arrays;
  m_device = device;
  m_chosen = chosen < int(arrays.size()) ? chosen : -1;
  setAccessibleName(accessibleTitle());
  updateGeometry();
  update();
  announceChart(*this);
}

TileRulerData FreeRuler::data() const {
  FreeArrays shown = m_arrays;
  if (m_offset && m_dragged >= 0) shown[std::size_t(m_dragged)].offsetBytes = *m_offset;
  TileRulerData data = freeRulerData(shown, m_device);
  data.fonts = windowFonts();
  data.view.marked = m_chosen;
  data.view.visibleBytes = m_heldSpan > 0 ? m_heldSpan : m_visibleBytes > 0 ? std::min(m_visibleBytes, data.wholeSpanBytes()) : 0;
  return data;
}

TileRulerGeometry FreeRuler::rulerGeometry() const { return layoutTileRuler(data(), paintBounds()); }
QRectF FreeRuler::paintBounds() const { return QRectF(rect()).adjusted(kPadding, kPadding / 2, -kPadding, -kPadding / 2); }
QSize FreeRuler::sizeHint() const { return {720, int(tileRulerHeight(data(), std::max(400, width())) + kPadding)}; }
QSize FreeRuler::minimumSizeHint() const { return {320, int(tileRulerHeight(data(), std::max(400, width()), kLeastRows) + kPadding)}; }

QString FreeRuler::accessibleTitle() const { return tr("Free layout, %1").arg(byteCountText(freeRulerData(m_arrays, m_device).peakBytes)); }

QString FreeRuler::accessibleFinding() const {
  const QStringList faults = freeFaults(m_arrays, m_device);
  return faults.isEmpty() ? tr("No two live arrays overlap.") : faults.join(QLatin1Char(' '));
}

QString FreeRuler::accessibleRow(int row) const {
  return row >= 0 && row < int(m_arrays.size()) ? boxSentence(freeRulerData(m_arrays, m_device), row) : QString();
}

QRect FreeRuler::accessibleRowRect(int row) const {
  if (row < 0 || row >= int(m_arrays.size())) return {};
  const TileRulerGeometry geometry = rulerGeometry();
  const auto phase = std::size_t(m_arrays[std::size_t(row)].firstPhase);
  return phase < geometry.rows.size() ? geometry.rows[phase].rect.toAlignedRect() : QRect();
}

int FreeRuler::arrayAt(const QPointF& point) const {
  const TileRulerGeometry geometry = rulerGeometry();
  const int row = geometry.rowAt(point);
  if (row < 0) return -1;
  // The later lies over the earlier, as painted; the chosen one wins, so that it can be pulled out from under another.
  int found = -1;
  for (int i = 0; i < int(m_arrays.size()); ++i) {
    const FreeArray& array = m_arrays[std::size_t(i)];
    if (row < array.firstPhase || row > array.lastPhase) continue;
    const QRectF box = geometry.byteRect(geometry.rows[std::size_t(row)], double(array.offsetBytes), double(array.offsetBytes + array.bytes));
    if (!box.adjusted(-2, 0, 2, 0).contains(point)) continue;
    if (i == m_chosen) return i;
    found = i;
  }
  return found;
}

void FreeRuler::choose(int array) {
  if (array == m_chosen) return;
  m_chosen = array;
  update();
  emit chosen(array);
}

void FreeRuler::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  m_pressed = event->position();
  m_dragged = arrayAt(m_pressed);
  if (m_dragged >= 0) choose(m_dragged);
}

void FreeRuler::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || m_dragged < 0) return;
  const double moved = event->position().x() - m_pressed.x();
  if (!m_offset && std::abs(moved) <= kDragSlack) return;
  const TileRulerGeometry geometry = rulerGeometry();
  if (m_heldSpan <= 0) m_heldSpan = geometry.visibleBytes;
  const FreeArray& array = m_arrays[std::size_t(m_dragged)];
  m_offset = alignedOffset(double(array.offsetBytes) + moved / geometry.pixelsPerByte(), array.alignBytes);
  setCursor(Qt::ClosedHandCursor);
  update();
}

void FreeRuler::endDrag() {
  m_offset.reset();
  m_dragged = -1;
  m_heldSpan = 0;
  unsetCursor();
  update();
}

void FreeRuler::mouseReleaseEvent(QMouseEvent*) {
  const int array = m_dragged;
  const std::optional<quint64> offset = m_offset;
  endDrag();
  if (array >= 0 && offset && *offset != m_arrays[std::size_t(array)].offsetBytes) emit offsetWanted(array, *offset);
}

void FreeRuler::step(int by) {
  if (m_chosen < 0) return;
  const FreeArray& array = m_arrays[std::size_t(m_chosen)];
  const std::uint64_t unit = std::max(1U, array.alignBytes);
  const std::uint64_t below = array.offsetBytes % unit == 0 ? array.offsetBytes - std::min(array.offsetBytes, unit) : array.offsetBytes / unit * unit;
  const std::uint64_t next = by < 0 ? below : (array.offsetBytes / unit + 1) * unit;
  if (next != array.offsetBytes) emit offsetWanted(m_chosen, next);
}

void FreeRuler::keyPressEvent(QKeyEvent* event) {
  const int last = int(m_arrays.size()) - 1;
  const double whole = data().wholeSpanBytes();
  const double visible = rulerGeometry().visibleBytes;
  switch (event->key()) {
    case Qt::Key_Left: step(-1); break;
    case Qt::Key_Right: step(1); break;
    case Qt::Key_Up: choose(std::max(0, m_chosen - 1)); break;
    case Qt::Key_Down: choose(std::min(last, m_chosen + 1)); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: m_visibleBytes = std::max(kLeastVisibleBytes, visible / 2); break;
    case Qt::Key_Minus: m_visibleBytes = std::min(whole, visible * 2); break;
    case Qt::Key_0: m_visibleBytes = 0; break;
    case Qt::Key_Escape:
      if (m_dragged >= 0) {
        endDrag();
        break;
      }
      [[fallthrough]];
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  event->accept();
  update();
}

void FreeRuler::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return event->ignore();
  const double visible = rulerGeometry().visibleBytes * std::pow(0.8, event->angleDelta().y() / 120.0);
  m_visibleBytes = std::clamp(visible, kLeastVisibleBytes, data().wholeSpanBytes());
  event->accept();
  update();
}

void FreeRuler::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().base);
  paintTileRuler(painter, paintBounds(), data(), currentTheme());
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, true);
  drawFocusRing(painter, QRectF(rect()), currentTheme());
}

void FreeRuler::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (m_chosen < 0 && !m_arrays.empty() && event->reason() != Qt::MouseFocusReason) choose(0);
  update();
}

void FreeRuler::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  endDrag();
}

}  // namespace dsm::ui
