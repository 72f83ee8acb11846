// SPDX-License-Identifier: Apache-2.0
// A session as the text of a file: {"format":"dsmscope-session","version":1,"title","origin","devices","runs","pinned"}.
// Runs are read one at a time, so that memory follows the samples and not the text. Reading and writing the
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
};

// Errors: bad_json, too_large, too_deep, duplicate_key, not_a_session, newer_version (says which), cancelled.
// Any thread. The statistics in the text are not trusted and not read: see checkSession.
model::Expected<LoadedSession> parseSession(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits = {});

// One line per device, run and pin, so that a difference of two files is readable. Ends with a line feed.
std::string writeSession(const model::Session& session, const model::Catalogue& catalogue);

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
