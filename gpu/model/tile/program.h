// SPDX-License-Identifier: Apache-2.0
// A tile-kernel text, parsed: what the byte ruler of a `.tile` file is drawn from. Every thing that a picture can
// change remembers where it stands in the text, so that an edit touches those bytes and no others.
// The rules of the language are in resources/help/tile_language.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dsm::model::tile {

// Bytes [begin, end) of the text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Span&) const = default;
};

// Both from 1; the column counts code points. A byte-order mark counts for nothing; CR LF, LF and CR end a line.
struct Position {
  int line = 1;
  int column = 1;
  bool operator==(const Position&) const = default;
};
Position positionOf(std::string_view text, std::size_t byte);

enum class ElementType { f64, f32, f16, bf16, f8, i32, i16, i8, u8 };
std::uint32_t bytesOf(ElementType type);
std::string_view nameOf(ElementType type);

// One `var x: tile<T>[r, c] = ...`.
struct Tile {
  std::string name;
  ElementType type = ElementType::f32;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint32_t alignBytes = 16;  // a power of two, at most 1024: @align(N) before the declaration
  bool pipelined = false;         // declared directly in an @pipeline loop: two stages
  int loopDepth = 0;              // 0: not in a loop
  int declaredLine = 0;
  int lastUseLine = 0;            // the loop's last line where the use is in a loop and the declaration is not, or where it is pipelined
  int firstPhase = 0;             // phase = index of the tile whose declaration opens it; see plan.h
  int lastPhase = 0;              // inclusive
  Span declaration;               // the whole statement, without its line end; with @align where there is one
  Span nameSpan;
  Span typeSpan;                  // "f32"
  Span rowsSpan;                  // "16"
  Span columnsSpan;               // "64"

  std::uint64_t stageBytes() const { return rows * columns * bytesOf(type); }  // checked at parsing: fits 2^40
  std::uint64_t bytes() const { return stageBytes() * (pipelined ? 2 : 1); }
};

struct Kernel {
  std::string name;
  bool dynshared = false;
  bool persistent = false;
  std::vector<Tile> tiles;        // in declaration order
  Span attributes;                // from the first attribute to `kernel`; empty (begin == end) if there is none
  Span nameSpan;
  Span body;                      // between the braces
  Span whole;                     // from the first attribute (or `kernel`) to the closing brace
};

struct Program {
  std::vector<Kernel> kernels;    // at least one
  int lines = 0;
  // "5:32: the slice goes to ...": reads beyond a tensor and the like, with line and column, without a file's name; they stop
  // nothing. At most 100, in the order of the text, then "and 7 more.".
  std::vector<std::string> warnings;
};

struct ParseError {
  std::string message;  // one sentence: "unknown element type “f23”; f32 is near."
  std::string hint;     // a replacement for the span ("f32") or empty
  Span span;
  Position position;
  std::string lineText;  // the line, tabs as they are, at most 200 code points around the place
  std::string caret;     // "              ^^^", to be written below lineText in a fixed-width font
  // "chain.tile:7:15: unknown element type ..." and the two lines below it.
  std::string inFull(std::string_view fileName) const;
};

// Any bytes are taken: invalid UTF-8, NUL, 10 MB, deep nesting (refused beyond 64) give an error with its place.
// Linear in the text; 10,000 lines take under 100 ms. Thread-safe.
tl::expected<Program, ParseError> parse(std::string_view text);

// What a highlighter needs; never fails. Spans rise and do not overlap.
enum class TokenKind { keyword, attribute, type, number, name, symbol, comment, wrong };
struct Token {
  TokenKind kind = TokenKind::name;
  Span span;
};
std::vector<Token> tokens(std::string_view text);

}  // namespace dsm::model::tile
