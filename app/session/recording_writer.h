// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the built-in recording: what recording.h reads. Used by `dsmscope record` alone.
#pragma once

#include <map>
#include <string>

#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

struct RecordingNote {
  std::string title;
  std::string command;
  std::string workerVersion;
};

// One compressed file per experiment (key of `sessions`), then the index that names them, so that a reader never sees
// an index without its files. Error not_written.
model::Expected<void> writeRecording(const QString& folder, const std::map<std::string, model::Session>& sessions,
                                     const RecordingNote& note, const model::Catalogue& catalogue);

}  // namespace dsm::app
