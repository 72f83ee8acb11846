// SPDX-License-Identifier: Apache-2.0
// Expressions: values with a shape, and the whole numbers that slices and loops begin and end with.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "gpu/model/tile/parser.h"
#include "gpu/model/tile/source_text.h"
#include "gpu/model/tile/vocabulary.h"

namespace dsm::model::tile {
namespace {

// Nothing is known of a sum or product that overflows, or whose operands move together.
template <class Operation>
bool ofEnds(Operation operation, std::int64_t leftLow, std::int64_t leftHigh, std::int64_t rightLow, std::int64_t rightHigh,
            std::int64_t& low, std::int64_t& high) {
  bool first = true;
  for (const std::int64_t left : {leftLow, leftHigh}) {
    for (const std::int64_t right : {rightLow, rightHigh}) {
      std::int64_t result = 0;
      if (operation(left, right, &result)) return false;
      low = first ? result : std::min(low, result);
      high = first ? result : std::max(high, result);
      first = false;
    }
  }
  return true;
}

bool divide(std::int64_t left, std::int64_t right, std::int64_t* result) {
  if (left < 0 || right <= 0) return true;  // rounding of negative numbers is left open
  *result = left / right;
  return false;
}

}  // namespace

// TERM { ("+" | "-") TERM }
bool Parser::expression(Value& value) {
  if (!term(value)) return false;
  while (at("+") || at("-")) {
    const Lexeme symbol = m_now;
    Value right;
    advance();
    if (!term(right) || !combine(value, right, symbol)) return false;
  }
  return true;
}

// FACTOR { ("*" | "/" | "@") FACTOR }
bool Parser::term(Value& value) {
  if (!factor(value)) return false;
  while (at("*") || at("/") || at("@") || m_now.kind == LexemeKind::attribute) {
    const Lexeme symbol = m_now;
    if (symbol.kind == LexemeKind::attribute) {
      const std::string_view name = textOf(symbol).substr(1);
      const auto known = attributeNames();
      if (symbol.line > m_lastLine || std::ranges::find(known, name) != known.end()) return true;  // the next statement's
      const std::string hint = "@ " + std::string(name);
      return fail(symbol.span, "“@” with a letter behind it is an attribute; a product of matrices has a space: a @ b.", hint);
    }
    Value right;
    advance();
    if (!factor(right)) return false;
    if (!(textOf(symbol) == "@" ? product(value, right, symbol.span) : combine(value, right, symbol))) return false;
  }
  return true;
}

bool Parser::factor(Value& value) {
  if (m_now.kind == LexemeKind::number) {
    advance();
    return true;
  }
  if (m_now.kind == LexemeKind::name && !isReserved(textOf(m_now))) return named(value);
  if (!at("(") && !at("-")) return expected("a value");
  if (!enter(m_now.span)) return false;
  if (at("-")) {
    advance();
    if (!factor(value)) return false;
  } else {
    m_open.push_back(m_now.span);
    advance();
    if (!expression(value)) return false;
    if (!need(")", "")) return false;
  }
  leave();
  return true;
}

bool Parser::named(Value& value) {
  const Lexeme name = m_now;
  advance();
  if (at("(")) return call(name, value);
  const Symbol* symbol = find(name);
  if (!symbol) return false;
  if (symbol->kind == SymbolKind::tensor) {
    if (at("[")) {
      use(name, *symbol, false);
      return slice(name, *symbol, value);
    }
    return fail(name.span, quoted(textOf(name)) + " is a tensor: take a slice of it, such as " + std::string(textOf(name)) +
                               "[0 :+ 16, 0 :+ 64].");
  }
  if (at("[")) return fail(m_now.span, quoted(textOf(name)) + " is " + described(*symbol) + ": only tensors are sliced.");
  if (symbol->kind != SymbolKind::tile) return true;
  const Tile& tile = kernelNow().tiles[symbol->index];
  use(name, *symbol, false);
  value = {false, tile.rows, tile.columns};
  return true;
}

bool Parser::call(const Lexeme& name, Value& value) {
  const Function* function = functionOf(textOf(name));
  if (!function) {
    const auto near = nearest(textOf(name), functionNames());
    const std::string hint(near.value_or(""));
    return fail(name.span, "unknown function " + quoted(textOf(name)) + (near ? "; " + hint + " is near." : "."), hint);
  }
  if (!enter(m_now.span)) return false;
  m_open.push_back(m_now.span);
  const Lexeme opening = m_now;
  advance();
  std::array<Value, 2> arguments;
  for (int index = 0; index < function->arguments; ++index) {
    if (index > 0 && !at(",")) return expected("“,” and the second argument of " + quoted(function->name));
    if (index > 0) advance();
    if (!expression(arguments[static_cast<std::size_t>(index)])) return false;
  }
  if (at(",")) {
    return fail(m_now.span, quoted(function->name) + " takes " + (function->arguments == 1 ? "one argument." : "two arguments."));
  }
  if (!need(")", "after the arguments")) return false;
  leave();
  value = arguments[0];
  switch (function->shape) {
    case Function::Shape::elementwise: return function->arguments == 1 || combine(value, arguments[1], name);
    case Function::Shape::product: return product(value, arguments[1], {name.span.begin, opening.span.begin});
    case Function::Shape::transposed: break;
  }
  m_elementwise = false;
  std::swap(value.rows, value.columns);
  return true;
}

bool Parser::combine(Value& left, const Value& right, const Lexeme& symbol) {
  if (left.scalar) {
    left = right;
    return true;
  }
  if (right.scalar || (left.rows == right.rows && left.columns == right.columns)) return true;
  return fail(symbol.span, quoted(textOf(symbol)) + " takes two values of one shape, not " + shapeText(left.rows, left.columns) + " and " +
                               shapeText(right.rows, right.columns) + ".");
}

bool Parser::product(Value& left, const Value& right, Span span) {
  m_elementwise = false;
  if (left.scalar || right.scalar) {
    return fail(span, "a product of matrices takes no single number; “*” multiplies by one.", textOf(span) == "@" ? "*" : "");
  }
  if (left.columns != right.rows) {
    return fail(span, "a product of matrices needs as many columns left as rows right, not " + shapeText(left.rows, left.columns) + " and " +
                          shapeText(right.rows, right.columns) + ".");
  }
  left.columns = right.columns;
  return true;
}

// "[" START ":+" COUNT "," START ":+" COUNT "]"
bool Parser::slice(const Lexeme& name, const Symbol& tensor, Value& value) {
  Slice slice;
  m_open.push_back(m_now.span);
  advance();
  for (const bool rows : {true, false}) {
    Range start;
    const std::size_t startByte = m_now.span.begin;
    if (!index(start)) return false;
    if (!at(":+")) {
      if (at(":")) return fail(m_now.span, "a slice is written START :+ COUNT, with “:+”.", ":+");
      return expected("“:+” and a count after a slice’s start", " :+ 1");
    }
    advance();
    if (!extent(slice, rows, start, tensor, name, startByte)) return false;
    if (rows && at("]")) return fail(m_now.span, "a slice has rows and columns; a row is [0 :+ 1, 0 :+ n].");
    if (rows && !need(",", "after the slice’s rows")) return false;
  }
  if (at(",")) return fail(m_now.span, "a slice has rows and columns, not more.");
  if (!need("]", "after the slice’s columns")) return false;
  m_syntax.slices.push_back(slice);
  value = {false, slice.rows, slice.columns};
  return true;
}

bool Parser::extent(Slice& slice, bool rows, const Range& start, const Symbol& tensor, const Lexeme& name, std::size_t startByte) {
  std::uint64_t& count = rows ? slice.rows : slice.columns;
  if (!positiveNumber(count, rows ? slice.rowsSpan : slice.columnsSpan, "a slice’s count")) return false;
  if (!start.known) return true;
  const Tensor& whole = m_tensors[tensor.index];
  const std::optional<std::uint64_t> size = rows ? whole.rows : whole.columns;
  const bool before = start.low < 0;
  const auto high = static_cast<std::uint64_t>(start.high);
  const bool beyond = !before && size && (high > *size || count > *size - high);
  if ((!before && !beyond) || !warns()) return true;
  const std::string place = before ? std::to_string(start.low) : std::to_string(high + count - 1) + " (counted from 0)";
  warn(startByte, std::string("the slice ") + (before ? "begins at " : "goes to ") + (rows ? "row " : "column ") + place + " of " +
                      quoted(textOf(name)) + (size ? ", which has " + std::to_string(*size) + "." : "."));
  return true;
}

// INDEX-TERM { ("+" | "-") INDEX-TERM }
bool Parser::index(Range& range) {
  if (!indexTerm(range)) return false;
  while (at("+") || at("-")) {
    const bool plus = at("+");
    Range right;
    advance();
    if (!indexTerm(right)) return false;
    const auto operation = [plus](std::int64_t a, std::int64_t b, std::int64_t* result) {
      return plus ? __builtin_add_overflow(a, b, result) : __builtin_sub_overflow(a, b, result);
    };
    range.known = range.known && right.known && (range.loops & right.loops) == 0 &&
                  ofEnds(operation, range.low, range.high, right.low, right.high, range.low, range.high);
    range.loops |= right.loops;
  }
  return true;
}

// INDEX-FACTOR { ("*" | "/") INDEX-FACTOR }
bool Parser::indexTerm(Range& range) {
  if (!indexFactor(range)) return false;
  while (at("*") || at("/")) {
    const bool times = at("*");
    const Lexeme symbol = m_now;
    Range right;
    advance();
    if (!indexFactor(right)) return false;
    if (!times && right.constant() && right.low == 0) return fail(symbol.span, "a division by 0.");
    const auto operation = [times](std::int64_t a, std::int64_t b, std::int64_t* result) {
      return times ? __builtin_mul_overflow(a, b, result) : divide(a, b, result);
    };
    range.known = range.known && right.known && (range.loops & right.loops) == 0 &&
                  ofEnds(operation, range.low, range.high, right.low, right.high, range.low, range.high);
    range.loops |= right.loops;
  }
  return true;
}

bool Parser::indexFactor(Range& range) {
  if (m_now.kind == LexemeKind::name && !isReserved(textOf(m_now))) return indexName(range);
  if (m_now.kind == LexemeKind::number) {
    const std::string_view digits = textOf(m_now);
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), range.low);
    if (stop != digits.data() + digits.size()) return fail(m_now.span, "a whole number is needed here, not " + quoted(digits) + ".");
    if (error != std::errc()) return fail(m_now.span, "the number " + quoted(digits) + " is too large.");
    range.high = range.low;
    range.known = true;
    advance();
    return true;
  }
  if (!at("(") && !at("-")) return expected("a whole number");
  if (!enter(m_now.span)) return false;
  if (at("-")) {
    advance();
    Range value;
    if (!indexFactor(value)) return false;
    const auto lowest = std::numeric_limits<std::int64_t>::min();
    range.known = value.known && value.low > lowest && value.high > lowest;
    if (range.known) range = {true, -value.high, -value.low, value.loops};
    range.loops = value.loops;
  } else {
    m_open.push_back(m_now.span);
    advance();
    if (!index(range) || !need(")", "")) return false;
  }
  leave();
  return true;
}

bool Parser::indexName(Range& range) {
  const Symbol* symbol = find(m_now);
  if (!symbol) return false;
  const bool whole = symbol->kind == SymbolKind::size || (symbol->kind == SymbolKind::scalar && symbol->index == 1);
  if (symbol->kind == SymbolKind::loopVariable) {
    range = m_loops[symbol->index].range;
  } else if (!whole) {
    return fail(m_now.span, quoted(textOf(m_now)) + " is " + described(*symbol) + "; a whole number is needed here.");
  }
  advance();
  return true;
}

bool Parser::positiveNumber(std::uint64_t& number, Span& span, std::string_view what) {
  span = m_now.span;
  const auto refuse = [&](std::string_view is) { return fail(span, std::string(what) + " " + std::string(is)); };
  if (at("-")) {
    advance();
    if (m_now.kind == LexemeKind::number) span.end = m_now.span.end;
    return refuse("is 1 or more, not negative.");
  }
  if (m_now.kind == LexemeKind::name && !isReserved(textOf(m_now))) {
    return refuse("is a number that stands here, such as 64, not the name " + quoted(textOf(m_now)) + ".");
  }
  if (m_now.kind != LexemeKind::number) return expected(what);
  const std::string_view digits = textOf(m_now);
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (stop != digits.data() + digits.size()) return refuse("is a whole number, not " + quoted(digits) + ".");
  if (error != std::errc() || number > kMostBytes) return refuse("is 2^40 at most, not " + quoted(digits) + ".");
  if (number == 0) return refuse("is 1 or more, not 0.");
  advance();
  return true;
}

bool Parser::elementType(ElementType& type, Span& span) {
  if (m_now.kind != LexemeKind::name) return expected("an element type");
  const std::string_view name = textOf(m_now);
  span = m_now.span;
  const auto known = typeOf(name);
  if (!known) {
    const auto near = nearestType(name);
    const std::string hint(near.value_or(""));
    return fail(span, "unknown element type " + quoted(name) + "; " + (near ? hint + " is near." : "f64 f32 f16 bf16 f8 i32 i16 i8 u8 are known."),
                hint);
  }
  type = *known;
  advance();
  return true;
}

}  // namespace dsm::model::tile
