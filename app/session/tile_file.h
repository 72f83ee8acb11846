// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the text of a tile kernel. Any bytes are taken: what they mean is for the parser to say.
#pragma once

#include <QByteArray>
#include <QString>

#include "gpu/model/error.h"

namespace dsm::app {

inline constexpr qint64 kMostTileBytes = 10'000'000;

// Whether a file is a tile kernel, by its name.
bool isTileFile(const QString& path);
// All of a file or of a compiled-in example (":/examples/chain.tile"). Errors: not_readable, too_large, one sentence each. Any
// thread; blocks for the disk.
model::Expected<QByteArray> readTileFile(const QString& path);

}  // namespace dsm::app
