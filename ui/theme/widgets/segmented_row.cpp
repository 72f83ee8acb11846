// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting, mouse and keyboard of the segmented row. Its accessible tree (one radio button for each segment) is in
// segmented_row_accessible.cpp.
#include "ui/theme/widgets/segmented_row.h"

#include "ui/theme/dsm_style.h"
#include "ui/theme/theme.h"
#include "ui/theme/variant_style.h"
#include "ui/theme/widgets/segmented_row_accessible.h"

#include <QAccessible>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace dsm::ui {

SegmentedRow::SegmentedRow(QWidget* parent) : QWidget(parent) {
  installSegmentedRowAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
  setAttribute(Qt::WA_Hover);
  setProperty("dsmFocusRing", true);
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void SegmentedRow::setSegments(const QVector<Segment>& segments) {
  m_segments = segments;
  if (m_current >= count()) m_current = -1;
  m_cursor = std::clamp(m_cursor, 0, std::max(0, count() - 1));
  m_hover = -1;
  updateGeometry();
  update();
}

void SegmentedRow::setLabels(const QStringList& labels) {
  QVector<Segment> segments;
  for (const QString& label : labels) segments.append({label, true, {}});
  setSegments(segments);
}

void SegmentedRow::setAvailable(int index, bool available, const QString& reason) {
  if (index < 0 || index >= count()) return;
  m_segments[index].available = available;
  m_segments[index].reason = reason;
  update();
}

void SegmentedRow::setCurrent(int index) {
  if (index >= count()) return;
  m_current = std::max(index, -1);
  if (m_current >= 0) m_cursor = m_current;
  update();
}

void SegmentedRow::setUniform(bool uniform) {
  m_uniform = uniform;
  updateGeometry();
  update();
}

void SegmentedRow::setStretch(bool stretch) { setSizePolicy(stretch ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed); }

int SegmentedRow::segmentWidth(int index) const {
  const QFontMetrics metrics(dsm::ui::font(TextRole::baseBold));
  return std::max(scaled(28), metrics.horizontalAdvance(m_segments.at(index).label) + 2 * kSpace2);
}

QSize SegmentedRow::sizeHint() const {
  int sum = 0;
  int widest = 0;
  for (int i = 0; i < count(); ++i) {
    sum += segmentWidth(i);
    widest = std::max(widest, segmentWidth(i));
  }
  return {m_uniform ? widest * count() : sum, scaled(kControlHeight)};
}

QSize SegmentedRow::minimumSizeHint() const {
  int sum = 0;
  for (int i = 0; i < count(); ++i) sum += segmentWidth(i) - 2 * kSpace2 + 2 * kSpace1;
  return {sum, scaled(kControlHeight)};
}

QRect SegmentedRow::segmentRect(int index) const {
  if (index < 0 || index >= count()) return {};
  const int h = std::min(height(), scaled(kControlHeight));
  const int top = (height() - h) / 2;
  int left = 0;
  int right = 0;
  if (m_uniform) {
    left = width() * index / count();
    right = width() * (index + 1) / count();
  } else {
    // Spare or missing pixels are shared out by label width.
    int total = 0;
    int before = 0;
    for (int i = 0; i < count(); ++i) {
      if (i == index) before = total;
      total += segmentWidth(i);
    }
    left = width() * before / std::max(total, 1);
    right = width() * (before + segmentWidth(index)) / std::max(total, 1);
  }
  const QRect logical(left, top, right - left, h);
  return QStyle::visualRect(layoutDirection(), rect(), logical);
}

int SegmentedRow::segmentAt(const QPoint& position) const {
  for (int i = 0; i < count(); ++i) {
    if (segmentRect(i).contains(position)) return i;
  }
  return -1;
}

void SegmentedRow::paintEvent(QPaintEvent*) {
  if (m_segments.isEmpty()) return;
  const Theme& t = currentTheme();
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  const QRect frame = segmentRect(0).united(segmentRect(count() - 1));
  p.setPen(Qt::NoPen);
  p.setBrush(isEnabled() ? t.base : t.window);
  p.drawRoundedRect(frame, kRadius, kRadius);
  for (int i = 0; i < count(); ++i) {
    const QRect r = segmentRect(i);
    if (!m_segments.at(i).available)
      fillUnavailable(p, QRectF(r).adjusted(i == 0, 1, i == count() - 1 ? -1 : 0, -1), t, false);
    else if (i == m_hover && isEnabled())
      p.fillRect(QRectF(r).adjusted(1, 1, -1, -1), t.alt);
    if (i > 0) p.fillRect(QRect(layoutDirection() == Qt::RightToLeft ? r.right() : r.left(), r.top() + 1, 1, r.height() - 2), t.line);
  }
  drawFrame(p, frame, Qt::transparent, isEnabled() ? t.strong : t.line);
  for (int i = 0; i < count(); ++i) paintSegment(p, i);
}

void SegmentedRow::paintSegment(QPainter& p, int index) const {
  const Theme& t = currentTheme();
  const Segment& segment = m_segments.at(index);
  const QRect r = segmentRect(index);
  const bool selected = index == m_current;
  const bool usable = segment.available && isEnabled();
  if (selected && usable) {
    // Over the border: the fill reaches the outline, and is round only where the row is.
    p.setPen(Qt::NoPen);
    p.setBrush(t.accent);
    const bool end = index == 0 || index == count() - 1;
    p.drawRoundedRect(r, end ? kRadius : 0, end ? kRadius : 0);
  }
  p.setFont(dsm::ui::font(selected ? TextRole::baseBold : TextRole::base));
  if (!segment.available) {
    // A plain ground behind the label: text on a hatch is hard to read.
    QRectF ground(0, 0, p.fontMetrics().horizontalAdvance(segment.label) + 6, p.fontMetrics().height() - 2);
    ground.moveCenter(QRectF(r).center());
    p.fillRect(ground, t.free);
  }
  p.setPen(selected && usable ? t.onAccent : usable ? t.text : t.dis);
  const QString label = p.fontMetrics().elidedText(segment.label, Qt::ElideRight, r.width() - 2);
  p.drawText(r, Qt::AlignCenter | Qt::TextSingleLine, label);
  // Where the keyboard stands, or a choice that the caller let stand though it cannot run: a frame instead of
  // a fill that would hide the hatch.
  if ((selected && !segment.available) || (hasFocus() && index == m_cursor && !selected)) {
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(t.accent, 2));
    p.drawRect(QRectF(r).adjusted(2, 2, -2, -2));
  }
}

void SegmentedRow::choose(int index) {
  if (index < 0 || index >= count()) return;
  m_cursor = index;
  const bool changed = index != m_current;
  if (m_segments.at(index).available) m_current = index;
  update();
  if (QAccessible::isActive()) {
    QAccessibleEvent focus(this, QAccessible::Focus);
    focus.setChild(index);
    QAccessible::updateAccessibility(&focus);
  }
  if (changed) emit activated(index);
}

void SegmentedRow::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  choose(segmentAt(event->position().toPoint()));
}

void SegmentedRow::keyPressEvent(QKeyEvent* event) {
  const bool mirrored = layoutDirection() == Qt::RightToLeft;
  switch (event->key()) {
    case Qt::Key_Left:
      choose(std::clamp(m_cursor + (mirrored ? 1 : -1), 0, count() - 1));
      return;
    case Qt::Key_Right:
      choose(std::clamp(m_cursor + (mirrored ? -1 : 1), 0, count() - 1));
      return;
    case Qt::Key_Up:
      choose(std::max(m_cursor - 1, 0));
      return;
    case Qt::Key_Down:
      choose(std::min(m_cursor + 1, count() - 1));
      return;
    case Qt::Key_Home:
      choose(0);
      return;
    case Qt::Key_End:
      choose(count() - 1);
      return;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      choose(m_cursor);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

bool SegmentedRow::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::ToolTip: {
      const auto* help = static_cast<QHelpEvent*>(event);
      const int index = segmentAt(help->pos());
      const QString text = index >= 0 ? m_segments.at(index).reason : QString();
      if (text.isEmpty()) break;
      QToolTip::showText(help->globalPos(), text, this, segmentRect(index));
      return true;
    }
    case QEvent::HoverMove:
    case QEvent::HoverEnter: {
      const int index = segmentAt(static_cast<QHoverEvent*>(event)->position().toPoint());
      if (index != m_hover) {
        m_hover = index;
        update();
      }
      break;
    }
    case QEvent::HoverLeave:
      m_hover = -1;
      update();
      break;
    default:
      break;
  }
  return QWidget::event(event);
}

void SegmentedRow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) updateGeometry();
  update();
  QWidget::changeEvent(event);
}

}  // namespace dsm::ui
