// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three text sizes of the window and the same for figures. Liberation Sans and Mono are embedded at
// build time from their Debian package.
//
// The window prefers an installed Liberation of the same name and registers the embedded files only when
// there is none: registering costs milliseconds of the first paint, and a hinting difference in the window harms
// nobody. A figure must come out as the same bytes on every machine, so the export path calls
// loadExportFonts(), which always registers the embedded files; Qt lets an application font replace a
// system font of the same family and style, and figureFontsEmbedded() proves that it did.
#pragma once

#include <QFont>

namespace dsm::ui {

enum class TextRole {
  small,     ///< 12 px: labels, ticks, units, badges, notes
  base,      ///< 13 px: controls, rows, values
  baseBold,  ///< 13 px bold: key value, selected
  title,     ///< 18 px bold: view title, consequence, headline number
  mono,      ///< 12 px Liberation Mono: code, addresses, commands
};

/// Makes the window's families available. Cheap when the system has them; idempotent. GUI thread.
void loadFonts();
/// Registers the embedded files always, for figures. Idempotent. GUI thread, before the first figureFont().
void loadExportFonts();
/// True when the glyphs of figureFont() come from the embedded files (compares the font's tables).
bool figureFontsEmbedded();

/// The window's font for a role: pixel size times textScale().
QFont font(TextRole role);
/// A figure's font: the role's size times `scale`, independent of textScale(); no hinting, no subpixel positions.
QFont figureFont(TextRole role, qreal scale = 1.0);
/// Line height of a role in pixels at textScale() 1 (16, 20, 20, 26, 16).
int lineHeight(TextRole role);

/// Process-wide text scale, 1.0 at start; 0.75 to 3. setTextScale() also restyles a running application.
qreal textScale();
void setTextScale(qreal scale);

}  // namespace dsm::ui
