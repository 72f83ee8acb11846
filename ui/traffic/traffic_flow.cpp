// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the bytes of one variant went. Two SMs and the two halves of the L2 stand for all of them: each arrow of a pair
// has half of the bytes, so that the widths of a picture add up to what was counted.
#include "ui/theme/numbers.h"
#include "ui/theme/sizes.h"
#include "ui/theme/variant_style.h"
#include "ui/traffic/traffic_compare_text.h"
#include "ui/traffic/traffic_painter.h"
#include "ui/traffic/traffic_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TrafficPaint", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TrafficPaint", text))

constexpr double kMargin = 12;
constexpr double kTitle = 32;
constexpr double kSmWidth = 56;
constexpr double kL2Width = 48;
constexpr double kDramWidth = 72;
constexpr double kDramGap = 38;
constexpr double kWide = 140;  // between the SMs' left edge and the L2, from which on the number may be bold
constexpr double kHead = 9;    // length of an arrow's head

QPolygonF headAt(const QPointF& tip, const QPointF& along, double width) {
  const QPointF across(-along.y(), along.x());
  const double half = width / 2 + 3;
  return {{tip, tip - along * kHead + across * half, tip - along * kHead - across * half}};
}

}  // namespace

double TrafficPainter::widthOf(const TrafficCell& cell, double parts) const { return cell.bytes / parts / m_layout.flowBytesPerPixel; }

QString TrafficPainter::flowText(const TrafficCell& cell) const {
  return cell.collected ? trafficBytes(cell.bytes, cell.bound, 3) : DSM_TR("not collected");
}

void TrafficPainter::box(const QRectF& rect, const QString& name, const QString& detail) {
  crisp();
  m_painter.fillRect(rect, m_theme.strong);
  m_painter.fillRect(rect.adjusted(1, 1, -1, -1), m_theme.window);
  const bool two = !detail.isEmpty() && rect.height() >= px(36);
  const double top = rect.center().y() - (two ? px(17) : px(9));
  text(QRectF(rect.left() + 2, top, rect.width() - 4, px(18)), Qt::AlignHCenter, m_fonts.baseBold, m_theme.text, name);
  if (two) text(QRectF(rect.left() + 2, top + px(17), rect.width() - 4, px(16)), Qt::AlignHCenter, m_fonts.small, m_theme.text2, detail);
}

void TrafficPainter::arrow(const QPointF& from, const QPointF& to, const TrafficCell& cell, double parts, int slot, bool headAtEnd,
                           bool headAtStart) {
  if (!cell.collected) {
    QPen pen(m_theme.strong, 1, Qt::SolidLine, Qt::FlatCap);
    pen.setDashPattern({1, 3});
    crisp();
    m_painter.setPen(pen);
    m_painter.drawLine(from, to);
    return;
  }
  if (cell.bytes == 0 && !cell.isBound()) return;
  const double width = widthOf(cell, parts);
  if (cell.isBound() || width < 1) {
    hairline(from, to, slot);
    return;
  }
  const QPointF span = to - from;
  const double length = std::hypot(span.x(), span.y());
  const QPointF along = span / length;
  const double start = headAtStart ? kHead : 0;
  const double end = headAtEnd ? kHead : 0;
  const QPointF a = from + along * start;
  const QPointF b = to - along * end;
  const double w = width >= 2 ? std::round(width) : width;
  const QRectF body = std::abs(span.x()) > std::abs(span.y())
                          ? QRectF(std::min(a.x(), b.x()), std::round(a.y() - w / 2), std::abs(b.x() - a.x()), w)
                          : QRectF(std::round(a.x() - w / 2), std::min(a.y(), b.y()), w, std::abs(b.y() - a.y()));
  fillHatched(m_painter, body, slot, m_theme.scheme, m_fonts.scale);
  m_painter.setRenderHint(QPainter::Antialiasing, true);
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(variantStyle(slot, m_theme.scheme).colour);
  if (headAtEnd) m_painter.drawPolygon(headAt(to, along, w));
  if (headAtStart) m_painter.drawPolygon(headAt(from, -along, w));
  m_painter.setBrush(Qt::NoBrush);
  crisp();
}

void TrafficPainter::paintFlow(const QRectF& rect, int variant) {
  const TrafficVariant& each = m_data.variants[variant];
  crisp();
  m_painter.fillRect(rect, m_theme.line);
  m_painter.fillRect(rect.adjusted(1, 1, -1, -1), m_theme.base);
  const QString scale = DSM_TR("1 px = %1").arg(formatMovedBytes(m_layout.flowBytesPerPixel, 1));
  const double scaleWidth = textWidth(m_fonts.small, scale) + 2;
  const double middle = rect.top() + px(kTitle) / 2 + 2;
  drawMarker(m_painter, {rect.left() + px(kMargin) + 5, middle}, kMarkerSize, each.slot, m_theme.scheme);
  crisp();
  const double nameLeft = rect.left() + px(kMargin) + 16;
  const double scaleLeft = rect.right() - px(kMargin) - scaleWidth;
  const double named =
      text(QRectF(nameLeft, middle - px(9), scaleLeft - nameLeft - 8, px(18)), Qt::AlignLeft, m_fonts.baseBold, m_theme.text, each.label);
  paintTimeWord(QRectF(nameLeft + named + px(10), middle - px(9), scaleLeft - 8 - (nameLeft + named + px(10)), px(18)), variant);
  text(QRectF(scaleLeft, middle - px(9), scaleWidth, px(18)), Qt::AlignRight, m_fonts.small, m_theme.text2, scale);

  Flow flow;
  flow.variant = variant;
  flow.slot = each.slot;
  const QRectF area(rect.left() + px(kMargin), std::round(rect.top() + px(kTitle) + 2), rect.width() - 2 * px(kMargin),
                    std::floor(rect.height() - px(kTitle) - 2 - px(kMargin)));
  const double boxHeight = std::floor(std::min(px(52), (area.height() - px(38)) / 2));
  const double lower = area.bottom() - boxHeight;
  flow.smAbove = QRectF(area.left(), area.top(), px(kSmWidth), boxHeight);
  flow.smBelow = QRectF(area.left(), lower, px(kSmWidth), boxHeight);
  flow.dram = QRectF(std::round(area.right() - px(kDramWidth)), area.top(), px(kDramWidth), area.height());
  const double l2Left = std::round(flow.dram.left() - px(kDramGap) - px(kL2Width));
  const bool halves = each.fabric.collected;
  flow.l2Above = QRectF(l2Left, area.top(), px(kL2Width), halves ? boxHeight : area.height());
  if (halves) flow.l2Below = QRectF(l2Left, lower, px(kL2Width), boxHeight);
  paintDsmem(flow);
  paintFromSm(flow);
  paintFabric(flow);
  paintDram(flow);
  box(flow.smAbove, DSM_TR("SM"), each.clustered ? DSM_TR("rank 0") : DSM_TR("a block"));
  box(flow.smBelow, DSM_TR("SM"), each.clustered ? DSM_TR("rank 1") : DSM_TR("another"));
  box(flow.l2Above, DSM_TR("L2"), halves ? DSM_TR("half") : QString());
  if (halves) box(flow.l2Below, DSM_TR("L2"), DSM_TR("half"));
}

// How the variant compares in time with the pinned run: all of it or nothing.
void TrafficPainter::paintTimeWord(const QRectF& room, int variant) {
  if (m_data.comparisons.isEmpty()) return;
  const QString words = timeWord(m_data.comparisons[variant]);
  if (textWidth(m_fonts.small, words) <= room.width()) text(room, Qt::AlignLeft, m_fonts.small, m_theme.text2, words);
}

void TrafficPainter::paintDsmem(const Flow& flow) {
  const TrafficCell& cell = m_data.row(model::CounterRole::dsmemIn)->cells[flow.variant];
  const double top = flow.smAbove.bottom();
  const double bottom = flow.smBelow.top();
  const double left = flow.smAbove.left();
  const double down = std::round(left + px(9));
  const double up = std::round(left + px(25));
  const bool hair = cell.collected && (cell.isBound() || widthOf(cell, 2) < 1);
  arrow({down, top}, {down, bottom}, cell, 2, flow.slot, true, false);
  if (!hair) arrow({up, bottom}, {up, top}, cell, 2, flow.slot, true, false);
  if (cell.collected && cell.bytes == 0 && !cell.isBound()) return;
  const bool bold = !hair && cell.collected && flow.l2Above.left() - left >= px(kWide);
  const double textLeft = left + px(hair ? 15 : 36);
  const double room = flow.l2Above.left() - textLeft - px(4);
  const QString words = flowText(cell);
  const double middle = (top + bottom) / 2;
  text(QRectF(textLeft, middle - px(16), room, px(16)), Qt::AlignLeft, bold ? m_fonts.baseBold : m_fonts.small, m_theme.text, words);
  text(QRectF(textLeft, middle, std::min(room, px(56)), px(16)), Qt::AlignLeft, m_fonts.small, m_theme.text2, DSM_TR("DSMEM"));
}

void TrafficPainter::paintFromSm(const Flow& flow) {
  const TrafficCell& cell = m_data.row(model::CounterRole::l2FromSm)->cells[flow.variant];
  const double left = flow.smAbove.right();
  const double right = flow.l2Above.left();
  for (const QRectF& sm : {flow.smAbove, flow.smBelow}) {
    const double y = std::round(sm.center().y());
    arrow({left, y}, {right, y}, cell, 2, flow.slot, true, true);
  }
  if (cell.collected && cell.bytes == 0 && !cell.isBound()) return;
  const QString words = flowText(cell);
  const double width = textWidth(m_fonts.small, words) + 1;
  const bool wide = cell.collected && !cell.isBound() && widthOf(cell, 2) >= 1;
  if (!wide) {  // a hairline leaves room above it
    const double y = std::round(flow.smAbove.center().y());
    text(QRectF(left + 2, y - px(17), right - left - 4, px(16)), Qt::AlignHCenter, m_fonts.small, m_theme.text, words);
    return;
  }
  const double middle = (flow.smAbove.bottom() + flow.smBelow.top()) / 2;
  const double labelLeft = right - px(4) - std::max(width, textWidth(m_fonts.small, DSM_TR("SM–L2")) + 1);
  const double labelWidth = right - px(4) - labelLeft;
  text(QRectF(labelLeft, middle - px(16), labelWidth, px(16)), Qt::AlignRight, m_fonts.small, m_theme.text, words);
  text(QRectF(labelLeft, middle, labelWidth, px(16)), Qt::AlignRight, m_fonts.small, m_theme.text2, DSM_TR("SM–L2"));
}

void TrafficPainter::paintFabric(const Flow& flow) {
  const TrafficCell& cell = m_data.variants[flow.variant].fabric;
  if (!cell.collected || flow.l2Below.isEmpty()) return;
  const double x = std::round(flow.l2Above.center().x() - px(8));
  arrow({x, flow.l2Above.bottom()}, {x, flow.l2Below.top()}, cell, 1, flow.slot, false, false);
  if (cell.bytes == 0 && !cell.isBound()) return;
  const double half = cell.isBound() ? 1 : std::max(1.0, widthOf(cell, 1)) / 2;
  const double left = x + half + px(5);
  const double room = flow.dram.left() - left - px(3);
  const double middle = (flow.l2Above.bottom() + flow.l2Below.top()) / 2;
  text(QRectF(left, middle - px(16), room, px(16)), Qt::AlignLeft, m_fonts.small, m_theme.text2, DSM_TR("fabric"));
  text(QRectF(left, middle, room, px(16)), Qt::AlignLeft, m_fonts.small, m_theme.text, flowText(cell));
}

void TrafficPainter::paintDram(const Flow& flow) {
  const TrafficCell& read = m_data.row(model::CounterRole::dramRead)->cells[flow.variant];
  const TrafficCell& written = m_data.row(model::CounterRole::dramWrite)->cells[flow.variant];
  const double left = flow.l2Above.right();
  const double right = flow.dram.left();
  for (const QRectF& sm : {flow.smAbove, flow.smBelow}) {
    const double y = std::round(sm.center().y());
    const double apart = std::round(sm.height() * 0.24);
    arrow({right, y - apart}, {left, y - apart}, read, 2, flow.slot, true, false);
    arrow({left, y + apart}, {right, y + apart}, written, 2, flow.slot, true, false);
  }
  const QRectF& rect = flow.dram;
  m_painter.fillRect(rect, m_theme.strong);
  m_painter.fillRect(rect.adjusted(1, 1, -1, -1), m_theme.window);
  double y = std::round(rect.center().y() - px(41));
  const auto line = [&](const QFont& font, const QColor& ink, const QString& words, double height) {
    text(QRectF(rect.left() + 2, y, rect.width() - 4, height), Qt::AlignHCenter, font, ink, words);
    y += height;
  };
  line(m_fonts.baseBold, m_theme.text, DSM_TR("DRAM"), px(18));
  line(m_fonts.small, m_theme.text2, DSM_TR("read"), px(16));
  line(m_fonts.small, m_theme.text, flowText(read), px(16));
  line(m_fonts.small, m_theme.text2, DSM_TR("written"), px(16));
  line(m_fonts.small, m_theme.text, flowText(written), px(16));
}

}  // namespace dsm::ui
