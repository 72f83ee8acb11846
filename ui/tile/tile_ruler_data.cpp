// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel and plan into boxes; zoom presets; what lies under a byte.
#include "ui/tile/tile_ruler_data.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kRoom = 1.06;        // beyond the peak
constexpr double kLeastSpan = 64;
constexpr double kPixelsPerByte = 12;  // of the preset that shows single bytes
constexpr double kKiB = 1024;
constexpr std::uint32_t kBankBytes = 4;
constexpr std::uint32_t kBanks = 32;

}  // namespace

std::uint64_t TileRulerData::overflowBytes() const {
  const std::uint64_t limit = limitBytes();
  return limit > 0 && peakBytes > limit ? peakBytes - limit : 0;
}

double TileRulerData::wholeSpanBytes() const {
  const double block = double(std::max(optinBytes, staticCapBytes) + reserveBytes);
  return std::max({block, double(peakBytes) * 1.02, usedSpanBytes});
}

TileRulerData tileRulerData(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan, model::Placement placement,
                            const model::Device& device) {
  TileRulerData data;
  data.placement = placement;
  const model::PlacedArrays& placed = placement == model::Placement::fixed ? plan.fixed : plan.dynamic;
  for (std::size_t i = 0; i < kernel.tiles.size() && i < placed.offsets.size(); ++i) {
    const model::tile::Tile& tile = kernel.tiles[i];
    TileBox box;
    box.name = QString::fromStdString(tile.name);
    box.offsetBytes = placed.offsets[i];
    box.bytes = tile.bytes();
    box.rows = tile.rows;
    box.columns = tile.columns;
    box.elementBytes = model::tile::bytesOf(tile.type);
    box.alignBytes = tile.alignBytes;
    box.stages = tile.pipelined ? 2 : 1;
    box.firstPhase = tile.firstPhase;
    box.lastPhase = tile.lastPhase;
    box.line = tile.declaredLine;
    data.boxes.push_back(box);
  }
  data.phases = int(data.boxes.size());
  data.peakBytes = placed.peakBytes;
  data.staticCapBytes = device.sharedPerBlockStatic;
  data.optinBytes = device.sharedPerBlockOptin;
  data.reserveBytes = device.sharedReservedPerBlock;
  data.usedSpanBytes = usedSpanOf(std::max(plan.fixed.peakBytes, plan.dynamic.peakBytes));
  return data;
}

double usedSpanOf(std::uint64_t peakBytes) { return std::max(kLeastSpan, std::ceil(double(peakBytes) * kRoom)); }

void applyTileZoom(TileRulerData& data, TileZoom preset, double centre, double plotWidth) {
  const double whole = data.wholeSpanBytes();
  double visible = 0;
  switch (preset) {
    case TileZoom::limit: visible = whole; break;
    case TileZoom::used: visible = data.usedSpanBytes; break;
    case TileZoom::kibibyte: visible = kKiB; break;
    case TileZoom::byte: visible = std::max(8.0, std::floor(plotWidth / data.fonts.px(kPixelsPerByte))); break;
  }
  visible = std::min(visible, whole);
  const bool around = preset == TileZoom::kibibyte || preset == TileZoom::byte;
  data.view.visibleBytes = visible;
  data.view.firstByte = around ? std::clamp(std::floor(centre - visible / 4), 0.0, std::max(0.0, whole - visible)) : 0;
}

int tileAt(const TileRulerData& data, int phase, std::uint64_t offsetBytes) {
  int reserved = -1;
  for (int i = 0; i < int(data.boxes.size()); ++i) {
    const TileBox& box = data.boxes[std::size_t(i)];
    if (offsetBytes < box.offsetBytes || offsetBytes >= box.endBytes()) continue;
    if (box.isLive(phase)) return i;
    if (data.placement == model::Placement::fixed && !data.freeOffsets) reserved = i;
  }
  return reserved;
}

std::uint32_t tileBankOf(std::uint64_t offsetBytes) { return std::uint32_t(offsetBytes / kBankBytes % kBanks); }

}  // namespace dsm::ui
