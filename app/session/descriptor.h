// SPDX-License-Identifier: GPL-3.0-or-later
// A file descriptor that is closed when its owner goes, and writing to one until everything is out.
#pragma once

#include <string_view>
#include <utility>

namespace dsm::app {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : m_number(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      m_number = std::exchange(other.m_number, -1);
    }
    return *this;
  }
  int number() const { return m_number; }
  bool valid() const { return m_number >= 0; }
  // False if the kernel reports a late write error on closing.
  bool close();

 private:
  int m_number;
};

// False at the first error, which is in errno.
bool writeAll(int descriptor, std::string_view bytes);

}  // namespace dsm::app
