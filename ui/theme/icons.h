// SPDX-License-Identifier: GPL-3.0-or-later
//
// Icons: 16 px drawings of Debian's breeze-icon-theme, turned into path data at build time (no SVG is parsed
// and no QtSvg is loaded when the window starts), filled with the theme's colours when painted. Beside them the
// small glyphs that the fonts lack: tick, dash, chevrons, verdict triangles, badge signs.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QPainterPath>

class QPainter;

namespace dsm::ui {

/// Order must match the list in CMakeLists.txt.
enum class IconName {
  run,           ///< media-playback-start
  stop,          ///< media-playback-stop
  pause,         ///< media-playback-pause
  seekBackward,  ///< media-seek-backward
  seekForward,   ///< media-seek-forward
  skipBackward,  ///< media-skip-backward
  skipForward,   ///< media-skip-forward
  flag,          ///< flag: jump to the race
  find,          ///< edit-find
  copy,          ///< edit-copy
  exportFile,    ///< document-export
  save,          ///< document-save
  zoomFit,       ///< zoom-fit-best: reset zoom
  table,         ///< table: show as table
  commandLine,   ///< dialog-scripts
  question,      ///< question: how to read
  note,          ///< help-contextual: reason, note
  warning,       ///< data-warning
  error,         ///< data-error
  pin,           ///< pin
  columns,       ///< view-list-details
  reset,         ///< edit-reset
  refresh,       ///< view-refresh
  next,          ///< go-next
  close,         ///< dialog-close
  disconnect,    ///< network-disconnect
  count,
};

enum class IconInk { text, text2, accent, onAccent };

/// Icon in the colours of `theme`: nothing is rendered before it is painted; crisp at any pixel ratio; disabled in `dis`.
/// Warning and error take their state's colour.
QIcon icon(IconName name, const Theme& theme, IconInk ink = IconInk::text2);
/// The same, but looks the current scheme up each time it is painted: for actions and buttons of the window.
QIcon icon(IconName name, IconInk ink = IconInk::text2);
/// Paints the drawing into `rect` (square); `knockout` fills the parts cut out of warning and error.
void paintIcon(QPainter& painter, const QRectF& rect, IconName name, const QColor& ink, const QColor& knockout = Qt::transparent);

enum class Glyph {
  tick,
  dash,
  cross,
  chevronRight,
  chevronDown,
  chevronUp,
  faster,         ///< triangle up
  slower,         ///< triangle down
  undecided,      ///< cross-hatched square
  disc,           ///< measured; state dots
  ring,           ///< state starting
  ringWithPoint,  ///< recorded
  function,       ///< modelled: italic f with hook
  linkedSquares,  ///< emulated
  slashedCircle,  ///< not collected
};

/// Paints a glyph into `rect` (any size, drawn on a 10 px grid) in one colour; vectors in exports.
void paintGlyph(QPainter& painter, const QRectF& rect, Glyph glyph, const QColor& colour);

}  // namespace dsm::ui
