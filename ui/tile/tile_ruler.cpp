// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting, cache, scroll and view of the tile ruler; mouse and keyboard are in tile_ruler_input.cpp.
#include "ui/tile/tile_ruler.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include "ui/theme/dsm_style.h"

namespace dsm::ui {
namespace {

constexpr int kLeastRows = 3;
constexpr double kLeastVisibleBytes = 8;

}  // namespace

TileRuler::TileRuler(QWidget* parent) : QWidget(parent) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_data.fonts = windowFonts();
  m_scroll = new QScrollBar(Qt::Vertical, this);
  m_scroll->hide();
  connect(m_scroll, &QScrollBar::valueChanged, this, [this](int value) {
    m_data.view.scrollY = value;
    invalidate();
  });
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    m_cache.clear();
    invalidate();
  });
}

void TileRuler::setData(const TileRulerData& data) {
  const double scroll = m_data.view.scrollY;
  const bool otherHeight = data.phases != m_data.phases || data.fonts.scale != m_data.fonts.scale;
  if (data.fonts.small.pixelSize() != m_data.fonts.small.pixelSize()) m_cache.clear();
  m_data = data;
  m_data.view.scrollY = scroll;
  if (m_cursor && (m_cursor->phase >= m_data.phases || double(m_cursor->offsetBytes) > largestOffset())) m_cursor.reset();
  setAccessibleName(accessibleTitle());
  invalidate();
  updateScrollBar();
  if (otherHeight) updateGeometry();
  emit readoutChanged(readout());
  announceChart(*this);
}

QRectF TileRuler::paintBounds() const {
  const int scroll = m_scroll->isVisible() ? m_scroll->width() + 4 : 0;
  return QRectF(rect()).adjusted(0, 0, -scroll, 0);
}

const TileRulerGeometry& TileRuler::geometry() const {
  if (!m_geometry) m_geometry = layoutTileRuler(m_data, paintBounds());
  return *m_geometry;
}

void TileRuler::invalidate() {
  m_geometry.reset();
  m_pictureValid = false;
  update();
}

int TileRuler::fullHeight() const { return int(std::ceil(tileRulerHeight(m_data, std::max(320, width())))); }
QSize TileRuler::sizeHint() const { return {560, fullHeight()}; }

QSize TileRuler::minimumSizeHint() const {
  return {240, int(std::ceil(tileRulerHeight(m_data, std::max(320, width()), std::min(kLeastRows, m_data.phases))))};
}

void TileRuler::updateScrollBar() {
  const int extra = std::max(0, fullHeight() - height());
  const bool wanted = extra > 0 && height() > 0;
  if (m_scroll->isVisible() != wanted) {
    m_scroll->setVisible(wanted);
    invalidate();
  }
  const QRectF plot = geometry().plot;
  m_scroll->setGeometry(width() - m_scroll->sizeHint().width(), int(plot.top()), m_scroll->sizeHint().width(), std::max(0, int(plot.height())));
  m_scroll->setRange(0, extra);
  m_scroll->setPageStep(std::max(1, int(plot.height())));
  m_scroll->setSingleStep(int(geometry().rowHeight));
  if (!wanted && m_data.view.scrollY != 0) {
    m_data.view.scrollY = 0;
    invalidate();
  }
}

void TileRuler::paintEvent(QPaintEvent* event) {
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  if (!m_pictureValid || m_picture.size() != pixels || !qFuzzyCompare(m_picture.devicePixelRatio(), ratio)) {
    if (m_picture.size() != pixels) m_picture = QPixmap(pixels);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(currentTheme().base);
    QPainter painter(&m_picture);
    paintTileRuler(painter, paintBounds(), m_data, currentTheme(), &m_cache);
    m_pictureValid = true;
  }
  QPainter painter(this);
  const QRect dirty = event->rect();
  painter.drawPixmap(QRectF(dirty), m_picture, QRectF(QPointF(dirty.topLeft()) * ratio, QSizeF(dirty.size()) * ratio));
  if (m_cursor && !isDragging()) paintTileCursor(painter, geometry(), m_data, currentTheme(), m_cursor->phase, m_cursor->offsetBytes);
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    drawFocusRing(painter, QRectF(rect()), currentTheme());
  }
}

void TileRuler::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  invalidate();
  updateScrollBar();
}

double TileRuler::largestOffset() const { return std::max(0.0, m_data.wholeSpanBytes() - 1); }

void TileRuler::moveView(double firstByte, double visibleBytes) {
  const double whole = m_data.wholeSpanBytes();
  const double visible = std::clamp(visibleBytes, std::min(kLeastVisibleBytes, whole), whole);
  const double first = std::clamp(firstByte, 0.0, std::max(0.0, whole - visible));
  if (first == m_data.view.firstByte && visible == m_data.view.visibleBytes) return;
  m_data.view.firstByte = first;
  m_data.view.visibleBytes = visible;
  invalidate();
  emit viewMoved(first, visible);
}

void TileRuler::zoomBy(double factor, double aroundByte) {
  const TileRulerGeometry now = geometry();
  const double whole = m_data.wholeSpanBytes();
  const double visible = std::clamp(now.visibleBytes * factor, std::min(kLeastVisibleBytes, whole), whole);
  const double share = (aroundByte - now.firstByte) / now.visibleBytes;
  moveView(aroundByte - share * visible, visible);
}

void TileRuler::placeCursor(const std::optional<TileCursor>& cursor) {
  if (cursor == m_cursor) return;
  // Only what the old and the new cursor cover is painted again.
  const auto touch = [&](const std::optional<TileCursor>& at) {
    if (at) update(tileCursorRect(geometry(), m_data, at->phase, at->offsetBytes).toAlignedRect().adjusted(-1, -1, 1, 1));
  };
  touch(m_cursor);
  m_cursor = cursor;
  touch(m_cursor);
  emit readoutChanged(readout());
}

void TileRuler::setCursorAt(int phase, std::uint64_t offsetBytes) {
  if (m_data.phases == 0) return;
  placeCursor(TileCursor{std::clamp(phase, 0, m_data.phases - 1), std::uint64_t(std::min(double(offsetBytes), largestOffset()))});
  announceChart(*this);
}

void TileRuler::clearCursor() { placeCursor(std::nullopt); }

int TileRuler::chosenBox() const {
  if (!m_cursor) return -1;
  const int under = tileAt(m_data, m_cursor->phase, m_cursor->offsetBytes);
  if (under >= 0 && m_data.boxes[std::size_t(under)].isLive(m_cursor->phase)) return under;
  return m_cursor->phase < int(m_data.boxes.size()) ? m_cursor->phase : -1;
}

QString TileRuler::readout() const { return m_cursor ? tilePlaceText(m_data, m_cursor->phase, m_cursor->offsetBytes) : QString(); }

QString TileRuler::accessibleTitle() const {
  return QStringLiteral("%1, %2").arg(placementName(m_data), byteCountText(m_data.peakBytes));
}

QString TileRuler::accessibleRow(int row) const {
  if (row < 0 || row >= int(m_data.boxes.size())) return {};
  return m_cursor && m_cursor->phase == row ? readout() : boxSentence(m_data, row);
}

QRect TileRuler::accessibleRowRect(int row) const {
  const auto& rows = geometry().rows;
  return row >= 0 && row < int(rows.size()) ? rows[std::size_t(row)].rect.toAlignedRect() : QRect();
}

void TileRuler::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) invalidate();
}

}  // namespace dsm::ui
