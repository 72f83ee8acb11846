// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace dsm::app {
namespace {

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

model::Expected<void> printOut(std::string_view text) {
  if (writeAll(STDOUT_FILENO, text)) return {};
  return model::fail("not_written", "The standard output could not be written: " + std::system_category().message(errno) + ".");
}

// A stderr that cannot be written leaves no one to tell: the exit code still says it.
void printNote(std::string_view sentence) {
  printProgress({});
  writeAll(STDERR_FILENO, "dsmscope: " + std::string(sentence) + "\n");
}

void printError(const model::Error& error) {
  std::string text = error.message;
  for (char& letter : text) {
    if (letter == '\n') letter = ' ';
  }
  if (!error.hint.empty()) text += " " + error.hint;
  printNote(text);
}

void printProgress(std::string_view text) {
  static bool shown = false;
  if (::isatty(STDERR_FILENO) == 0 || (text.empty() && !shown)) return;
  shown = !text.empty();
  writeAll(STDERR_FILENO, "\r\x1b[K" + std::string(text));
}

std::string printable(std::string_view text) {
  std::string plain(text);
  for (char& letter : plain) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) letter = '?';
  }
  return plain;
}

std::string numberText(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  return error == std::errc{} ? std::string(buffer, end) : std::string("-");
}

}  // namespace dsm::app
