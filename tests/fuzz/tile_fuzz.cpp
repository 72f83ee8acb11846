// SPDX-License-Identifier: Apache-2.0
// Any bytes as a tile-kernel text: read, coloured, planned and edited. What must hold of every text is checked here, and a
// violation traps, so that libFuzzer (run.sh) and the corpus test (corpus_test.cpp) both stop at it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/model/chips.h"
#include "gpu/model/tile/edit.h"
#include "gpu/model/tile/plan.h"
#include "gpu/model/tile/program.h"

namespace {

using namespace dsm::model;
using namespace dsm::model::tile;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

std::string_view at(std::string_view text, Span span) {
  require(span.begin <= span.end && span.end <= text.size());
  return text.substr(span.begin, span.end - span.begin);
}

// Well-formed enough for a label: no line end, and no byte that begins no code point.
void requireOneLine(std::string_view line) {
  for (std::size_t byte = 0; byte < line.size(); ++byte) {
    const auto lead = static_cast<unsigned char>(line[byte]);
    require(lead >= 0x20 || lead == '\t');
    const std::size_t more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    require(lead < 0x80 || (lead >= 0xC2 && lead <= 0xF4));
    require(byte + more < line.size());
    for (std::size_t each = 1; each <= more; ++each) require((static_cast<unsigned char>(line[byte + each]) & 0xC0U) == 0x80);
    byte += more;
  }
}

void checkError(std::string_view text, const ParseError& error) {
  (void)at(text, error.span);
  require(!error.message.empty());
  require(error.position == positionOf(text, error.span.begin));
  requireOneLine(error.message);
  requireOneLine(error.lineText);
  requireOneLine(error.caret);
  require(error.caret.ends_with('^'));
  const auto points = std::ranges::count_if(error.lineText, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; });
  require(points <= 200);
}

void checkTokens(std::string_view text) {
  std::size_t end = 0;
  for (const Token& token : tokens(text)) {
    require(token.span.begin >= end && token.span.end > token.span.begin && token.span.end <= text.size());
    end = token.span.end;
  }
}

void checkTile(std::string_view text, const Kernel& kernel, std::size_t index) {
  const Tile& tile = kernel.tiles[index];
  require(at(text, tile.nameSpan) == tile.name);
  require(at(text, tile.typeSpan) == nameOf(tile.type));
  require(std::stoull(std::string(at(text, tile.rowsSpan))) == tile.rows);
  require(std::stoull(std::string(at(text, tile.columnsSpan))) == tile.columns);
  require(tile.rows > 0 && tile.columns > 0 && tile.stageBytes() <= std::uint64_t{1} << 40);
  require(tile.stageBytes() / tile.rows / tile.columns == bytesOf(tile.type));
  require(tile.alignBytes <= 1024 && (tile.alignBytes & (tile.alignBytes - 1)) == 0 && tile.alignBytes >= bytesOf(tile.type));
  require(tile.firstPhase == static_cast<int>(index));
  require(tile.lastPhase >= tile.firstPhase && tile.lastPhase < static_cast<int>(kernel.tiles.size()));
  require(tile.lastUseLine >= tile.declaredLine && tile.declaredLine >= 1);
  require(tile.declaration.begin >= kernel.body.begin && tile.declaration.end <= kernel.body.end);
  const std::string_view statement = at(text, tile.declaration);
  require(statement.starts_with("var") || statement.starts_with("@align"));
}

void checkPlan(const Kernel& kernel) {
  const KernelPlan plan = tile::plan(kernel);
  require(plan.dynamic.peakBytes <= plan.fixed.peakBytes);
  require(!finding(kernel, plan).empty());
  const BlockFit fit = fitBlock(plan.fixed.peakBytes, 0, *chipDevice("sm_90"));
  require(fit.fits == fit.reason.empty() && fit.fits == (fit.shortBytes == 0));
  if (kernel.tiles.size() > 200) return;  // every pair
  for (std::size_t index = 0; index < kernel.tiles.size(); ++index) {
    const Tile& here = kernel.tiles[index];
    for (const PlacedArrays* placed : {&plan.fixed, &plan.dynamic}) {
      require(placed->offsets[index] % here.alignBytes == 0);
      require(placed->offsets[index] + here.bytes() <= placed->peakBytes);
      for (std::size_t other = 0; other < index; ++other) {
        const Tile& before = kernel.tiles[other];
        if (placed == &plan.dynamic && before.lastPhase < here.firstPhase) continue;
        const bool apart = placed->offsets[other] + before.bytes() <= placed->offsets[index] ||
                           placed->offsets[index] + here.bytes() <= placed->offsets[other];
        require(apart);
      }
    }
  }
}

Program mustParse(std::string_view text, const TextEdit& edit) {
  std::size_t end = 0;
  for (const Replacement& each : edit) {
    require(each.span.begin >= end && each.span.end >= each.span.begin && each.span.end <= text.size());
    end = each.span.end;
  }
  const auto parsed = parse(tile::apply(text, edit));
  require(parsed.has_value());
  return *parsed;
}

void checkEdits(std::string_view text, const Program& program, std::size_t index) {
  const Kernel& kernel = program.kernels[index];
  const TextEdit turned = setDynshared(text, program, index, !kernel.dynshared);
  require(!turned.empty() && mustParse(text, turned).kernels[index].dynshared == !kernel.dynshared);
  const auto added = addTile(text, program, index, ElementType::f16, 3, 5);
  require(added.has_value());
  const Kernel more = mustParse(text, *added).kernels[index];
  require(more.tiles.size() == kernel.tiles.size() + 1 && more.tiles.back().bytes() == 30);
  if (kernel.tiles.empty()) return;
  // Which tile and where to: any choice that the text itself makes.
  const std::size_t tile = text.size() % kernel.tiles.size();
  const std::size_t before = (text.size() / 7) % (kernel.tiles.size() + 1);
  const auto sized = resize(text, program, index, tile, 2, kernel.tiles[tile].columns);
  if (sized) require(mustParse(text, *sized).kernels[index].tiles[tile].rows == 2);
  const auto moved = moveDeclaration(text, program, index, tile, before);
  if (moved && !moved->empty() && before < kernel.tiles.size()) {
    const std::size_t now = before > tile ? before - 1 : before;
    require(mustParse(text, *moved).kernels[index].tiles[now].name == kernel.tiles[tile].name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  checkTokens(text);
  const auto parsed = parse(text);
  if (!parsed) {
    checkError(text, parsed.error());
    return 0;
  }
  require(!parsed->kernels.empty() && parsed->lines >= 1 && parsed->warnings.size() <= 101);
  for (std::size_t index = 0; index < parsed->kernels.size() && index < 8; ++index) {
    const Kernel& kernel = parsed->kernels[index];
    require(at(text, kernel.nameSpan) == kernel.name);
    require(at(text, kernel.whole).ends_with('}'));
    for (std::size_t tile = 0; tile < kernel.tiles.size(); ++tile) checkTile(text, kernel, tile);
    checkPlan(kernel);
    checkEdits(text, *parsed, index);
  }
  return 0;
}
