// SPDX-License-Identifier: Apache-2.0
// The order of declarations, changed by moving one statement within its block: later past statements that do not use the
// tile, either way past none that changes what its value is read from. Two parameters never share memory.
#include <algorithm>
#include <optional>
#include <span>

#include "gpu/model/tile/edit_lines.h"
#include "gpu/model/tile/edit_syntax.h"
#include "gpu/model/tile/source_text.h"

namespace dsm::model::tile {
namespace {

// The statements that stand directly in a tile's block, and where among them the tile is declared.
struct Block {
  std::vector<std::size_t> statements;
  std::size_t endStatement = 0;
  std::size_t closingBrace = 0;  // byte
  std::size_t place = 0;
};

Block blockOf(const Syntax& syntax, std::size_t kernel, std::size_t declaration) {
  const std::size_t parent = syntax.statements[declaration].parent;
  const bool outside = parent == kNone;
  Block block;
  block.endStatement = outside ? syntax.kernels[kernel].endStatement : syntax.statements[parent].endStatement;
  block.closingBrace = outside ? syntax.program.kernels[kernel].body.end : syntax.statements[parent].body.end;
  std::size_t each = outside ? syntax.kernels[kernel].firstStatement : parent + 1;
  for (; each < block.endStatement; each = syntax.statements[each].endStatement) {
    if (each == declaration) block.place = block.statements.size();
    block.statements.push_back(each);
  }
  return block;
}

std::string inLine(int line) { return " in line " + std::to_string(line); }

// Why the declaration may not go past the statements [first, end), as a sentence; nothing if it may.
std::optional<std::string> obstacle(const Syntax& syntax, std::size_t kernel, std::size_t tile, std::size_t first, std::size_t end) {
  const KernelSyntax& body = syntax.kernels[kernel];
  const auto& tiles = syntax.program.kernels[kernel].tiles;
  const Statement& declaration = syntax.statements[body.declarations[tile]];
  const auto reads = std::span(syntax.uses).subspan(declaration.firstUse, declaration.endUse - declaration.firstUse);
  for (const Use& read : reads) {
    if (read.isTensor) continue;
    const std::size_t declared = body.declarations[read.index];
    if (declared < first || declared >= end) continue;
    return quoted(tiles[tile].name) + " needs " + quoted(tiles[read.index].name) + ", declared" + inLine(tiles[read.index].declaredLine) + ".";
  }
  const std::size_t endUse = syntax.statements[end - 1].endUse;
  for (std::size_t index = syntax.statements[first].firstUse; index < endUse; ++index) {
    const Use& use = syntax.uses[index];
    if (!use.isTensor && use.index == tile) return quoted(tiles[tile].name) + " is used" + inLine(use.line) + ".";
    if (!use.writes) continue;
    const bool read = std::ranges::any_of(reads, [&use](const Use& each) { return each.isTensor == use.isTensor && each.index == use.index; });
    if (read) return "What " + quoted(tiles[tile].name) + " is read from is changed" + inLine(use.line) + ".";
  }
  return std::nullopt;
}

// Takes the statement out and puts it in before a statement of its block, or before the block's brace.
TextEdit moved(std::string_view text, const Syntax& syntax, const Block& block, std::size_t slot) {
  const Span statement = syntax.statements[block.statements[block.place]].span;
  const bool atEnd = slot == block.statements.size();
  const std::size_t target = atEnd ? block.closingBrace : syntax.statements[block.statements[slot]].span.begin;
  const bool wholeLine = beginsLine(text, target);
  const auto lines = ownLines(text, statement);
  Replacement out;
  Replacement in;
  if (wholeLine) in.span.begin = atEnd ? lineBeginOf(text, target) : commentedBegin(text, target);
  else in.span.begin = target;
  in.span.end = in.span.begin;
  if (wholeLine && lines) {
    out.span = {commentedBegin(text, statement.begin), lines->span.end};
    in.text = std::string(text.substr(out.span.begin, out.span.end - out.span.begin));
  } else {
    const std::string bare(text.substr(statement.begin, statement.end - statement.begin));
    out.span = lines && !lines->comment ? lines->span : Span{statement.begin, behindBlanks(text, statement.end)};
    if (wholeLine) {
      const std::size_t neighbour = atEnd ? syntax.statements[block.statements.back()].span.begin : target;
      in.text = std::string(indentOf(text, neighbour)) + bare + lineEndNear(text, target);
    } else {
      const char before = text[target - 1];
      in.text = (atEnd && before != ' ' && before != '\t' ? " " : "") + bare + " ";
    }
  }
  return in.span.begin <= out.span.begin ? TextEdit{in, out} : TextEdit{out, in};
}

}  // namespace

Expected<TextEdit> moveDeclaration(std::string_view text, const Program& program, std::size_t kernel, std::size_t tile, std::size_t before) {
  const auto syntax = syntaxFor(text, program, kernel, tile);
  if (!syntax) return tl::unexpected<Error>(syntax.error());
  const auto& tiles = syntax->program.kernels[kernel].tiles;
  if (before > tiles.size()) return fail("bad_value", "The kernel has no such tile.");
  if (before == tile || before == tile + 1) return TextEdit{};
  const std::vector<std::size_t>& declarations = syntax->kernels[kernel].declarations;
  const Block block = blockOf(*syntax, kernel, declarations[tile]);
  // Tiles that stand before a slot, but for the one that moves.
  const auto tilesBefore = [&](std::size_t slot) {
    const std::size_t statement = slot < block.statements.size() ? block.statements[slot] : block.endStatement;
    const auto count = static_cast<std::size_t>(std::ranges::lower_bound(declarations, statement) - declarations.begin());
    return count - (declarations[tile] < statement ? 1 : 0);
  };
  const std::size_t endOfBlock = tilesBefore(block.statements.size());
  const std::size_t wanted = before == tiles.size() ? endOfBlock : before > tile ? before - 1 : before;
  if (wanted == tile) return TextEdit{};  // it is the last of its block
  std::optional<std::string> nearestObstacle;
  for (std::size_t slot = block.statements.size() + 1; slot-- > 0;) {
    if (tilesBefore(slot) != wanted) continue;
    const bool later = slot > block.place;
    const std::size_t first = block.statements[later ? block.place + 1 : slot];
    const std::size_t end = later ? (slot < block.statements.size() ? block.statements[slot] : block.endStatement) : declarations[tile];
    const auto found = obstacle(*syntax, kernel, tile, first, end);
    if (!found) return checked(text, moved(text, *syntax, block, slot), "In the new order");
    if (later || !nearestObstacle) nearestObstacle = found;
  }
  if (nearestObstacle) return fail("not_possible", *nearestObstacle, "It stays where it is.");
  return fail("not_possible", quoted(tiles[tile].name) + " stays within the braces that it is declared in" + inLine(tiles[tile].declaredLine) +
                                  "; there is no such place in them.");
}

}  // namespace dsm::model::tile
