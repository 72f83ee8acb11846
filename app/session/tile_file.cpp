// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tile_file.h"

#include <QFile>
#include <QFileInfo>

namespace dsm::app {

bool isTileFile(const QString& path) { return path.endsWith(QLatin1String(".tile"), Qt::CaseInsensitive); }

model::Expected<QByteArray> readTileFile(const QString& path) {
  const std::string name = path.toStdString();
  if (QFileInfo(path).isDir()) return model::fail("not_readable", name + " is a folder.", "Choose a .tile file.");
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    return model::fail("not_readable", name + " could not be read: " + file.errorString().toStdString() + ".", "Check its name and its permissions.");
  }
  // One byte more than allowed: a pipe or a device does not say how long it is.
  QByteArray bytes = file.read(kMostTileBytes + 1);
  if (file.error() != QFileDevice::NoError) {
    return model::fail("not_readable", name + " could not be read: " + file.errorString().toStdString() + ".", "Check its permissions.");
  }
  if (bytes.size() > kMostTileBytes) {
    return model::fail("too_large", name + " is longer than 10 MB, the most that a tile kernel may have.", "Choose a shorter file.");
  }
  return bytes;
}

}  // namespace dsm::app
