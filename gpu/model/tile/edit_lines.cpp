// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/tile/edit_lines.h"

#include <algorithm>

#include "gpu/model/tile/source_text.h"

namespace dsm::model::tile {

std::size_t lineBeginOf(std::string_view text, std::size_t byte) {
  const std::size_t start = startOf(text);
  while (byte > start && text[byte - 1] != '\n' && text[byte - 1] != '\r') --byte;
  return byte;
}

std::size_t behindBlanks(std::string_view text, std::size_t byte) {
  while (byte < text.size() && (text[byte] == ' ' || text[byte] == '\t')) ++byte;
  return byte;
}

bool beginsLine(std::string_view text, std::size_t byte) { return behindBlanks(text, lineBeginOf(text, byte)) >= byte; }

std::string_view indentOf(std::string_view text, std::size_t byte) {
  const std::size_t begin = lineBeginOf(text, byte);
  return text.substr(begin, behindBlanks(text, begin) - begin);
}

std::string lineEndNear(std::string_view text, std::size_t byte) {
  const std::size_t begin = lineBeginOf(text, byte);
  if (begin > startOf(text)) {
    const bool pair = begin >= 2 && text[begin - 1] == '\n' && text[begin - 2] == '\r';
    return pair ? "\r\n" : std::string(1, text[begin - 1]);
  }
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (const std::size_t end = lineEndAt(text, at); end > 0) return std::string(text.substr(at, end));
  }
  return "\n";
}

std::size_t commentedBegin(std::string_view text, std::size_t byte) {
  std::size_t begin = lineBeginOf(text, byte);
  while (begin > startOf(text)) {
    const bool pair = begin >= 2 && text[begin - 1] == '\n' && text[begin - 2] == '\r';
    const std::size_t above = lineBeginOf(text, begin - (pair ? 2 : 1));
    if (!text.substr(behindBlanks(text, above)).starts_with("//")) break;
    begin = above;
  }
  return begin;
}

std::optional<OwnLines> ownLines(std::string_view text, Span statement) {
  if (!beginsLine(text, statement.begin)) return std::nullopt;
  OwnLines lines;
  std::size_t end = behindBlanks(text, statement.end);
  lines.comment = text.substr(end).starts_with("//");
  while (lines.comment && end < text.size() && lineEndAt(text, end) == 0) ++end;
  const std::size_t lineEnd = lineEndAt(text, end);
  if (lineEnd == 0) return std::nullopt;  // another statement or a brace
  lines.span = {lineBeginOf(text, statement.begin), end + lineEnd};
  return lines;
}

}  // namespace dsm::model::tile
