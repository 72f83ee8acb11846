// SPDX-License-Identifier: GPL-3.0-or-later
// Where something stands in a file that a person has to repair: line and column, from a byte or from a JSON path.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dsm::app {

struct TextPlace {
  std::size_t line = 1;    // from 1
  std::size_t column = 1;  // from 1, in characters (code points)

  bool operator==(const TextPlace&) const = default;
};

TextPlace placeOf(std::string_view text, std::size_t byte);
// "line 3, column 17"
std::string placeText(const TextPlace& place);

// The byte where the value of `path` ("benchmarks[0].states[3].summaries") begins in valid JSON text. Where the path leads nowhere
// (a missing key), the value that it was looked for in. Nothing for text that is no JSON.
std::optional<std::size_t> byteOfPath(std::string_view text, std::string_view path);

}  // namespace dsm::app
