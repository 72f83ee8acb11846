// SPDX-License-Identifier: GPL-3.0-or-later
//
// Picture, cursor and input of the traffic chart.
#include "ui/traffic/traffic_widget.h"

#include "ui/theme/dsm_style.h"
#include "ui/traffic/traffic_paint.h"
#include "ui/traffic/traffic_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kMostZoom = 1e6;  // bytes beside terabytes
constexpr double kZoomStep = 1.25;
constexpr int kStartWidth = 640;
constexpr double kEdge = 6;

}  // namespace

TrafficWidget::TrafficWidget(QWidget* parent) : QWidget(parent) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  m_options.fonts = windowFonts();
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, &TrafficWidget::invalidate);
}

void TrafficWidget::setData(const TrafficData& traffic, const TrafficOptions& options, const QString& finding) {
  const bool keepZoom = isZoomed() && !options.logarithmic && !m_options.logarithmic && options.payloadUnit == m_options.payloadUnit &&
                        traffic.title == m_data.title;
  const double zoom = m_options.zoom;
  m_data = traffic;
  m_options = options;
  m_options.zoom = keepZoom ? zoom : 1;
  m_finding = finding;
  invalidate();
  m_cursor = std::min(m_cursor, int(chartLayout().lines.size()) - 1);
  m_hover = -1;
  updateHeights();
  if (zoom > 1 && !keepZoom) emit zoomChanged(false);
  emit readoutChanged(readout());
  announceChart(*this);
}

// The focus ring has the edge.
QRectF TrafficWidget::chartRect() const { return QRectF(rect()).adjusted(kEdge, 0, -kEdge, -kEdge / 2); }

const TrafficLayout& TrafficWidget::chartLayout() const {
  if (!m_layout) m_layout = layoutTraffic(chartRect(), m_data, m_options);
  return *m_layout;
}

void TrafficWidget::invalidate() {
  m_layout.reset();
  m_pictureValid = false;
  update();
}

// Both depend on the width alone, so that setting them while the widget is resized comes to rest.
void TrafficWidget::updateHeights() {
  const double usable = std::max(kStartWidth / 2.0, chartRect().width());
  const int least = int(leastTrafficHeight(usable, m_data, m_options) + kEdge / 2);
  const int most = std::max(least, int(mostTrafficHeight(usable, m_data, m_options) + kEdge / 2));
  if (least == minimumHeight() && most == maximumHeight()) return;
  setMinimumHeight(least);
  setMaximumHeight(most);
  updateGeometry();
}

QSize TrafficWidget::sizeHint() const { return {kStartWidth, minimumHeight()}; }

void TrafficWidget::setZoom(double zoom) {
  if (m_options.logarithmic) return;
  const bool before = isZoomed();
  m_options.zoom = std::clamp(zoom, 1.0, kMostZoom);
  invalidate();
  if (before != isZoomed()) emit zoomChanged(isZoomed());
}

void TrafficWidget::resetZoom() { setZoom(1); }

int TrafficWidget::linesOfOneCounter() const { return std::max<int>(1, int(chartLayout().shown.size())); }

void TrafficWidget::setCursorLine(int line) {
  const int last = int(chartLayout().lines.size()) - 1;
  const int next = last < 0 ? -1 : std::clamp(line, -1, last);
  if (next == m_cursor) return;
  m_cursor = next;
  m_hover = -1;
  update();
  if (m_cursor >= 0) emit cursorMoved(accessibleRowRect(m_cursor));
  emit readoutChanged(readout());
  announceChart(*this);
}

int TrafficWidget::currentVariant() const {
  const int line = m_hover >= 0 ? m_hover : m_cursor;
  return line >= 0 && line < int(chartLayout().lines.size()) ? chartLayout().lines[line].variant : -1;
}

QString TrafficWidget::readout() const {
  if (m_hover >= 0) return accessibleRow(m_hover);
  return m_cursor >= 0 && hasFocus() ? accessibleRow(m_cursor) : QString();
}

QString TrafficWidget::accessibleFinding() const {
  QStringList parts{m_finding};
  for (const TrafficNote& note : chartLayout().notes) parts << note.title + QStringLiteral(": ") + note.text;
  return parts.join(QLatin1Char(' '));
}

QString TrafficWidget::accessibleRow(int row) const {
  const auto& lines = chartLayout().lines;
  if (row < 0 || row >= int(lines.size())) return {};
  return trafficCellSentence(m_data, lines[row].row, lines[row].variant, m_options.payloadUnit);
}

QRect TrafficWidget::accessibleRowRect(int row) const {
  const auto& lines = chartLayout().lines;
  return row >= 0 && row < int(lines.size()) ? lines[row].rect.toAlignedRect() : QRect();
}

void TrafficWidget::select(int line) {
  const auto& lines = chartLayout().lines;
  if (line < 0 || line >= int(lines.size())) return;
  const std::string& id = m_data.variants[lines[line].variant].runId;
  if (!id.empty()) emit runSelected(id);
}

void TrafficWidget::paintEvent(QPaintEvent*) {
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  if (!m_pictureValid || m_picture.size() != pixels || !qFuzzyCompare(m_picture.devicePixelRatio(), ratio)) {
    if (m_picture.size() != pixels) m_picture = QPixmap(pixels);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(currentTheme().base);
    QPainter painter(&m_picture);
    paintTraffic(painter, chartRect(), m_data, m_options, currentTheme());
    m_pictureValid = true;
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_picture);
  if (m_hover >= 0)
    paintTrafficCursor(painter, chartLayout(), m_hover, currentTheme());
  else if (m_cursor >= 0 && hasFocus())
    paintTrafficCursor(painter, chartLayout(), m_cursor, currentTheme());
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    drawFocusRing(painter, rect(), currentTheme());
  }
}

void TrafficWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  invalidate();
  if (event->oldSize().width() != width()) updateHeights();
}

void TrafficWidget::keyPressEvent(QKeyEvent* event) {
  const int last = int(chartLayout().lines.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Up:
      setCursorLine(std::max(0, m_cursor - 1));
      break;
    case Qt::Key_Down:
      setCursorLine(m_cursor + 1);
      break;
    case Qt::Key_Home:
      setCursorLine(0);
      break;
    case Qt::Key_End:
      setCursorLine(last);
      break;
    case Qt::Key_PageUp:
      setCursorLine(std::max(0, m_cursor - linesOfOneCounter()));
      break;
    case Qt::Key_PageDown:
      setCursorLine(m_cursor + linesOfOneCounter());
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      setZoom(m_options.zoom * kZoomStep);
      break;
    case Qt::Key_Minus:
      setZoom(m_options.zoom / kZoomStep);
      break;
    case Qt::Key_0:
      resetZoom();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      select(m_cursor);
      break;
    case Qt::Key_Escape:
      if (m_cursor < 0) return QWidget::keyPressEvent(event);
      setCursorLine(-1);
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  event->accept();
}

void TrafficWidget::mouseMoveEvent(QMouseEvent* event) {
  const int line = chartLayout().lineAt(event->position());
  if (line == m_hover) return;
  m_hover = line;
  update();
  emit readoutChanged(readout());
}

void TrafficWidget::mousePressEvent(QMouseEvent* event) {
  QWidget::mousePressEvent(event);
  if (event->button() != Qt::LeftButton) return;
  const int line = chartLayout().lineAt(event->position());
  setCursorLine(line);
  select(line);
}

void TrafficWidget::mouseDoubleClickEvent(QMouseEvent*) { resetZoom(); }

// Without Ctrl the wheel belongs to the page, which may be higher than the window.
void TrafficWidget::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier) || event->angleDelta().y() == 0) {
    event->ignore();
    return;
  }
  setZoom(m_options.zoom * std::pow(kZoomStep, event->angleDelta().y() / 120.0));
  event->accept();
}

void TrafficWidget::leaveEvent(QEvent* event) {
  m_hover = -1;
  update();
  emit readoutChanged(readout());
  QWidget::leaveEvent(event);
}

void TrafficWidget::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && m_cursor < 0) setCursorLine(0);
  QWidget::focusInEvent(event);
  emit readoutChanged(readout());
}

void TrafficWidget::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
  emit readoutChanged(readout());
}

namespace {

// Tool tips are plain text, which does not wrap by itself.
QString wrapped(const QString& text) {
  constexpr qsizetype kMostLetters = 70;
  QString lines;
  qsizetype length = 0;
  for (const QString& word : text.split(u' ')) {
    if (length > 0) {
      const bool fits = length + 1 + word.size() <= kMostLetters;
      lines += fits ? u' ' : u'\n';
      length = fits ? length + 1 : 0;
    }
    lines += word;
    length += word.size();
  }
  return lines;
}

}  // namespace

// All notes where some found no room.
bool TrafficWidget::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && chartLayout().moreNotes > 0 && !chartLayout().placedNotes.isEmpty()) {
    auto* help = static_cast<QHelpEvent*>(event);
    const QRectF notes = chartLayout().placedNotes.front().rect.united(chartLayout().moreNotesRect);
    QStringList texts;
    for (const TrafficNote& note : chartLayout().notes) texts << note.title + u'\n' + wrapped(note.text);
    if (notes.contains(help->pos())) {
      QToolTip::showText(help->globalPos(), texts.join(QStringLiteral("\n\n")), this);
      return true;
    }
  }
  return QWidget::event(event);
}

void TrafficWidget::contextMenuEvent(QContextMenuEvent* event) {
  emit menuWanted(event->globalPos());
  event->accept();
}

}  // namespace dsm::ui
