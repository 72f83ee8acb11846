// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flow of swatches and names.
#include "ui/charts/legend_row.h"

#include "ui/charts/chart_fonts.h"
#include "ui/theme/dsm_style.h"
#include "ui/theme/variant_style.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kSwatchWidth = 20;
constexpr double kSwatchHeight = 12;
constexpr double kSwatchGap = 6;
constexpr int kEntryGap = 12;
constexpr int kPad = 3;

void paintEntry(QPainter& painter, const QRectF& rect, const LegendEntry& entry, const QFont& font, const Theme& theme) {
  const QRectF swatch(rect.left(), std::round(rect.center().y() - kSwatchHeight / 2), kSwatchWidth, kSwatchHeight);
  painter.setOpacity(entry.hidden ? 0.35 : 1.0);
  drawSwatch(painter, swatch, entry.slot, theme.scheme);
  painter.setOpacity(1.0);
  QFont used = font;
  used.setStrikeOut(entry.hidden);
  painter.setFont(used);
  painter.setPen(entry.hidden ? theme.dis : theme.text2);
  painter.drawText(rect.adjusted(kSwatchWidth + kSwatchGap, 0, 4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   entry.label);
}

double widthOf(const LegendEntry& entry, const QFont& font) {
  return std::ceil(kSwatchWidth + kSwatchGap + textWidth(font, entry.label));
}

}  // namespace

double paintLegend(QPainter& painter, const QRectF& rect, const QVector<LegendEntry>& entries, const ChartFonts& fonts,
                   const Theme& theme) {
  double x = rect.right();
  for (qsizetype i = entries.size(); i-- > 0;) {
    const double width = widthOf(entries[i], fonts.small);
    if (x - width < rect.left()) break;
    paintEntry(painter, QRectF(x - width, rect.top(), width, rect.height()), entries[i], fonts.small, theme);
    x -= width + kEntryGap + 4;
  }
  return rect.right() - x;
}

LegendRow::LegendRow(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Legend"));
}

void LegendRow::setEntries(const QVector<LegendEntry>& entries) {
  m_entries = entries;
  m_cursor = std::clamp(m_cursor, 0, std::max(0, int(entries.size()) - 1));
  QStringList names;
  for (const LegendEntry& entry : entries) names << (entry.hidden ? tr("%1, hidden").arg(entry.label) : entry.label);
  setAccessibleDescription(names.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

void LegendRow::setRightAligned(bool right) {
  m_right = right;
  update();
}

int LegendRow::entryWidth(int index) const { return int(widthOf(m_entries[index], dsm::ui::font(TextRole::small))) + 2 * kPad; }

QVector<QRect> LegendRow::placed(int width) const {
  QVector<QRect> rects;
  const int height = scaled(24);
  int x = 0;
  int y = 0;
  qsizetype lineStart = 0;
  const auto endLine = [&] {
    if (!m_right) return;
    const int shift = width - (x - kEntryGap);
    for (qsizetype i = lineStart; i < rects.size(); ++i) rects[i].translate(std::max(0, shift), 0);
  };
  for (int i = 0; i < m_entries.size(); ++i) {
    const int needed = entryWidth(i);
    if (x > 0 && x + needed > width) {
      endLine();
      x = 0;
      y += height;
      lineStart = rects.size();
    }
    rects.push_back(QRect(x, y, std::min(needed, std::max(width, 1)), height));
    x += needed + kEntryGap;
  }
  endLine();
  return rects;
}

QRect LegendRow::entryRect(int index) const { return placed(width()).value(index); }

QSize LegendRow::sizeHint() const {
  int width = 0;
  for (int i = 0; i < m_entries.size(); ++i) width += entryWidth(i) + (i ? kEntryGap : 0);
  return {width, scaled(24)};
}

QSize LegendRow::minimumSizeHint() const {
  int width = 0;
  for (int i = 0; i < m_entries.size(); ++i) width = std::max(width, entryWidth(i));
  return {width, scaled(24)};
}

int LegendRow::heightForWidth(int width) const {
  const QVector<QRect> rects = placed(width);
  return rects.isEmpty() ? scaled(24) : rects.back().bottom() + 1;
}

void LegendRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& colours = currentTheme();
  const QVector<QRect> rects = placed(width());
  for (int i = 0; i < m_entries.size(); ++i) {
    paintEntry(painter, QRectF(rects[i]).adjusted(kPad, 0, -kPad, 0), m_entries[i], dsm::ui::font(TextRole::small), colours);
    if (hasFocus() && i == m_cursor) drawFocusRing(painter, rects[i], colours);
  }
}

void LegendRow::mousePressEvent(QMouseEvent* event) {
  const QVector<QRect> rects = placed(width());
  for (int i = 0; i < rects.size(); ++i) {
    if (!rects[i].contains(event->position().toPoint())) continue;
    m_cursor = i;
    emit toggled(i);
    return;
  }
  event->ignore();
}

void LegendRow::keyPressEvent(QKeyEvent* event) {
  const int last = int(m_entries.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: m_cursor = std::max(0, m_cursor - 1); break;
    case Qt::Key_Right:
    case Qt::Key_Down: m_cursor = std::min(std::max(0, last), m_cursor + 1); break;
    case Qt::Key_Home: m_cursor = 0; break;
    case Qt::Key_End: m_cursor = std::max(0, last); break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_cursor <= last) emit toggled(m_cursor);
      break;
    default: return QWidget::keyPressEvent(event);
  }
  update();
}

bool LegendRow::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tr("Click a name to hide or show it"), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace dsm::ui
