// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fonts and the pixel scale that a chart is painted with: the window's (with its text scale) or a figure's
// (embedded, unhinted, independent of screen and text scale). Paint functions take this and ask no one else, which is
// what lets window and exporter share them.
#pragma once

#include <QFont>
#include <QString>

namespace dsm::ui {

struct ChartFonts {
  QFont small;     ///< 12 px: labels, ticks, units
  QFont base;      ///< 13 px: rows, values
  QFont baseBold;  ///< 13 px bold: what is selected
  QFont title;     ///< 18 px bold
  double scale = 1.0;  ///< factor for heights that hold text
  /// `pixels` of the design at this text size.
  double px(double pixels) const { return pixels * scale; }
};

/// Follow textScale().
ChartFonts windowFonts();
/// Embedded Liberation Sans without hinting; registers the fonts on first use. GUI thread.
ChartFonts figureFonts();

/// Advance of `text`, in pixels of the painter's own coordinates.
double textWidth(const QFont& font, const QString& text);
/// `text` cut at the right with an ellipsis so that it is at most `width` wide; empty when nothing fits.
QString elided(const QFont& font, const QString& text, double width);

}  // namespace dsm::ui
