// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in recording of a real GPU: an index and one compressed session per experiment, in files beside the
// executable. Only the experiment that is looked at is read, so that the window starts with real data at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <QFuture>
#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

inline constexpr int kRecordingVersion = 1;

struct RecordedExperiment {
  std::string id;               // of the catalogue
  std::string file;             // name within the folder, no path
  std::uint64_t bytes = 0;      // of the file
  std::uint64_t textBytes = 0;  // of the session text in it
  std::string sha256;           // of the file, hexadecimal
  std::size_t runs = 0;
  std::vector<std::string> pinned;  // run ids that start pinned
};

struct RecordingIndex {
  QString folder;
  std::string title;
  std::string made;     // UTC, ISO 8601
  std::string command;  // the command line that made it
  std::string workerVersion;
  std::vector<model::Device> devices;
  std::vector<RecordedExperiment> experiments;

  const RecordedExperiment* experiment(std::string_view id) const;
};

// $DSMSCOPE_RECORDINGS, else ../share/dsmscope/recordings from the executable's folder. Needs no Qt application.
QString recordingFolder();
// The folder of the running executable, links resolved. Needs no Qt application.
QString executableFolder();

// Errors: no_recording (no index there), bad_recording (what is wrong with it), newer_version.
model::Expected<RecordingIndex> readRecordingIndex(const QString& folder);

// The session of one experiment, origin recorded. Errors: no_recording (none of that experiment), bad_recording
// (truncated, changed, not what the index says). Any thread; about 20 ms for 500 runs.
model::Expected<model::Session> readRecordedExperiment(const RecordingIndex& index, std::string_view id, const model::Catalogue& catalogue);

// Index and one experiment, read on a pool thread from the moment of the call; may be called before any Qt
// application exists. An empty id means the first experiment of the catalogue that is recorded.
struct LoadedRecording {
  RecordingIndex index;
  std::string experiment;
  model::SessionPtr session;
};
using RecordingFuture = QFuture<model::Expected<LoadedRecording>>;
RecordingFuture loadRecording(const QString& folder, const std::string& id, const model::Catalogue& catalogue);

}  // namespace dsm::app
