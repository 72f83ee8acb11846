// SPDX-License-Identifier: Apache-2.0
// Names and what they stand for, and the errors: where they are placed and what they say.
#include <algorithm>
#include <array>
#include <cstdio>

#include "gpu/model/tile/parser.h"
#include "gpu/model/tile/source_text.h"
#include "gpu/model/tile/vocabulary.h"

namespace dsm::model::tile {
namespace {

constexpr std::size_t kMostWarnings = 100;

// “а” (U+0430): letters of two scripts can look alike.
std::string quotedName(std::string_view name) {
  for (std::size_t at = 0; at < name.size();) {
    const CodePoint point = codePointAt(name, at);
    if (point.value >= 0x80) {
      std::array<char, 16> number{};
      std::snprintf(number.data(), number.size(), " (U+%04X)", static_cast<unsigned>(point.value));
      return quoted(name) + number.data();
    }
    at += point.bytes;
  }
  return quoted(name);
}

}  // namespace

void Parser::advance() {
  m_lastEnd = m_now.span.end;
  m_lastLine = m_now.line;
  do {
    m_now = m_lexer.next();
  } while (m_now.kind == LexemeKind::comment);
}

bool Parser::fail(Span span, std::string message, std::string hint) {
  if (m_error) return false;
  Excerpt excerpt = excerptOf(m_text, span);
  m_error = ParseError{std::move(message), std::move(hint), span, excerpt.position, std::move(excerpt.lineText), std::move(excerpt.caret)};
  return false;
}

bool Parser::unexpected(std::string_view what) {
  if (m_now.kind == LexemeKind::wrong) {
    LexemeComplaint complaint = complaintOf(m_text, m_now);
    return fail(m_now.span, std::move(complaint.message), std::move(complaint.hint));
  }
  if (m_now.kind != LexemeKind::end) return fail(m_now.span, "expected " + std::string(what) + ", found " + quoted(textOf(m_now)) + ".");
  if (!m_open.empty()) return fail(m_open.back(), "this " + quoted(textOf(m_open.back())) + " is never closed.");
  return fail({m_lastEnd, m_lastEnd}, "expected " + std::string(what) + "; the text ends before it.");
}

bool Parser::expected(std::string_view what, std::string_view insert) {
  const bool nextLine = m_now.line > m_lastLine && m_now.kind != LexemeKind::wrong && m_now.kind != LexemeKind::end;
  if (!nextLine) return unexpected(what);
  return fail({m_lastEnd, m_lastEnd}, "expected " + std::string(what) + "; the line ends before it.", std::string(insert));
}

bool Parser::need(std::string_view symbol, std::string_view where) {
  if (!at(symbol)) return expected(quoted(symbol) + (where.empty() ? "" : " ") + std::string(where), symbol);
  if (symbol == "(" || symbol == "[") m_open.push_back(m_now.span);
  if (symbol == ")" || symbol == "]") m_open.pop_back();
  advance();
  return true;
}

bool Parser::needWord(std::string_view word, std::string_view where) {
  if (atWord(word)) {
    advance();
    return true;
  }
  const std::string what = quoted(word) + " " + std::string(where);
  if (m_now.kind == LexemeKind::name && nearest(textOf(m_now), {&word, 1})) {
    return fail(m_now.span, "expected " + what + ", found " + quoted(textOf(m_now)) + ".", std::string(word));
  }
  return word == "in" ? expected(what) : unexpected(what);
}

bool Parser::identifier(Lexeme& name, std::string_view what) {
  if (m_now.kind != LexemeKind::name) return expected(what);
  if (isReserved(textOf(m_now))) return fail(m_now.span, quoted(textOf(m_now)) + " is a word of the language and names nothing else.");
  name = m_now;
  advance();
  return true;
}

bool Parser::enter(Span span) {
  if (++m_depth <= kMostDepth) return true;
  return fail(span, "blocks, parentheses and signs within each other are " + std::to_string(kMostDepth) + " deep at most.");
}

std::string Parser::described(const Symbol& symbol) const {
  switch (symbol.kind) {
    case SymbolKind::tensor: return "a tensor";
    case SymbolKind::scalar: return symbol.index == 1 ? "a whole number" : "a number";
    case SymbolKind::size: return "the size of a tensor";
    case SymbolKind::tile: return "a tile";
    case SymbolKind::loopVariable: break;
  }
  return "a loop’s variable";
}

bool Parser::declareName(const Lexeme& name, Symbol symbol) {
  const auto [place, fresh] = m_symbols.try_emplace(textOf(name), symbol);
  if (fresh) return true;
  return fail(name.span, quotedName(textOf(name)) + " is declared twice: it is " + described(place->second) + " since line " +
                             std::to_string(place->second.line) + ".");
}

bool Parser::isVisible(const Symbol& symbol) const {
  if (symbol.kind != SymbolKind::tile) return true;
  const std::size_t parent = m_syntax.statements[m_syntax.kernels.back().declarations[symbol.index]].parent;
  if (parent == kNone) return true;
  return std::ranges::any_of(m_loops, [parent](const OpenLoop& open) { return open.statement == parent; });
}

const Parser::Symbol* Parser::find(const Lexeme& name, bool beginsStatement) {
  const auto found = m_symbols.find(textOf(name));
  if (found == m_symbols.end()) {
    unknownName(name, beginsStatement);
    return nullptr;
  }
  if (isVisible(found->second)) return &found->second;
  const std::size_t parent = m_syntax.statements[m_syntax.kernels.back().declarations[found->second.index]].parent;
  const Statement& loop = m_syntax.statements[parent];
  fail(name.span, "the tile " + quotedName(textOf(name)) + " ends with its loop, lines " + std::to_string(loop.line) + " to " +
                      std::to_string(loop.lastLine) + ".");
  return nullptr;
}

// The line of `var NAME` behind this place in the same kernel, or 0.
int Parser::laterDeclaration(std::string_view name) const {
  Lexer ahead = m_lexer;
  bool behindVar = atWord("var");
  for (Lexeme lexeme = ahead.next(); lexeme.kind != LexemeKind::end; lexeme = ahead.next()) {
    if (lexeme.kind != LexemeKind::name) continue;
    if (behindVar && textOf(lexeme) == name) return lexeme.line;
    if (textOf(lexeme) == "kernel") break;
    behindVar = textOf(lexeme) == "var";
  }
  return 0;
}

bool Parser::unknownName(const Lexeme& name, bool beginsStatement) {
  const std::string_view word = textOf(name);
  if (word == m_declaring) return fail(name.span, "the tile " + quotedName(word) + " is used in its own first value, before it is declared.");
  if (const int line = laterDeclaration(word); line > 0) {
    return fail(name.span, "the tile " + quotedName(word) + " is used before it is declared, in line " + std::to_string(line) + ".");
  }
  std::vector<std::string_view> candidates;
  for (const auto& [known, symbol] : m_symbols) {
    if (isVisible(symbol)) candidates.push_back(known);
  }
  std::ranges::sort(candidates, std::less<>{}, [](std::string_view known) { return known.data(); });  // as they stand in the text
  if (beginsStatement) candidates.insert(candidates.end(), {"var", "for"});
  const auto near = nearest(word, candidates);
  const std::string hint(near.value_or(""));
  return fail(name.span, "unknown name " + quotedName(word) + (near ? "; " + hint + " is near." : ": nothing of that name is declared here."),
              hint);
}

// The tile lives to this statement, or to the end of the outermost loop that is around it and not around the declaration.
void Parser::use(const Lexeme& name, const Symbol& symbol, bool writes) {
  const bool isTensor = symbol.kind == SymbolKind::tensor;
  m_syntax.uses.push_back({isTensor, symbol.index, writes, name.line});
  if (isTensor) return;
  const Tile& tile = kernelNow().tiles[symbol.index];
  Life& life = m_lives[symbol.index];
  life.used = true;
  if (tile.pipelined) return;
  const auto depth = static_cast<std::size_t>(tile.loopDepth);
  life.endLoop = m_loops.size() > depth ? m_loops[depth].statement : kNone;
  life.endStatement = m_syntax.statements.size();
  life.line = name.line;
}

bool Parser::warns() {
  if (m_warnings.size() < kMostWarnings) return true;
  ++m_moreWarnings;
  return false;
}

void Parser::writeWarnings() {
  std::ranges::stable_sort(m_warnings, {}, &Warning::byte);
  PlaceCursor cursor(m_text);
  std::vector<std::string>& warnings = m_syntax.program.warnings;
  for (const Warning& warning : m_warnings) {
    cursor.goTo(warning.byte);
    warnings.push_back(std::to_string(cursor.position().line) + ":" + std::to_string(cursor.position().column) + ": " + warning.message);
  }
  if (m_moreWarnings > 0) warnings.push_back("and " + std::to_string(m_moreWarnings) + " more.");
}

}  // namespace dsm::model::tile
