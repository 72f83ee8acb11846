// SPDX-License-Identifier: Apache-2.0
// Recursive descent over the lexemes, one ahead. A rule returns false where the text is wrong; the first error is kept and
// nothing is read after it. Depth is bounded by kMostDepth, time is linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/model/tile/lexer.h"
#include "gpu/model/tile/syntax.h"

namespace dsm::model::tile {

// A symbol's index is the tile, the tensor, the depth of the loop, or 1 for a number that is whole.
class Parser {
 public:
  explicit Parser(std::string_view text);
  tl::expected<Syntax, ParseError> run();

 private:
  enum class SymbolKind { tensor, scalar, size, tile, loopVariable };
  struct Symbol {
    SymbolKind kind = SymbolKind::tile;
    std::size_t index = 0;
    int line = 1;           // where it was declared
  };
  struct Tensor {
    std::optional<std::uint64_t> rows;  // nothing: a size that has a name
    std::optional<std::uint64_t> columns;
  };
  // What is known of a whole number: its range, or nothing. A loop variable that stands in both operands makes it unknown.
  struct Range {
    bool known = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::uint64_t loops = 0;  // bit d: the variable of the loop at depth d stands in it
    bool constant() const { return known && loops == 0; }
  };
  struct Value {
    bool scalar = true;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
  };
  struct OpenLoop {
    std::size_t statement = 0;
    std::string_view variable;
    Range range;
  };
  struct Warning {
    std::size_t byte = 0;
    std::string message;
  };
  // A tile's last use, as the first statement after it; the line to be shown.
  struct Life {
    std::size_t endStatement = 0;
    std::size_t endLoop = kNone;  // instead: the end of this loop
    int line = 1;
    bool used = false;
  };

  // parser.cpp: kernels and parameters
  bool program();
  bool kernel();
  bool uniqueKernels();
  bool kernelAttributes(Kernel& kernel, KernelSyntax& syntax);
  bool parameters();
  bool parameter();
  bool tensorSizes(Tensor& tensor, ElementType type);
  bool tensorSize(std::optional<std::uint64_t>& size);
  void endKernel(Kernel& kernel, KernelSyntax& syntax);

  // parser_statements.cpp
  bool block(Span& body);
  bool statement();
  bool attributedStatement();
  bool alignment(std::optional<std::uint32_t>& align, Span& span);
  bool declaration(const Lexeme& first, std::optional<std::uint32_t> align, Span alignSpan);
  bool declaredTile(Tile& tile);
  bool addDeclared(Tile& tile, const Lexeme& name);
  bool checkPipelineOrder(const Tile& tile, std::size_t parent);
  bool loop(const Lexeme& first, bool pipelined);
  bool loopRange(Range& range);
  void endOfLoop(std::size_t loop);
  bool assignment();
  bool store(const Lexeme& name, const Symbol& tensor, Value& target);
  bool checkPut(const Value& value, const Value& target, Span valueSpan, bool intoTile, const Lexeme& name);
  std::size_t begin(Statement::Kind kind, const Lexeme& first);
  void end(std::size_t statement);

  // parser_expressions.cpp
  bool expression(Value& value);
  bool term(Value& value);
  bool factor(Value& value);
  bool named(Value& value);
  bool call(const Lexeme& name, Value& value);
  bool combine(Value& left, const Value& right, const Lexeme& symbol);
  bool product(Value& left, const Value& right, Span span);
  bool slice(const Lexeme& name, const Symbol& tensor, Value& value);
  bool extent(Slice& slice, bool rows, const Range& start, const Symbol& tensor, const Lexeme& name, std::size_t startByte);
  bool index(Range& range);
  bool indexTerm(Range& range);
  bool indexFactor(Range& range);
  bool indexName(Range& range);
  bool positiveNumber(std::uint64_t& number, Span& span, std::string_view what);
  bool elementType(ElementType& type, Span& span);

  // parser_names.cpp: names and errors
  bool declareName(const Lexeme& name, Symbol symbol);
  const Symbol* find(const Lexeme& name, bool beginsStatement = false);  // nothing: the error is kept
  bool isVisible(const Symbol& symbol) const;
  bool unknownName(const Lexeme& name, bool beginsStatement);
  int laterDeclaration(std::string_view name) const;
  void use(const Lexeme& name, const Symbol& symbol, bool writes);
  std::string described(const Symbol& symbol) const;
  bool identifier(Lexeme& name, std::string_view what);
  bool need(std::string_view symbol, std::string_view where);
  bool needWord(std::string_view word, std::string_view where);
  bool unexpected(std::string_view what);                             // placed at what was found
  bool expected(std::string_view what, std::string_view insert = {});  // placed at the line's end, if that came first
  bool fail(Span span, std::string message, std::string hint = {});
  bool enter(Span span);
  void leave() { --m_depth; }
  bool warns();  // counts a warning; false where there are too many to keep
  void warn(std::size_t byte, std::string message) { m_warnings.push_back({byte, std::move(message)}); }
  void writeWarnings();

  void advance();
  bool at(std::string_view symbol) const { return m_now.kind == LexemeKind::symbol && textOf(m_now) == symbol; }
  bool atWord(std::string_view word) const { return m_now.kind == LexemeKind::name && textOf(m_now) == word; }
  std::string_view textOf(const Lexeme& lexeme) const { return textOf(lexeme.span); }
  std::string_view textOf(Span span) const { return m_text.substr(span.begin, span.end - span.begin); }
  Kernel& kernelNow() { return m_syntax.program.kernels.back(); }

  std::string_view m_text;
  Lexer m_lexer;
  Lexeme m_now;
  std::size_t m_lastEnd = 0;  // of the lexeme before m_now
  int m_lastLine = 1;
  int m_depth = 0;
  bool m_elementwise = true;  // of the statement that is read
  Syntax m_syntax;
  std::optional<ParseError> m_error;
  std::vector<Warning> m_warnings;
  std::size_t m_moreWarnings = 0;
  std::vector<Span> m_open;  // brackets that are not closed yet

  // Of the kernel that is read.
  std::unordered_map<std::string_view, Symbol> m_symbols;
  std::vector<Tensor> m_tensors;
  std::vector<OpenLoop> m_loops;
  std::vector<Life> m_lives;     // one a tile
  std::string_view m_declaring;  // the tile whose first value is read
};

// "16 × 64"
std::string shapeText(std::uint64_t rows, std::uint64_t columns);
// Nothing where the shape fits kMostBytes.
bool shapeFits(std::uint64_t rows, std::uint64_t columns, ElementType type);

}  // namespace dsm::model::tile
