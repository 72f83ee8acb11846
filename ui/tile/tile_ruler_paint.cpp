// SPDX-License-Identifier: GPL-3.0-or-later
//
// Head, scale, limits, magnifier and cursor of a tile ruler. The rows are in tile_ruler_rows.cpp.
#include "ui/tile/tile_ruler_paint.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/charts/axis_ticks.h"
#include "ui/theme/numbers.h"
#include "ui/tile/tile_ruler_painter.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TileRuler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TileRuler", text))

constexpr double kKiB = 1024;
constexpr double kTickPitch = 88;
constexpr double kStripTickPitch = 72;
constexpr double kBeside = 8;

QPen dotted(const QColor& colour) {
  QPen pen(colour, 1);
  pen.setDashPattern({2, 3});
  pen.setCapStyle(Qt::FlatCap);
  return pen;
}

// Whole kibibytes from 4 KiB a tick on.
bool inKib(double step) { return step >= 4 * kKiB; }

}  // namespace

void paintTileRuler(QPainter& painter, const QRectF& bounds, const TileRulerData& data, const Theme& theme, RulerTextCache* cache) {
  painter.save();
  painter.setClipRect(bounds);
  painter.fillRect(bounds, theme.base);
  const TileRulerGeometry geometry = layoutTileRuler(data, bounds);
  TileRulerPainter(painter, data, theme, geometry, cache).paint();
  painter.restore();
}

void TileRulerPainter::paint() {
  m_painter.setRenderHint(QPainter::Antialiasing, false);
  for (const TileRulerRow& row : m_geometry.rows) {
    if (row.rect.bottom() >= m_geometry.plot.top() && row.rect.top() <= m_geometry.plot.bottom()) paintRow(row);
  }
  paintLimitLines();
  paintPeakLine();
  // Words come last: a line that crosses them is interrupted.
  for (const TileRulerRow& row : m_geometry.rows) {
    if (row.rect.bottom() >= m_geometry.plot.top() && row.rect.top() <= m_geometry.plot.bottom()) paintRowLabels(row);
  }
  paintInsertLine();
  // Rows that were scrolled lie under head, scale and strip.
  const QRectF above(m_geometry.bounds.left(), m_geometry.bounds.top(), m_geometry.bounds.width(), m_geometry.plot.top() - m_geometry.bounds.top());
  const QRectF below(m_geometry.bounds.left(), m_geometry.plot.bottom(), m_geometry.bounds.width(), m_geometry.bounds.bottom() - m_geometry.plot.bottom());
  m_painter.fillRect(above, m_theme.base);
  if (below.height() > 0) m_painter.fillRect(below, m_theme.base);
  paintHead();
  paintScale();
  if (!m_geometry.magnifier.isEmpty()) paintMagnifier();
}

double TileRulerPainter::widthOf(const QFont& font, const QString& words) {
  return m_cache != nullptr ? m_cache->entry(font, words).width : textWidth(font, words);
}

void TileRulerPainter::text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words) {
  if (words.isEmpty()) return;
  m_painter.setPen(ink);
  m_painter.setFont(font);
  if (m_cache == nullptr) {
    m_painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, words);
    return;
  }
  const RulerTextCache::Entry& entry = m_cache->entry(font, words);
  double x = rect.left();
  if (align & Qt::AlignRight) x = rect.right() - entry.width;
  if (align & Qt::AlignHCenter) x = rect.center().x() - entry.width / 2;
  m_painter.drawStaticText(QPointF(x, rect.center().y() - entry.text.size().height() / 2), entry.text);
}

void TileRulerPainter::paintHead() {
  const QRectF head = m_geometry.head;
  const bool over = m_data.overflowBytes() > 0;
  const QString name = placementName(m_data);
  const QString bytes = byteCountText(m_data.peakBytes);
  const double nameWidth = std::ceil(widthOf(m_data.fonts.title, name));
  const double bytesWidth = std::ceil(widthOf(m_data.fonts.title, bytes));
  text(head, Qt::AlignLeft, m_data.fonts.title, m_theme.text, name);
  text(head, Qt::AlignRight, m_data.fonts.title, over ? m_theme.error : m_theme.text, bytes);
  const QRectF room(head.left() + nameWidth + 16, head.top() + 2, head.width() - nameWidth - bytesWidth - 32, head.height());
  const QString words = elided(m_data.fonts.small, placementExplanation(m_data), room.width());
  text(room, Qt::AlignLeft, m_data.fonts.small, over ? m_theme.error : m_theme.text2, words);
}

void TileRulerPainter::paintScale() {
  const QRectF& scale = m_geometry.scale;
  const double base = scale.bottom();
  m_painter.setPen(QPen(m_theme.strong, 1));
  m_painter.drawLine(QPointF(scale.left(), base), QPointF(scale.right(), base));
  paintTicks(scale, m_geometry.firstByte, m_geometry.visibleBytes, false, kTickPitch);
  paintMarks();
}

// Where the last byte ends.
void TileRulerPainter::paintPeakLine() {
  const double x = std::round(m_geometry.xOf(double(m_data.peakBytes)));
  if (m_data.peakBytes == 0 || x < m_geometry.plot.left() || x > m_geometry.plot.right()) return;
  m_painter.setPen(QPen(m_data.overflowBytes() > 0 ? m_theme.error : m_theme.text, 1));
  m_painter.drawLine(QPointF(x, m_geometry.plot.top()), QPointF(x, m_geometry.plot.bottom()));
}

// Labels above the line with ticks that grow from it, or both below it.
void TileRulerPainter::paintTicks(const QRectF& scale, double first, double visible, bool below, double pitch) {
  const double perByte = scale.width() / visible;
  const TickSet ticks = byteTicks(first, first + visible, m_data.fonts.px(pitch) / perByte);
  const double base = below ? scale.top() : scale.bottom();
  const double outward = below ? 1 : -1;
  const auto xOf = [&](double byte) { return scale.left() + (byte - first) * perByte; };
  m_painter.setPen(QPen(m_theme.strong, 1));
  for (double byte : ticks.major) {
    const double x = std::round(xOf(byte));
    m_painter.drawLine(QPointF(x, base), QPointF(x, base + outward * 5));
  }
  const double step = ticks.major.size() > 1 ? ticks.major[1] - ticks.major[0] : visible;
  const bool kib = inKib(step);
  const double height = m_data.fonts.px(16);
  const double top = below ? base + 5 : base - 6 - height;
  double busy = -1e9;
  for (qsizetype i = 0; i < ticks.major.size(); ++i) {
    QString words = formatInteger(std::llround(kib ? ticks.major[i] / kKiB : ticks.major[i]));
    if (i == 0 && !below) words = withUnit(words, kib ? u"KiB" : u"B");
    const double width = std::ceil(widthOf(m_data.fonts.small, words));
    double left = std::round(xOf(ticks.major[i]) - width / 2);
    left = std::clamp(left, scale.left(), std::max(scale.left(), m_geometry.bounds.right() - width));
    if (left < busy + 6) continue;
    busy = left + width;
    text(QRectF(left, top, width, height), Qt::AlignLeft, m_data.fonts.small, m_theme.text2, words);
  }
}

void TileRulerPainter::paintMarks() {
  const QRectF& scale = m_geometry.scale;
  const double height = m_data.fonts.px(16);
  double free = m_geometry.bounds.right();
  const auto label = [&](std::uint64_t byte, const QString& words) {
    const double x = m_geometry.xOf(double(byte));
    if (byte == 0 || x <= scale.left() || x > scale.right() + 1) return;
    const double width = std::ceil(widthOf(m_data.fonts.small, words));
    const double left = std::max(scale.left(), std::min(std::round(x - width / 2), free - width));
    if (left + width > free + 0.5) return;
    text(QRectF(left, scale.top(), width, height), Qt::AlignLeft, m_data.fonts.small, m_theme.text2, words);
    free = left - 12;
  };
  label(m_data.optinBytes, DSM_TR("%1 opt-in").arg(formatBytesKiB(double(m_data.optinBytes))));
  label(m_data.staticCapBytes, DSM_TR("%1 static cap").arg(formatBytesKiB(double(m_data.staticCapBytes))));
}

void TileRulerPainter::paintLimitLines() {
  const auto line = [&](std::uint64_t byte, bool inForce) {
    const double x = std::round(m_geometry.xOf(double(byte)));
    if (byte == 0 || x < m_geometry.plot.left() || x > m_geometry.plot.right()) return;
    m_painter.setPen(inForce ? QPen(m_theme.text, 1) : dotted(m_theme.text));
    m_painter.drawLine(QPointF(x, m_geometry.plot.top()), QPointF(x, m_geometry.plot.bottom()));
  };
  const bool fixed = m_data.placement == model::Placement::fixed;
  line(m_data.staticCapBytes, fixed);
  line(m_data.optinBytes, !fixed);
  if (m_data.optinBytes == 0 || m_data.reserveBytes == 0) return;
  for (const TileRulerRow& row : m_geometry.rows) {
    const QRectF reserve = m_geometry.byteRect(row, double(m_data.optinBytes), double(m_data.optinBytes + m_data.reserveBytes));
    if (!reserve.isEmpty() && m_data.peakBytes <= m_data.optinBytes) m_painter.fillRect(reserve, m_theme.strong);
  }
}

void TileRulerPainter::paintInsertLine() {
  const int before = m_data.view.insertBefore;
  if (before < 0 || m_geometry.rows.empty()) return;
  const bool last = before >= int(m_geometry.rows.size());
  const QRectF rect = m_geometry.rows[last ? m_geometry.rows.size() - 1 : std::size_t(before)].rect;
  const double y = last ? rect.bottom() + 2 : rect.top() - 3;
  m_painter.fillRect(QRectF(rect.left(), std::round(y), rect.width(), 2), m_theme.accent);
}

void TileRulerPainter::paintMagnifier() {
  const TileMagnifier& strip = m_geometry.magnifier;
  m_painter.setRenderHint(QPainter::Antialiasing, true);
  m_painter.setPen(dotted(m_theme.strong));
  const double from = std::clamp(m_geometry.xOf(strip.firstByte), m_geometry.plot.left(), m_geometry.plot.right());
  const double to = std::clamp(m_geometry.xOf(strip.firstByte + strip.visibleBytes), m_geometry.plot.left(), m_geometry.plot.right());
  m_painter.drawLine(QPointF(from, m_geometry.plot.bottom() + 2), strip.plot.topLeft());
  m_painter.drawLine(QPointF(to, m_geometry.plot.bottom() + 2), strip.plot.topRight());
  m_painter.setRenderHint(QPainter::Antialiasing, false);
  m_painter.fillRect(strip.plot, m_theme.free);
  frameTileBox(m_painter, strip.plot, m_theme.strong, false, false);
  paintMagnified();
  const double left = m_geometry.bounds.left();
  const QString factor = QStringLiteral("%1\u2009×").arg(formatInteger(std::llround(strip.factor)));
  const QRectF label(left, strip.plot.top(), strip.plot.left() - left - kBeside, strip.plot.height());
  if (widthOf(m_data.fonts.small, factor) <= label.width()) text(label, Qt::AlignRight, m_data.fonts.small, m_theme.text2, factor);
  paintTicks(QRectF(strip.plot.left(), strip.plot.bottom(), strip.plot.width(), m_data.fonts.px(20)), strip.firstByte, strip.visibleBytes, true,
             kStripTickPitch);
}

void TileRulerPainter::paintMagnified() {
  const TileMagnifier& strip = m_geometry.magnifier;
  const double last = strip.firstByte + strip.visibleBytes;
  for (int i = 0; i < int(m_data.boxes.size()); ++i) {
    const TileBox& box = m_data.boxes[std::size_t(i)];
    if (strip.phase >= 0 && !box.isLive(strip.phase)) continue;
    if (double(box.endBytes()) <= strip.firstByte || double(box.offsetBytes) >= last) continue;
    const double left = std::max(strip.plot.left(), std::round(strip.xOf(double(box.offsetBytes))));
    const double right = std::min(strip.plot.right(), std::max(left + 1, std::round(strip.xOf(double(box.endBytes())))));
    const QRectF rect(left, strip.plot.top(), right - left, strip.plot.height());
    paintBox(rect, i, double(box.offsetBytes) < strip.firstByte, double(box.endBytes()) > last);
    const bool whole = double(box.offsetBytes) >= strip.firstByte && double(box.endBytes()) <= last;
    const QString full = whole ? QStringLiteral("%1   %2").arg(box.name, byteCountText(box.bytes)) : box.name;
    const QString words = widthOf(m_data.fonts.baseBold, full) + 6 <= rect.width() ? full : box.name;
    if (widthOf(m_data.fonts.baseBold, words) + 6 <= rect.width()) text(rect, Qt::AlignHCenter, m_data.fonts.baseBold, m_theme.text, words);
  }
}

namespace {

QRectF flagRect(const TileRulerGeometry& geometry, const TileRulerData& data, double x, const QString& words) {
  const double width = std::ceil(textWidth(data.fonts.base, words)) + 12;
  const double height = std::round(data.fonts.px(18));
  const double left = std::clamp(std::round(x - width / 2), geometry.scale.left(), std::max(geometry.scale.left(), geometry.scale.right() - width));
  return {left, geometry.scale.bottom() - height - 2, width, height};
}

}  // namespace

QRectF tileCursorRect(const TileRulerGeometry& geometry, const TileRulerData& data, int phase, std::uint64_t offsetBytes) {
  const double x = std::round(geometry.xOf(double(offsetBytes)));
  QRectF rect(x - 6, geometry.scale.bottom(), 13, geometry.plot.bottom() - geometry.scale.bottom() + 1);
  if (phase >= 0 && phase < int(geometry.rows.size())) rect |= geometry.rows[std::size_t(phase)].rect.adjusted(0, -2, 0, 2);
  return rect | flagRect(geometry, data, x, byteCountText(offsetBytes)).adjusted(-1, -1, 1, 1);
}

void paintTileCursor(QPainter& painter, const TileRulerGeometry& geometry, const TileRulerData& data, const Theme& theme, int phase,
                     std::uint64_t offsetBytes) {
  const double x = std::round(geometry.xOf(double(offsetBytes)));
  if (x < geometry.plot.left() - 1 || x > geometry.plot.right() + 1) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  QPen pen(theme.accent, 1);
  pen.setDashPattern({2, 2});
  painter.setPen(pen);
  painter.drawLine(QPointF(x, geometry.scale.bottom()), QPointF(x, geometry.plot.bottom()));
  if (phase >= 0 && phase < int(geometry.rows.size())) {
    const QRectF& row = geometry.rows[std::size_t(phase)].plot;
    if (row.top() >= geometry.plot.top() && row.bottom() <= geometry.plot.bottom() + 1) {
      painter.setPen(QPen(theme.accent, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(QRectF(x - 4, row.top(), 8, row.height()));
    }
  }
  const QString words = byteCountText(offsetBytes);
  const QRectF flag = flagRect(geometry, data, x, words);
  painter.fillRect(flag, theme.base);
  painter.setPen(QPen(theme.accent, 1));
  painter.drawRect(flag.adjusted(0.5, 0.5, -0.5, -0.5));
  painter.setPen(theme.text);
  painter.setFont(data.fonts.base);
  painter.drawText(flag, Qt::AlignCenter | Qt::TextSingleLine, words);
}

}  // namespace dsm::ui
