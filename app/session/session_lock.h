// SPDX-License-Identifier: GPL-3.0-or-later
// Which window a session file belongs to. The lock is advisory (flock on the file itself), so it needs no file of its own, works
// where nothing may be written, and ends with the process that holds it, however that ends.
#pragma once

#include <QString>

#include "app/session/descriptor.h"

namespace dsm::app {

class SessionLock {
 public:
  SessionLock() = default;
  // Any thread. Where the file system knows no locks, or the file cannot be opened, nothing is held and nothing contested.
  static SessionLock take(const QString& path);

  bool held() const { return m_file.valid(); }
  // Another window, of this process or another, has the file.
  bool contested() const { return m_contested; }
  // Held, and of the very file that `path` names now.
  bool covers(const QString& path) const;

 private:
  Descriptor m_file;
  bool m_contested = false;
};

// Both names lead to one file, whatever links or spellings lie between. False if one of them does not exist.
bool isSameFile(const QString& a, const QString& b);

}  // namespace dsm::app
