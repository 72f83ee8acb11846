// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays placed by hand: offset, size, alignment and phases as the person sets them, and which of them get in each other's way.
// The pure part of the free layout; it starts from a kernel's plan and never goes back into the text.
#pragma once

#include <cstdint>
#include <vector>

#include <QString>
#include <QStringList>

#include "ui/tile/tile_ruler_data.h"

namespace dsm::ui {

struct FreeArray {
  QString name;
  std::uint64_t offsetBytes = 0;
  std::uint64_t bytes = 0;
  std::uint32_t alignBytes = 16;
  int firstPhase = 0;
  int lastPhase = 0;  ///< inclusive
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;
  std::uint32_t elementBytes = 1;

  bool operator==(const FreeArray&) const = default;
};

using FreeArrays = std::vector<FreeArray>;

/// The arrays of a kernel as the rule of `placement` puts them.
FreeArrays freeArraysOf(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan, model::Placement placement);
/// One ruler of them: a row a phase.
TileRulerData freeRulerData(const FreeArrays& arrays, const model::Device& device);
/// What is wrong, a sentence each: two live arrays share bytes, an offset is not aligned, the end is past the limit.
QStringList freeFaults(const FreeArrays& arrays, const model::Device& device);
/// `offset` on the array's alignment, at least 0.
std::uint64_t alignedOffset(double offset, std::uint32_t alignBytes);

}  // namespace dsm::ui
