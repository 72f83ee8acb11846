// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faults in the order of the arrays: alignment, overlaps, limit.
#include "ui/tile/free_arrays.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/theme/numbers.h"

namespace dsm::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("dsm::ui::FreeArrays", text); }
#define DSM_TR(text) tr(QT_TRANSLATE_NOOP("dsm::ui::FreeArrays", text))

constexpr double kMostOffset = 1e12;

std::uint64_t peakOf(const FreeArrays& arrays) {
  std::uint64_t peak = 0;
  for (const FreeArray& array : arrays) peak = std::max(peak, array.offsetBytes + array.bytes);
  return peak;
}

}  // namespace

FreeArrays freeArraysOf(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan, model::Placement placement) {
  const model::PlacedArrays& placed = placement == model::Placement::fixed ? plan.fixed : plan.dynamic;
  FreeArrays arrays;
  for (std::size_t i = 0; i < kernel.tiles.size() && i < placed.offsets.size(); ++i) {
    const model::tile::Tile& tile = kernel.tiles[i];
    arrays.push_back({QString::fromStdString(tile.name), placed.offsets[i], tile.bytes(), tile.alignBytes, tile.firstPhase, tile.lastPhase,
                      tile.rows, tile.columns, model::tile::bytesOf(tile.type)});
  }
  return arrays;
}

TileRulerData freeRulerData(const FreeArrays& arrays, const model::Device& device) {
  TileRulerData data;
  data.placement = model::Placement::dynamic;
  data.freeOffsets = true;
  for (const FreeArray& array : arrays) {
    TileBox box;
    box.name = array.name;
    box.offsetBytes = array.offsetBytes;
    box.bytes = array.bytes;
    box.rows = array.rows;
    box.columns = array.columns;
    box.elementBytes = array.elementBytes;
    box.alignBytes = array.alignBytes;
    box.stages = int(std::max<std::uint64_t>(1, array.bytes / std::max<std::uint64_t>(1, array.rows * array.columns * array.elementBytes)));
    box.firstPhase = array.firstPhase;
    box.lastPhase = array.lastPhase;
    data.boxes.push_back(box);
    data.phases = std::max(data.phases, array.lastPhase + 1);
  }
  data.peakBytes = peakOf(arrays);
  data.staticCapBytes = device.sharedPerBlockStatic;
  data.optinBytes = device.sharedPerBlockOptin;
  data.reserveBytes = device.sharedReservedPerBlock;
  data.usedSpanBytes = usedSpanOf(data.peakBytes);
  return data;
}

QStringList freeFaults(const FreeArrays& arrays, const model::Device& device) {
  QStringList faults;
  for (const FreeArray& array : arrays) {
    if (array.alignBytes > 0 && array.offsetBytes % array.alignBytes != 0) {
      faults << DSM_TR("%1 starts at %2, which is no multiple of its alignment, %3.")
                    .arg(array.name, byteCountText(array.offsetBytes), byteCountText(array.alignBytes));
    }
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    for (std::size_t k = i + 1; k < arrays.size(); ++k) {
      const FreeArray& a = arrays[i];
      const FreeArray& b = arrays[k];
      const int first = std::max(a.firstPhase, b.firstPhase);
      const int last = std::min(a.lastPhase, b.lastPhase);
      const std::uint64_t from = std::max(a.offsetBytes, b.offsetBytes);
      const std::uint64_t to = std::min(a.offsetBytes + a.bytes, b.offsetBytes + b.bytes);
      if (first > last || from >= to) continue;
      faults << DSM_TR("%1 and %2 are both live in phase %3 and share %4 from %5 on.")
                    .arg(a.name, b.name)
                    .arg(first + 1)
                    .arg(byteCountText(to - from), byteCountText(from));
    }
  }
  const std::uint64_t limit = std::max(device.sharedPerBlockOptin, device.sharedPerBlockStatic);
  if (const std::uint64_t peak = peakOf(arrays); limit > 0 && peak > limit) {
    faults << DSM_TR("The arrays end at %1, %2 past the %3 that a block may ask for.")
                  .arg(byteCountText(peak), byteCountText(peak - limit), formatBytesKiB(double(limit)));
  }
  return faults;
}

std::uint64_t alignedOffset(double offset, std::uint32_t alignBytes) {
  const double step = std::max(1U, alignBytes);
  return std::uint64_t(std::round(std::clamp(offset, 0.0, kMostOffset) / step) * step);
}

}  // namespace dsm::ui
