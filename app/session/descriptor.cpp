// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/descriptor.h"

#include <unistd.h>
#include <cerrno>
#include <cstddef>

namespace dsm::app {

bool Descriptor::close() {
  const int number = std::exchange(m_number, -1);
  return number < 0 || ::close(number) == 0;
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

}  // namespace dsm::app
