// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/tile/program.h"

#include "gpu/model/tile/parser.h"
#include "gpu/model/tile/source_text.h"

namespace dsm::model::tile {

tl::expected<Syntax, ParseError> parseSyntax(std::string_view text) { return Parser(text).run(); }

tl::expected<Program, ParseError> parse(std::string_view text) {
  auto syntax = parseSyntax(text);
  if (!syntax) return tl::unexpected<ParseError>(std::move(syntax.error()));
  return std::move(syntax->program);
}

std::string ParseError::inFull(std::string_view fileName) const {
  return std::string(fileName) + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": " + message + "\n" +
         lineText + "\n" + caret;
}

}  // namespace dsm::model::tile
