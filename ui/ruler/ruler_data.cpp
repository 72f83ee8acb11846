// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arithmetic of places, zoom and limits behind the ruler.
#include "ui/ruler/ruler_data.h"

#include "gpu/model/layout_placement.h"

#include <algorithm>
#include <cmath>

namespace dsm::ui {
namespace {

constexpr double kByteViewBytes = 64;
constexpr double kKibibyte = 1024;
constexpr std::uint32_t kBanks = 32;
constexpr std::uint32_t kBankBytes = 4;
constexpr std::uint32_t kWindowBase = 0x400;
constexpr std::uint32_t kRankShift = 24;

const model::SharedArray* ownerArray(const model::SharedLayout& layout) {
  if (!layout.owner) return nullptr;
  const auto found = std::ranges::find(layout.arrays, layout.owner->arrayName, &model::SharedArray::name);
  return found == layout.arrays.end() ? nullptr : &*found;
}

}  // namespace

std::uint64_t RulerData::overflowBytes() const {
  const std::uint64_t most = limit();
  return most > 0 && usedBytes() > most ? usedBytes() - most : 0;
}

double RulerData::spanBytes() const {
  const double limits = double(std::max(limitBytes + reserveBytes, staticCapBytes));
  const double used = double(usedBytes());
  return used > limits ? used * 1.04 : limits;
}

RulerData rulerDataOf(const ViewInput& input, const std::string& variant) {
  RulerData data;
  if (input.device != nullptr) {
    data.staticCapBytes = input.device->sharedPerBlockStatic;
    data.limitBytes = input.device->sharedPerBlockOptin;
    data.reserveBytes = input.device->sharedReservedPerBlock;
  }
  if (input.spec == nullptr || input.spec->variant(variant) == nullptr) return data;
  // What applies to no other variant is dropped here; a value that is out of range leaves an empty layout.
  model::Values own;
  for (const auto& [id, value] : input.values) {
    const model::Parameter* parameter = input.spec->parameter(id);
    if (parameter != nullptr && model::appliesTo(*parameter, variant)) own.emplace(id, value);
  }
  const auto complete = model::completeValues(*input.spec, variant, own);
  if (!complete) return data;
  data.layout = input.spec->layout(*complete, variant);
  data.staticInForce = data.layout.dynamicBytes == 0 && data.layout.staticBytes > 0;
  data.rankShares = input.spec->rankShares(*complete, variant);
  return data;
}

void setPlacement(RulerData& data, const std::string& placement) {
  if (placement == "static") data.layout = model::placedAs(data.layout, model::Placement::fixed);
  if (placement == "dynamic") data.layout = model::placedAs(data.layout, model::Placement::dynamic);
  data.staticInForce = data.layout.dynamicBytes == 0 && data.layout.staticBytes > 0;
}

RulerView startView(const RulerData& data) {
  RulerView view;
  const model::SharedLayout& layout = data.layout;
  // Without owners: an element near the start of the first array, left of its label.
  std::uint64_t start = layout.owner ? layout.owner->total * 5 / 8 : 0;
  if (!layout.owner && !layout.arrays.empty()) {
    const model::SharedArray& array = layout.arrays.front();
    start = array.offsetBytes + array.elements / 16 * array.elementBytes;
  }
  view.found = findPlace(layout, layout.ranks > 1 ? 1 : 0, start);
  view.openRank = layout.phases.empty() || !view.found ? -1 : int(view.found->rank);
  view.visibleBytes = data.spanBytes();
  return view;
}

void applyZoom(RulerData& data, RulerZoom preset, double centre, double plotWidth) {
  const double span = data.spanBytes();
  double visible = span;
  switch (preset) {
    case RulerZoom::limit: break;
    case RulerZoom::used: visible = std::max(8.0, double(data.usedBytes()) * 1.02); break;
    case RulerZoom::kibibyte: visible = kKibibyte; break;
    case RulerZoom::byte: visible = std::min(kByteViewBytes, std::max(16.0, plotWidth / 10)); break;
  }
  data.view.visibleBytes = std::min(visible, span);
  const bool around = preset == RulerZoom::kibibyte || preset == RulerZoom::byte;
  double first = around ? centre - data.view.visibleBytes / 2 : 0;
  // On whole words, so that the first tick is a round one.
  if (around) first = std::floor(first / 16) * 16;
  data.view.firstByte = std::clamp(first, 0.0, std::max(0.0, span - data.view.visibleBytes));
}

int arrayAt(const model::SharedLayout& layout, std::uint64_t offsetBytes) {
  for (int i = int(layout.arrays.size()); i-- > 0;) {
    const model::SharedArray& array = layout.arrays[std::size_t(i)];
    if (offsetBytes >= array.offsetBytes && offsetBytes - array.offsetBytes < array.bytes()) return i;
  }
  return -1;
}

std::optional<std::uint64_t> indexAt(const model::SharedLayout& layout, std::uint32_t rank, std::uint64_t offsetBytes) {
  const model::SharedArray* array = ownerArray(layout);
  if (array == nullptr || array->elementBytes == 0 || offsetBytes < array->offsetBytes) return std::nullopt;
  const std::uint64_t element = (offsetBytes - array->offsetBytes) / array->elementBytes;
  const model::Slice slice = model::sliceOf(*layout.owner, rank);
  if (element >= slice.count) return std::nullopt;
  return slice.first + element;
}

std::optional<RulerPlace> findPlace(const model::SharedLayout& layout, std::uint32_t rank, std::uint64_t value) {
  if (layout.owner) {
    const auto place = model::placeOf(layout, value);
    if (!place) return std::nullopt;
    return RulerPlace{place->rank, place->offsetBytes, value};
  }
  if (value >= layout.bytesPerBlock() || rank >= layout.ranks) return std::nullopt;
  return RulerPlace{rank, value, std::nullopt};
}

std::uint32_t bankOf(std::uint64_t offsetBytes) { return std::uint32_t(offsetBytes / kBankBytes % kBanks); }

// The same window that model::placeOf() states for elements; here for any byte.
std::uint32_t mappedAddressOf(const RulerPlace& place) {
  return (place.rank << kRankShift) | (kWindowBase + std::uint32_t(place.offsetBytes));
}

}  // namespace dsm::ui
