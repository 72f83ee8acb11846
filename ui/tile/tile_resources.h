// SPDX-License-Identifier: GPL-3.0-or-later
//
// Examples and help of the tile language, compiled in. A static library's resources are not found before they are asked for.
#pragma once

#include <QString>

namespace dsm::ui {

/// Idempotent; before the first look at ":/examples" or ":/help".
void loadTileResources();
/// Text of Help > Tile language, Markdown.
QString tileLanguageHelp();

}  // namespace dsm::ui
