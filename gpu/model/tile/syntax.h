// SPDX-License-Identifier: Apache-2.0
// What the parser knows beyond `Program`: each statement with its place, its loop and what it reads and writes. An edit
// decides from it what may move and which numbers belong together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "gpu/model/tile/program.h"

namespace dsm::model::tile {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;  // of a tile's stage, and of a tensor
constexpr int kMostDepth = 64;                                // of blocks, parentheses and signs within each other

// One mention of a tile or a tensor.
struct Use {
  bool isTensor = false;
  std::size_t index = 0;  // of the tile, or of the parameter, in its kernel
  bool writes = false;
  int line = 1;
};

struct Slice {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  Span rowsSpan;  // the number behind ":+"
  Span columnsSpan;
};

// In the order of the text; a loop stands before the statements in it. Uses and slices of a statement are consecutive,
// and a loop's ranges take in those of the statements in it.
struct Statement {
  enum class Kind { declaration, assignment, store, loop } kind = Kind::declaration;
  Span span;                       // with its attribute; without the line end
  std::size_t parent = kNone;      // the loop that it is directly in
  std::size_t tile = kNone;        // declared or assigned
  bool elementwise = true;         // all shapes in it are one shape
  bool pipelined = false;          // a loop with @pipeline
  std::size_t endStatement = 0;    // the first one that is not in it
  std::size_t firstUse = 0;
  std::size_t endUse = 0;
  std::size_t firstSlice = 0;
  std::size_t endSlice = 0;
  Span body;                       // of a loop: between the braces
  int line = 1;
  int lastLine = 1;                // of a loop: that of its closing brace
};

struct KernelSyntax {
  std::size_t firstStatement = 0;
  std::size_t endStatement = 0;
  std::vector<std::size_t> declarations;  // the statement of each tile
  std::string firstTensor;                // empty: no tensor parameter
  Span dynshared;                         // the attribute; empty: not there
};

struct Syntax {
  Program program;
  std::vector<KernelSyntax> kernels;  // one for each of program.kernels
  std::vector<Statement> statements;
  std::vector<Use> uses;
  std::vector<Slice> slices;
};

tl::expected<Syntax, ParseError> parseSyntax(std::string_view text);

}  // namespace dsm::model::tile
