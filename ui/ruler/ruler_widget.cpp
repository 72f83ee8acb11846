// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting, cache and view of the ruler widget; input is in ruler_input.cpp.
#include "ui/ruler/ruler_widget.h"

#include "ui/theme/dsm_style.h"

#include <QPainter>
#include <QPaintEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr int kLeastRows = 3;
constexpr int kMostSqueeze = 4;
constexpr double kLeastVisibleBytes = 16;

}  // namespace

RulerWidget::RulerWidget(QWidget* parent) : QWidget(parent) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
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

void RulerWidget::setData(const RulerData& data, const QString& title, const QString& finding) {
  const double scroll = m_data.view.scrollY;
  if (data.fonts.small.pixelSize() != m_data.fonts.small.pixelSize()) m_cache.clear();
  m_data = data;
  m_data.view.scrollY = scroll;
  m_title = title;
  m_finding = finding;
  if (m_cursor && (m_cursor->rank >= m_data.layout.ranks || double(m_cursor->offsetBytes) > largestOffset())) m_cursor.reset();
  invalidate();
  updateScrollBar();
  updateGeometry();
  emit readoutChanged(readout());
  announceChart(*this);
}

QRectF RulerWidget::paintBounds() const {
  const int scroll = m_scroll->isVisible() ? m_scroll->width() + 4 : 0;
  return QRectF(rect()).adjusted(0, 0, -scroll, 0);
}

const RulerGeometry& RulerWidget::geometry() const {
  if (!m_geometry) m_geometry = layoutRuler(m_data, paintBounds());
  return *m_geometry;
}

void RulerWidget::invalidate() {
  m_geometry.reset();
  update();
}

int RulerWidget::naturalHeight() const { return int(std::ceil(rulerHeight(m_data))); }

int RulerWidget::fullHeight() const {
  RulerData relaxed = m_data;
  relaxed.view.squeeze = 0;
  return int(std::ceil(rulerHeight(relaxed)));
}

QSize RulerWidget::sizeHint() const { return {800, fullHeight()}; }

QSize RulerWidget::minimumSizeHint() const {
  return {320, std::min(naturalHeight(), int(m_data.fonts.px(kRulerScaleHeight + kLeastRows * (kRulerRowHeight + kRulerRowGap))))};
}

void RulerWidget::updateScrollBar() {
  // A few pixels too many come out of the gaps, not out of the last row.
  const double before = m_data.view.squeeze;
  m_data.view.squeeze = 0;
  const int missing = naturalHeight() - height();
  const int ranks = int(m_data.layout.ranks);
  if (!m_data.view.compact && missing > 0 && missing <= kMostSqueeze * ranks) {
    m_data.view.squeeze = std::ceil(double(missing) / ranks);
  }
  if (m_data.view.squeeze != before) invalidate();
  const int extra = std::max(0, naturalHeight() - height());
  const bool wanted = extra > 0 && height() > 0;
  if (m_scroll->isVisible() != wanted) {
    m_scroll->setVisible(wanted);
    invalidate();
  }
  const int top = int(m_data.fonts.px(kRulerScaleHeight));
  m_scroll->setGeometry(width() - m_scroll->sizeHint().width(), top, m_scroll->sizeHint().width(), std::max(0, height() - top));
  m_scroll->setRange(0, extra);
  m_scroll->setPageStep(std::max(1, height() - top));
  m_scroll->setSingleStep(int(m_data.fonts.px(kRulerRowHeight + kRulerRowGap)));
  if (!wanted && m_data.view.scrollY != 0) {
    m_data.view.scrollY = 0;
    invalidate();
  }
}

// Each part of the region by itself: a moved cursor leaves two narrow ones, and what lies outside them is not gone through.
void RulerWidget::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  const QRectF bounds = paintBounds();  // paintRuler() covers it
  painter.fillRect(QRectF(bounds.right(), 0, width() - bounds.right(), height()), currentTheme().base);
  for (const QRect& part : event->region()) {
    painter.setClipRect(part);
    paintRuler(painter, bounds, m_data, currentTheme(), &m_cache, part);
  }
  painter.setClipping(false);
  if (m_cursor) paintRulerCursor(painter, geometry(), m_data, currentTheme(), m_cursor->rank, m_cursor->offsetBytes);
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    drawFocusRing(painter, QRectF(rect()).adjusted(0, 0, 0, 0), currentTheme());
  }
}

void RulerWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  invalidate();
  updateScrollBar();
}

double RulerWidget::largestOffset() const { return std::max(0.0, m_data.spanBytes() - 1); }

void RulerWidget::moveView(double firstByte, double visibleBytes) {
  const double span = m_data.spanBytes();
  const double visible = std::clamp(visibleBytes, std::min(kLeastVisibleBytes, span), span);
  const double first = std::clamp(firstByte, 0.0, std::max(0.0, span - visible));
  if (first == m_data.view.firstByte && visible == m_data.view.visibleBytes) return;
  m_data.view.firstByte = first;
  m_data.view.visibleBytes = visible;
  invalidate();
  emit viewMoved(first, visible);
}

void RulerWidget::zoomBy(double factor, double aroundByte) {
  const RulerGeometry& now = geometry();
  const double visible = std::clamp(now.visibleBytes * factor, std::min(kLeastVisibleBytes, m_data.spanBytes()), m_data.spanBytes());
  const double share = (aroundByte - now.firstByte) / now.visibleBytes;
  moveView(aroundByte - share * visible, visible);
}

void RulerWidget::placeCursor(const std::optional<RulerPlace>& place) {
  const auto same = [&] {
    return place.has_value() == m_cursor.has_value() &&
           (!place || (place->rank == m_cursor->rank && place->offsetBytes == m_cursor->offsetBytes));
  };
  if (same()) return;
  // Only what the old and the new cursor cover is painted again.
  const auto touch = [&](const std::optional<RulerPlace>& at) {
    if (at) update(rulerCursorRect(geometry(), m_data, at->rank, at->offsetBytes).toAlignedRect().adjusted(-1, -1, 1, 1));
  };
  touch(m_cursor);
  m_cursor = place;
  touch(m_cursor);
  emit readoutChanged(readout());
}

void RulerWidget::setCursor(std::uint32_t rank, std::uint64_t offsetBytes) {
  if (m_data.layout.ranks == 0) return;
  RulerPlace place;
  place.rank = std::min(rank, m_data.layout.ranks - 1);
  place.offsetBytes = std::uint64_t(std::min(double(offsetBytes), largestOffset()));
  place.index = indexAt(m_data.layout, place.rank, place.offsetBytes);
  placeCursor(place);
  announceChart(*this);
}

void RulerWidget::clearCursor() { placeCursor(std::nullopt); }

QString RulerWidget::readout() const {
  return m_cursor ? placeText(m_data, m_cursor->rank, m_cursor->offsetBytes) : QString();
}

QString RulerWidget::accessibleRow(int rank) const {
  if (rank < 0 || rank >= int(m_data.layout.ranks)) return {};
  if (m_cursor && int(m_cursor->rank) == rank) return placeText(m_data, m_cursor->rank, m_cursor->offsetBytes);
  QStringList parts{rankLabel(m_data.layout, std::uint32_t(rank))};
  for (int i = 0; i < int(m_data.layout.arrays.size()) && parts.size() < 8; ++i) {
    parts << sliceLabel(m_data.layout, i, std::uint32_t(rank));
  }
  return parts.join(QStringLiteral(", "));
}

QRect RulerWidget::accessibleRowRect(int rank) const {
  const int row = rank >= 0 ? geometry().rowOfRank(std::uint32_t(rank)) : -1;
  return row >= 0 ? geometry().rows[row].rect.toAlignedRect() : QRect();
}

void RulerWidget::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) invalidate();
}

}  // namespace dsm::ui
