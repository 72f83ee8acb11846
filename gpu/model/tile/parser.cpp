// SPDX-License-Identifier: Apache-2.0
// Kernels and their parameters; when a kernel is read, the phases that its tiles live in.
#include "gpu/model/tile/parser.h"

#include <algorithm>

#include "gpu/model/tile/source_text.h"
#include "gpu/model/tile/vocabulary.h"

namespace dsm::model::tile {

std::string shapeText(std::uint64_t rows, std::uint64_t columns) { return std::to_string(rows) + " × " + std::to_string(columns); }

bool shapeFits(std::uint64_t rows, std::uint64_t columns, ElementType type) {
  return rows > 0 && columns > 0 && rows <= kMostBytes && columns <= kMostBytes / rows / bytesOf(type);
}

Parser::Parser(std::string_view text) : m_text(text), m_lexer(text) {
  m_now.span = {startOf(text), startOf(text)};
  advance();
}

tl::expected<Syntax, ParseError> Parser::run() {
  if (!program()) return tl::unexpected<ParseError>(std::move(*m_error));
  const bool endsInLine = m_text.size() > startOf(m_text) && m_text.back() != '\n' && m_text.back() != '\r';
  m_syntax.program.lines = m_lexer.line() - 1 + (endsInLine ? 1 : 0);
  writeWarnings();
  return std::move(m_syntax);
}

bool Parser::program() {
  while (m_now.kind != LexemeKind::end) {
    if (!kernel()) return false;
  }
  if (!m_syntax.program.kernels.empty()) return uniqueKernels();
  return fail(m_now.span, "the text has no kernel; one begins with “kernel name(X: tensor<f32>[16, 64]) {”.");
}

bool Parser::kernel() {
  const Lexeme first = m_now;
  Kernel& kernel = m_syntax.program.kernels.emplace_back();
  KernelSyntax& syntax = m_syntax.kernels.emplace_back();
  m_symbols.clear();
  m_tensors.clear();
  m_lives.clear();
  if (!kernelAttributes(kernel, syntax)) return false;
  kernel.attributes = {first.span.begin, m_now.span.begin};
  const std::string_view where = kernel.attributes.begin == kernel.attributes.end ? "or an attribute" : "after the attributes";
  if (!needWord("kernel", where)) return false;
  Lexeme name;
  if (!identifier(name, "the kernel’s name")) return false;
  kernel.name = std::string(textOf(name));
  kernel.nameSpan = name.span;
  if (!parameters()) return false;
  syntax.firstStatement = m_syntax.statements.size();
  if (!block(kernel.body)) return false;
  syntax.endStatement = m_syntax.statements.size();
  kernel.whole = {first.span.begin, kernel.body.end + 1};
  endKernel(kernel, syntax);
  return true;
}

bool Parser::uniqueKernels() {
  std::vector<const Kernel*> byName;
  for (const Kernel& kernel : m_syntax.program.kernels) byName.push_back(&kernel);
  const auto name = [](const Kernel* kernel) { return std::string_view(kernel->name); };
  std::ranges::stable_sort(byName, {}, name);
  const auto twice = std::ranges::adjacent_find(byName, {}, name);
  if (twice == byName.end()) return true;
  const int line = positionOf(m_text, (*twice)->nameSpan.begin).line;
  return fail((*std::next(twice))->nameSpan,
              "a kernel " + quoted((*twice)->name) + " is there already, in line " + std::to_string(line) + ".");
}

bool Parser::kernelAttributes(Kernel& kernel, KernelSyntax& syntax) {
  while (m_now.kind == LexemeKind::attribute) {
    const Lexeme attribute = m_now;
    const std::string_view name = textOf(attribute).substr(1);
    if (name == "pipeline") return fail(attribute.span, "“@pipeline” belongs before a “for” loop, not before a kernel.");
    if (name == "align") return fail(attribute.span, "“@align” belongs before a “var”, not before a kernel.");
    if (name != "dynshared" && name != "persistent") {
      const auto near = nearest(name, attributeNames().first(2));
      const std::string hint = near ? "@" + std::string(*near) : "";
      return fail(attribute.span, "unknown attribute " + quoted(textOf(attribute)) + "; " +
                                      (near ? hint + " is near." : "a kernel takes @dynshared and @persistent."), hint);
    }
    bool& flag = name == "dynshared" ? kernel.dynshared : kernel.persistent;
    if (flag) return fail(attribute.span, quoted(textOf(attribute)) + " stands here twice.");
    flag = true;
    if (name == "dynshared") syntax.dynshared = attribute.span;
    advance();
    if (at("(")) return fail(m_now.span, quoted(textOf(attribute)) + " takes no arguments.");
  }
  return true;
}

bool Parser::parameters() {
  if (!need("(", "after the kernel’s name")) return false;
  if (!at(")")) {
    if (!parameter()) return false;
    while (at(",")) {
      advance();
      if (!parameter()) return false;
    }
  }
  return need(")", "or “,” after a parameter");
}

bool Parser::parameter() {
  Lexeme name;
  if (!identifier(name, "a parameter’s name")) return false;
  if (!need(":", "after the parameter’s name")) return false;
  ElementType type{};
  Span typeSpan;
  if (m_now.kind == LexemeKind::name && typeOf(textOf(m_now))) {
    if (!elementType(type, typeSpan)) return false;
    return declareName(name, {SymbolKind::scalar, isInteger(type) ? 1U : 0U, name.line});
  }
  if (!atWord("tensor")) {
    if (m_now.kind != LexemeKind::name) return expected("“tensor” or an element type");
    if (atWord("tile")) return fail(m_now.span, "a parameter is a tensor; a tile is declared in the body.", "tensor");
    const std::string_view word = textOf(m_now);
    const std::string_view tensor = "tensor";
    const auto near = nearest(word, {&tensor, 1}) ? std::optional(tensor) : nearestType(word);
    return fail(m_now.span, "unknown type " + quoted(word) + (near ? "; " + std::string(*near) + " is near." : "; a parameter is a tensor or a number."),
                std::string(near.value_or("")));
  }
  advance();
  if (!need("<", "after “tensor”") || !elementType(type, typeSpan) || !need(">", "after the element type")) return false;
  Tensor tensor;
  if (!tensorSizes(tensor, type)) return false;
  m_tensors.push_back(tensor);
  KernelSyntax& syntax = m_syntax.kernels.back();
  if (syntax.firstTensor.empty()) syntax.firstTensor = std::string(textOf(name));
  return declareName(name, {SymbolKind::tensor, m_tensors.size() - 1, name.line});
}

bool Parser::tensorSizes(Tensor& tensor, ElementType type) {
  const std::size_t first = m_now.span.begin;
  if (!need("[", "after the type of a tensor")) return false;
  if (!tensorSize(tensor.rows)) return false;
  if (at("]")) return fail(m_now.span, "a tensor has two sizes, rows and columns; a vector is [1, n].");
  if (!need(",", "after the tensor’s rows")) return false;
  if (!tensorSize(tensor.columns)) return false;
  if (at(",")) return fail(m_now.span, "a tensor has two sizes, rows and columns, not more.");
  const std::size_t end = m_now.span.end;
  if (!need("]", "after the tensor’s columns")) return false;
  if (shapeFits(tensor.rows.value_or(1), tensor.columns.value_or(1), type)) return true;
  return fail({first, end}, "a tensor of " + shapeText(tensor.rows.value_or(1), tensor.columns.value_or(1)) + " " +
                                std::string(nameOf(type)) + " is more than 2^40 bytes.");
}

bool Parser::tensorSize(std::optional<std::uint64_t>& size) {
  if (m_now.kind != LexemeKind::name) {
    Span span;
    return positiveNumber(size.emplace(), span, "a tensor’s size");
  }
  if (const auto known = m_symbols.find(textOf(m_now)); known != m_symbols.end()) {
    const Symbol& symbol = known->second;  // the same size again, or a whole number among the parameters
    if (symbol.kind != SymbolKind::size && (symbol.kind != SymbolKind::scalar || symbol.index == 0)) {
      return fail(m_now.span, quoted(textOf(m_now)) + " is " + described(symbol) + " and no size.");
    }
    advance();
    return true;
  }
  Lexeme name;
  if (!identifier(name, "a tensor’s size")) return false;
  return declareName(name, {SymbolKind::size, 0, name.line});
}

// Phase k begins with the declaration of tile k; a tile's last one is the last that begins at or before its last use.
void Parser::endKernel(Kernel& kernel, KernelSyntax& syntax) {
  for (std::size_t index = 0; index < kernel.tiles.size(); ++index) {
    Tile& tile = kernel.tiles[index];
    const Life& life = m_lives[index];
    const Statement* loop = life.endLoop == kNone ? nullptr : &m_syntax.statements[life.endLoop];
    const std::size_t end = loop ? loop->endStatement : life.endStatement;
    const auto after = std::ranges::lower_bound(syntax.declarations, end);
    tile.firstPhase = static_cast<int>(index);
    tile.lastPhase = static_cast<int>(after - syntax.declarations.begin()) - 1;
    tile.lastUseLine = loop ? loop->lastLine : life.line;
    if (!life.used && warns()) warn(tile.nameSpan.begin, "the tile " + quoted(tile.name) + " is never used.");
    if (tile.pipelined && tile.stageBytes() % tile.alignBytes != 0 && warns()) {
      warn(tile.nameSpan.begin, "a stage of " + quoted(tile.name) + " is " + std::to_string(tile.stageBytes()) +
                                    " bytes, no multiple of its alignment: the second stage lies unaligned.");
    }
  }
}

}  // namespace dsm::model::tile
