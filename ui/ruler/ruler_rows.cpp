// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of the ruler: ground, arrays, labels, phases with their barriers, and what goes past the limit.
#include "ui/ruler/ruler_painter.h"
#include "ui/theme/icons.h"
#include "ui/theme/numbers.h"

#include "ui/catalogue_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::Ruler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::Ruler", text))

constexpr double kPad = 7;
constexpr double kLeastLabelled = 16;  // px: a narrower slice cannot hold two digits
constexpr double kHatchPitch = 6;
constexpr double kWideBox = 40;  // px
constexpr std::size_t kManyArrays = 32;

// Edge inside the box; a side that the zoom cut off stays open.
void frameBox(QPainter& painter, const QRectF& box, const QColor& ink, bool leftOpen, bool rightOpen) {
  painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), ink);
  painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), ink);
  if (!leftOpen) painter.fillRect(QRectF(box.left(), box.top(), 1, box.height()), ink);
  if (!rightOpen) painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), ink);
}

// Diagonal lines ended at the box's own edges, since an SVG does not clip.
void hatchBox(QPainter& painter, const QRectF& box, const QColor& ink) {
  painter.setPen(QPen(ink, 1.4));
  painter.setRenderHint(QPainter::Antialiasing, true);
  const double h = box.height();
  for (double offset = -h + kHatchPitch / 2; offset < box.width(); offset += kHatchPitch) {
    const double from = std::max(0.0, offset);
    const double to = std::min(box.width(), offset + h);
    if (to <= from) continue;
    painter.drawLine(QPointF(box.left() + from, box.bottom() - (from - offset)), QPointF(box.left() + to, box.bottom() - (to - offset)));
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

bool RulerPainter::live(const RulerRow& row, int array) const {
  if (row.phase < 0) return true;
  const model::SharedArray& shown = m_data.layout.arrays[std::size_t(array)];
  return row.phase >= shown.firstPhase && row.phase <= shown.lastPhase;
}

double RulerPainter::endOfArrays() const {
  double end = 0;
  for (const model::SharedArray& array : m_data.layout.arrays) end = std::max(end, double(array.offsetBytes + array.bytes()));
  return end;
}

void RulerPainter::paintRows() {
  m_coveredBytes = 0;
  for (const model::SharedArray& array : m_data.layout.arrays) {  // in declaration order, which is by offset where nothing overlaps
    if (double(array.offsetBytes) > m_coveredBytes) break;
    m_coveredBytes = std::max(m_coveredBytes, double(array.offsetBytes + array.bytes()));
  }
  bool first = true;
  for (const RulerRow& row : m_geometry.rows) {
    const bool visible = row.rect.bottom() >= m_geometry.scale.bottom() && row.rect.top() <= m_geometry.bounds.bottom() &&
                         row.rect.bottom() >= m_part.top() && row.rect.top() <= m_part.bottom();
    if (visible) paintRow(row, first);
    if (row.phase < 0) first = false;
  }
  // Barriers stand in the gaps and their labels reach over the rows, so they come last.
  for (const RulerRow& row : m_geometry.rows) {
    if (!row.barrierAfter.isEmpty() && row.barrierAfter.top() >= m_geometry.scale.bottom()) paintBarrier(row);
  }
}

double RulerPainter::limitShown() const {
  return m_data.limitBytes > 0 ? double(m_data.limitBytes) : m_geometry.firstByte + m_geometry.visibleBytes;
}

void RulerPainter::paintGround(const RulerRow& row) {
  const double limit = limitShown();
  const QRectF ground = byteRect(m_geometry, row, std::max(0.0, m_geometry.firstByte), std::max(limit, endOfArrays()));
  const bool phase = row.phase >= 0;
  if (!ground.isEmpty()) {
    // From where the first gap may be: below arrays that lie side by side nothing of it would be seen.
    if (!phase) m_painter.fillRect(byteRect(m_geometry, row, std::max(m_coveredBytes, m_geometry.firstByte), std::max(limit, endOfArrays())), m_theme.free);
    frameBox(m_painter, ground, m_theme.freeEdge, false, false);
  }
  if (m_data.reserveBytes > 0 && m_data.limitBytes > 0 && m_data.overflowBytes() == 0) {
    const QRectF reserve = byteRect(m_geometry, row, limit, limit + double(m_data.reserveBytes));
    if (!reserve.isEmpty() && !phase) m_painter.fillRect(reserve, m_theme.strong);
  }
}

void RulerPainter::paintRow(const RulerRow& row, bool firstRow) {
  const double limit = limitShown();
  const bool phase = row.phase >= 0;
  if (isLikeTheOthers(row)) {
    paintStrip(row);
  } else {
    paintGround(row);
    paintArrays(row);
  }
  if (m_data.overflowBytes() > 0) paintOverflow(row);
  paintRowLabel(row);
  if (phase) {
    const double end = std::max(m_geometry.xOf(endOfArrays()), m_geometry.plot.left());
    paintPhaseNote(row, end + 12);
  } else if (firstRow || m_data.overflowBytes() > 0) {
    paintFreeText(row, limit);
  }
}

// Every rank declares the same arrays: where there are many of them, and none is a slice that differs from rank to rank, the row is
// painted once and copied. On a screen alone: a file keeps its boxes.
bool RulerPainter::isLikeTheOthers(const RulerRow& row) const {
  return m_cache != nullptr && row.phase < 0 && !m_data.layout.owner && m_data.layout.arrays.size() >= kManyArrays &&
         m_part.width() >= m_geometry.plot.width() / 2;
}

void RulerPainter::paintStrip(const RulerRow& row) {
  if (m_strip.isNull()) {
    const double ratio = m_painter.device()->devicePixelRatioF();
    m_strip = QPixmap((row.plot.size() * ratio).toSize());
    m_strip.setDevicePixelRatio(ratio);
    m_strip.fill(m_theme.base);
    QPainter painter(&m_strip);
    painter.translate(-row.plot.topLeft());
    RulerPainter once(painter, m_data, m_theme, m_geometry, m_cache, row.plot);
    once.m_coveredBytes = m_coveredBytes;
    once.paintGround(row);
    once.paintArrays(row);
    m_stripLabels = once.m_labels;
    m_stripTop = row.plot.top();
  }
  m_painter.drawPixmap(row.plot.topLeft(), m_strip);
  for (Label label : std::as_const(m_stripLabels)) {
    label.rect.translate(0, row.plot.top() - m_stripTop);
    m_labels.push_back(label);
  }
}

void RulerPainter::paintArrays(const RulerRow& row) {
  for (int i = 0; i < int(m_data.layout.arrays.size()); ++i) paintArray(row, i);
}

void RulerPainter::paintArray(const RulerRow& row, int array) {
  const model::SharedArray& shown = m_data.layout.arrays[std::size_t(array)];
  const double from = double(shown.offsetBytes);
  const double to = from + double(shown.bytes());
  const double first = m_geometry.firstByte;
  const double last = first + m_geometry.visibleBytes;
  if (to <= first || from >= last || shown.bytes() == 0) return;
  const QRectF box = byteRect(m_geometry, row, from, to);
  const bool alone = array + 1 == int(m_data.layout.arrays.size());  // its label may stand outside it
  if (!alone && (box.right() < m_part.left() || box.left() > m_part.right())) return;
  const RulerArrayColour& colours = rulerArrayColour(m_theme, array);
  const bool leftOpen = from < first - 1e-9;
  const bool rightOpen = to > last + 1e-9;
  if (!live(row, array)) {  // the bytes are there, the array is not in use
    frameBox(m_painter, box, m_theme.line, leftOpen, rightOpen);
    return;
  }
  // A narrow box: edge colour first and the fill into it, two rectangles instead of five. A wide one: each pixel once.
  const bool framed = box.width() >= 3;
  const bool wide = box.width() >= kWideBox;
  if (wide) frameBox(m_painter, box, colours.edge, leftOpen, rightOpen);
  else m_painter.fillRect(box, colours.edge);
  if (framed) m_painter.fillRect(box.adjusted(leftOpen ? 0 : 1, 1, rightOpen ? 0 : -1, -1), colours.fill);
  const bool owned = m_data.layout.owner && m_data.layout.owner->arrayName == shown.name;
  if (owned) {  // the tail of a short slice belongs to no one
    const model::Slice slice = model::sliceOf(*m_data.layout.owner, row.rank);
    const double usedEnd = from + double(slice.count) * shown.elementBytes;
    const QRectF tail = usedEnd < to ? byteRect(m_geometry, row, std::max(usedEnd, first), to) : QRectF();
    if (!tail.isEmpty() && framed) m_painter.fillRect(tail.adjusted(0, 1, rightOpen ? 0 : -1, -1), m_theme.free);
  }
  const bool wantsInside = insideLabels() || !alone;
  if (box.width() < kLeastLabelled && (!alone || row.phase >= 0)) return;
  const QString words = row.phase >= 0 ? arrayLabel(shown) : sliceLabel(m_data.layout, array, row.rank);
  if (box.width() >= kLeastLabelled && wantsInside) {
    const double width = widthOf(m_data.fonts.small, words);
    const double found = m_data.view.found ? m_geometry.xOf(double(m_data.view.found->offsetBytes)) : -1e9;
    const bool struck = found > box.right() - 2 * kPad - width && found < box.right() + 3;
    const bool movable = found - 10 - width >= box.left() + kPad;
    // Struck through with no room to make way: better outside.
    if (width + 2 * kPad <= box.width() && (!struck || movable || !alone)) {
      QRectF at(box.right() - kPad - width, box.top(), width, box.height());
      if (m_data.overflowBytes() > 0) at.moveLeft(box.left() + kPad);  // the right end is the error's
      if (struck && movable) at.moveRight(found - 10);  // a label makes way for the found place
      m_labels.push_back({at, words, colours.fill, m_theme.text});
      return;
    }
  }
  // Outside, in the free bytes to the right: only after the last array, and not in phases, which carry their note there.
  if (!alone || row.phase >= 0) return;
  const double left = box.right() + 10;
  const double width = widthOf(m_data.fonts.small, words);
  if (left + width > row.plot.right() - 4) return;
  m_labels.push_back({QRectF(left, row.plot.top(), width, row.plot.height()), words, m_theme.free, m_theme.text});
}

// After the limits: a line that crosses a label is interrupted by it.
void RulerPainter::paintLabels() {
  const double lines[] = {m_geometry.xOf(double(m_data.staticCapBytes)), m_geometry.xOf(double(m_data.limitBytes))};
  for (const Label& label : m_labels) {
    const bool crossed = std::any_of(std::begin(lines), std::end(lines), [&](double x) {
      return x >= label.rect.left() - 3 && x <= label.rect.right() + 3;
    });
    if (crossed) m_painter.fillRect(label.rect.adjusted(-2, 2, 2, -2), label.ground);
    text(label.rect, Qt::AlignLeft, m_data.fonts.small, label.ink, label.words);
  }
}

void RulerPainter::paintOverflow(const RulerRow& row) {
  const double limit = double(m_data.limit());
  const QRectF past = byteRect(m_geometry, row, std::max(limit, m_geometry.firstByte), double(m_data.usedBytes()));
  if (past.isEmpty()) return;
  m_painter.fillRect(past, m_theme.errorTint);
  hatchBox(m_painter, past, m_theme.error);
  frameBox(m_painter, past, m_theme.error, false, false);
}

void RulerPainter::paintFreeText(const RulerRow& row, double limit) {
  const bool over = m_data.overflowBytes() > 0;
  if (over) {
    const QString words = DSM_TR("%1 too much").arg(formatBytesKiB(double(m_data.overflowBytes())));
    const double limitX = std::min(m_geometry.xOf(double(m_data.limit())), row.plot.right());
    const double width = widthOf(m_data.fonts.small, words) + 2 * kPad;
    if (limitX - width < row.plot.left()) return;
    const QRectF box(std::round(limitX - width), row.plot.top() + 3, width - 2, row.plot.height() - 6);
    m_painter.fillRect(box, m_theme.base);
    text(box, Qt::AlignHCenter, m_data.fonts.small, m_theme.error, words);
    return;
  }
  if (m_data.limit() == 0) return;
  const double free = double(m_data.limit()) - double(m_data.usedBytes());
  const QString words = DSM_TR("%1 free").arg(formatBytesKiB(free));
  const double right = std::min(m_geometry.xOf(m_data.staticInForce ? double(m_data.limit()) : limit), row.plot.right()) - 8;
  double left = std::max(m_geometry.xOf(endOfArrays()), row.plot.left()) + kPad;
  // A label beside the last slice goes first.
  if (!m_data.layout.arrays.empty()) {
    const int last = int(m_data.layout.arrays.size()) - 1;
    const model::SharedArray& array = m_data.layout.arrays[std::size_t(last)];
    const double box = byteRect(m_geometry, row, double(array.offsetBytes), double(array.offsetBytes + array.bytes())).width();
    const double label = widthOf(m_data.fonts.small, sliceLabel(m_data.layout, last, row.rank));
    if (!insideLabels() || label + 2 * kPad > box) left += label + 16;
  }
  if (right - left < widthOf(m_data.fonts.small, words)) return;
  text(QRectF(left, row.plot.top(), right - left, row.plot.height()), Qt::AlignRight, m_data.fonts.small, m_theme.text2, words);
}

void RulerPainter::paintRowLabel(const RulerRow& row) {
  const QRectF column(m_geometry.labels.left(), row.rect.top(), m_geometry.labels.width(), row.rect.height());
  if (row.phase >= 0) {
    const QString name = catalogueText(m_data.layout.phases[std::size_t(row.phase)].name);
    text(column.adjusted(0, 0, -m_data.fonts.px(24), 0), Qt::AlignRight, m_data.fonts.small, m_theme.text2,
         elided(m_data.fonts.small, name, column.width() - m_data.fonts.px(28)));
    return;
  }
  const bool open = int(row.rank) == m_data.view.openRank;
  const bool owner = m_data.view.found && m_data.view.found->rank == row.rank;
  text(column, Qt::AlignLeft, open || owner ? m_data.fonts.baseBold : m_data.fonts.base, m_theme.text, rankLabel(m_data.layout, row.rank));
  if (m_data.layout.phases.empty()) return;
  const double side = m_data.fonts.px(10);
  const QRectF chevron(column.right() - m_data.fonts.px(34), std::round(column.center().y() - side / 2) + 1, side, side);
  m_painter.setRenderHint(QPainter::Antialiasing, true);
  paintGlyph(m_painter, chevron, open ? Glyph::chevronDown : Glyph::chevronRight, m_theme.text2);
  m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void RulerPainter::paintPhaseNote(const RulerRow& row, double left) {
  const QString note = catalogueText(m_data.layout.phases[std::size_t(row.phase)].note);
  const double room = row.plot.right() - m_data.fonts.px(8) - left;
  if (room < 60) return;
  const QString words = elided(m_data.fonts.small, note, room);
  m_labels.push_back({QRectF(left, row.plot.top(), widthOf(m_data.fonts.small, words), row.plot.height()), words, m_theme.base, m_theme.text2});
}

void RulerPainter::paintBarrier(const RulerRow& row) {
  const QString words = QString::fromStdString(m_data.layout.phases[std::size_t(row.phase)].barrier);
  const QRectF& band = row.barrierAfter;
  const double middle = std::round(band.center().y());
  m_painter.fillRect(QRectF(m_geometry.plot.left(), middle - 2, m_geometry.plot.width(), 1), m_theme.strong);
  m_painter.fillRect(QRectF(m_geometry.plot.left(), middle + 1, m_geometry.plot.width(), 1), m_theme.strong);
  const double width = std::ceil(widthOf(m_data.fonts.small, words)) + 12;
  const double height = m_data.fonts.px(16);
  const QRectF box(m_geometry.plot.right() - width - m_data.fonts.px(14), middle - std::round(height / 2), width, height);
  m_painter.fillRect(box, m_theme.base);
  text(box, Qt::AlignHCenter, m_data.fonts.small, m_theme.text, words);
}

}  // namespace dsm::ui
