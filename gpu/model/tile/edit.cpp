// SPDX-License-Identifier: Apache-2.0
// Shapes, new tiles and attributes as edits of the text. See edit_move.cpp for the order of declarations.
#include "gpu/model/tile/edit.h"

#include <algorithm>
#include <set>
#include <span>

#include "gpu/model/tile/edit_lines.h"
#include "gpu/model/tile/edit_syntax.h"
#include "gpu/model/tile/lexer.h"
#include "gpu/model/tile/parser.h"
#include "gpu/model/tile/source_text.h"

namespace dsm::model::tile {
namespace {

Expected<bool> checkShape(std::uint64_t rows, std::uint64_t columns, ElementType type) {
  if (shapeFits(rows, columns, type)) return true;
  const std::string shape = shapeText(rows, columns) + " " + std::string(nameOf(type));
  if (rows == 0 || columns == 0) return fail("bad_value", "A tile of " + shape + " has no element.", "Give it a row and a column at least.");
  return fail("bad_value", "A tile of " + shape + " is more than 2^40 bytes.", "Choose a smaller shape.");
}

bool mentions(const Syntax& syntax, const Statement& statement, std::size_t tile) {
  if (statement.tile == tile) return true;
  const auto uses = std::span(syntax.uses).subspan(statement.firstUse, statement.endUse - statement.firstUse);
  return std::ranges::any_of(uses, [tile](const Use& use) { return !use.isTensor && use.index == tile; });
}

// "a" to "z", then "t1", "t2", ...: the first that stands nowhere in the kernel.
std::string freeName(std::string_view kernelText) {
  std::set<std::string_view> taken;
  Lexer lexer(kernelText);
  for (Lexeme lexeme = lexer.next(); lexeme.kind != LexemeKind::end; lexeme = lexer.next()) {
    if (lexeme.kind == LexemeKind::name) taken.insert(kernelText.substr(lexeme.span.begin, lexeme.span.end - lexeme.span.begin));
  }
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    std::string name(1, letter);
    if (!taken.contains(name)) return name;
  }
  for (std::size_t number = 1;; ++number) {
    std::string name = "t" + std::to_string(number);
    if (!taken.contains(name)) return name;
  }
}

// As the last statement of the body that begins a line; else two deeper than the closing brace or the kernel.
std::string bodyIndent(std::string_view text, const Syntax& syntax, std::size_t kernel) {
  const KernelSyntax& body = syntax.kernels[kernel];
  std::optional<std::string> indent;
  for (std::size_t index = body.firstStatement; index < body.endStatement; index = syntax.statements[index].endStatement) {
    const std::size_t begin = syntax.statements[index].span.begin;
    if (beginsLine(text, begin)) indent = std::string(indentOf(text, begin));
  }
  if (indent) return *indent;
  const Span inside = syntax.program.kernels[kernel].body;
  return std::string(indentOf(text, beginsLine(text, inside.end) ? inside.end : inside.begin)) + "  ";
}

}  // namespace

std::string apply(std::string_view text, const TextEdit& edit) {
  std::string result;
  std::size_t at = 0;
  for (const Replacement& each : edit) {
    const std::size_t begin = std::clamp(each.span.begin, at, text.size());
    result += text.substr(at, begin - at);
    result += each.text;
    at = std::clamp(each.span.end, begin, text.size());
  }
  result += text.substr(at);
  return result;
}

Expected<Syntax> syntaxFor(std::string_view text, const Program& program, std::size_t kernel, std::size_t tile) {
  auto syntax = parseSyntax(text);
  if (!syntax) {
    return fail("not_possible", "Line " + std::to_string(syntax.error().position.line) + " of the text is wrong: " + syntax.error().message,
                "Mend the text first.");
  }
  const auto& kernels = syntax->program.kernels;
  if (kernel >= kernels.size() || kernels.size() != program.kernels.size()) return fail("bad_value", "The text has no such kernel.");
  if (tile != kNone && tile >= kernels[kernel].tiles.size()) return fail("bad_value", "The kernel has no such tile.");
  return std::move(*syntax);
}

Expected<TextEdit> checked(std::string_view text, TextEdit edit, std::string_view what) {
  if (edit.empty()) return edit;
  const std::string edited = tile::apply(text, edit);  // std::apply is found too, without the name
  const auto syntax = parseSyntax(edited);
  if (syntax) return edit;
  return fail("not_possible",
              std::string(what) + " line " + std::to_string(syntax.error().position.line) + " would be wrong: " + syntax.error().message,
              "Change the text instead.");
}

Expected<TextEdit> resize(std::string_view text, const Program& program, std::size_t kernel, std::size_t tile, std::uint64_t rows,
                          std::uint64_t columns) {
  const auto syntax = syntaxFor(text, program, kernel, tile);
  if (!syntax) return tl::unexpected<Error>(syntax.error());
  const Tile& now = syntax->program.kernels[kernel].tiles[tile];
  if (const auto fits = checkShape(rows, columns, now.type); !fits) return tl::unexpected<Error>(fits.error());
  TextEdit edit;
  const auto change = [&edit](Span span, std::uint64_t before, std::uint64_t after) {
    if (before != after) edit.push_back({span, std::to_string(after)});
  };
  change(now.rowsSpan, now.rows, rows);
  change(now.columnsSpan, now.columns, columns);
  const KernelSyntax& body = syntax->kernels[kernel];
  for (std::size_t index = body.firstStatement; index < body.endStatement; ++index) {
    const Statement& statement = syntax->statements[index];
    if (statement.kind == Statement::Kind::loop || !statement.elementwise || !mentions(*syntax, statement, tile)) continue;
    for (std::size_t each = statement.firstSlice; each < statement.endSlice; ++each) {
      const Slice& slice = syntax->slices[each];
      if (slice.rows != now.rows || slice.columns != now.columns) continue;
      change(slice.rowsSpan, now.rows, rows);
      change(slice.columnsSpan, now.columns, columns);
    }
  }
  std::ranges::sort(edit, {}, [](const Replacement& each) { return each.span.begin; });
  return checked(text, std::move(edit), "With this shape");
}

Expected<TextEdit> addTile(std::string_view text, const Program& program, std::size_t kernel, ElementType type, std::uint64_t rows,
                           std::uint64_t columns) {
  const auto syntax = syntaxFor(text, program, kernel, kNone);
  if (!syntax) return tl::unexpected<Error>(syntax.error());
  if (const auto fits = checkShape(rows, columns, type); !fits) return tl::unexpected<Error>(fits.error());
  const Kernel& now = syntax->program.kernels[kernel];
  const std::string& tensor = syntax->kernels[kernel].firstTensor;
  const std::string height = std::to_string(rows);
  const std::string width = std::to_string(columns);
  const std::string value = tensor.empty() ? "0" : tensor + "[0 :+ " + height + ", 0 :+ " + width + "]";
  const std::string name = freeName(text.substr(now.whole.begin, now.whole.end - now.whole.begin));
  const std::size_t brace = now.body.end;
  const std::string lineEnd = lineEndNear(text, brace);
  const std::string line = bodyIndent(text, *syntax, kernel) + "var " + name + ": tile<" + std::string(nameOf(type)) + ">[" + height + ", " +
                           width + "] = " + value + lineEnd;
  if (beginsLine(text, brace)) {
    const std::size_t begin = lineBeginOf(text, brace);
    return checked(text, {{{begin, begin}, line}}, "With the new tile");
  }
  return checked(text, {{{brace, brace}, lineEnd + line}}, "With the new tile");
}

TextEdit setDynshared(std::string_view text, const Program& program, std::size_t kernel, bool on) {
  if (kernel >= program.kernels.size() || program.kernels[kernel].dynshared == on) return {};
  const Kernel& now = program.kernels[kernel];
  if (now.whole.end > text.size()) return {};
  constexpr std::string_view kAttribute = "@dynshared";
  const std::size_t begin = now.whole.begin;
  if (on) {
    const std::string behind = beginsLine(text, begin) ? lineEndNear(text, begin) + std::string(indentOf(text, begin)) : " ";
    return {{{begin, begin}, std::string(kAttribute) + behind}};
  }
  const std::string_view attributes = text.substr(now.attributes.begin, now.attributes.end - now.attributes.begin);
  Lexer lexer(attributes);
  for (Lexeme lexeme = lexer.next(); lexeme.kind != LexemeKind::end; lexeme = lexer.next()) {
    if (lexeme.kind != LexemeKind::attribute) continue;
    Span span{now.attributes.begin + lexeme.span.begin, now.attributes.begin + lexeme.span.end};
    if (text.substr(span.begin, span.end - span.begin) != kAttribute) continue;
    const auto lines = ownLines(text, span);
    if (lines && !lines->comment) return {{lines->span, ""}};
    // Behind a name (`@persistent@dynshared kernel`) the blanks must stay.
    const auto previous = span.begin > 0 ? static_cast<unsigned char>(text[span.begin - 1]) : ' ';
    const bool apart = previous < 0x80 ? !continuesName(previous) : span.begin == startOf(text);
    if (apart) span.end = behindBlanks(text, span.end);
    return {{span, ""}};
  }
  return {};
}

}  // namespace dsm::model::tile
