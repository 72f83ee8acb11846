// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counting, then drawing: a solid cell is full, a half-filled one partly, a crossed-out pale one idle.
#include "ui/ruler/sm_grid.h"

#include "ui/charts/paragraph.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::SmGrid", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::SmGrid", text))

constexpr double kLargestCell = 28;
constexpr double kSmallestCell = 3;
constexpr double kMarkedCell = 6;  // below it a cell is too small for its mark
constexpr double kCaptionHeight = 20;
constexpr double kNoteLine = 16;
constexpr int kMostNoteLines = 2;

void paintCell(QPainter& painter, const QRectF& cell, int kind, const Theme& theme) {
  const RulerArrayColour& colours = rulerArrayColour(theme, 0);
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (kind == 0) {
    painter.fillRect(cell, colours.edge);
    return;
  }
  const QColor edge = kind == 1 ? colours.edge : theme.strong;
  painter.fillRect(cell, edge);
  const QRectF inner = cell.adjusted(1, 1, -1, -1);
  if (inner.width() <= 0) return;
  painter.fillRect(inner, kind == 1 ? colours.fill : theme.free);
  if (kind == 1) {
    const double half = std::floor(inner.height() / 2);
    painter.fillRect(inner.adjusted(0, inner.height() - half, 0, 0), colours.edge);
  } else if (cell.width() >= kMarkedCell) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.strong, 1));
    painter.drawLine(inner.bottomLeft(), inner.topRight());
  }
}

QString notKnownCaption(const model::Residency& residency) {
  return residency.runs ? QString::fromStdString(residency.notKnown) : DSM_TR("No block at once: it does not run.");
}

}  // namespace

SmGrid smGridOf(const model::Residency& residency) {
  SmGrid grid;
  const auto used = residency.smsInUse;
  const auto ofLaunch = residency.smsOfLaunch();
  if (!used || !ofLaunch) {
    grid.caption = notKnownCaption(residency);
    return grid;
  }
  grid.smCount = int(residency.smCount);
  const QString all = formatInteger(residency.smCount);
  if (*ofLaunch < *used || (residency.gridBlocks > 0 && residency.gridBlocks == *used && residency.blocksPerUsedSm > 1)) {
    // Fewer blocks than fit: at best each has an SM of its own.
    grid.full = int(*ofLaunch);
    grid.caption = DSM_TR("\u2264 %1 of %2 SMs, \u2265 %3 idle").arg(formatInteger(*ofLaunch), all, formatInteger(grid.idle()));
    grid.note = DSM_TR("The launch has %1 blocks. How many SMs, not which.").arg(formatInteger(qint64(residency.gridBlocks)));
    return grid;
  }
  const std::uint64_t left = *residency.blocksAtOnce % std::max(1U, residency.blocksPerUsedSm);
  grid.partly = left > 0 ? 1 : 0;
  grid.full = int(*used) - grid.partly;
  const QString idle = formatInteger(grid.idle());
  grid.caption = residency.smsExact ? DSM_TR("%1 of %2 SMs, %3 idle").arg(formatInteger(*used), all, idle)
                                    : DSM_TR("\u2265 %1 of %2 SMs, \u2264 %3 idle").arg(formatInteger(*used), all, idle);
  grid.note = DSM_TR("How many SMs, not which.");
  return grid;
}

SmGridGeometry smGridGeometry(int smCount, QSizeF size, double scale) {
  SmGridGeometry best;
  if (smCount <= 0) return best;
  for (double cell = std::floor(kLargestCell * scale); cell >= kSmallestCell; cell -= 1) {
    const int columns = int(size.width() / cell);
    if (columns <= 0) continue;
    const int rows = (smCount + columns - 1) / columns;
    if (rows * cell > size.height()) continue;
    best.cell = cell;
    best.rows = rows;
    best.columns = (smCount + rows - 1) / rows;  // as even as the rows allow
    best.gap = cell >= 8 ? 2 : 1;
    return best;
  }
  return best;
}

void paintSmGrid(QPainter& painter, const QRectF& bounds, const SmGrid& grid, const ChartFonts& fonts, const Theme& theme) {
  painter.save();
  painter.setClipRect(bounds);
  const QStringList notes = wrappedLines(fonts.small, grid.note, bounds.width(), kMostNoteLines);
  const QStringList captions = wrappedLines(fonts.baseBold, grid.caption, bounds.width(), grid.smCount > 0 ? 2 : 6);
  const double words = fonts.px(kCaptionHeight) * double(captions.size()) + fonts.px(kNoteLine) * double(notes.size());
  const SmGridGeometry geometry = smGridGeometry(grid.smCount, QSizeF(bounds.width(), bounds.height() - words - 4), fonts.scale);
  const double left = std::round(bounds.left());
  double y = std::round(bounds.top());
  for (int sm = 0; geometry.columns > 0 && sm < grid.smCount; ++sm) {
    const QRectF cell(left + sm % geometry.columns * geometry.cell, y + double(sm / geometry.columns) * geometry.cell, geometry.cell - geometry.gap,
                      geometry.cell - geometry.gap);
    paintCell(painter, cell, sm < grid.full ? 0 : sm < grid.full + grid.partly ? 1 : 2, theme);
  }
  y += geometry.height() + (geometry.columns > 0 ? 4 : 0);
  const auto line = [&](const QFont& font, const QColor& ink, const QString& text, double height) {
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QRectF(bounds.left(), y, bounds.width(), height), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    y += height;
  };
  for (const QString& text : captions) line(grid.smCount > 0 ? fonts.baseBold : fonts.base, grid.smCount > 0 ? theme.text : theme.text2, text, fonts.px(kCaptionHeight));
  for (const QString& text : notes) line(fonts.small, theme.text2, text, fonts.px(kNoteLine));
  painter.restore();
}

}  // namespace dsm::ui
