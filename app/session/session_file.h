// SPDX-License-Identifier: GPL-3.0-or-later
// Session files (.dsmscope) on disk: reading with a size limit, progress and cancel, writing atomically. The text
// itself is gpu/protocol's. Free functions for any thread; the window uses them through SessionLoader.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/session_file.h"

namespace dsm::app {

inline constexpr std::uint64_t kMaxSessionBytes = 1ull << 30;

struct ReadOptions {
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(double fraction)> progress = {};  // 0-1, on the reading thread
};

// The text of a regular file, at most kMaxSessionBytes.
class FileText {
 public:
  // Error not_read: what is wrong with the file, in one sentence that names it.
  static model::Expected<FileText> open(const QString& path);
  std::string_view text() const { return {m_bytes.get(), m_size}; }

 private:
  std::unique_ptr<char[]> m_bytes;
  std::size_t m_size = 0;
};

// Errors: not_read and those of protocol::parseSession; each message begins with the file's name. Measured runs come
// back as recorded: what a file holds was not measured here and now.
model::Expected<protocol::LoadedSession> readSessionFile(const QString& path, const model::Catalogue& catalogue,
                                                         const ReadOptions& options = {});

// Errors: not_written, and newer_version for a file that a newer DSMScope wrote; the old file stays as it was. Measured runs are
// written as recorded, so that what is read and written again is the same file.
model::Expected<void> writeSessionFile(const QString& path, const model::Session& session, const model::Catalogue& catalogue);

// Every run of origin measured becomes recorded, and so does the session.
void markRecorded(model::Session& session);

}  // namespace dsm::app
