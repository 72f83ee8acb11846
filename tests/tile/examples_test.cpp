// SPDX-License-Identifier: Apache-2.0
// The example files and the texts of the language page are good programs, with the footprints that are written about them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "gpu/model/chips.h"
#include "gpu/model/tile/plan.h"
#include "gpu/model/tile/program.h"

namespace dsm::test {
namespace {

using model::tile::Kernel;
using model::tile::parse;
using Offsets = std::vector<std::uint64_t>;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << path;
  return text.str();
}

Kernel kernelOf(const std::string& name) {
  const auto parsed = parse(contents(std::string(TILE_EXAMPLES) + "/" + name));
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().inFull(name));
  if (!parsed) return {};
  EXPECT_TRUE(parsed->warnings.empty()) << parsed->warnings.front();
  EXPECT_EQ(parsed->kernels.size(), 1U);
  return parsed->kernels.front();
}

TEST(Chain, NeedsTheLargestTileDynamicAndTheSumStatic) {
  const Kernel chain = kernelOf("chain.tile");
  EXPECT_EQ(chain.name, "chain");
  EXPECT_TRUE(chain.dynshared);
  EXPECT_FALSE(chain.persistent);
  const auto plan = model::tile::plan(chain);
  EXPECT_EQ(plan.dynamic.offsets, (Offsets{0, 0, 0}));
  EXPECT_EQ(plan.dynamic.peakBytes, 4096U);
  EXPECT_EQ(plan.dynamic.resets, 2);
  EXPECT_EQ(plan.fixed.offsets, (Offsets{0, 4096, 4224}));
  EXPECT_EQ(plan.fixed.peakBytes, 4256U);
  EXPECT_EQ(plan.inForce(chain).peakBytes, 4096U);
  EXPECT_EQ(model::tile::finding(chain, plan),
            "Each tile is dead before the next is declared: dynamic placement needs the largest, 4096 bytes; static needs the sum, 4256.");
  const int lines[][2] = {{5, 6}, {7, 8}, {9, 10}};
  for (std::size_t index = 0; index < 3; ++index) {
    EXPECT_EQ(chain.tiles[index].declaredLine, lines[index][0]);
    EXPECT_EQ(chain.tiles[index].lastUseLine, lines[index][1]);
    EXPECT_EQ(chain.tiles[index].firstPhase, chain.tiles[index].lastPhase);
  }
}

TEST(Pipeline, IsOverTheStaticCapAndWithinTheOptInLimit) {
  const Kernel matmul = kernelOf("pipeline.tile");
  const auto plan = model::tile::plan(matmul);
  std::uint64_t stages = 0;
  for (const auto& tile : matmul.tiles) {
    EXPECT_TRUE(tile.pipelined);
    stages += tile.stageBytes();
  }
  EXPECT_EQ(stages, 32U * 1024);
  EXPECT_EQ(plan.dynamic.peakBytes, 64U * 1024);
  EXPECT_EQ(plan.fixed.peakBytes, 64U * 1024);
  const auto onSm80 = model::chipDevice("sm_80");
  ASSERT_TRUE(onSm80);
  EXPECT_TRUE(model::fitBlock(0, plan.dynamic.peakBytes, *onSm80).fits);
  const auto asStatic = model::fitBlock(plan.fixed.peakBytes, 0, *onSm80);
  EXPECT_FALSE(asStatic.fits);
  EXPECT_EQ(asStatic.shortBytes, 16U * 1024);
  EXPECT_TRUE(matmul.dynshared);
}

TEST(Persistent, KeepsItsTableForTheWholeLoop) {
  const Kernel rows = kernelOf("persistent.tile");
  EXPECT_TRUE(rows.persistent);
  EXPECT_TRUE(rows.dynshared);
  const auto plan = model::tile::plan(rows);
  EXPECT_EQ(plan.dynamic.offsets, (Offsets{0, 4096, 6144}));
  EXPECT_EQ(plan.dynamic.peakBytes, 10240U);
  EXPECT_EQ(rows.tiles[0].lastUseLine, 11) << "the loop's end, not the line of the use";
  EXPECT_EQ(rows.tiles[0].lastPhase, 2);
}

// Blocks of the page between ``` and ```; those that begin with a kernel or an attribute are programs.
std::vector<std::string> programsOf(const std::string& page) {
  std::vector<std::string> programs;
  std::istringstream lines(page);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) programs.emplace_back();
    } else if (inside) {
      programs.back() += line + "\n";
    }
  }
  std::erase_if(programs, [](const std::string& text) { return !text.starts_with("kernel") && !text.starts_with("@"); });
  return programs;
}

const Kernel* named(const std::vector<model::tile::Program>& programs, std::string_view name) {
  for (const auto& program : programs) {
    for (const Kernel& kernel : program.kernels) {
      if (kernel.name == name) return &kernel;
    }
  }
  return nullptr;
}

TEST(LanguagePage, EveryExampleIsWhatThePageSaysOfIt) {
  std::vector<model::tile::Program> good;
  int refused = 0;
  for (const std::string& text : programsOf(contents(TILE_HELP))) {
    const auto parsed = parse(text);
    if (text.starts_with("kernel wrong")) {
      ASSERT_FALSE(parsed);
      const std::string_view line = parsed.error().lineText;
      EXPECT_NE(line.find("// error: inner would lie on the stage that is being filled"), line.npos);
      ++refused;
      continue;
    }
    ASSERT_TRUE(parsed) << parsed.error().inFull("tile_language.md") << "\n" << text;
    good.push_back(*parsed);
  }
  EXPECT_EQ(refused, 1);
  EXPECT_GE(good.size(), 9U);
  const Kernel* aligned = named(good, "aligned");
  ASSERT_TRUE(aligned);
  EXPECT_EQ(model::tile::plan(*aligned).fixed.offsets, (Offsets{0, 128}));
  EXPECT_EQ(model::tile::plan(*aligned).fixed.peakBytes, 228U);
  EXPECT_EQ(model::tile::plan(*aligned).fixed.paddingBytes, 28U);
  const Kernel* noGap = named(good, "no_gap");
  ASSERT_TRUE(noGap);
  EXPECT_EQ(model::tile::plan(*noGap).dynamic.offsets, (Offsets{0, 4096, 8192}));
  EXPECT_EQ(model::tile::plan(*noGap).dynamic.peakBytes, 12288U);
  EXPECT_EQ(model::tile::plan(*noGap).fixed.peakBytes, 12288U);
}

TEST(LanguagePage, ShowsTheErrorAsItIs) {
  std::string text = contents(std::string(TILE_EXAMPLES) + "/chain.tile");
  text.replace(text.find("b: tile<f32>") + 8, 3, "f23");
  const auto parsed = parse(text);
  ASSERT_FALSE(parsed);
  EXPECT_NE(contents(TILE_HELP).find(parsed.error().inFull("chain.tile")), std::string::npos) << parsed.error().inFull("chain.tile");
}

}  // namespace
}  // namespace dsm::test
