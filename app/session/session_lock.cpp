// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <cerrno>

#include <QFile>

namespace dsm::app {
namespace {

bool sameInode(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

}  // namespace

SessionLock SessionLock::take(const QString& path) {
  SessionLock lock;
  Descriptor file(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat info {};
  if (!file.valid() || ::fstat(file.number(), &info) != 0 || !S_ISREG(info.st_mode)) return lock;
  if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0) {
    lock.m_file = std::move(file);
  } else {
    lock.m_contested = errno == EWOULDBLOCK;
  }
  return lock;
}

bool SessionLock::covers(const QString& path) const {
  struct stat ours {}, named {};
  return held() && ::fstat(m_file.number(), &ours) == 0 && ::stat(QFile::encodeName(path).constData(), &named) == 0 && sameInode(ours, named);
}

bool isSameFile(const QString& a, const QString& b) {
  struct stat first {}, second {};
  return ::stat(QFile::encodeName(a).constData(), &first) == 0 && ::stat(QFile::encodeName(b).constData(), &second) == 0 &&
         sameInode(first, second);
}

}  // namespace dsm::app
