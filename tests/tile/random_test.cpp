// SPDX-License-Identifier: Apache-2.0
// 10,000 random programs: the parser gives back what was meant, and the plan keeps the promises of the two rules. What is
// expected is worked out here from the rules' words: a simulation that only looks at who is live, and an execution that
// watches bytes being overwritten.
#include <gtest/gtest.h>

#include <random>

#include "gpu/model/tile/plan.h"
#include "gpu/model/tile/program.h"
#include "tests/tile/random_program.h"

namespace dsm::test {
namespace {

using model::ArrayRequest;
using model::PlacedArrays;
using model::Placement;

constexpr std::uint64_t kPrograms = 10'000;

bool areLiveTogether(const ArrayRequest& left, const ArrayRequest& right) {
  return left.firstPhase <= right.lastPhase && right.firstPhase <= left.lastPhase;
}

// The rule, literally: go through the declarations; when none declared before is live, begin at 0 again.
struct Simulated {
  std::vector<std::uint64_t> offsets;
  std::uint64_t peak = 0;
  std::uint64_t padding = 0;
  int resets = 0;
};
Simulated simulate(const std::vector<ArrayRequest>& arrays, Placement placement) {
  Simulated result;
  std::uint64_t top = 0;
  for (std::size_t index = 0; index < arrays.size(); ++index) {
    bool anyLive = false;
    for (std::size_t other = 0; other < index; ++other) anyLive = anyLive || arrays[other].lastPhase >= arrays[index].firstPhase;
    if (placement == Placement::dynamic && index > 0 && !anyLive) {
      top = 0;
      ++result.resets;
    }
    while (top % arrays[index].alignBytes != 0) {
      ++top;
      ++result.padding;
    }
    result.offsets.push_back(top);
    top += arrays[index].bytes;
    if (top > result.peak) result.peak = top;
  }
  return result;
}

void checkPlacement(const std::vector<ArrayRequest>& arrays, const PlacedArrays& placed, Placement placement) {
  const Simulated expected = simulate(arrays, placement);
  ASSERT_EQ(placed.placement, placement);
  ASSERT_EQ(placed.offsets, expected.offsets);
  ASSERT_EQ(placed.peakBytes, expected.peak);
  ASSERT_EQ(placed.paddingBytes, expected.padding);
  ASSERT_EQ(placed.resets, expected.resets);
  std::uint64_t sum = 0;
  for (std::size_t index = 0; index < arrays.size(); ++index) {
    sum += arrays[index].bytes;
    ASSERT_EQ(placed.offsets[index] % arrays[index].alignBytes, 0U);
    for (std::size_t other = 0; other < index; ++other) {
      if (placement == Placement::dynamic && !areLiveTogether(arrays[index], arrays[other])) continue;
      const bool apart = placed.offsets[other] + arrays[other].bytes <= placed.offsets[index] ||
                         placed.offsets[index] + arrays[index].bytes <= placed.offsets[other];
      ASSERT_TRUE(apart) << other << " and " << index;
    }
  }
  if (placement == Placement::fixed) {
    ASSERT_EQ(placed.peakBytes, sum + placed.paddingBytes);
  }
}

TEST(RandomArrays, ArePlacedByTheWordsOfTheRule) {
  std::mt19937_64 random(20'261'130);
  const auto below = [&random](std::uint64_t count) { return std::uniform_int_distribution<std::uint64_t>(0, count - 1)(random); };
  std::uint64_t resets = 0;
  for (std::uint64_t program = 0; program < kPrograms; ++program) {
    std::vector<ArrayRequest> arrays;
    const auto count = static_cast<int>(below(24));
    for (int index = 0; index < count; ++index) {
      ArrayRequest array;
      array.bytes = below(3) == 0 ? below(4) : below(100'000);
      array.alignBytes = 1U << below(11);
      array.firstPhase = index;
      array.lastPhase = index + (below(2) == 0 ? 0 : static_cast<int>(below(4)));
      arrays.push_back(array);
    }
    for (const Placement placement : {Placement::fixed, Placement::dynamic}) {
      const PlacedArrays placed = model::place(arrays, placement);
      checkPlacement(arrays, placed, placement);
      resets += static_cast<std::uint64_t>(placed.resets);
      if (HasFatalFailure()) FAIL() << "program " << program;
    }
  }
  EXPECT_GT(resets, kPrograms) << "the generator makes nothing die";
}

// Runs the kernel on its placed tiles, each loop for two rounds, and watches whether a tile that is still used has been
// written over since its declaration. A pipelined tile's other stage is filled from its declaration on and used in the
// next round.
class Execution {
 public:
  Execution(const MeantKernel& kernel, const std::vector<std::uint64_t>& offsets)
      : m_kernel(kernel), m_offsets(offsets), m_whole(kernel.tiles.size(), false), m_filled(m_whole) {}
  std::string run() {
    runFrom(0, m_kernel.events.size());
    return m_fault;
  }

 private:
  void runFrom(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const Event& event = m_kernel.events[at];
      if (event.kind == Event::Kind::declare) declare(static_cast<std::size_t>(event.tile));
      if (event.kind == Event::Kind::use) use(static_cast<std::size_t>(event.tile));
      if (event.kind != Event::Kind::loopBegin) continue;
      std::size_t close = at;
      while (m_kernel.events[close].kind != Event::Kind::loopEnd || m_kernel.events[close].loop != event.loop) ++close;
      for (std::size_t inside = at; inside < close; ++inside) {
        if (m_kernel.events[inside].kind == Event::Kind::declare) m_filled[static_cast<std::size_t>(m_kernel.events[inside].tile)] = false;
      }
      runFrom(at + 1, close);
      runFrom(at + 1, close);
      at = close;
    }
  }
  void declare(std::size_t tile) {
    // The stage that was filled in the last round is taken over now.
    if (m_kernel.tiles[tile].pipelined && m_filled[tile] && !m_whole[tile]) {
      m_fault = "the filled stage of " + m_kernel.tiles[tile].name + " was written over";
    }
    write(tile);
    m_whole[tile] = true;
    m_filled[tile] = true;
  }
  void use(std::size_t tile) {
    if (!m_whole[tile]) m_fault = m_kernel.tiles[tile].name + " was written over before its last use";
    write(tile);
  }
  void write(std::size_t tile) {
    for (std::size_t other = 0; other < m_whole.size(); ++other) {
      const bool apart = m_offsets[other] + m_kernel.tiles[other].bytes() <= m_offsets[tile] ||
                         m_offsets[tile] + m_kernel.tiles[tile].bytes() <= m_offsets[other];
      if (other != tile && !apart) m_whole[other] = false;
    }
  }

  const MeantKernel& m_kernel;
  const std::vector<std::uint64_t>& m_offsets;
  std::vector<bool> m_whole;   // nothing has written over it
  std::vector<bool> m_filled;  // declared before in this run of its loop
  std::string m_fault;
};

void checkTile(std::string_view text, const model::tile::Tile& tile, const MeantTile& meant, int index) {
  const auto at = [text](model::tile::Span span) { return text.substr(span.begin, span.end - span.begin); };
  ASSERT_EQ(tile.name, meant.name);
  ASSERT_EQ(tile.type, meant.type);
  ASSERT_EQ(tile.rows, meant.rows);
  ASSERT_EQ(tile.columns, meant.columns);
  ASSERT_EQ(tile.alignBytes, meant.alignBytes);
  ASSERT_EQ(tile.pipelined, meant.pipelined);
  ASSERT_EQ(tile.loopDepth, meant.loopDepth);
  ASSERT_EQ(tile.bytes(), meant.bytes());
  ASSERT_EQ(tile.declaredLine, meant.declaredLine);
  ASSERT_EQ(tile.lastUseLine, meant.lastUseLine);
  ASSERT_EQ(tile.firstPhase, index);
  ASSERT_EQ(tile.lastPhase, meant.lastPhase);
  ASSERT_EQ(at(tile.nameSpan), meant.name);
  ASSERT_EQ(at(tile.typeSpan), model::tile::nameOf(meant.type));
  ASSERT_EQ(at(tile.rowsSpan), std::to_string(meant.rows));
  ASSERT_EQ(at(tile.columnsSpan), std::to_string(meant.columns));
  ASSERT_TRUE(at(tile.declaration).starts_with("var") || at(tile.declaration).starts_with("@align"));
}

void checkKernel(std::string_view text, const model::tile::Kernel& kernel, const MeantKernel& meant) {
  ASSERT_EQ(kernel.name, meant.name);
  ASSERT_EQ(kernel.dynshared, meant.dynshared);
  ASSERT_EQ(kernel.persistent, meant.persistent);
  ASSERT_EQ(kernel.tiles.size(), meant.tiles.size());
  ASSERT_EQ(text[kernel.body.begin - 1], '{');
  ASSERT_EQ(text[kernel.body.end], '}');
  ASSERT_EQ(kernel.whole.end, kernel.body.end + 1);
  for (std::size_t index = 0; index < meant.tiles.size(); ++index) {
    checkTile(text, kernel.tiles[index], meant.tiles[index], static_cast<int>(index));
    if (testing::Test::HasFatalFailure()) return;
  }
  std::vector<ArrayRequest> arrays;
  for (const MeantTile& tile : meant.tiles) {
    arrays.push_back({tile.bytes(), tile.alignBytes, static_cast<int>(arrays.size()), tile.lastPhase});
  }
  const model::tile::KernelPlan plan = model::tile::plan(kernel);
  checkPlacement(arrays, plan.fixed, Placement::fixed);
  checkPlacement(arrays, plan.dynamic, Placement::dynamic);
  ASSERT_EQ(&plan.inForce(kernel), meant.dynshared ? &plan.dynamic : &plan.fixed);
  ASSERT_EQ(Execution(meant, plan.dynamic.offsets).run(), "");
  ASSERT_EQ(Execution(meant, plan.fixed.offsets).run(), "");
}

void checkPrograms(Spacing spacing, std::uint64_t count) {
  std::uint64_t tiles = 0;
  std::uint64_t pipelined = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const RandomProgram program = randomProgram(seed, spacing);
    const auto parsed = model::tile::parse(program.text);
    ASSERT_TRUE(parsed) << parsed.error().inFull("seed " + std::to_string(seed)) << "\n" << program.text;
    ASSERT_EQ(parsed->kernels.size(), program.kernels.size());
    for (std::size_t index = 0; index < program.kernels.size(); ++index) {
      checkKernel(program.text, parsed->kernels[index], program.kernels[index]);
      if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << "\n" << program.text;
      tiles += program.kernels[index].tiles.size();
      for (const MeantTile& tile : program.kernels[index].tiles) pipelined += tile.pipelined ? 1U : 0U;
    }
  }
  EXPECT_GT(tiles, 2 * count);
  EXPECT_GT(pipelined, count / 10);
}

TEST(RandomPrograms, AreReadAndPlannedAsMeant) { checkPrograms(Spacing::odd, kPrograms); }
TEST(RandomPrograms, AreReadAsMeantInTidySpacingToo) { checkPrograms(Spacing::tidy, kPrograms / 10); }

}  // namespace
}  // namespace dsm::test
