// SPDX-License-Identifier: GPL-3.0-or-later
// POSIX calls rather than QSaveFile: that one follows any link at the target and does not sync the folder.
#include "app/session/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string>
#include <system_error>

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include "app/session/descriptor.h"

namespace dsm::app {
namespace {

tl::unexpected<model::Error> notWritten(const QString& path, int code) {
  return model::fail("not_written", path.toStdString() + " could not be written: " + std::system_category().message(code) + ".",
                     code == ENOSPC ? "Free some space or choose another place." : "Choose another place.");
}

// True for what a rename would destroy: a device, a pipe, a socket, anything that lives in /dev or /proc.
bool isStream(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  if (absolute.startsWith(QLatin1String("/dev/")) || absolute.startsWith(QLatin1String("/proc/"))) return true;
  struct stat info {};
  if (::stat(QFile::encodeName(path).constData(), &info) != 0) return false;
  return S_ISCHR(info.st_mode) || S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode) || S_ISBLK(info.st_mode);
}

model::Expected<void> writeStream(const QString& path, std::string_view bytes) {
  Descriptor stream(::open(QFile::encodeName(path).constData(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!stream.valid() || !writeAll(stream.number(), bytes) || !stream.close()) return notWritten(path, errno);
  return {};
}

constexpr int kMostLinks = 40;  // as the kernel

// Where `target` leads over links that this person or the administrator made. A link of somebody else is not followed: the
// rename replaces it. Links among the folders on the way are the kernel's to follow.
model::Expected<QByteArray> throughOwnLinks(const QString& path) {
  QByteArray target = QFile::encodeName(path);
  for (int hop = 0; hop < kMostLinks; ++hop) {
    struct stat info {};
    if (::lstat(target.constData(), &info) != 0 || !S_ISLNK(info.st_mode)) return target;
    if (info.st_uid != ::geteuid() && info.st_uid != 0) return target;
    QByteArray next(PATH_MAX, Qt::Uninitialized);
    const ssize_t length = ::readlink(target.constData(), next.data(), static_cast<std::size_t>(next.size()));
    if (length <= 0 || length == next.size()) return target;
    next.truncate(length);
    target = next.startsWith('/') ? next : target.left(target.lastIndexOf('/') + 1) + next;
  }
  return notWritten(path, ELOOP);
}

// A new file beside the target. O_EXCL refuses whatever already has the name, a planted link too.
int createBeside(const QByteArray& target, QByteArray& temporary) {
  constexpr int kAttempts = 16;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary = target + ".tmp-" + QByteArray::number(QRandomGenerator::system()->generate64(), 36);
    const int descriptor = ::open(temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// The rename itself reaches the disk only with the folder; some file systems refuse the sync, which loses nothing.
void syncFolder(const QByteArray& target) {
  const QByteArray folder = QFile::encodeName(QFileInfo(QFile::decodeName(target)).absolutePath());
  const Descriptor descriptor(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.valid()) ::fsync(descriptor.number());
}

}  // namespace

model::Expected<void> writeFileAtomically(const QString& path, std::string_view bytes) {
  if (path.isEmpty()) return model::fail("not_written", "There is no file name to write to.", "Give one.");
  if (isStream(path)) return writeStream(path, bytes);
  const auto followed = throughOwnLinks(path);
  if (!followed) return tl::unexpected(followed.error());
  const QByteArray& target = *followed;
  struct stat old {};
  const bool exists = ::lstat(target.constData(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return notWritten(path, EISDIR);
  QByteArray temporary;
  Descriptor file(createBeside(target, temporary));
  if (!file.valid()) return notWritten(path, errno);
  const bool kept = !exists || !S_ISREG(old.st_mode) || ::fchmod(file.number(), old.st_mode & 07777) == 0;
  const bool written = kept && writeAll(file.number(), bytes) && ::fsync(file.number()) == 0 && file.close();
  if (!written || ::rename(temporary.constData(), target.constData()) != 0) {
    const int code = errno;
    ::unlink(temporary.constData());
    return notWritten(path, code);
  }
  syncFolder(target);
  return {};
}

}  // namespace dsm::app
