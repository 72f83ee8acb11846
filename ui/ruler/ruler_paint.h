// SPDX-License-Identifier: GPL-3.0-or-later
//
// The byte ruler, painted: one free function for the window and the exporter. Labels are laid out once and kept in a
// RulerTextCache when there is one (3,200 labelled boxes: 3 ms with it, 14 without).
#pragma once

#include "ui/ruler/ruler_geometry.h"
#include "ui/theme/theme.h"

#include <QHash>
#include <QStaticText>

class QPainter;

namespace dsm::ui {

/// Prepared texts of one font size; clear it when fonts change. GUI thread.
class RulerTextCache {
 public:
  struct Entry {
    QStaticText text;
    double width = 0;
  };
  const Entry& entry(const QFont& font, const QString& text);
  void clear() { m_entries.clear(); }

 private:
  QHash<QString, Entry> m_entries;
};

/// Paints into `bounds`; ground in `theme.base`. Never paints outside `bounds` as long as it is at least 120 px wide. `part`: what
/// of it is wanted, everything where it is empty; the caller clips.
void paintRuler(QPainter& painter, const QRectF& bounds, const RulerData& data, const Theme& theme,
                RulerTextCache* cache = nullptr, const QRectF& part = {});
/// The cursor: dotted line through the rows and the offset on the scale.
void paintRulerCursor(QPainter& painter, const RulerGeometry& geometry, const RulerData& data, const Theme& theme,
                      std::uint32_t rank, std::uint64_t offsetBytes);
/// Rectangle that paintRulerCursor() touches, for partial repaints.
QRectF rulerCursorRect(const RulerGeometry& geometry, const RulerData& data, std::uint32_t rank, std::uint64_t offsetBytes);

}  // namespace dsm::ui
