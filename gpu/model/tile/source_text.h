// SPDX-License-Identifier: Apache-2.0
// A tile-kernel text as bytes: code points, line ends, places, and the excerpt that stands below an error.
// Any bytes are taken; what is not UTF-8 counts as one code point a byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/model/tile/program.h"

namespace dsm::model::tile {

struct CodePoint {
  char32_t value = 0;       // the byte itself where it is not UTF-8
  std::uint32_t bytes = 1;  // 1 to 4
  bool valid = true;
};
// The code point that begins at `byte` (< text.size()). Overlong forms and surrogates are not valid.
CodePoint codePointAt(std::string_view text, std::size_t byte);

// Bytes of the line end that begins at `byte`: 2 for CR LF, 1 for LF or CR alone, else 0.
std::size_t lineEndAt(std::string_view text, std::size_t byte);

// Where the text begins: behind the byte-order mark, if there is one.
std::size_t startOf(std::string_view text);

// A letter, a digit or an underscore of a name. Other scripts count; punctuation, spaces and symbols of any script do not.
bool startsName(char32_t value);
bool continuesName(char32_t value);

// “name”, in printable characters, shortened to 40 code points.
std::string quoted(std::string_view name);

// Goes forward through a text and knows the line and column.
class PlaceCursor {
 public:
  explicit PlaceCursor(std::string_view text) : m_text(text), m_at(startOf(text)), m_lineBegin(m_at) {}
  // To the code point or line end that holds `byte`; not behind where it is.
  void goTo(std::size_t byte);
  Position position() const { return m_position; }
  std::size_t lineBegin() const { return m_lineBegin; }

 private:
  std::string_view m_text;
  std::size_t m_at = 0;
  std::size_t m_lineBegin = 0;
  Position m_position;
};

struct Excerpt {
  Position position;
  std::string lineText;
  std::string caret;
};
// Position, line and caret of a span, as ParseError has them.
Excerpt excerptOf(std::string_view text, Span span);

}  // namespace dsm::model::tile
