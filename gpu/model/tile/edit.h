// SPDX-License-Identifier: Apache-2.0
// A change of the picture as a change of the text: the least bytes that say it, all others stay.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"
#include "gpu/model/tile/program.h"

namespace dsm::model::tile {

struct Replacement {
  Span span;          // of the text before
  std::string text;
};
// Rising, not overlapping spans. Empty: nothing changes.
using TextEdit = std::vector<Replacement>;
// Call it by its namespace: std::apply is found as well without.
std::string apply(std::string_view text, const TextEdit& edit);

// The declaration's numbers, and the extents of the slices that the tile is loaded from and stored to, where they were
// equal to them. Errors bad_value: a shape of 0, or over 2^40 bytes; not_possible: another tile or a product of matrices would
// not fit any more; the sentence names the line.
Expected<TextEdit> resize(std::string_view text, const Program& program, std::size_t kernel, std::size_t tile,
                          std::uint64_t rows, std::uint64_t columns);
// Declaration `tile` goes before declaration `before` (tiles.size(): to the end of its block), in the order of declarations:
// as near to that one as uses allow. Error not_possible: a use, a value it needs, or the end of a loop is in the way; the
// sentence names the line. Nothing changes where it is there already (`before` is `tile` or `tile` + 1).
Expected<TextEdit> moveDeclaration(std::string_view text, const Program& program, std::size_t kernel, std::size_t tile,
                                   std::size_t before);
// One line at the end of the kernel's body, indented as its neighbours, in the text's own line end; with a name that is free
// and loaded from the kernel's first tensor parameter (zero-filled, `= 0`, where there is none).
Expected<TextEdit> addTile(std::string_view text, const Program& program, std::size_t kernel, ElementType type,
                           std::uint64_t rows, std::uint64_t columns);
// `@dynshared` put before the kernel, or taken away.
TextEdit setDynshared(std::string_view text, const Program& program, std::size_t kernel, bool on);

}  // namespace dsm::model::tile
