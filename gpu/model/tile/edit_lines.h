// SPDX-License-Identifier: Apache-2.0
// Lines around a place of a text, for edits that put in or take out whole ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpu/model/tile/program.h"

namespace dsm::model::tile {

// The first byte of the line that holds `byte`; a byte-order mark is in no line.
std::size_t lineBeginOf(std::string_view text, std::size_t byte);
// The first byte that is not a blank, from `byte` on.
std::size_t behindBlanks(std::string_view text, std::size_t byte);
// Only blanks stand before `byte` in its line.
bool beginsLine(std::string_view text, std::size_t byte);
// The blanks that the line of `byte` begins with.
std::string_view indentOf(std::string_view text, std::size_t byte);
// The line end that is usual at `byte`: of the line before, else of its own, else the text's first, else LF.
std::string lineEndNear(std::string_view text, std::size_t byte);
// The first byte of the comment lines that stand directly above the line of `byte`, or of that line.
std::size_t commentedBegin(std::string_view text, std::size_t byte);
// The lines of a statement that shares them with nothing but blanks and a comment behind it; with the last line's end.
struct OwnLines {
  Span span;
  bool comment = false;  // one stands behind the statement
};
std::optional<OwnLines> ownLines(std::string_view text, Span statement);

}  // namespace dsm::model::tile
