// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painting of the rows. Data outside the axis rectangle is not drawn at all; what is cut by its edge is drawn a little
// past it and covered by the mask, since an SVG keeps whatever was painted.
#include "ui/charts/bars_items.h"

#include "ui/theme/icons.h"
#include "ui/theme/variant_style.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kOverhang = 8;  // px that a cut bar goes on under the mask, so that its end edge is not seen
constexpr double kWhiskerEnd = 10;
constexpr double kSampleSize = 4;

void drawText(QPainter& painter, const QFont& font, const QColor& colour, const QRectF& rect, int flags, const QString& text) {
  if (text.isEmpty()) return;
  painter.setFont(font);
  painter.setPen(colour);
  painter.drawText(rect, flags | Qt::TextSingleLine, text);
}

}  // namespace

BarRowsItem::BarRowsItem(QCustomPlot* plot, std::shared_ptr<const BarsData> data, const ChartFonts& fonts,
                         const Theme& theme, Part part)
    : QCPAbstractItem(plot), m_data(std::move(data)), m_fonts(fonts), m_theme(theme), m_part(part) {
  setClipToAxisRect(part == Part::data);
  setSelectable(false);
}

QRect BarRowsItem::clipRect() const {
  return m_part == Part::data ? mParentPlot->axisRect()->rect() : mParentPlot->viewport();
}

void BarRowsItem::draw(QCPPainter* painter) {
  const QSizeF size = mParentPlot->viewport().size();
  const BarsColumns columns = barsColumns(*m_data, m_fonts, size);
  switch (m_part) {
    case Part::ground: drawGround(*painter, columns); break;
    case Part::data: drawData(*painter, columns); break;
    case Part::mask: drawMask(*painter); break;
    case Part::texts: drawTexts(*painter, columns); break;
  }
}

double BarRowsItem::pixel(double value) const { return mParentPlot->xAxis->coordToPixel(value); }

bool BarRowsItem::visible(double x) const {
  const QRect rect = mParentPlot->axisRect()->rect();
  return std::isfinite(x) && x >= rect.left() - 0.5 && x <= rect.right() + 1.5;
}

bool BarRowsItem::asDots() const {
  const QCPRange range = mParentPlot->xAxis->range();
  return m_data->logarithmic || range.lower > 0 || range.upper < 0;
}

void BarRowsItem::drawGround(QCPPainter& painter, const BarsColumns& columns) {
  painter.setAntialiasing(false);
  const double width = mParentPlot->viewport().width();
  const int count = int(m_data->rows.size());
  for (int i = 0; i < count; ++i) {
    const QRectF rect = barRowRect(columns, i, count, width);
    if (m_data->rows[i].selected) painter.fillRect(rect, m_theme.sel);
    if (i > 0) painter.fillRect(QRectF(columns.plotLeft, rect.top(), columns.plotRight - columns.plotLeft, 1), m_theme.line);
  }
}

void BarRowsItem::drawMask(QCPPainter& painter) {
  painter.setAntialiasing(false);
  const QRectF all = mParentPlot->viewport();
  const QRectF axis = QRectF(mParentPlot->axisRect()->rect()).adjusted(0, 0, 1, 0);
  const QRectF pieces[] = {{all.left(), all.top(), all.width(), axis.top() - all.top()},
                           {all.left(), axis.bottom(), all.width(), all.bottom() - axis.bottom()},
                           {all.left(), axis.top(), axis.left() - all.left(), axis.height()},
                           {axis.right(), axis.top(), all.right() - axis.right(), axis.height()}};
  for (const QRectF& piece : pieces) painter.fillRect(piece, m_theme.base);
  // The ground of a selected row goes on under labels and values.
  const BarsColumns columns = barsColumns(*m_data, m_fonts, all.size());
  const int count = int(m_data->rows.size());
  for (int i = 0; i < count; ++i) {
    if (!m_data->rows[i].selected) continue;
    const QRectF rect = barRowRect(columns, i, count, all.width());
    painter.fillRect(QRectF(0, rect.top(), axis.left(), rect.height()), m_theme.sel);
    painter.fillRect(QRectF(axis.right(), rect.top(), all.right() - axis.right(), rect.height()), m_theme.sel);
    painter.fillRect(QRectF(0, rect.top(), kStateEdge, rect.height()), m_theme.accent);
  }
}

void BarRowsItem::drawData(QCPPainter& painter, const BarsColumns& columns) {
  const int count = int(m_data->rows.size());
  const double thickness = barThickness(columns, count, m_fonts);
  const double width = mParentPlot->viewport().width();
  drawLines(painter, columns);
  for (int i = 0; i < count; ++i) {
    const BarItem& row = m_data->rows[i];
    const QRectF rect = barRowRect(columns, i, count, width);
    // A whole pixel, and room for the samples above the bar.
    const double middle = std::round(rect.center().y() + (row.samples.isEmpty() ? 0 : 1));
    if (!row.state.isEmpty()) {
      drawState(painter, row, middle);
    } else {
      if (!asDots()) drawBar(painter, row, middle, thickness);
      drawInterval(painter, row, middle);
      if (asDots()) drawBar(painter, row, middle, thickness);
      drawSamples(painter, row, middle - thickness / 2 - kSampleSize / 2 - 1);
    }
    drawMarks(painter, row, middle);
  }
}

void BarRowsItem::drawBar(QCPPainter& painter, const BarItem& row, double middle, double thickness) {
  if (asDots()) {
    const double x = pixel(row.value);
    if (!visible(x)) return;
    painter.setAntialiasing(true);
    drawMarker(painter, {x, middle}, kMarkerSize, row.slot, m_theme.scheme);
    return;
  }
  const QRectF axis = mParentPlot->axisRect()->rect();
  const double left = axis.left() - kOverhang;
  const double right = axis.right() + kOverhang;
  const double zero = std::clamp(std::round(pixel(0)), left, right);
  const double end = std::clamp(std::round(pixel(row.value)), left, right);
  painter.setAntialiasing(false);
  const double top = std::round(middle - thickness / 2);
  if (std::abs(end - zero) < 1.0) {  // shorter than a pixel is not nothing
    painter.fillRect(QRectF(zero, top, 1, thickness), variantStyle(row.slot, m_theme.scheme).colour);
    return;
  }
  fillHatched(painter, QRectF(std::min(zero, end), top, std::abs(end - zero), thickness), row.slot, m_theme.scheme,
              m_fonts.scale);
}

void BarRowsItem::drawInterval(QCPPainter& painter, const BarItem& row, double middle) {
  const QRectF axis = mParentPlot->axisRect()->rect();
  const double low = pixel(row.low);
  const double high = pixel(row.high);
  if (!std::isfinite(low) || !std::isfinite(high) || high < axis.left() || low > axis.right()) return;
  painter.setAntialiasing(false);
  const double from = std::max(std::round(low), axis.left());
  const double to = std::min(std::round(high), axis.right());
  painter.fillRect(QRectF(from, middle - 1, std::max(1.0, to - from), 2), m_theme.text);
  for (double end : {low, high}) {
    if (visible(end)) painter.fillRect(QRectF(std::round(end) - 1, middle - kWhiskerEnd / 2, 2, kWhiskerEnd), m_theme.text);
  }
}

void BarRowsItem::drawSamples(QCPPainter& painter, const BarItem& row, double y) {
  painter.setAntialiasing(true);
  painter.setPen(Qt::NoPen);
  QColor ink = m_theme.text2;
  ink.setAlphaF(0.6f);
  painter.setBrush(ink);
  // From left to right: dots that would cover one another add nothing but bytes, and of 100,000 the next one that does not is found
  // by bisection.
  const double left = mParentPlot->axisRect()->rect().left() - 0.5;
  const auto end = row.samples.end();
  auto at = std::partition_point(row.samples.begin(), end, [&](double sample) { return !(pixel(sample) >= left); });
  while (at != end && visible(pixel(*at))) {
    const double x = pixel(*at);
    painter.drawEllipse(QPointF(x, y), kSampleSize / 2, kSampleSize / 2);
    at = std::partition_point(at, end, [&](double sample) { return !(pixel(sample) - x >= 1.0); });
  }
}

void BarRowsItem::drawMarks(QCPPainter& painter, const BarItem& row, double middle) {
  const QRectF axis = mParentPlot->axisRect()->rect();
  for (const BarMark& mark : row.marks) {
    const double x = pixel(mark.value);
    if (!visible(x)) continue;
    painter.setAntialiasing(true);
    QPainterPath diamond = markerPath(Marker::diamond, kMarkerSize + 1);
    diamond.translate(x, middle);
    painter.setPen(QPen(m_theme.text, 1.5));
    painter.setBrush(m_theme.base);
    painter.drawPath(diamond);
    painter.setBrush(Qt::NoBrush);
    const double width = textWidth(m_fonts.small, mark.label) + 2;
    const double busy = row.state.isEmpty() ? std::max(pixel(row.high), pixel(row.value)) + 8 : axis.left();
    const double gap = kMarkerSize / 2 + 5;
    double left = x - gap - width;
    if (left < busy || left < axis.left()) left = x + gap;
    const bool covered = left < busy && left + width > pixel(0);
    if (left + width > axis.right() || (covered && x < busy)) continue;  // named in the caption and the read-out
    drawText(painter, m_fonts.small, row.selected ? m_theme.text : m_theme.text2,
             QRectF(left, middle - m_fonts.px(8), width + 2, m_fonts.px(16)), Qt::AlignLeft | Qt::AlignVCenter, mark.label);
  }
}

void BarRowsItem::drawLines(QCPPainter& painter, const BarsColumns& columns) {
  for (const BarMark& line : m_data->lines) {
    const double x = std::round(pixel(line.value)) + 0.5;
    if (!visible(x)) continue;
    QPen pen(m_theme.warn, 2);
    pen.setDashPattern({2.5, 1.5});  // 5 3 in units of the width
    pen.setCapStyle(Qt::FlatCap);
    painter.setAntialiasing(false);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, columns.top), QPointF(x, columns.bottom));
    if (m_data->rows.isEmpty()) continue;
    const BarItem& first = m_data->rows.front();
    const double busy = first.state.isEmpty() ? pixel(first.high) + 8 : x;
    const double left = std::max(x + 6, busy);
    const double width = textWidth(m_fonts.small, line.label) + 2;
    const QRectF row = barRowRect(columns, 0, int(m_data->rows.size()), mParentPlot->viewport().width());
    if (left + width > mParentPlot->axisRect()->right()) continue;
    drawText(painter, m_fonts.small, m_theme.warn, QRectF(left, row.top(), width + 2, row.height()),
             Qt::AlignLeft | Qt::AlignVCenter, line.label);
  }
}

void BarRowsItem::drawState(QCPPainter& painter, const BarItem& row, double middle) {
  const QRectF axis = mParentPlot->axisRect()->rect();
  const double side = m_fonts.px(12);
  const QRectF box(axis.left() + m_fonts.px(12), std::round(middle - side / 2), side, side);
  painter.setAntialiasing(false);
  QColor ink = m_theme.text2;
  if (row.failed) {
    ink = m_theme.error;
    painter.fillRect(box, m_theme.errorTint);
    painter.setAntialiasing(true);
    paintGlyph(painter, box.adjusted(2, 2, -2, -2), Glyph::cross, m_theme.error);
  } else if (row.unfit) {
    painter.fillRect(box, m_theme.free);
    painter.setAntialiasing(true);
    paintGlyph(painter, box.adjusted(1, 1, -1, -1), Glyph::dash, m_theme.dis);
  } else {
    QPen pen(m_theme.strong, 1);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
  }
  const double left = box.right() + m_fonts.px(8);
  const QString text = elided(m_fonts.small, row.state, axis.right() - left);
  drawText(painter, m_fonts.small, ink, QRectF(left, middle - m_fonts.px(9), axis.right() - left, m_fonts.px(18)),
           Qt::AlignLeft | Qt::AlignVCenter, text);
}

// Sign and words, as in the runs table: a triangle up or down, a dash, or the cross hatch of what is undecided.
void BarRowsItem::drawComparison(QCPPainter& painter, const BarItem& row, const QRectF& cell) {
  using Sign = BarComparison::Sign;
  const Sign sign = row.comparison.sign;
  if (sign == Sign::none) return;
  const double side = m_fonts.px(10);
  const QRectF box(cell.left(), std::round(cell.center().y() - side / 2), side, side);
  QColor ink = sign == Sign::faster ? m_theme.ok : sign == Sign::slower ? m_theme.warn : m_theme.text2;
  painter.setAntialiasing(true);
  if (sign == Sign::faster) paintGlyph(painter, box, Glyph::faster, ink);
  if (sign == Sign::slower) paintGlyph(painter, box, Glyph::slower, ink);
  if (sign == Sign::same) paintGlyph(painter, box, Glyph::dash, ink);
  if (sign == Sign::pinned) paintIcon(painter, box.adjusted(-2, -2, 2, 2), IconName::pin, ink);
  painter.setAntialiasing(false);
  if (sign == Sign::undecided) fillUndecided(painter, box, m_theme);
  if (row.selected && ink == m_theme.text2) ink = m_theme.text;
  drawText(painter, m_fonts.base, ink, cell.adjusted(compareSign(m_fonts), 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter, row.comparisonText);
}

void BarRowsItem::drawTexts(QCPPainter& painter, const BarsColumns& columns) {
  painter.setAntialiasing(false);
  const double width = mParentPlot->viewport().width();
  const int count = int(m_data->rows.size());
  for (int i = 0; i <= count; ++i) {
    const QRectF rect = barRowRect(columns, std::min(i, std::max(0, count - 1)), count, width);
    const double y = i < count ? rect.top() : rect.bottom();
    painter.setPen(QPen(m_theme.line, 1));
    painter.drawLine(QPointF(0, y), QPointF(columns.plotLeft - 1, y));
    painter.drawLine(QPointF(columns.plotRight + 1, y), QPointF(width, y));
  }
  const double headTop = columns.top - m_fonts.px(24);
  const auto head = [&](double right, const QString& text) {
    drawText(painter, m_fonts.small, m_theme.text2, QRectF(right - 300, headTop, 300, m_fonts.px(16)),
             Qt::AlignRight | Qt::AlignVCenter, text);
  };
  drawText(painter, m_fonts.small, m_theme.text2, QRectF(columns.labelLeft, headTop, columns.labelWidth, m_fonts.px(16)),
           Qt::AlignLeft | Qt::AlignVCenter, tr("variant"));
  head(columns.valueRight, m_data->columnLabel);
  if (columns.secondRight > 0) head(columns.secondRight, m_data->secondColumnLabel);
  if (columns.compareRight > 0) {
    drawText(painter, m_fonts.small, m_theme.text2, QRectF(columns.compareLeft, headTop, columns.compareRight - columns.compareLeft + 2, m_fonts.px(16)),
             Qt::AlignLeft | Qt::AlignVCenter, m_data->comparisonLabel);
  }
  for (int i = 0; i < count; ++i) {
    const BarItem& row = m_data->rows[i];
    const QRectF rect = barRowRect(columns, i, count, width);
    const QFont& font = row.selected ? m_fonts.baseBold : m_fonts.base;
    const auto cell = [&](double left, double right, int align, const QFont& f, const QColor& ink, const QString& text) {
      drawText(painter, f, ink, QRectF(left, rect.top(), right - left, rect.height()), align | Qt::AlignVCenter, text);
    };
    const QColor ink = row.state.isEmpty() ? m_theme.text : m_theme.text2;
    cell(columns.labelLeft, columns.labelLeft + columns.labelWidth + 2, Qt::AlignLeft, font, m_theme.text,
         elided(font, row.label, columns.labelWidth + 1));
    if (columns.noteRight > 0) cell(columns.labelLeft, columns.noteRight, Qt::AlignRight, m_fonts.small, m_theme.text2, row.note);
    cell(columns.plotRight, columns.valueRight, Qt::AlignRight, font, ink, row.valueText);
    if (columns.secondRight > 0) cell(columns.valueRight, columns.secondRight, Qt::AlignRight, font, ink, row.secondText);
    if (columns.compareRight > 0) {
      drawComparison(painter, row, {columns.compareLeft, rect.top(), columns.compareRight - columns.compareLeft, rect.height()});
    }
  }
}

}  // namespace dsm::ui
