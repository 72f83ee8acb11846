// SPDX-License-Identifier: GPL-3.0-or-later
// Writing a file so that a reader, a crash or a full disk sees either the old content or the new, never a part.
// A temporary file in the same folder is written, synced and renamed over the target. A link at the target that the person
// made is followed, so that it goes on leading to the file; one that somebody else planted is replaced. Streams (/dev/stdout, a pipe) cannot be replaced and are written straight.
#pragma once

#include <string_view>

#include <QString>

#include "gpu/model/error.h"

namespace dsm::app {

// Error not_written: "PATH could not be written: No space left on device." The old file stays as it was.
// The mode of an existing file is kept, a new one follows the umask. Any thread; blocks for the disk.
model::Expected<void> writeFileAtomically(const QString& path, std::string_view bytes);

}  // namespace dsm::app
