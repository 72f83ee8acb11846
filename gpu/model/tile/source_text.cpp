// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/tile/source_text.h"

#include <algorithm>
#include <array>

namespace dsm::model::tile {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kQuotedMost = 40;  // code points
constexpr int kExcerptMost = 200;        // code points of a line that are shown
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Block {
  char32_t first;
  char32_t last;
};

template <std::size_t Count>
bool isIn(const std::array<Block, Count>& blocks, char32_t value) {
  return std::ranges::any_of(blocks, [value](const Block& block) { return value >= block.first && value <= block.last; });
}

// What is no letter above ASCII, by Unicode's blocks: punctuation, spaces, symbols, controls, private use, emoji.
constexpr std::array kNoLetters{
    Block{0x80, 0xA9},      Block{0xAB, 0xB4},      Block{0xB6, 0xB9},      Block{0xBB, 0xBF},       Block{0xD7, 0xD7},
    Block{0xF7, 0xF7},      Block{0x61C, 0x61C},    Block{0x2000, 0x206F},  Block{0x20A0, 0x20CF},   Block{0x2100, 0x2BFF},
    Block{0x2E00, 0x2E7F},  Block{0x3000, 0x3004},  Block{0x3008, 0x3020},  Block{0x3030, 0x3030},   Block{0xD800, 0xF8FF},
    Block{0xFE00, 0xFE6F},  Block{0xFEFF, 0xFF0F},  Block{0xFF1A, 0xFF20},  Block{0xFF3B, 0xFF40},   Block{0xFF5B, 0xFF65},
    Block{0xFFE0, 0xFFFF},  Block{0x1F000, 0x1FAFF}, Block{0xE0000, 0x10FFFF},
};
// Two cells of a fixed-width font: East Asian Width W and F, by blocks.
constexpr std::array kWide{Block{0x1100, 0x115F}, Block{0x2E80, 0xA4CF}, Block{0xAC00, 0xD7A3},   Block{0xF900, 0xFAFF},
                           Block{0xFE30, 0xFE6F}, Block{0xFF00, 0xFF60}, Block{0x1F300, 0x1FAFF}, Block{0x20000, 0x3FFFD}};
// No cell of their own: combining marks.
constexpr std::array kCombining{Block{0x300, 0x36F}, Block{0x200B, 0x200D}, Block{0xFE00, 0xFE0F}};
// Would break or turn round a line that is shown: separators and directional controls.
constexpr std::array kUnshowable{Block{0x80, 0x9F}, Block{0x2028, 0x202E}, Block{0x2066, 0x2069}, Block{0xFEFF, 0xFEFF}};

// The code point as it is shown in one line; tabs stay.
std::string shown(std::string_view text, std::size_t byte, const CodePoint& point) {
  if (!point.valid || isIn(kUnshowable, point.value)) return std::string(kReplacement);
  if (point.value == 0x7F) return "\xE2\x90\xA1";
  if (point.value < 0x20 && point.value != '\t') return std::string("\xE2\x90") + static_cast<char>(0x80 + point.value);
  return std::string(text.substr(byte, point.bytes));
}

int codePointsOfLine(std::string_view text, std::size_t lineBegin) {
  int count = 0;
  for (std::size_t at = lineBegin; at < text.size() && lineEndAt(text, at) == 0; at += codePointAt(text, at).bytes) ++count;
  return count;
}

// One code point of the excerpt: what is shown of it, and the cells below it.
void showPoint(Excerpt& excerpt, std::string_view text, std::size_t at, Span span) {
  const CodePoint point = codePointAt(text, at);
  excerpt.lineText += shown(text, at, point);
  const bool wide = point.valid && isIn(kWide, point.value);
  const bool none = point.valid && isIn(kCombining, point.value);
  if (at + point.bytes <= span.begin) {
    if (point.value == '\t') {
      excerpt.caret += '\t';
    } else if (!none) {
      excerpt.caret += wide ? "\xE3\x80\x80" : " ";  // an ideographic space is as wide
    }
  } else if (at < std::max(span.end, span.begin + 1) && !none) {
    excerpt.caret += wide ? "^^" : "^";
  }
}

}  // namespace

CodePoint codePointAt(std::string_view text, std::size_t byte) {
  const auto lead = static_cast<unsigned char>(text[byte]);
  if (lead < 0x80) return {lead, 1, true};
  const CodePoint invalid{lead, 1, false};
  const std::uint32_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || byte + bytes > text.size()) return invalid;
  char32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::uint32_t more = 1; more < bytes; ++more) {
    const auto next = static_cast<unsigned char>(text[byte + more]);
    if ((next & 0xC0U) != 0x80) return invalid;
    value = value << 6 | (next & 0x3FU);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return invalid;
  return {value, bytes, true};
}

std::size_t lineEndAt(std::string_view text, std::size_t byte) {
  if (byte >= text.size()) return 0;
  if (text[byte] == '\n') return 1;
  if (text[byte] != '\r') return 0;
  return byte + 1 < text.size() && text[byte + 1] == '\n' ? 2 : 1;
}

std::size_t startOf(std::string_view text) { return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; }

bool startsName(char32_t value) {
  if (value < 0x80) return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') || value == '_';
  return !isIn(kNoLetters, value);
}

bool continuesName(char32_t value) { return startsName(value) || (value >= '0' && value <= '9'); }

std::string quoted(std::string_view name) {
  std::string result = "“";
  std::size_t count = 0;
  for (std::size_t at = 0; at < name.size();) {
    if (++count > kQuotedMost) {
      result += "…";
      break;
    }
    const CodePoint point = codePointAt(name, at);
    result += shown(name, at, point);
    at += point.bytes;
  }
  return result + "”";
}

void PlaceCursor::goTo(std::size_t byte) {
  byte = std::min(byte, m_text.size());
  while (m_at < byte) {
    const std::size_t end = lineEndAt(m_text, m_at);
    const std::size_t step = end > 0 ? end : codePointAt(m_text, m_at).bytes;
    if (m_at + step > byte) break;  // inside CR LF or a code point
    m_at += step;
    if (end > 0) {
      ++m_position.line;
      m_position.column = 1;
      m_lineBegin = m_at;
    } else {
      ++m_position.column;
    }
  }
}

Position positionOf(std::string_view text, std::size_t byte) {
  PlaceCursor cursor(text);
  cursor.goTo(byte);
  return cursor.position();
}

Excerpt excerptOf(std::string_view text, Span span) {
  PlaceCursor place(text);
  place.goTo(span.begin);
  const int column = place.position().column - 1;
  Excerpt excerpt;
  excerpt.position = place.position();
  const int length = codePointsOfLine(text, place.lineBegin());
  const int first = length <= kExcerptMost ? 0 : std::clamp(column - kExcerptMost / 2, 0, length - kExcerptMost);
  const int last = std::min(length, first + kExcerptMost);  // exclusive
  std::size_t at = place.lineBegin();
  for (int index = 0; index < last; at += codePointAt(text, at).bytes, ++index) {
    if (index < first) continue;
    const bool cut = (index == first && first > 0) || (index == last - 1 && last < length);
    const bool marked = index >= column;
    if (cut) {
      excerpt.lineText += "…";
      excerpt.caret += marked && at < span.end ? "^" : marked ? "" : " ";
    } else {
      showPoint(excerpt, text, at, span);
    }
  }
  if (excerpt.caret.empty() || excerpt.caret.back() != '^') excerpt.caret += '^';  // behind the line, or of no width
  return excerpt;
}

}  // namespace dsm::model::tile
