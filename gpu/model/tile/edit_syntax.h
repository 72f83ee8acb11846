// SPDX-License-Identifier: Apache-2.0
// What every edit begins and ends with: the text read again in full, and the edited text checked.
#pragma once

#include "gpu/model/tile/edit.h"
#include "gpu/model/tile/syntax.h"

namespace dsm::model::tile {

// Errors: not_possible (the text does not parse), bad_value (it has no such kernel or tile).
Expected<Syntax> syntaxFor(std::string_view text, const Program& program, std::size_t kernel, std::size_t tile);
// `edit`, if the text parses with it; else not_possible with what would be wrong, and `what` before it: "With this shape".
Expected<TextEdit> checked(std::string_view text, TextEdit edit, std::string_view what);

}  // namespace dsm::model::tile
