// SPDX-License-Identifier: Apache-2.0
// Owner arithmetic of a cluster: the same division and remainder that the kernels do.
#include "gpu/model/shared_layout.h"

#include <algorithm>

namespace dsm::model {
namespace {

// The shared window as a kernel on an H200 sees it (SASS, 2026-11-30): the rank in the top byte, and the
// first KiB of each block's window is the system's reserve.
constexpr std::uint32_t kRankShift = 24;
constexpr std::uint32_t kWindowBase = 0x400;
constexpr std::uint64_t kBankBytes = 4;
constexpr std::uint64_t kBanks = 32;

}  // namespace

std::optional<ElementPlace> placeOf(const SharedLayout& layout, std::uint64_t index) {
  if (!layout.owner || layout.owner->perRank == 0 || index >= layout.owner->total) return std::nullopt;
  const auto array = std::ranges::find(layout.arrays, layout.owner->arrayName, &SharedArray::name);
  if (array == layout.arrays.end()) return std::nullopt;
  ElementPlace place;
  place.rank = static_cast<std::uint32_t>(index / layout.owner->perRank);
  place.element = index % layout.owner->perRank;
  place.offsetBytes = array->offsetBytes + place.element * array->elementBytes;
  place.bank = static_cast<std::uint32_t>(place.offsetBytes / kBankBytes % kBanks);
  place.mappedAddress = (place.rank << kRankShift) | (kWindowBase + static_cast<std::uint32_t>(place.offsetBytes));
  return place;
}

Slice sliceOf(const OwnerMap& owner, std::uint32_t rank) {
  const std::uint64_t first = std::min(owner.total, rank * owner.perRank);
  return {first, std::min(owner.perRank, owner.total - first)};
}

}  // namespace dsm::model
