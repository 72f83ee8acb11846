// SPDX-License-Identifier: GPL-3.0-or-later
//
// Picture, cursor and input of the lane lens.
#include "ui/ruler/lane_lens_widget.h"

#include "ui/theme/dsm_style.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <bit>

namespace dsm::ui {
namespace {

constexpr int kRing = kFocusRing + kFocusGap;  // left free around the picture
constexpr int kLastLane = int(model::kWarpLanes) - 1;

}  // namespace

LaneLensWidget::LaneLensWidget(QWidget* parent) : QWidget(parent) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void LaneLensWidget::setData(const LaneLensData& data) {
  const int lane = m_data.lane;
  m_data = data;
  m_data.lane = lane;
  update();
  announceChart(*this);
}

void LaneLensWidget::setLane(int lane) {
  lane = std::clamp(lane, -1, kLastLane);
  if (lane == m_data.lane) return;
  m_data.lane = lane;
  update();
  announceChart(*this);
}

QSize LaneLensWidget::sizeHint() const { return {480, int(laneLensLeastHeight(windowFonts()) * 1.2) + 2 * kRing}; }

QSize LaneLensWidget::minimumSizeHint() const { return {320, int(laneLensLeastHeight(windowFonts())) + 2 * kRing}; }

QRectF LaneLensWidget::pictureRect() const { return QRectF(rect()).adjusted(kRing, kRing, -kRing, -kRing); }

QString LaneLensWidget::accessibleTitle() const { return laneHeadline(m_data); }

QString LaneLensWidget::accessibleFinding() const { return m_data.problem.isEmpty() ? laneCaption(m_data) : m_data.problem; }

QRect LaneLensWidget::accessibleRowRect(int row) const {
  const LaneLensGeometry at = layoutLaneLens(m_data, pictureRect(), windowFonts());
  QRectF box;
  for (const model::BankWord& word : m_data.cost.banks.words) {
    if (row >= 0 && (word.lanes >> row & 1U) != 0) box |= at.cell(word.bank, word.pass);
  }
  return box.toAlignedRect();
}

void LaneLensWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintLaneLens(painter, pictureRect(), m_data, windowFonts(), currentTheme());
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, true);
  drawFocusRing(painter, rect(), currentTheme());
}

void LaneLensWidget::keyPressEvent(QKeyEvent* event) {
  const int lane = m_data.lane;
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: setLane(std::max(0, lane - 1)); break;
    case Qt::Key_Right:
    case Qt::Key_Down: setLane(lane + 1); break;
    case Qt::Key_PageUp: setLane(std::max(0, lane - 8)); break;
    case Qt::Key_PageDown: setLane(lane + 8); break;
    case Qt::Key_Home: setLane(0); break;
    case Qt::Key_End: setLane(kLastLane); break;
    case Qt::Key_Escape:
      if (lane < 0) return QWidget::keyPressEvent(event);
      setLane(-1);
      break;
    default: return QWidget::keyPressEvent(event);
  }
  event->accept();
}

void LaneLensWidget::mouseMoveEvent(QMouseEvent* event) {
  const LaneLensGeometry at = layoutLaneLens(m_data, pictureRect(), windowFonts());
  const std::uint32_t lanes = lanesAt(at, m_data, event->position());
  setLane(lanes == 0 ? -1 : std::countr_zero(lanes));
}

void LaneLensWidget::leaveEvent(QEvent* event) {
  if (!hasFocus()) setLane(-1);
  QWidget::leaveEvent(event);
}

void LaneLensWidget::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason && m_data.lane < 0) setLane(0);
  QWidget::focusInEvent(event);
  update();
}

void LaneLensWidget::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  setLane(-1);
  update();
}

}  // namespace dsm::ui
