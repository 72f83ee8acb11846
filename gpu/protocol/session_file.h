// SPDX-License-Identifier: Apache-2.0
// A session as the text of a file: {"format":"dsmscope-session","version":1,"title","origin","notes","devices","runs",
// "pinned","view_state"}; app/session/FORMAT.md has every field. What this version does not know is kept as text. Runs are read one at a time, so that memory follows the samples and not the text. Reading and writing the
// file itself (and compressing it) is the caller's.
#pragma once

#include <string>
#include <string_view>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/json_text.h"

namespace dsm::protocol {

inline constexpr int kSessionVersion = 1;

struct LoadedSession {
  model::Session session;
  Remarks remarks;  // empty: writing it again loses nothing
  int version = kSessionVersion;  // above that: read as far as it is understood, and not to be written over
};

// Errors: bad_json, too_large, too_deep, duplicate_key, not_a_session, cancelled, and newer_version if nothing of a newer
// version's file is understood. Bytes that are not UTF-8 are replaced and remarked with their offset.
// Any thread. The statistics in the text are not trusted and not read: see checkSession.
model::Expected<LoadedSession> parseSession(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits = {});

// In a file nothing is measured here and now: what was becomes recorded, when it is written or when it is read.
enum class FileOrigins { kept, recorded };

// One line per device, run and pin, so that a difference of two files is readable. Ends with a line feed. The text is canonical:
// reading and writing it again gives the same bytes.
std::string writeSession(const model::Session& session, const model::Catalogue& catalogue, FileOrigins origins = FileOrigins::kept);
// One run as it stands in such a text, on one line.
std::string runText(const model::Run& run, const model::Catalogue& catalogue, FileOrigins origins = FileOrigins::kept);

struct SessionCheck {
  std::size_t runs = 0;
  std::size_t statistics = 0;   // values compared with what the raw samples give
  std::size_t notFinite = 0;    // samples written as null
  std::size_t withoutSpec = 0;  // runs whose experiment this build does not know: raw columns only
};
// Parses the session and recomputes every statistic in it from the raw samples. Error differs names the
// first one that differs: "runs[3].summary.hop_cycles.median: 417 in the file, 420 from its 20 samples".
model::Expected<SessionCheck> checkSession(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits = {});

}  // namespace dsm::protocol
