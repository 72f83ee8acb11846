// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of a tile ruler: live boxes, what is reserved around them, bytes past the limit, labels.
#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/tile/tile_ruler_painter.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::TileRuler", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::TileRuler", text))

constexpr double kPad = 12;
constexpr double kBeside = 8;
constexpr double kHatchPitch = 6;
constexpr double kLeastDivided = 4;    // px between two dividers of what is reserved
constexpr double kLeastText = 48;
constexpr qsizetype kMostNames = 3;

QPen dashed(const QColor& colour) {
  QPen pen(colour, 1);
  pen.setDashPattern({3, 3});
  pen.setCapStyle(Qt::FlatCap);
  return pen;
}

}  // namespace

void frameTileBox(QPainter& painter, const QRectF& box, const QColor& ink, bool leftOpen, bool rightOpen) {
  painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), ink);
  painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), ink);
  if (!leftOpen) painter.fillRect(QRectF(box.left(), box.top(), 1, box.height()), ink);
  if (!rightOpen) painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), ink);
}

void hatchTileBox(QPainter& painter, const QRectF& box, const QColor& ink) {
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

void TileRulerPainter::paintRow(const TileRulerRow& row) {
  m_painter.fillRect(row.plot, m_theme.free);
  if (forGood()) paintReserved(row);
  paintLive(row);
  paintPast(row);
  if (m_data.freeOffsets) paintClashes(row);
  text(QRectF(row.rect.left(), row.rect.top(), row.plot.left() - row.rect.left() - kBeside, row.rect.height()), Qt::AlignRight, m_data.fonts.small,
       m_theme.text2, phaseLabel(m_data, row.phase));
}

// Neighbours that are reserved share one dashed outline, with a divider where there is room for one.
void TileRulerPainter::paintReserved(const TileRulerRow& row) {
  m_painter.setPen(dashed(m_theme.strong));
  QRectF run;
  double divider = -1e9;
  const auto finish = [&] {
    if (run.isEmpty()) return;
    const QRectF frame = run.adjusted(0.5, 0.5, -0.5, -0.5);
    m_painter.drawLine(frame.topLeft(), frame.topRight());
    m_painter.drawLine(frame.bottomLeft(), frame.bottomRight());
    m_painter.drawLine(frame.topRight(), frame.bottomRight());
    run = {};
  };
  for (const TileBox& box : m_data.boxes) {
    const QRectF rect = box.isLive(row.phase) ? QRectF() : m_geometry.byteRect(row, double(box.offsetBytes), double(box.endBytes()));
    if (rect.isEmpty() || (!run.isEmpty() && rect.left() > run.right() + 1)) finish();
    if (rect.isEmpty()) continue;
    if (run.isEmpty() || rect.left() - divider >= kLeastDivided) {
      m_painter.drawLine(QPointF(rect.left() + 0.5, rect.top()), QPointF(rect.left() + 0.5, rect.bottom()));
      divider = rect.left();
    }
    run = run.isEmpty() ? rect : run.united(rect);
  }
  finish();
}

void TileRulerPainter::paintBox(const QRectF& box, int index, bool leftOpen, bool rightOpen) {
  const RulerArrayColour& colours = rulerArrayColour(m_theme, index);
  m_painter.fillRect(box, colours.edge);
  const double edge = index == m_data.view.marked ? 2 : 1;
  if (box.width() >= 3) m_painter.fillRect(box.adjusted(leftOpen ? 0 : edge, edge, rightOpen ? 0 : -edge, -edge), colours.fill);
}

void TileRulerPainter::paintLive(const TileRulerRow& row) {
  for (int i = 0; i < int(m_data.boxes.size()); ++i) {
    const TileBox& box = m_data.boxes[std::size_t(i)];
    if (!box.isLive(row.phase)) continue;
    const QRectF rect = m_geometry.byteRect(row, double(box.offsetBytes), double(box.endBytes()));
    if (rect.isEmpty()) continue;
    paintBox(rect, i, double(box.offsetBytes) < m_geometry.firstByte, double(box.endBytes()) > lastByte());
  }
}

// What lies past the limit, of live boxes and of what is reserved alike: the kernel does not get it.
void TileRulerPainter::paintPast(const TileRulerRow& row) {
  if (m_data.overflowBytes() == 0) return;
  const double limit = double(m_data.limitBytes());
  for (const TileBox& box : m_data.boxes) {
    if (double(box.endBytes()) <= limit || (!box.isLive(row.phase) && !forGood())) continue;
    const QRectF past = m_geometry.byteRect(row, std::max(limit, double(box.offsetBytes)), double(box.endBytes()));
    if (past.isEmpty()) continue;
    m_painter.fillRect(past, m_theme.errorTint);
    hatchTileBox(m_painter, past, m_theme.error);
    frameTileBox(m_painter, past, m_theme.error, false, false);
  }
}

void TileRulerPainter::paintClashes(const TileRulerRow& row) {
  for (std::size_t i = 0; i < m_data.boxes.size(); ++i) {
    const TileBox& a = m_data.boxes[i];
    if (!a.isLive(row.phase)) continue;
    for (std::size_t k = i + 1; k < m_data.boxes.size(); ++k) {
      const TileBox& b = m_data.boxes[k];
      const std::uint64_t from = std::max(a.offsetBytes, b.offsetBytes);
      const std::uint64_t to = std::min(a.endBytes(), b.endBytes());
      if (!b.isLive(row.phase) || from >= to) continue;
      const QRectF clash = m_geometry.byteRect(row, double(from), double(to));
      if (clash.isEmpty()) continue;
      m_painter.fillRect(clash, m_theme.errorTint);
      hatchTileBox(m_painter, clash, m_theme.error);
      frameTileBox(m_painter, clash, m_theme.error, false, false);
    }
  }
}

void TileRulerPainter::clearCrossed(const QRectF& place, const QColor& ground) {
  for (const std::uint64_t byte : {m_data.staticCapBytes, m_data.optinBytes, m_data.peakBytes}) {
    const double x = std::round(m_geometry.xOf(double(byte)));
    if (byte > 0 && x >= place.left() - 3 && x <= place.right() + 3) m_painter.fillRect(place.adjusted(-3, 2, 3, -2), ground);
  }
}

// The label of the array that the phase declares goes first; the names of the others where they fit inside.
void TileRulerPainter::paintRowLabels(const TileRulerRow& row) {
  QRectF own;
  for (int i = 0; i < int(m_data.boxes.size()); ++i) {
    const TileBox& box = m_data.boxes[std::size_t(i)];
    if (!box.isLive(row.phase)) continue;
    if (m_data.freeOffsets || box.firstPhase == row.phase) {
      own = own.united(paintOwnLabel(row, i));
      continue;
    }
    const QRectF rect = m_geometry.byteRect(row, double(box.offsetBytes), double(box.endBytes()));
    if (rect.isEmpty() || rect.width() < widthOf(m_data.fonts.small, box.name) + 2 * kBeside) continue;
    text(rect.adjusted(std::min(kPad, rect.width() / 4), 0, 0, 0), Qt::AlignLeft, m_data.fonts.small, m_theme.text, box.name);
  }
  if (forGood()) paintReservedText(row, own);
}

// Inside the box, else in what is free to its right, else to its left. Returns where it went; empty: nowhere.
QRectF TileRulerPainter::paintOwnLabel(const TileRulerRow& row, int index) {
  const TileBox& box = m_data.boxes[std::size_t(index)];
  const QRectF rect = m_geometry.byteRect(row, double(box.offsetBytes), double(box.endBytes()));
  if (rect.isEmpty()) return {};
  const QString words = boxText(m_data, index);
  const double name = widthOf(m_data.fonts.baseBold, box.name);
  const double width = std::ceil(name + kBeside + widthOf(m_data.fonts.small, words));
  const QRectF past = m_data.overflowBytes() > 0 ? m_geometry.byteRect(row, double(m_data.limitBytes()), 1e18) : QRectF();
  const auto isFree = [&](const QRectF& place) {
    if (place.left() < row.plot.left() + 2 || place.right() > row.plot.right() - 2) return false;
    return std::none_of(m_data.boxes.begin(), m_data.boxes.end(), [&](const TileBox& other) {
      return other.isLive(row.phase) && m_geometry.byteRect(row, double(other.offsetBytes), double(other.endBytes())).intersects(place);
    }) && !past.intersects(place);
  };
  QRectF place(rect.left() + kPad, rect.top(), width, rect.height());
  const QRectF inside = past.isEmpty() ? rect : rect.intersected(QRectF(QPointF(-1e9, rect.top()), QPointF(past.left(), rect.bottom())));
  const bool fits = width + kPad + kBeside <= inside.width();
  if (!fits) {
    const bool nameFits = name + 2 * kBeside <= inside.width();
    const QRectF right(rect.right() + kBeside, rect.top(), width, rect.height());
    const QRectF left(rect.left() - kBeside - width, rect.top(), width, rect.height());
    if (isFree(right)) place = right;
    else if (isFree(left)) place = left;
    else if (nameFits) {
      text(rect.adjusted(kBeside, 0, 0, 0), Qt::AlignLeft, m_data.fonts.baseBold, m_theme.text, box.name);
      return QRectF(rect.left(), rect.top(), name + kBeside, rect.height());
    } else {
      return {};
    }
    m_painter.fillRect(place.adjusted(-3, 2, 3, -2), m_theme.free);
  } else {
    clearCrossed(place, rulerArrayColour(m_theme, index).fill);
  }
  text(place, Qt::AlignLeft, m_data.fonts.baseBold, m_theme.text, box.name);
  text(place.adjusted(name + kBeside, 0, 0, 0), Qt::AlignLeft, m_data.fonts.small, m_theme.text, words);
  return place;
}

void TileRulerPainter::paintReservedText(const TileRulerRow& row, const QRectF& taken) {
  QStringList names;
  QRectF widest;
  for (const TileBox& box : m_data.boxes) {
    if (box.lastPhase >= row.phase) continue;
    names << box.name;
    const QRectF rect = m_geometry.byteRect(row, double(box.offsetBytes), double(box.endBytes()));
    if (rect.width() > widest.width()) widest = rect;
  }
  if (names.isEmpty() || widest.isEmpty()) return;
  QString words = names.size() == 1 ? DSM_TR("%1, dead but still reserved").arg(names.front())
                  : names.size() <= kMostNames
                      ? DSM_TR("%1 reserved").arg(names.join(QStringLiteral(", ")))
                      : DSM_TR("%1 and %2 more reserved").arg(names.mid(0, kMostNames - 1).join(QStringLiteral(", "))).arg(names.size() - kMostNames + 1);
  QRectF room = widest.adjusted(kPad, 0, -kBeside, 0);
  if (taken.intersects(room)) room.setRight(taken.left() - kPad);
  if (room.width() < kLeastText) return;
  words = elided(m_data.fonts.small, words, room.width());
  clearCrossed(QRectF(room.left(), room.top(), widthOf(m_data.fonts.small, words), room.height()), m_theme.free);
  text(room, Qt::AlignLeft, m_data.fonts.small, m_theme.text2, words);
}

}  // namespace dsm::ui
