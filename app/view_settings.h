// SPDX-License-Identifier: GPL-3.0-or-later
// What a window looked like, and which files were open lately, kept between two starts in the person's settings file.
#pragma once

#include <QString>
#include <QStringList>

#include "gpu/model/spec.h"
#include "ui/window_types.h"

namespace dsm::app {

// Defaults where nothing, or nothing sensible, is stored. Needs no Qt application.
ui::ViewState readViewState(const model::Catalogue& catalogue);
// A settings file that cannot be written costs the memory of the view and nothing else: nothing is reported.
void writeViewState(const ui::ViewState& state);

// The folder that the last export was written to; empty: none yet, or it is gone.
QString readExportFolder();
void writeExportFolder(const QString& folder);

QStringList readRecentFiles();
// Puts `path` at the top; at most ten are kept. The new list.
QStringList addRecentFile(const QString& path);

}  // namespace dsm::app
