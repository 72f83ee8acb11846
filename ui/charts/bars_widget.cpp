// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interaction of the bar chart. The crosshair has a buffered layer of its own, so that a moving mouse repaints two
// lines and not the chart.
#include "ui/charts/bars_widget.h"

#include "ui/charts/crosshair_item.h"
#include "ui/theme/numbers.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kLeastRow = 24;
constexpr double kMostRow = 44;
constexpr int kClickSlack = 4;

}  // namespace

BarsWidget::BarsWidget(QWidget* parent) : QCustomPlot(parent) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setInteractions(QCP::iRangeDrag);
  axisRect()->setRangeDrag(Qt::Horizontal);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
  connect(this, &QCustomPlot::beforeReplot, this, [this] { layoutBars(*this); });
  connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
    if (m_settingRange || m_zoomed) return;
    m_zoomed = true;
    emit zoomChanged(true);
  });
}

void BarsWidget::setShape(const model::BarsShape& shape, const BarsOptions& options, const QString& finding) {
  const bool keepZoom = m_zoomed && shape.unit == m_shape.unit && shape.title == m_shape.title &&
                        options.logarithmic == m_options.logarithmic;
  const QCPRange range = xAxis->range();
  m_shape = shape;
  m_options = options;
  m_finding = finding;
  m_data = prepareBars(shape, options);
  m_cursor = std::min(m_cursor, int(m_data.rows.size()) - 1);
  m_settingRange = true;
  buildBars(*this, shape, options, currentTheme());
  m_crosshair = new CrosshairItem(this, currentTheme());
  m_crosshair->setLayer(QStringLiteral("overlay"));
  if (keepZoom) xAxis->setRange(range);
  m_settingRange = false;
  if (!keepZoom && m_zoomed) {
    m_zoomed = false;
    emit zoomChanged(false);
  }
  setMinimumHeight(leastHeight());
  setMaximumHeight(mostHeight());
  updateGeometry();
  refreshOverlay();
  replot(QCustomPlot::rpQueuedReplot);
  announceChart(*this);
}

void BarsWidget::resetZoom() {
  m_settingRange = true;
  xAxis->setRange(m_data.low, m_data.high);
  m_settingRange = false;
  if (m_zoomed) {
    m_zoomed = false;
    emit zoomChanged(false);
  }
  replot(QCustomPlot::rpQueuedReplot);
}

void BarsWidget::setCursorRow(int row) {
  const int last = int(m_data.rows.size()) - 1;
  const int next = last < 0 ? -1 : std::clamp(row, -1, last);
  if (next == m_cursor) return;
  m_cursor = next;
  m_hover = {-1, -1};
  refreshOverlay();
  announceChart(*this);
}

QString BarsWidget::readout() const {
  const QRectF plot = axisRect()->rect();
  if (m_hover.x() < 0) return m_cursor >= 0 && hasFocus() ? rowSentence(m_shape, m_data, m_cursor) : QString();
  const int row = rowAt(m_hover);
  QString text = rowSentence(m_shape, m_data, row);
  if (plot.contains(m_hover) && m_data.hasNumbers()) {
    const double value = xAxis->pixelToCoord(m_hover.x());
    const int decimals = decimalsFor(value, std::abs(xAxis->pixelToCoord(m_hover.x() + 1) - value));
    QString here = withUnit(formatFixed(value, decimals), m_data.unit.label);
    if (m_data.secondPerFirst > 0) {
      const double second = value * m_data.secondPerFirst;
      here += QStringLiteral(", ") +
              withUnit(formatFixed(second, decimalsFor(second, std::abs(second) * 0.002)), m_data.second.label);
    }
    //: read-out of the crosshair; %1 is the value under the mouse
    text = tr("At %1").arg(here) + (text.isEmpty() ? QString() : QStringLiteral("   ") + text);
  }
  for (const BarMark& mark : row >= 0 ? m_data.rows[row].marks : QVector<BarMark>()) {
    if (!mark.source.isEmpty()) text += QStringLiteral("   %1: %2").arg(mark.label, mark.source);
  }
  return text;
}

QRectF BarsWidget::rowRect(int row) const {
  const int count = int(m_data.rows.size());
  if (row < 0 || row >= count) return {};
  return barRowRect(barsColumns(m_data, m_options.fonts, viewport().size()), row, count, width());
}

int BarsWidget::rowAt(const QPointF& position) const {
  for (int row = 0; row < int(m_data.rows.size()); ++row) {
    if (rowRect(row).contains(position)) return row;
  }
  return -1;
}

int BarsWidget::leastHeight() const {
  const double row = m_options.fonts.px(kLeastRow);
  return int(barsHeight(m_options.fonts, int(m_data.rows.size()), row, m_data.secondPerFirst > 0));
}

int BarsWidget::mostHeight() const {
  const double row = m_options.fonts.px(kMostRow);
  return int(barsHeight(m_options.fonts, int(m_data.rows.size()), row, m_data.secondPerFirst > 0));
}

// The least height is what it asks for; what is there beyond goes to the rows, up to the maximum.
QSize BarsWidget::sizeHint() const { return {640, leastHeight()}; }
QSize BarsWidget::minimumSizeHint() const { return {320, leastHeight()}; }

QString BarsWidget::accessibleTitle() const { return QString::fromStdString(m_shape.title); }

void BarsWidget::keyPressEvent(QKeyEvent* event) {
  const int last = int(m_data.rows.size()) - 1;
  const double span = xAxis->range().size();
  switch (event->key()) {
    case Qt::Key_Up: setCursorRow(std::max(0, m_cursor - 1)); break;
    case Qt::Key_Down: setCursorRow(m_cursor + 1); break;
    case Qt::Key_Home: setCursorRow(0); break;
    case Qt::Key_End: setCursorRow(last); break;
    case Qt::Key_PageUp: setCursorRow(std::max(0, m_cursor - 5)); break;
    case Qt::Key_PageDown: setCursorRow(m_cursor + 5); break;
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (!m_zoomed || m_data.logarithmic) break;
      xAxis->moveRange(event->key() == Qt::Key_Left ? -span / 10 : span / 10);
      replot(QCustomPlot::rpQueuedReplot);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(0.8, xAxis->range().center()); break;
    case Qt::Key_Minus: zoomBy(1.25, xAxis->range().center()); break;
    case Qt::Key_0: resetZoom(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: pin(m_cursor); break;
    case Qt::Key_Escape:
      if (m_cursor < 0) return QCustomPlot::keyPressEvent(event);
      setCursorRow(-1);
      break;
    default: return QCustomPlot::keyPressEvent(event);
  }
  event->accept();
}

void BarsWidget::pin(int row) {
  if (row < 0 || row >= m_data.rows.size()) return;
  const std::string& id = m_shape.rows[std::size_t(m_data.rows[row].source)].runId;
  if (!id.empty()) emit runSelected(id);
}

void BarsWidget::zoomBy(double factor, double around) {
  const QCPRange range = xAxis->range();
  if (factor < 1 && range.size() < 1e-9 * std::max(std::abs(range.lower), std::abs(range.upper))) return;
  if (factor > 1 && range.size() > 1e3 * std::abs(m_data.high - m_data.low)) return;
  xAxis->scaleRange(factor, around);
  // Bars start at zero: zooming out never opens an empty half below it.
  if (!m_data.logarithmic && m_data.low == 0 && xAxis->range().lower < 0) xAxis->setRangeLower(0);
  replot(QCustomPlot::rpQueuedReplot);
}

void BarsWidget::wheelEvent(QWheelEvent* event) {
  if (!axisRect()->rect().contains(event->position().toPoint()) || event->angleDelta().y() == 0) {
    event->ignore();
    return;
  }
  zoomBy(std::pow(0.85, event->angleDelta().y() / 120.0), xAxis->pixelToCoord(event->position().x()));
  event->accept();
}

void BarsWidget::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->position();
  QCustomPlot::mousePressEvent(event);
}

void BarsWidget::mouseMoveEvent(QMouseEvent* event) {
  QCustomPlot::mouseMoveEvent(event);
  m_hover = event->position();
  refreshOverlay();
}

void BarsWidget::mouseReleaseEvent(QMouseEvent* event) {
  QCustomPlot::mouseReleaseEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if ((event->position() - m_pressed).manhattanLength() > kClickSlack) return;
  const int row = rowAt(event->position());
  setCursorRow(row);
  m_hover = event->position();
  pin(row);
}

void BarsWidget::mouseDoubleClickEvent(QMouseEvent*) { resetZoom(); }

void BarsWidget::leaveEvent(QEvent* event) {
  m_hover = {-1, -1};
  refreshOverlay();
  QCustomPlot::leaveEvent(event);
}

void BarsWidget::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && m_cursor < 0) setCursorRow(0);
  QCustomPlot::focusInEvent(event);
  refreshOverlay();
}

void BarsWidget::focusOutEvent(QFocusEvent* event) {
  QCustomPlot::focusOutEvent(event);
  refreshOverlay();
}

void BarsWidget::refreshOverlay() {
  if (!m_crosshair) return;
  const int row = m_hover.x() >= 0 ? rowAt(m_hover) : -1;
  m_crosshair->setCursor(m_cursor >= 0 && hasFocus() ? rowRect(m_cursor) : QRectF(), m_hover.x() >= 0 ? m_hover.x() : -1,
                         row >= 0 ? rowRect(row) : QRectF());
  if (isVisible()) layer(QStringLiteral("overlay"))->replot();
  emit readoutChanged(readout());
}

void BarsWidget::resizeEvent(QResizeEvent* event) {
  QCustomPlot::resizeEvent(event);
  refreshOverlay();
}

void BarsWidget::showEvent(QShowEvent* event) {
  QCustomPlot::showEvent(event);
  followScreen();
}

// QCustomPlot keeps the pixel ratio that it was made with; a window that moves to another screen gets blurred.
void BarsWidget::followScreen() {
  QWindow* handle = window()->windowHandle();
  if (handle != nullptr && handle != m_window) {
    m_window = handle;
    connect(handle, &QWindow::screenChanged, this, &BarsWidget::adoptRatio);
  }
  adoptRatio();
}

void BarsWidget::adoptRatio() {
  if (qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) return;
  setBufferDevicePixelRatio(devicePixelRatioF());
  replot(QCustomPlot::rpQueuedReplot);
}

void BarsWidget::paintEvent(QPaintEvent* event) {
  if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) adoptRatio();
  QCustomPlot::paintEvent(event);
}

}  // namespace dsm::ui
