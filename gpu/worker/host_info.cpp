// SPDX-License-Identifier: Apache-2.0
// Reads /etc/os-release and /proc/cpuinfo.
#include "gpu/worker/host_info.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <random>
#include <string_view>

namespace dsm::worker {
namespace {

// The rest of the first line that begins with `key`, from after `separator`, without quotes and blanks around it.
std::string valueOf(const char* file, std::string_view key, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t last = line.find_last_not_of(" \t\"");
    return first == std::string::npos || last < first ? std::string() : line.substr(first, last - first + 1);
  }
  return {};
}

}  // namespace

std::string hostDescription() {
  const std::string system = valueOf("/etc/os-release", "PRETTY_NAME", '=');
  const std::string cpu = valueOf("/proc/cpuinfo", "model name", ':');
  return system.empty() || cpu.empty() ? system + cpu : system + ", " + cpu;
}

std::string newRunId() {
  std::random_device random;
  const std::uint64_t bits = (static_cast<std::uint64_t>(random()) << 32) | random();
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(bits));
  return text.data();
}

}  // namespace dsm::worker
