// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scale, ticks, limits, and the place that was found. The rows are in ruler_rows.cpp.
#include "ui/ruler/ruler_paint.h"

#include "ui/charts/axis_ticks.h"
#include "ui/ruler/ruler_painter.h"
#include "ui/theme/dsm_style.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Ruler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Ruler", text))

constexpr double kKiB = 1024;
constexpr double kTickPitch = 96;   // px between labelled ticks, at least
constexpr int kMostCached = 20000;

QPen dotted(const QColor& colour) {
  QPen pen(colour, 1);
  pen.setDashPattern({2, 3});
  pen.setCapStyle(Qt::FlatCap);
  return pen;
}

QString byteText(std::uint64_t byte) { return withUnit(formatInteger(qint64(byte)), u"B"); }

}  // namespace

const RulerTextCache::Entry& RulerTextCache::entry(const QFont& font, const QString& text) {
  if (m_entries.size() > kMostCached) m_entries.clear();
  const QString key = (font.bold() ? QLatin1Char('b') : QLatin1Char('r')) + QString::number(font.pixelSize()) + text;
  auto found = m_entries.find(key);
  if (found == m_entries.end()) {
    Entry made;
    made.text = QStaticText(text);
    made.text.setTextFormat(Qt::PlainText);
    made.text.setPerformanceHint(QStaticText::AggressiveCaching);
    made.text.prepare(QTransform(), font);
    made.width = made.text.size().width();
    found = m_entries.insert(key, made);
  }
  return *found;
}

void paintRuler(QPainter& painter, const QRectF& bounds, const RulerData& data, const Theme& theme, RulerTextCache* cache,
                const QRectF& part) {
  const QRectF wanted = part.isEmpty() ? bounds : bounds & part;
  painter.save();
  painter.setClipRect(bounds, part.isEmpty() ? Qt::ReplaceClip : Qt::IntersectClip);
  painter.fillRect(wanted, theme.base);
  const RulerGeometry geometry = layoutRuler(data, bounds);
  RulerPainter(painter, data, theme, geometry, cache, wanted).paint();
  painter.restore();
}

void RulerPainter::paint() {
  m_painter.setRenderHint(QPainter::Antialiasing, false);
  paintRows();
  paintLimits();
  paintLabels();
  paintFound();
  paintScale();
  if (!m_geometry.shares.isEmpty()) paintShares();
}

double RulerPainter::widthOf(const QFont& font, const QString& words) {
  return m_cache ? m_cache->entry(font, words).width : textWidth(font, words);
}

double RulerPainter::text(const QRectF& rect, Qt::Alignment align, const QFont& font, const QColor& ink, const QString& words) {
  if (words.isEmpty()) return 0;
  m_painter.setPen(ink);
  m_painter.setFont(font);
  if (m_cache == nullptr) {
    m_painter.drawText(rect, int(align | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, words);
    return 0;
  }
  const RulerTextCache::Entry& entry = m_cache->entry(font, words);
  double x = rect.left();
  if (align & Qt::AlignRight) x = rect.right() - entry.width;
  if (align & Qt::AlignHCenter) x = rect.center().x() - entry.width / 2;
  m_painter.drawStaticText(QPointF(x, rect.center().y() - entry.text.size().height() / 2), entry.text);
  return entry.width;
}

QRectF scaleFlagRect(const RulerGeometry& geometry, const RulerData& data, double x, const QString& words) {
  const double width = std::ceil(textWidth(data.fonts.baseBold, words)) + 12;
  const double height = std::round(data.fonts.px(18));
  const double left = std::clamp(std::round(x - width / 2), geometry.scale.left(), std::max(geometry.scale.left(), geometry.scale.right() - width));
  return {left, geometry.scale.bottom() - height - 2, width, height};
}

void RulerPainter::paintScale() {
  const QRectF& scale = m_geometry.scale;
  // Rows that were scrolled up lie under the scale.
  if (m_data.view.scrollY > 0) {
    m_painter.fillRect(QRectF(m_geometry.bounds.left(), m_geometry.bounds.top(), m_geometry.bounds.width(), scale.height()), m_theme.base);
  }
  QRectF flag;
  double x = -1;
  QString words;
  if (m_data.view.found) {
    x = m_geometry.xOf(double(m_data.view.found->offsetBytes));
    if (x >= scale.left() - 0.5 && x <= scale.right() + 0.5) {
      words = byteText(m_data.view.found->offsetBytes);
      flag = scaleFlagRect(m_geometry, m_data, x, words);
    }
  }
  paintTicks(flag);
  paintLimitLabels();
  if (flag.isNull()) return;
  m_painter.fillRect(flag, m_theme.text);
  text(flag, Qt::AlignHCenter, m_data.fonts.baseBold, m_theme.base, words);
}

void RulerPainter::paintTicks(const QRectF& hidden) {
  const QRectF& scale = m_geometry.scale;
  const double base = scale.bottom();
  m_painter.setPen(QPen(m_theme.strong, 1));
  m_painter.drawLine(QPointF(scale.left(), base), QPointF(scale.right(), base));
  const double perByte = m_geometry.pixelsPerByte();
  const double pitch = m_data.fonts.px(kTickPitch);
  const TickSet ticks = byteTicks(m_geometry.firstByte, m_geometry.firstByte + m_geometry.visibleBytes, pitch / perByte);
  const auto tick = [&](double byte, double length) {
    const double x = std::round(m_geometry.xOf(byte));
    m_painter.drawLine(QPointF(x, base - length), QPointF(x, base - 1));
  };
  for (double byte : ticks.minor) tick(byte, kMinorTickLength);
  for (double byte : ticks.major) tick(byte, kTickLength + 1);
  const double step = ticks.major.size() > 1 ? ticks.major[1] - ticks.major[0] : kKiB;
  const bool kib = step >= kKiB;
  const double top = base - kTickLength - m_data.fonts.px(18);
  double busy = -1e9;
  for (qsizetype i = 0; i < ticks.major.size(); ++i) {
    const double byte = ticks.major[i];
    QString words = formatInteger(std::llround(kib ? byte / kKiB : byte));
    if (i == 0) words = withUnit(words, kib ? u"KiB" : u"B");
    const double width = std::ceil(widthOf(m_data.fonts.small, words));
    const double x = m_geometry.xOf(byte);
    double left = std::round(x - width / 2);
    if (left < scale.left()) left = scale.left();
    if (left + width > m_geometry.bounds.right()) left = m_geometry.bounds.right() - width;
    const QRectF rect(left, top, width, m_data.fonts.px(16));
    if (left < busy + 6 || (!hidden.isNull() && rect.adjusted(-3, 0, 3, 0).intersects(hidden))) continue;
    busy = left + width;
    text(rect, Qt::AlignLeft, m_data.fonts.small, m_theme.text2, words);
  }
}

void RulerPainter::paintLimitLabels() {
  const QRectF& scale = m_geometry.scale;
  const double height = m_data.fonts.px(16);
  const double top = scale.top() + 1;
  double free = m_geometry.bounds.right();
  const double limitX = m_geometry.xOf(double(m_data.limitBytes));
  if (m_data.limitBytes > 0 && limitX >= scale.left() && limitX <= scale.right() + 1) {
    const QString size = formatBytesKiB(double(m_data.limitBytes));
    const QString reserve = formatBytesKiB(double(m_data.reserveBytes));
    const QString words = m_data.reserveBytes == 0 ? DSM_TR("%1 opt-in").arg(size)
                          : m_data.view.compact    ? DSM_TR("%1 opt-in, %2 reserve").arg(size, reserve)
                                                   : DSM_TR("%1 opt-in, then %2 reserve").arg(size, reserve);
    const double width = std::ceil(widthOf(m_data.fonts.small, words));
    double right = std::min(m_geometry.bounds.right(), limitX + width / 2);
    if (m_geometry.bounds.right() - limitX < width) right = std::min(m_geometry.bounds.right(), std::max(limitX + 4, scale.left() + width));
    text(QRectF(right - width, top, width, height), Qt::AlignLeft, m_data.fonts.small, m_theme.text2, words);
    free = right - width - 12;
  }
  const double capX = m_geometry.xOf(double(m_data.staticCapBytes));
  if (capX < scale.left() || capX > scale.right()) return;
  const QString words = DSM_TR("%1 static cap").arg(formatBytesKiB(double(m_data.staticCapBytes)));
  const double width = std::ceil(widthOf(m_data.fonts.small, words));
  const double left = std::max(m_geometry.bounds.left(), std::min(capX - width / 2, free - width));
  if (left + width > free + 0.5) return;
  text(QRectF(left, top, width, height), Qt::AlignLeft, m_data.fonts.small, m_theme.text2, words);
}

void RulerPainter::paintLimits() {
  const double top = m_geometry.scale.top() + m_data.fonts.px(18);
  const double bottom = m_geometry.plot.bottom();
  const auto line = [&](double byte, bool inForce) {
    const double x = std::round(m_geometry.xOf(byte));
    if (x < m_geometry.plot.left() || x > m_geometry.plot.right()) return;
    m_painter.setPen(inForce ? QPen(m_theme.text, 1) : dotted(m_theme.text));
    m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
  };
  line(double(m_data.staticCapBytes), m_data.staticInForce);
  if (m_data.limitBytes > 0) line(double(m_data.limitBytes), !m_data.staticInForce);
}

void RulerPainter::paintFound() {
  if (!m_data.view.found) return;
  const RulerPlace& found = *m_data.view.found;
  const double x = std::round(m_geometry.xOf(double(found.offsetBytes)));
  if (x < m_geometry.plot.left() || x > m_geometry.plot.right()) return;
  m_painter.setPen(QPen(m_theme.text, 1));
  m_painter.drawLine(QPointF(x, m_geometry.scale.bottom()), QPointF(x, m_geometry.plot.bottom()));
  for (const RulerRow& row : m_geometry.rows) {
    if (row.rank == found.rank && row.rect.bottom() > m_geometry.plot.top()) paintFoundInRow(row, x);
  }
  const int from = m_geometry.rowOfRank(m_data.view.fromRank);
  const int to = m_geometry.rowOfRank(found.rank);
  if (from >= 0 && to >= 0 && m_data.layout.ranks > 1) paintArrow(x, m_geometry.rows[from], m_geometry.rows[to]);
}

void RulerPainter::paintFoundInRow(const RulerRow& row, double x) {
  const int array = arrayAt(m_data.layout, m_data.view.found->offsetBytes);
  if (array < 0 || !live(row, array)) return;
  const model::SharedArray& shown = m_data.layout.arrays[std::size_t(array)];
  const double unit = std::max(1U, shown.elementBytes);
  const double first = double(m_data.view.found->offsetBytes) - std::fmod(double(m_data.view.found->offsetBytes - shown.offsetBytes), unit);
  QRectF mark = byteRect(m_geometry, row, first, first + unit);
  if (mark.width() < 4) mark = QRectF(x - 2, row.plot.top(), 5, row.plot.height()) & row.plot;
  m_painter.fillRect(mark, rulerArrayColour(m_theme, array).edge);
}

void RulerPainter::paintArrow(double x, const RulerRow& from, const RulerRow& to) {
  const int array = std::max(0, arrayAt(m_data.layout, m_data.view.found->offsetBytes));
  const QColor ink = rulerArrayColour(m_theme, array).edge;
  const double ring = m_data.fonts.px(5);
  const double startY = from.plot.center().y();
  m_painter.setRenderHint(QPainter::Antialiasing, true);
  if (from.rank != to.rank) {
    const bool down = to.rect.top() > from.rect.top();
    const double endY = down ? to.plot.top() : to.plot.bottom();
    const double head = down ? -9 : 9;
    QPen pen(ink, 3);
    pen.setCapStyle(Qt::FlatCap);
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x + 0.5, startY), QPointF(x + 0.5, endY + head));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ink);
    m_painter.drawPolygon(QPolygonF({QPointF(x - 5.5, endY + head), QPointF(x + 6.5, endY + head), QPointF(x + 0.5, endY)}));
  }
  if (startY > m_geometry.plot.top()) {
    m_painter.setPen(QPen(ink, 2));
    m_painter.setBrush(m_theme.base);
    m_painter.drawEllipse(QPointF(x + 0.5, startY), ring, ring);
  }
  m_painter.setBrush(Qt::NoBrush);
  m_painter.setRenderHint(QPainter::Antialiasing, false);
}

QRectF rulerCursorRect(const RulerGeometry& geometry, const RulerData& data, std::uint32_t rank, std::uint64_t offsetBytes) {
  const double x = std::round(geometry.xOf(double(offsetBytes)));
  QRectF rect(x - 6, geometry.scale.bottom(), 13, geometry.plot.bottom() - geometry.scale.bottom() + 1);
  const int row = geometry.rowOfRank(rank);
  if (row >= 0) rect |= QRectF(x - 6, geometry.rows[row].plot.top() - 2, 13, geometry.rows[row].plot.height() + 4);
  return rect | scaleFlagRect(geometry, data, x, byteText(offsetBytes)).adjusted(-1, -1, 1, 1);
}

// From the rank that asks to the rank that owns the byte: an outlined ring and head, so that it is not taken for the found place's.
static void paintCursorArrow(QPainter& painter, const RulerGeometry& geometry, const Theme& theme, double x, int from, int to) {
  const QRectF start = geometry.rows[from].plot;
  const QRectF end = geometry.rows[to].plot;
  const bool down = end.top() > start.top();
  const double tip = down ? end.top() : end.bottom();
  const double head = down ? -8 : 8;
  if (std::min(tip, start.center().y()) < geometry.scale.bottom()) return;  // scrolled away
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(theme.accent, 1.5));
  painter.drawLine(QPointF(x + 0.5, start.center().y()), QPointF(x + 0.5, tip + head));
  painter.setBrush(theme.base);
  painter.drawEllipse(QPointF(x + 0.5, start.center().y()), 4, 4);
  painter.drawPolygon(QPolygonF({QPointF(x - 4, tip + head), QPointF(x + 5, tip + head), QPointF(x + 0.5, tip)}));
  painter.setBrush(Qt::NoBrush);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintRulerCursor(QPainter& painter, const RulerGeometry& geometry, const RulerData& data, const Theme& theme,
                      std::uint32_t rank, std::uint64_t offsetBytes) {
  const double x = std::round(geometry.xOf(double(offsetBytes)));
  if (x < geometry.plot.left() - 1 || x > geometry.plot.right() + 1) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  QPen pen(theme.accent, 1);
  pen.setDashPattern({2, 2});
  painter.setPen(pen);
  painter.drawLine(QPointF(x, geometry.scale.bottom()), QPointF(x, geometry.plot.bottom()));
  const int row = geometry.rowOfRank(rank);
  if (row >= 0 && geometry.rows[row].plot.top() > geometry.scale.bottom()) {
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(x - 4, geometry.rows[row].plot.top(), 8, geometry.rows[row].plot.height()));
  }
  const int from = geometry.rowOfRank(data.view.fromRank);
  const bool inAnArray = arrayAt(data.layout, offsetBytes) >= 0;
  if (row >= 0 && from >= 0 && row != from && inAnArray) paintCursorArrow(painter, geometry, theme, x, from, row);
  const QString words = byteText(offsetBytes);
  const QRectF flag = scaleFlagRect(geometry, data, x, words);
  painter.fillRect(flag, theme.base);
  painter.setPen(QPen(theme.accent, 1));
  painter.drawRect(flag.adjusted(0.5, 0.5, -0.5, -0.5));
  painter.setPen(theme.text);
  painter.setFont(data.fonts.base);
  painter.drawText(flag, Qt::AlignCenter | Qt::TextSingleLine, words);
}

}  // namespace dsm::ui
