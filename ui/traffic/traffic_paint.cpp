// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of painting, texts, notes, cursor.
#include "ui/traffic/traffic_painter.h"

#include "ui/charts/paragraph.h"
#include "ui/theme/icons.h"
#include "ui/theme/variant_style.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficPaint", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficPaint", text))

}  // namespace

void paintTraffic(QPainter& painter, const QRectF& bounds, const TrafficData& data, const TrafficOptions& options, const Theme& theme) {
  if (bounds.width() < 120 || bounds.height() < 60) return;
  const TrafficLayout layout = layoutTraffic(bounds, data, options);
  painter.save();
  painter.fillRect(bounds, theme.base);
  TrafficPainter(painter, data, options, theme, layout).paint();
  painter.restore();
}

void paintTrafficCursor(QPainter& painter, const TrafficLayout& layout, int line, const Theme& theme) {
  if (line < 0 || line >= int(layout.lines.size())) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  QPen pen(theme.accent, 1);
  pen.setDashPattern({1, 2});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  const QRectF rect = layout.lines[line].rect;
  painter.drawRect(QRectF(layout.plotLeft - 4, rect.top(), layout.bounds.right() - layout.plotLeft + 3, rect.height() - 1));
  painter.restore();
}

// Whole pixels where one unit is one; at another scale, smooth edges rather than lines that vanish between pixels.
void TrafficPainter::crisp() {
  const QTransform& transform = m_painter.transform();
  const bool whole = qFuzzyCompare(transform.m11(), std::round(transform.m11()));
  m_painter.setRenderHint(QPainter::Antialiasing, !whole);
}

void TrafficPainter::paint() {
  crisp();
  paintHead();
  paintGrid();
  paintGroups();
  if (m_layout.plotBottom + px(28) <= m_layout.bounds.bottom() + 0.5) paintAxis();
  for (qsizetype i = 0; i < m_layout.flows.size(); ++i) {
    if (m_layout.flows[i].bottom() <= m_layout.bounds.bottom() + 0.5) paintFlow(m_layout.flows[i], m_layout.shown[i]);
  }
  paintNotes();
}

double TrafficPainter::text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words) {
  if (words.isEmpty() || rect.width() <= 0) return 0;
  const QString shown = elided(font, words, rect.width() + 0.5);
  if (shown.isEmpty()) return 0;
  m_painter.setFont(font);
  m_painter.setPen(ink);
  m_painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
  return textWidth(font, shown);
}

void TrafficPainter::hairline(const QPointF& from, const QPointF& to, int slot) {
  QPen pen(variantStyle(slot, m_theme.scheme).colour, 1.5, Qt::SolidLine, Qt::FlatCap);
  pen.setDashPattern({4 / 1.5, 3 / 1.5});
  crisp();
  m_painter.setPen(pen);
  m_painter.drawLine(from, to);
}

void TrafficPainter::paintNotes() {
  for (const TrafficPlacedNote& placed : m_layout.placedNotes) {
    const TrafficNote& note = m_layout.notes[placed.note];
    const QRectF& rect = placed.rect;
    const double side = px(16);
    const QRectF sign(rect.left(), rect.top() + px(2), side, side);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    paintIcon(m_painter, sign, note.warning ? IconName::warning : IconName::note, note.warning ? m_theme.warn : m_theme.text2,
              m_theme.base);
    crisp();
    const double left = rect.left() + px(24);
    const double width = rect.right() - left;
    text(QRectF(left, rect.top(), width, px(20)), Qt::AlignLeft, m_fonts.baseBold, m_theme.text, note.title);
    double y = rect.top() + px(20);
    for (const QString& line : wrappedLines(m_fonts.small, note.text, width, note.mostLines)) {
      text(QRectF(left, y, width, px(16)), Qt::AlignLeft, m_fonts.small, m_theme.text2, line);
      y += px(16);
    }
  }
  const QRectF& more = m_layout.moreNotesRect;
  if (m_layout.moreNotes == 0 || more.bottom() > m_layout.bounds.bottom() + 0.5) return;
  const QString words = m_layout.moreNotes == 1 ? DSM_TR("and 1 more") : DSM_TR("and %1 more").arg(m_layout.moreNotes);
  text(more.adjusted(px(24), 0, 0, 0), Qt::AlignLeft, m_fonts.small, m_theme.text2, words);
}

}  // namespace dsm::ui
