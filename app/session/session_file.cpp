// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "app/session/atomic_file.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> notRead(const QString& path, const std::string& why, const std::string& hint = {}) {
  return model::fail("not_read", path.toStdString() + " could not be read: " + why + ".", hint);
}

// The version of the session that `path` holds, 0 if it holds none. Every version has format and version first (FORMAT.md).
int versionAtTop(const QString& path) {
  constexpr qint64 kTop = 256;
  QFile file(path);
  if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return 0;
  static const QRegularExpression kHeader(QStringLiteral("^\\s*\\{\\s*\"format\"\\s*:\\s*\"dsmscope-session\"\\s*,\\s*\"version\"\\s*:\\s*([0-9]{1,9})"));
  return kHeader.match(QString::fromUtf8(file.read(kTop))).captured(1).toInt();
}

std::string systemText(int code) { return std::system_category().message(code); }

// Less than `size` where the file became shorter; nothing: an error, in errno.
std::optional<std::size_t> readUpTo(int descriptor, char* bytes, std::size_t size) {
  std::size_t have = 0;
  while (have < size) {
    const ssize_t got = ::read(descriptor, bytes + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  return have;
}

}  // namespace

model::Expected<FileText> FileText::open(const QString& path) {
  // O_NONBLOCK: a pipe without a writer must not hang the thread; it is refused below.
  const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return notRead(path, systemText(errno), "Check the name and its permissions.");
  struct Closer {
    int number;
    ~Closer() { ::close(number); }
  } closer{descriptor};
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return notRead(path, systemText(errno));
  if (!S_ISREG(info.st_mode)) return notRead(path, "it is not a regular file", "Choose a .dsmscope file.");
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size == 0) return notRead(path, "it is empty", "Choose a .dsmscope file.");
  if (size > kMaxSessionBytes) {
    return notRead(
        path, "it has " + std::to_string(size >> 20) + " MiB, more than the limit of " + std::to_string(kMaxSessionBytes >> 20) + " MiB",
        "Split the session.");
  }
  // Read, not mapped: a mapped file that somebody cuts short in the meantime ends the process by SIGBUS.
  FileText file;
  file.m_bytes = std::make_unique_for_overwrite<char[]>(size);
  const auto read = readUpTo(descriptor, file.m_bytes.get(), size);
  if (!read) return notRead(path, systemText(errno));
  file.m_size = *read;
  return file;
}

void markRecorded(model::Session& session) {
  session.origin = model::Origin::recorded;
  for (model::RunPtr& run : session.runs) {
    if (run->origin != model::Origin::measured) continue;
    auto copy = std::make_shared<model::Run>(*run);
    copy->origin = model::Origin::recorded;
    run = std::move(copy);
  }
}

model::Expected<protocol::LoadedSession> readSessionFile(const QString& path, const model::Catalogue& catalogue,
                                                         const ReadOptions& options) {
  auto file = FileText::open(path);
  if (!file) return tl::unexpected(file.error());
  protocol::ParseLimits limits;
  limits.maxBytes = kMaxSessionBytes;
  limits.cancel = options.cancel;
  limits.progress = options.progress;
  auto loaded = protocol::parseSession(file->text(), catalogue, limits);
  if (!loaded) {
    model::Error error = loaded.error();
    error.message = path.toStdString() + ": " + error.message;
    return tl::unexpected(std::move(error));
  }
  markRecorded(loaded->session);
  return loaded;
}

model::Expected<void> writeSessionFile(const QString& path, const model::Session& session, const model::Catalogue& catalogue) {
  if (const int version = versionAtTop(path); version > protocol::kSessionVersion) {
    return model::fail("newer_version",
                       path.toStdString() + " was written by a newer DSMScope (version " + std::to_string(version) + ") and is not overwritten.",
                       "Save under another name.");
  }
  return writeFileAtomically(path, protocol::writeSession(session, catalogue, protocol::FileOrigins::recorded));
}

}  // namespace dsm::app
