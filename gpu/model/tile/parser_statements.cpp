// SPDX-License-Identifier: Apache-2.0
// What stands in a body: declarations, loops, stores to a tensor, new values for a tile.
#include <algorithm>

#include "gpu/model/tile/parser.h"
#include "gpu/model/tile/source_text.h"
#include "gpu/model/tile/vocabulary.h"

namespace dsm::model::tile {
namespace {

constexpr std::uint32_t kMostAlignment = 1024;
constexpr bool isPowerOfTwo(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

}  // namespace

bool Parser::block(Span& body) {
  if (!at("{")) return expected("“{”", "{");
  if (!enter(m_now.span)) return false;
  body.begin = m_now.span.end;
  m_open.push_back(m_now.span);
  advance();
  while (!at("}")) {
    if (!statement()) return false;
  }
  body.end = m_now.span.begin;
  m_open.pop_back();
  leave();
  advance();
  return true;
}

std::size_t Parser::begin(Statement::Kind kind, const Lexeme& first) {
  Statement statement;
  statement.kind = kind;
  statement.span = first.span;
  statement.parent = m_loops.empty() ? kNone : m_loops.back().statement;
  statement.firstUse = m_syntax.uses.size();
  statement.firstSlice = m_syntax.slices.size();
  statement.line = first.line;
  m_syntax.statements.push_back(statement);
  m_elementwise = true;
  return m_syntax.statements.size() - 1;
}

void Parser::end(std::size_t index) {
  Statement& statement = m_syntax.statements[index];
  statement.span.end = m_lastEnd;
  statement.endStatement = m_syntax.statements.size();
  statement.endUse = m_syntax.uses.size();
  statement.endSlice = m_syntax.slices.size();
  statement.elementwise = m_elementwise;
  statement.lastLine = m_lastLine;
}

bool Parser::statement() {
  const Lexeme first = m_now;
  if (m_now.kind == LexemeKind::attribute) return attributedStatement();
  if (atWord("var")) return declaration(first, std::nullopt, {});
  if (atWord("for")) return loop(first, false);
  if (m_now.kind == LexemeKind::name && !isReserved(textOf(m_now))) return assignment();
  if (atWord("kernel")) return fail(m_now.span, "a kernel does not stand within another; is a “}” missing before it?");
  return unexpected("a statement (“var”, “for”, or a name to store to) or “}”");
}

bool Parser::attributedStatement() {
  const Lexeme first = m_now;
  const std::string_view name = textOf(first).substr(1);
  if (name == "dynshared" || name == "persistent") return fail(first.span, quoted(textOf(first)) + " belongs before “kernel”.");
  if (name == "align") {
    std::optional<std::uint32_t> align;
    Span span;
    return alignment(align, span) && declaration(first, align, span);
  }
  if (name != "pipeline") {
    const auto near = nearest(name, attributeNames());
    const std::string hint = near ? "@" + std::string(*near) : "";
    return fail(first.span, "unknown attribute " + quoted(textOf(first)) + "; " +
                                (near ? hint + " is near." : "in a body there are @pipeline and @align."), hint);
  }
  advance();
  if (at("(")) return fail(m_now.span, "“@pipeline” takes no arguments.");
  if (!atWord("for")) {
    if (m_now.kind == LexemeKind::wrong || m_now.kind == LexemeKind::end) return expected("a “for” loop after “@pipeline”");
    return fail(first.span, "“@pipeline” belongs before a “for” loop.");
  }
  return loop(first, true);
}

bool Parser::alignment(std::optional<std::uint32_t>& align, Span& span) {
  advance();
  if (!need("(", "after “@align”")) return false;
  std::uint64_t bytes = 0;
  if (!positiveNumber(bytes, span, "an alignment")) return false;
  if (!isPowerOfTwo(bytes) || bytes > kMostAlignment) {
    return fail(span, "an alignment is a power of two from 1 to 1024 bytes, not " + std::to_string(bytes) + ".");
  }
  align = static_cast<std::uint32_t>(bytes);
  if (!need(")", "after the alignment")) return false;
  if (atWord("var") || m_now.kind == LexemeKind::wrong || m_now.kind == LexemeKind::end) return true;
  return fail(m_now.span, "“@align” belongs before a “var”.");
}

// "var" NAME ":" "tile" "<" TYPE ">" "[" ROWS "," COLUMNS "]" "=" EXPRESSION
bool Parser::declaration(const Lexeme& first, std::optional<std::uint32_t> align, Span alignSpan) {
  Tile tile;
  tile.declaredLine = m_now.line;
  if (!needWord("var", "after “@align”")) return false;
  const std::size_t statement = begin(Statement::Kind::declaration, first);
  Lexeme name;
  if (!identifier(name, "the tile’s name") || !need(":", "after the tile’s name") || !declaredTile(tile)) return false;
  if (align) {
    if (*align < bytesOf(tile.type)) {
      return fail(alignSpan, "an alignment of " + std::to_string(*align) + " is less than one " + std::string(nameOf(tile.type)) + ", " +
                                 std::to_string(bytesOf(tile.type)) + " bytes.");
    }
    tile.alignBytes = *align;
  }
  if (!at("=")) return expected("“=” and the tile’s first value", " = 0");
  advance();
  const std::size_t valueBegin = m_now.span.begin;
  Value value;
  m_declaring = textOf(name);
  if (!expression(value)) return false;
  m_declaring = {};
  if (!checkPut(value, {false, tile.rows, tile.columns}, {valueBegin, m_lastEnd}, true, name)) return false;
  end(statement);
  tile.declaration = m_syntax.statements[statement].span;
  m_syntax.statements[statement].tile = kernelNow().tiles.size();
  return addDeclared(tile, name);
}

bool Parser::declaredTile(Tile& tile) {
  if (!atWord("tile")) {
    if (atWord("tensor")) return fail(m_now.span, "a “var” is a tile; tensors are parameters of the kernel.", "tile");
    return expected("“tile”", "tile");
  }
  advance();
  if (!need("<", "after “tile”") || !elementType(tile.type, tile.typeSpan) || !need(">", "after the element type")) return false;
  const std::size_t first = m_now.span.begin;
  if (!need("[", "after the type of a tile")) return false;
  if (!positiveNumber(tile.rows, tile.rowsSpan, "a tile’s number of rows")) return false;
  if (at("]")) return fail(m_now.span, "a tile has rows and columns; a vector is [1, n].");
  if (!need(",", "after the tile’s rows")) return false;
  if (!positiveNumber(tile.columns, tile.columnsSpan, "a tile’s number of columns")) return false;
  if (at(",")) return fail(m_now.span, "a tile has rows and columns, not more.");
  const std::size_t end = m_now.span.end;
  if (!need("]", "after the tile’s columns")) return false;
  if (shapeFits(tile.rows, tile.columns, tile.type)) return true;
  return fail({first, end}, "a tile of " + shapeText(tile.rows, tile.columns) + " " + std::string(nameOf(tile.type)) +
                                " is more than 2^40 bytes.");
}

bool Parser::addDeclared(Tile& tile, const Lexeme& name) {
  const std::size_t index = kernelNow().tiles.size();
  if (!declareName(name, {SymbolKind::tile, index, tile.declaredLine})) return false;
  Life life;
  life.endStatement = m_syntax.statements.size();
  life.line = tile.declaredLine;
  tile.name = std::string(textOf(name));
  tile.nameSpan = name.span;
  tile.loopDepth = static_cast<int>(m_loops.size());
  if (!m_loops.empty()) {
    const std::size_t loop = m_loops.back().statement;
    tile.pipelined = m_syntax.statements[loop].pipelined;
    // One stage is filled while the other is used: it lives until the loop is through.
    if (tile.pipelined) life.endLoop = loop;
    if (!checkPipelineOrder(tile, loop)) return false;
  }
  m_syntax.kernels.back().declarations.push_back(m_syntax.statements.size() - 1);
  kernelNow().tiles.push_back(tile);
  m_lives.push_back(life);
  return true;
}

// The stage that is being filled for the next round is live from the body's first line on. A tile of a loop within the body
// would be placed on it, if that loop stood before the declaration.
bool Parser::checkPipelineOrder(const Tile& tile, std::size_t parent) {
  const auto& declarations = m_syntax.kernels.back().declarations;
  if (!tile.pipelined || declarations.empty() || declarations.back() <= parent) return true;
  if (m_syntax.statements[declarations.back()].parent == parent) return true;
  const Tile& nested = kernelNow().tiles.back();
  return fail(tile.nameSpan, "in an @pipeline loop " + quoted(tile.name) + " is declared before any loop that has tiles: " +
                                 quoted(nested.name) + " in line " + std::to_string(nested.declaredLine) +
                                 " would lie on the stage that is being filled.");
}

// [ "@pipeline" ] "for" NAME "in" FROM ".." TO BLOCK
bool Parser::loop(const Lexeme& first, bool pipelined) {
  const std::size_t statement = begin(Statement::Kind::loop, first);
  m_syntax.statements[statement].pipelined = pipelined;
  advance();
  Lexeme name;
  if (!identifier(name, "the loop’s variable") || !needWord("in", "after the loop’s variable")) return false;
  OpenLoop open;
  if (!loopRange(open.range)) return false;
  const SymbolKind kind = SymbolKind::loopVariable;
  if (!declareName(name, {kind, m_loops.size(), name.line})) return false;
  open.statement = statement;
  open.variable = textOf(name);
  open.range.loops = std::uint64_t{1} << m_loops.size();  // kMostDepth bounds them
  m_loops.push_back(open);
  Span body;
  if (!block(body)) return false;
  m_syntax.statements[statement].body = body;
  endOfLoop(statement);
  return true;
}

bool Parser::loopRange(Range& range) {
  Range from;
  Range to;
  if (!index(from)) return false;
  if (!at("..")) return expected("“..” between the loop’s first value and its end", "..");
  advance();
  if (!index(to)) return false;
  range.known = from.known && to.known && from.low < to.high;
  range.low = from.low;
  range.high = to.high - (range.known ? 1 : 0);
  return true;
}

void Parser::endOfLoop(std::size_t loop) {
  m_symbols.erase(m_loops.back().variable);
  m_loops.pop_back();
  end(loop);
  const Statement& statement = m_syntax.statements[loop];
  const auto& declarations = m_syntax.kernels.back().declarations;
  const auto inside = std::ranges::upper_bound(declarations, loop);  // its own tiles come first
  if (!statement.pipelined || (inside != declarations.end() && m_syntax.statements[*inside].parent == loop)) return;
  if (warns()) warn(statement.span.begin, "the @pipeline loop declares no tile directly in its body: nothing has two stages.");
}

// NAME "=" EXPRESSION for a tile; NAME "[" SLICE "," SLICE "]" "=" EXPRESSION for a tensor.
bool Parser::assignment() {
  const Lexeme name = m_now;
  const Symbol* symbol = find(name, true);
  if (!symbol) return false;
  const Symbol target = *symbol;
  if (target.kind != SymbolKind::tile && target.kind != SymbolKind::tensor) {
    return fail(name.span, quoted(textOf(name)) + " is " + described(target) + " and is not stored to.");
  }
  const bool isTile = target.kind == SymbolKind::tile;
  const std::size_t statement = begin(isTile ? Statement::Kind::assignment : Statement::Kind::store, name);
  advance();
  Value place;
  if (isTile) {
    if (at("[")) return fail(m_now.span, quoted(textOf(name)) + " is a tile: only tensors are sliced.");
    const Tile& tile = kernelNow().tiles[target.index];
    m_syntax.statements[statement].tile = target.index;
    place = {false, tile.rows, tile.columns};
    use(name, target, true);
  } else if (!store(name, target, place)) {
    return false;
  }
  if (!need("=", "and the value to store")) return false;
  const std::size_t valueBegin = m_now.span.begin;
  Value value;
  if (!expression(value)) return false;
  if (!checkPut(value, place, {valueBegin, m_lastEnd}, isTile, name)) return false;
  end(statement);
  return true;
}

bool Parser::store(const Lexeme& name, const Symbol& tensor, Value& target) {
  if (!at("[")) {
    if (m_now.kind == LexemeKind::wrong) return expected("");
    return fail(name.span, quoted(textOf(name)) + " is a tensor: store to a slice of it, such as " + std::string(textOf(name)) +
                               "[0 :+ 16, 0 :+ 64].");
  }
  use(name, tensor, true);
  return slice(name, tensor, target);
}

bool Parser::checkPut(const Value& value, const Value& target, Span valueSpan, bool intoTile, const Lexeme& name) {
  if (value.scalar || (value.rows == target.rows && value.columns == target.columns)) return true;
  return fail(valueSpan, "a value of " + shapeText(value.rows, value.columns) + " does not go into " +
                             (intoTile ? "the tile " : "a slice of ") + quoted(textOf(name)) + " of " +
                             shapeText(target.rows, target.columns) + ".");
}

}  // namespace dsm::model::tile
