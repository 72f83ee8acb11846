// SPDX-License-Identifier: Apache-2.0
// A random tile program: its text in odd but legal spacing, and what it means, worked out from the words of the rules and
// without the parser. Each random number comes from the seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/model/tile/program.h"

namespace dsm::test {

struct MeantTile {
  std::string name;
  model::tile::ElementType type{};
  std::uint32_t elementBytes = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint32_t alignBytes = 16;
  bool pipelined = false;
  int loopDepth = 0;
  int declaredLine = 0;
  int lastUseLine = 0;
  int lastPhase = 0;  // its first one is its index
  std::uint64_t bytes() const { return rows * columns * elementBytes * (pipelined ? 2 : 1); }
};

// What happens, in the order of the text.
struct Event {
  enum class Kind { declare, use, loopBegin, loopEnd } kind = Kind::use;
  int tile = -1;           // of declare and use
  int loop = -1;           // of loopBegin and loopEnd
  int line = 0;
  std::vector<int> loops;  // the loops around it, the outermost first; a loop is not around its own begin and end
};

struct MeantKernel {
  std::string name;
  bool dynshared = false;
  bool persistent = false;
  std::vector<MeantTile> tiles;
  std::vector<Event> events;
};

struct RandomProgram {
  std::string text;
  std::vector<MeantKernel> kernels;
};

enum class Spacing { tidy, odd };  // tidy: a statement to a line, LF; odd: all that the language allows
RandomProgram randomProgram(std::uint64_t seed, Spacing spacing);

}  // namespace dsm::test
