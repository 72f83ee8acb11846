// SPDX-License-Identifier: GPL-3.0-or-later
//
// See slider_track.h.
#include "ui/theme/widgets/slider_track.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr qreal kHandleWidth = 8;
constexpr qreal kHandleHeight = 16;
constexpr qreal kGroove = 4;
constexpr qreal kTickTop = 19;

}  // namespace

Log2Track::Log2Track(QWidget* parent) : QAbstractSlider(parent) {
  setOrientation(Qt::Horizontal);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAttribute(Qt::WA_Hover);
  setRange(0, 0);
}

void Log2Track::setLimits(qint64 minimum, qint64 maximum) {
  minimum = std::max<qint64>(minimum, 1);
  maximum = std::max(maximum, minimum);
  m_steps = {minimum};
  for (qint64 power = 1; power > 0 && power < maximum; power *= 2) {
    if (power > minimum) m_steps.append(power);
  }
  if (maximum > minimum) m_steps.append(maximum);
  const QSignalBlocker blocker(this);
  setRange(0, int(m_steps.size()) - 1);
  setPageStep(std::max(1, int(m_steps.size()) / 4));
  showExact(m_exact);
}

void Log2Track::showExact(qint64 exact) {
  m_exact = exact;
  setAccessibleDescription(formatInteger(exact));
  const QSignalBlocker blocker(this);
  setValue(stepBelow(exact));
  update();
}

QSize Log2Track::sizeHint() const { return {scaled(200), 26}; }
QSize Log2Track::minimumSizeHint() const { return {scaled(80), 26}; }

qreal Log2Track::xOf(qint64 value) const {
  const qreal low = std::log2(qreal(m_steps.first()));
  const qreal high = std::log2(qreal(m_steps.last()));
  if (high <= low) return 0;
  const qreal at = (std::log2(qreal(std::clamp(value, m_steps.first(), m_steps.last()))) - low) / (high - low);
  const qreal x = at * (width() - kHandleWidth) + kHandleWidth / 2;
  return layoutDirection() == Qt::RightToLeft ? width() - x : x;
}

int Log2Track::stepAt(qreal x) const {
  int best = 0;
  for (int i = 1; i < m_steps.size(); ++i) {
    if (std::fabs(xOf(m_steps.at(i)) - x) < std::fabs(xOf(m_steps.at(best)) - x)) best = i;
  }
  return best;
}

int Log2Track::stepBelow(qint64 value) const {
  const auto above = std::upper_bound(m_steps.begin(), m_steps.end(), value);
  return std::max(0, int(above - m_steps.begin()) - 1);
}

void Log2Track::choose(int step) {
  step = std::clamp(step, 0, int(m_steps.size()) - 1);
  if (m_steps.at(step) == m_exact) return;
  showExact(m_steps.at(step));
  emit chosen(m_exact);
}

void Log2Track::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  setSliderDown(true);
  choose(stepAt(event->position().x()));
}

void Log2Track::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown()) choose(stepAt(event->position().x()));
}

void Log2Track::mouseReleaseEvent(QMouseEvent*) { setSliderDown(false); }

void Log2Track::keyPressEvent(QKeyEvent* event) {
  const int below = stepBelow(m_exact);
  const bool onStep = m_steps.at(below) == m_exact;
  const int down = onStep ? below - 1 : below;
  const bool mirrored = layoutDirection() == Qt::RightToLeft;
  switch (event->key()) {
    case Qt::Key_Left:
      return choose(mirrored ? below + 1 : down);
    case Qt::Key_Right:
      return choose(mirrored ? down : below + 1);
    case Qt::Key_Down:
      return choose(down);
    case Qt::Key_Up:
      return choose(below + 1);
    case Qt::Key_PageDown:
      return choose(below - pageStep());
    case Qt::Key_PageUp:
      return choose(below + pageStep());
    case Qt::Key_Home:
      return choose(0);
    case Qt::Key_End:
      return choose(int(m_steps.size()) - 1);
    default:
      QAbstractSlider::keyPressEvent(event);
  }
}

void Log2Track::paintEvent(QPaintEvent*) {
  const Theme& t = currentTheme();
  QPainter p(this);
  const bool enabled = isEnabled();
  const qreal middle = 9;
  const qreal x = xOf(m_exact);
  const QRectF groove(0, middle - kGroove / 2, width(), kGroove);
  p.fillRect(groove, t.line);
  QRectF filled = groove;
  if (layoutDirection() == Qt::RightToLeft)
    filled.setLeft(x);
  else
    filled.setRight(x);
  p.fillRect(filled, enabled ? t.accent : t.dis);

  // Ticks at the ends and at every n-th power of two, as many as keep 40 px between them.
  const int room = std::max(1, width() / 40);
  const int stride = std::max(1, int(std::ceil(qreal(m_steps.size() - 1) / room)));
  for (int i = 0; i < m_steps.size(); ++i) {
    const bool end = i == 0 || i == m_steps.size() - 1;
    if (!end && (i % stride != 0 || std::fabs(xOf(m_steps.at(i)) - xOf(m_steps.last())) < 12)) continue;
    const qreal at = i == 0 ? 0 : end ? width() - 1 : std::floor(xOf(m_steps.at(i)));
    p.fillRect(QRectF(layoutDirection() == Qt::RightToLeft && end ? width() - 1 - at : at, kTickTop, 1, 4), t.strong);
  }

  const QRectF handle(std::round(x - kHandleWidth / 2), middle - kHandleHeight / 2, kHandleWidth, kHandleHeight);
  p.fillRect(handle.adjusted(-1, 0, 1, 0), t.scheme == Scheme::dark ? t.window : t.base);
  drawFrame(p, handle, enabled ? (underMouse() ? t.alt : t.base) : t.window, enabled ? t.text : t.dis);
  for (const qreal line : {2.5, 4.5}) p.fillRect(QRectF(handle.left() + line, handle.top() + 5, 1, 6), enabled ? t.text2 : t.line);
}

}  // namespace dsm::ui
