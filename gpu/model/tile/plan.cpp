// SPDX-License-Identifier: Apache-2.0
// The two rules of placement, and what they mean for a block. Sizes that would not fit 64 bits stop at the largest number.
#include "gpu/model/tile/plan.h"

#include "gpu/model/legality.h"

#include <algorithm>
#include <limits>

namespace dsm::model {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t sum(std::uint64_t left, std::uint64_t right) { return left > kMost - right ? kMost : left + right; }

std::uint64_t roundedUp(std::uint64_t offset, std::uint64_t align) {
  const std::uint64_t rest = align > 1 ? offset % align : 0;
  return rest == 0 ? offset : sum(offset, align - rest);
}

std::string bytesText(std::uint64_t bytes) {
  std::string text = std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  if (bytes >= kKiB && bytes % kKiB == 0) text += " (" + std::to_string(bytes / kKiB) + " KiB)";
  return text;
}

std::string nameOf(const Device& device) { return device.name.empty() ? "this device" : device.name; }

BlockFit tooMuchStatic(std::uint64_t staticBytes, std::uint64_t wholeBytes, std::uint64_t optin, const Device& device) {
  BlockFit fit;
  fit.limitBytes = device.sharedPerBlockStatic;
  fit.shortBytes = staticBytes - fit.limitBytes;
  fit.reason = "Static shared memory of " + bytesText(staticBytes) + " is " + std::to_string(fit.shortBytes) + " over the cap of " +
               bytesText(fit.limitBytes);
  if (optin <= device.sharedPerBlockStatic) {
    fit.reason += device.sharedPerBlockOptin == 0 ? ", and the opt-in limit of " + nameOf(device) + " is not known."
                                                  : ", and " + nameOf(device) + " has no more by opt-in.";
  } else if (wholeBytes <= optin) {
    fit.reason += "; under @dynshared it would fit: " + nameOf(device) + " gives a block " + bytesText(optin) + ".";
  } else {
    fit.reason += ", and " + std::to_string(wholeBytes - optin) + " over the " + bytesText(optin) + " that " + nameOf(device) +
                  " gives a block by opt-in.";
  }
  return fit;
}

}  // namespace

PlacedArrays place(const std::vector<ArrayRequest>& arrays, Placement placement) {
  PlacedArrays placed;
  placed.placement = placement;
  placed.offsets.reserve(arrays.size());
  std::uint64_t top = 0;
  bool live = false;  // whether any array has been declared
  int liveTo = 0;     // the last phase in which one of them is live
  for (const ArrayRequest& array : arrays) {
    if (placement == Placement::dynamic && live && array.firstPhase > liveTo) {
      top = 0;
      ++placed.resets;
    }
    const std::uint64_t offset = roundedUp(top, array.alignBytes);
    placed.paddingBytes = sum(placed.paddingBytes, offset - top);
    placed.offsets.push_back(offset);
    top = sum(offset, array.bytes);
    placed.peakBytes = std::max(placed.peakBytes, top);
    liveTo = live ? std::max(liveTo, array.lastPhase) : array.lastPhase;
    live = true;
  }
  return placed;
}

BlockFit fitBlock(std::uint64_t staticBytes, std::uint64_t dynamicBytes, const Device& device) {
  const std::uint64_t wholeBytes = sum(staticBytes, dynamicBytes);
  const std::uint64_t optin = std::max(device.sharedPerBlockOptin, device.sharedPerBlockStatic);
  if (staticBytes > device.sharedPerBlockStatic) return tooMuchStatic(staticBytes, wholeBytes, optin, device);
  BlockFit fit;
  fit.limitBytes = dynamicBytes > 0 ? optin : device.sharedPerBlockStatic;
  fit.fits = wholeBytes <= fit.limitBytes;
  if (fit.fits) return fit;
  fit.shortBytes = wholeBytes - fit.limitBytes;
  const std::string parts = staticBytes > 0 ? ", static and dynamic together," : "";
  fit.reason = "Shared memory of " + bytesText(wholeBytes) + parts + " is " + std::to_string(fit.shortBytes) + " over the " +
               bytesText(fit.limitBytes) + " that " + nameOf(device) + " gives a block" +
               (device.sharedPerBlockOptin == 0 ? "; its opt-in limit is not known." : " by opt-in.");
  return fit;
}

namespace tile {
namespace {

std::size_t stagedTiles(const Kernel& kernel) {
  return static_cast<std::size_t>(std::ranges::count_if(kernel.tiles, [](const Tile& tile) { return tile.pipelined; }));
}

std::string stagesSentence(const Kernel& kernel) {
  const std::size_t staged = stagedTiles(kernel);
  if (staged == 0) return {};
  std::uint64_t bytes = 0;
  for (const Tile& tile : kernel.tiles) bytes += tile.pipelined ? tile.bytes() : 0;
  const std::string who = staged == 1 ? "One tile has" : std::to_string(staged) + " tiles have";
  return " " + who + " two stages: " + std::to_string(bytes / 2) + " bytes, doubled " + std::to_string(bytes) + ".";
}

}  // namespace

KernelPlan plan(const Kernel& kernel) {
  std::vector<ArrayRequest> arrays;
  arrays.reserve(kernel.tiles.size());
  for (const Tile& tile : kernel.tiles) arrays.push_back({tile.bytes(), tile.alignBytes, tile.firstPhase, tile.lastPhase});
  return {place(arrays, Placement::fixed), place(arrays, Placement::dynamic)};
}

std::uint32_t persistentBlocksPerSm(std::uint64_t blockBytes, const Device& device) {
  LaunchShape shape;
  shape.threads = 32;  // a warp: the least that a block can be
  shape.dynamicBytes = blockBytes;
  return blocksPerSm(shape, device);
}

std::string finding(const Kernel& kernel, const KernelPlan& plan) {
  const std::size_t count = kernel.tiles.size();
  if (count == 0) return kernel.name + " declares no tile: it needs no shared memory of its own.";
  const std::string dynamic = std::to_string(plan.dynamic.peakBytes);
  const std::string fixed = std::to_string(plan.fixed.peakBytes);
  const std::string sumName = plan.fixed.paddingBytes > 0 ? "the sum with its padding, " : "the sum, ";
  std::string text;
  if (count == 1) {
    text = "There is one tile: both placements need " + dynamic + " bytes.";
  } else if (static_cast<std::size_t>(plan.dynamic.resets) == count - 1) {
    text = "Each tile is dead before the next is declared: dynamic placement needs the largest, " + dynamic + " bytes; static needs " +
           sumName + fixed + ".";
  } else if (plan.dynamic.resets == 0) {
    text = "At each declaration some tile is live, so the allocator never goes back to 0: both placements need " + dynamic + " bytes.";
  } else {
    const std::string times = plan.dynamic.resets == 1 ? "once" : std::to_string(plan.dynamic.resets) + " times";
    text = "Where no tile is live the allocator goes back to 0, here " + times + ": dynamic placement needs " + dynamic +
           " bytes; static needs " + sumName + fixed + ".";
  }
  return text + stagesSentence(kernel);
}

}  // namespace tile
}  // namespace dsm::model
