// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counters as bars, dots or hairlines; expected marks; numbers at the right.
#include "ui/theme/icons.h"
#include "ui/theme/numbers.h"
#include "ui/theme/sizes.h"
#include "ui/theme/variant_style.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_painter.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficPaint", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficPaint", text))

constexpr double kMostBar = 15;
constexpr double kHairlineLength = 38;
constexpr double kTextGap = 6;

}  // namespace

double TrafficPainter::xOf(double bytes, int variant) const {
  return m_layout.x(shownValue(m_layout.axis, bytes, m_data.variants[variant].payloadBytes, m_options.payloadUnit));
}

// Where the lines end, or the room for them.
double TrafficPainter::lowest() const { return std::min(m_layout.plotBottom, m_layout.bounds.bottom() - 1); }

void TrafficPainter::paintHead() {
  const double top = m_layout.bounds.top();
  const auto column = [&](double right, double width, const QString& words) {
    if (right > 0) text(QRectF(right - width, top, width, px(20)), Qt::AlignRight, m_fonts.small, m_theme.text2, words);
  };
  text(QRectF(m_layout.labelLeft, top, m_layout.labelRight - m_layout.labelLeft, px(20)), Qt::AlignLeft, m_fonts.small, m_theme.text2,
       DSM_TR("counter"));
  column(m_layout.measuredRight, m_layout.columnWidth, DSM_TR("measured"));
  column(m_layout.expectedRight, m_layout.columnWidth, DSM_TR("expected"));
  column(m_layout.residualRight, m_layout.columnWidth, DSM_TR("residual"));
  column(m_layout.pinnedRight, m_layout.pinnedWidth, m_layout.pinnedHead);
}

void TrafficPainter::paintGrid() {
  const double bottom = lowest();
  crisp();
  for (const TrafficLine& line : m_layout.lines) {
    if (m_options.selectedRun.empty() || m_data.variants[line.variant].runId != m_options.selectedRun || line.rect.bottom() > bottom)
      continue;
    m_painter.fillRect(QRectF(m_layout.plotLeft, line.rect.top(), m_layout.bounds.right() - m_layout.plotLeft, line.rect.height()),
                       m_theme.sel);
  }
  for (const double tick : m_layout.axis.ticks.major) {
    const double x = std::round(m_layout.x(tick));
    if (x <= m_layout.plotLeft || x > m_layout.plotRight) continue;
    m_painter.fillRect(QRectF(x, m_layout.plotTop, 1, bottom - m_layout.plotTop), m_theme.grid);
  }
  for (const QRectF& group : m_layout.groups) {
    if (group.top() < bottom) m_painter.fillRect(QRectF(group.left(), group.top(), group.width(), 1), m_theme.line);
  }
  m_painter.fillRect(QRectF(m_layout.bounds.left(), bottom, m_layout.bounds.width(), 1), m_theme.line);
}

QString TrafficPainter::tickLabel(double value, bool first) const {
  const TrafficAxis& axis = m_layout.axis;
  if (axis.logarithmic) {
    if (!m_options.payloadUnit) return formatMovedBytes(value * axis.unit.factor, 1);
    return payloadNumber(value, 1) + QChar(u'\u00d7');
  }
  const QString number = tickText(value, value == 0 ? 0 : axis.ticks.decimals);
  return first ? withUnit(number, axis.unit.label) : number;
}

void TrafficPainter::paintAxis() {
  m_painter.fillRect(QRectF(m_layout.plotLeft, m_layout.plotTop, 1, lowest() - m_layout.plotTop + 1), m_theme.strong);
  double busy = m_layout.bounds.left();
  bool first = true;
  for (const double tick : m_layout.axis.ticks.major) {
    const double x = std::round(m_layout.x(tick));
    if (!(x >= m_layout.plotLeft - 0.5 && x <= m_layout.plotRight + 0.5)) continue;
    m_painter.fillRect(QRectF(x, m_layout.plotBottom, 1, kTickLength), m_theme.strong);
    const QString words = tickLabel(tick, first);
    const double width = textWidth(m_fonts.small, words) + 1;
    const double left = std::min(x - width / 2, m_layout.bounds.right() - width);
    if (left < busy) continue;
    text(QRectF(left, m_layout.plotBottom + kTickLength + 1, width, px(18)), Qt::AlignHCenter, m_fonts.small, m_theme.text2, words);
    busy = left + width + px(8);
    first = false;
  }
}

void TrafficPainter::paintGroups() {
  const double bottom = m_layout.bounds.bottom() + 0.5;
  for (int i = 0; i < int(m_layout.groups.size()); ++i) {
    const QRectF& group = m_layout.groups[i];
    if (group.bottom() > bottom) break;
    const TrafficRow& row = m_data.rows[i];
    const double width = m_layout.labelRight - m_layout.labelLeft;
    const bool twoLines = !m_options.compact && !row.metric.isEmpty();
    const double block = twoLines ? px(34) : px(18);
    const double top = std::round(group.center().y() - block / 2);
    text(QRectF(m_layout.labelLeft, top, width, px(18)), Qt::AlignLeft, m_fonts.baseBold, m_theme.text, row.label);
    if (!twoLines) continue;
    // The end of a metric's name says more than its beginning.
    const QString metric = QFontMetricsF(m_fonts.small).elidedText(row.metric, Qt::ElideLeft, width);
    text(QRectF(m_layout.labelLeft, top + px(18), width, px(16)), Qt::AlignLeft, m_fonts.small, m_theme.text2, metric);
  }
  m_painter.fillRect(QRectF(m_layout.plotLeft, m_layout.plotTop, 1, lowest() - m_layout.plotTop + 1), m_theme.strong);
  for (const TrafficLine& line : m_layout.lines) {
    if (line.rect.bottom() <= bottom) paintLine(line);
  }
}

void TrafficPainter::paintLine(const TrafficLine& line) {
  const TrafficCell& cell = m_data.rows[line.row].cells[line.variant];
  const bool selected = !m_options.selectedRun.empty() && m_data.variants[line.variant].runId == m_options.selectedRun;
  if (!cell.collected) {
    paintReason(cell, line.rect);
    paintColumns(line, cell, selected);
    return;
  }
  const double thick = std::max(4.0, std::min(px(kMostBar), std::floor(line.rect.height() - 3)));
  const double top = std::round(line.rect.center().y() - thick / 2);
  const QRectF bar(m_layout.plotLeft, top, m_layout.plotRight - m_layout.plotLeft, thick);
  const double middle = std::round(bar.center().y());
  const double x = xOf(cell.bytes, line.variant);
  if (m_layout.axis.logarithmic) {
    paintExpected(line, cell, bar);  // a dot is smaller and goes over it
    paintDot(line, cell, middle, x);
  } else {
    if (cell.isBound() || !(x - m_layout.plotLeft >= 1))
      paintSmall(line, cell, middle, x);
    else
      paintBar(line, cell, bar, x);
    paintExpected(line, cell, bar);
  }
  paintColumns(line, cell, selected);
}

void TrafficPainter::paintReason(const TrafficCell& cell, const QRectF& rect) {
  const double side = px(10);
  const QRectF glyph(m_layout.plotLeft + px(8), std::round(rect.center().y() - side / 2), side, side);
  m_painter.setRenderHint(QPainter::Antialiasing, true);
  paintGlyph(m_painter, glyph, Glyph::slashedCircle, m_theme.text2);
  crisp();
  const double left = glyph.right() + px(kTextGap);
  text(QRectF(left, rect.top(), m_layout.plotRight - left, rect.height()), Qt::AlignLeft, m_fonts.small, m_theme.text2,
       DSM_TR("not collected: %1").arg(cell.reason));
}

void TrafficPainter::paintBar(const TrafficLine& line, const TrafficCell& cell, const QRectF& bar, double x) {
  const double end = std::min(std::round(x), m_layout.plotRight);
  const QRectF rect(m_layout.plotLeft, bar.top(), end - m_layout.plotLeft, bar.height());
  fillHatched(m_painter, rect, m_data.variants[line.variant].slot, m_theme.scheme, m_fonts.scale);
  crisp();
  if (x > m_layout.plotRight + 0.5 && rect.width() > 24) {  // it goes on: a break, and no end that could be read
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    QPolygonF gap;
    const double at = rect.right() - 14;
    gap << QPointF(at, rect.bottom()) << QPointF(at + 5, rect.top()) << QPointF(at + 9, rect.top()) << QPointF(at + 4, rect.bottom());
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.base);
    m_painter.drawPolygon(gap);
    m_painter.setBrush(Qt::NoBrush);
    crisp();
  }
  if (x <= m_layout.plotRight + 0.5) paintShare(line, cell, end);
}

// End of what is drawn in a line, its label too.
double TrafficPainter::busyUntil(int index) const {
  const TrafficLine& line = m_layout.lines[index];
  const TrafficCell& cell = m_data.rows[line.row].cells[line.variant];
  if (!cell.collected) return m_layout.plotRight;
  const double x = xOf(cell.bytes, line.variant);
  if (cell.isBound() || !(x - m_layout.plotLeft >= 1)) {
    const double length = std::max(kHairlineLength, cell.isBound() && std::isfinite(x) ? x - m_layout.plotLeft : 0);
    return m_layout.plotLeft + length + px(60);
  }
  const double expected = m_options.expectedMarks && cell.expectedBytes ? xOf(*cell.expectedBytes, line.variant) : x;
  return std::max(x, expected) + 6;
}

// How much of a total the fabric is, where that explains the residual: in the line itself, or in the one above if that is free.
void TrafficPainter::paintShare(const TrafficLine& line, const TrafficCell& cell, double end) {
  if (m_options.compact || !fabricExplains(m_data, m_data.rows[line.row], line.variant)) return;
  const TrafficCell& fabric = m_data.variants[line.variant].fabric;
  const QString words = DSM_TR("%1 of it is the fabric between the L2 halves").arg(trafficBytes(fabric.bytes, model::Bound::exact, 3));
  const double width = textWidth(m_fonts.small, words) + 2;
  if (end + px(10) + width <= m_layout.plotRight) {
    text(QRectF(end + px(10), line.rect.top(), width, line.rect.height()), Qt::AlignLeft, m_fonts.small, m_theme.warn, words);
    return;
  }
  const auto index = int(&line - m_layout.lines.constData());
  if (index == 0 || m_layout.lines[index - 1].row != line.row) return;
  const double from = std::max(m_layout.plotLeft, xOf(std::max(0.0, cell.bytes - fabric.bytes), line.variant));
  const double left = end - width - px(10);
  if (busyUntil(index - 1) > left) return;
  const QRectF above = m_layout.lines[index - 1].rect;
  text(QRectF(left, above.top(), width, above.height() - 3), Qt::AlignLeft, m_fonts.small, m_theme.warn, words);
  // A bracket over that part of the bar.
  const double y = std::round(above.bottom()) - 2;
  m_painter.fillRect(QRectF(from, y, end - from, 1), m_theme.warn);
  m_painter.fillRect(QRectF(from, y, 1, 4), m_theme.warn);
  m_painter.fillRect(QRectF(end - 1, y, 1, 4), m_theme.warn);
}

void TrafficPainter::paintSmall(const TrafficLine& line, const TrafficCell& cell, double middle, double x) {
  const QString words = trafficValue(cell, m_data.variants[line.variant].payloadBytes, m_options.payloadUnit, 3);
  double left = m_layout.plotLeft + kTextGap;
  if (cell.bytes != 0 || cell.isBound()) {
    const double length = std::max(kHairlineLength, cell.isBound() && std::isfinite(x) ? x - m_layout.plotLeft : 0.0);
    const double end = std::min(m_layout.plotLeft + length, m_layout.plotRight);
    hairline({m_layout.plotLeft + 1, middle}, {end, middle}, m_data.variants[line.variant].slot);
    left = end + kTextGap;
  }
  const double width = textWidth(m_fonts.small, words) + 1;
  if (left + width > m_layout.plotRight) return;  // the column has it
  text(QRectF(left, line.rect.top(), width, line.rect.height()), Qt::AlignLeft, m_fonts.small, m_theme.text, words);
}

void TrafficPainter::paintDot(const TrafficLine& line, const TrafficCell& cell, double middle, double x) {
  const int slot = m_data.variants[line.variant].slot;
  const QString words = trafficValue(cell, m_data.variants[line.variant].payloadBytes, m_options.payloadUnit, 3);
  const double width = textWidth(m_fonts.small, words) + 1;
  double left = m_layout.plotLeft + kTextGap;
  if (std::isfinite(x)) {
    const double at = std::clamp(x, m_layout.plotLeft, m_layout.plotRight);
    if (cell.isBound()) {
      hairline({m_layout.plotLeft + 1, middle}, {at, middle}, slot);
      m_painter.fillRect(QRectF(std::round(at) - 1, middle - 4, 2, 9), variantStyle(slot, m_theme.scheme).colour);
      left = at + kTextGap;
    } else {
      drawMarker(m_painter, {std::clamp(x, m_layout.plotLeft + kMarkerSize / 2.0, m_layout.plotRight - kMarkerSize / 2.0), middle},
                 kMarkerSize, slot, m_theme.scheme);
      crisp();
      return;
    }
  }
  if (left + width > m_layout.plotRight) return;
  text(QRectF(left, line.rect.top(), width, line.rect.height()), Qt::AlignLeft, m_fonts.small, m_theme.text, words);
}

void TrafficPainter::paintExpected(const TrafficLine& line, const TrafficCell& cell, const QRectF& bar) {
  if (!m_options.expectedMarks || !cell.expectedBytes || !(*cell.expectedBytes > 0)) return;
  const double x = std::round(xOf(*cell.expectedBytes, line.variant));
  const double reach = 4;
  if (!(x - reach >= m_layout.plotLeft - 0.5 && x + reach <= m_layout.plotRight + 0.5)) return;
  const QRectF beam(x - 1, bar.top() - 2, 2, bar.height() + 4);
  // A rim in the ground's colour, so that the mark stands out on a dark bar.
  m_painter.fillRect(QRectF(x - 2, bar.top(), 4, bar.height()), m_theme.base);
  m_painter.fillRect(beam, m_theme.text);
  m_painter.fillRect(QRectF(x - reach, beam.top() - 1, 2 * reach, 2), m_theme.text);
  m_painter.fillRect(QRectF(x - reach, beam.bottom() - 1, 2 * reach, 2), m_theme.text);
}

void TrafficPainter::paintColumns(const TrafficLine& line, const TrafficCell& cell, bool selected) {
  const double payload = m_data.variants[line.variant].payloadBytes;
  const auto column = [&](double right, const QFont& font, const QColor& ink, const QString& words, double width) {
    if (right > 0) text(QRectF(right - width, line.rect.top(), width, line.rect.height()), Qt::AlignRight, font, ink, words);
  };
  const double width = m_layout.columnWidth;
  const QFont& font = selected ? m_fonts.baseBold : m_fonts.base;
  column(m_layout.measuredRight, font, cell.collected ? m_theme.text : m_theme.text2, trafficValue(cell, payload, m_options.payloadUnit),
         width);
  column(m_layout.expectedRight, m_fonts.base, m_theme.text2, trafficExpected(cell, payload, m_options.payloadUnit), width);
  const bool loud = cell.needsExplaining;
  column(m_layout.residualRight, loud ? m_fonts.baseBold : m_fonts.base, loud ? m_theme.warn : m_theme.text2, trafficResidual(cell),
         width);
  if (!(m_layout.pinnedRight > 0)) return;
  const TrafficComparison& comparison = m_data.comparisons[line.variant];
  const bool against = comparison.kind == TrafficComparison::Kind::against;
  column(m_layout.pinnedRight, m_fonts.base, against ? m_theme.text : m_theme.text2,
         pinnedColumnText(comparison, cell, comparison.cells.value(line.row)), m_layout.pinnedWidth);
}

}  // namespace dsm::ui
