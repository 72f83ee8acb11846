// SPDX-License-Identifier: GPL-3.0-or-later
//
// Q_INIT_RESOURCE must stand outside of a namespace.
#include "ui/tile/tile_resources.h"

#include <QFile>
#include <QtGlobal>

static void initTileResources() { Q_INIT_RESOURCE(tile); }

namespace dsm::ui {

void loadTileResources() {
  static const bool kLoaded = [] {
    initTileResources();
    return true;
  }();
  Q_UNUSED(kLoaded);
}

QString tileLanguageHelp() {
  loadTileResources();
  QFile file(QStringLiteral(":/help/tile_language.md"));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace dsm::ui
