// SPDX-License-Identifier: GPL-3.0-or-later
// POSIX calls rather than QSaveFile: that one follows a link at the target and does not sync the folder.
#include "app/session/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

namespace dsm::app {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : m_number(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return m_number; }
  bool valid() const { return m_number >= 0; }
  // False if the kernel reports a late write error on closing.
  bool close() {
    const int number = m_number;
    m_number = -1;
    return number < 0 || ::close(number) == 0;
  }

 private:
  int m_number;
};

tl::unexpected<model::Error> notWritten(const QString& path, int code) {
  return model::fail("not_written", path.toStdString() + " could not be written: " + std::system_category().message(code) + ".",
                     code == ENOSPC ? "Free some space or choose another place." : "Choose another place.");
}

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
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
void syncFolder(const QString& path) {
  const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
  const Descriptor descriptor(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.valid()) ::fsync(descriptor.number());
}

}  // namespace

model::Expected<void> writeFileAtomically(const QString& path, std::string_view bytes) {
  if (path.isEmpty()) return model::fail("not_written", "There is no file name to write to.", "Give one.");
  if (isStream(path)) return writeStream(path, bytes);
  const QByteArray target = QFile::encodeName(path);
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
  syncFolder(path);
  return {};
}

}  // namespace dsm::app
