// SPDX-License-Identifier: Apache-2.0
// See lane_patterns.h.
#include "tests/gpu/lane_patterns.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>

#include "gpu/bench/lane_probe.h"

namespace dsm::gputest {
namespace {

using model::LaneAccess;
using model::LaneOp;
using model::WarpAddresses;

constexpr std::uint32_t kLanes = model::kWarpLanes;

class Patterns {
 public:
  // Where and how; all that follow are added for it.
  void of(LaneOp op, std::uint32_t elementBytes, bool remote) {
    m_op = op;
    m_bytes = elementBytes;
    m_remote = remote;
  }

  void stride(std::int64_t elements, std::uint64_t base = 0, std::uint32_t mask = model::kAllLanes) {
    LaneAccess access;
    access.elementBytes = m_bytes;
    access.strideElements = elements;
    access.baseBytes = base;
    access.activeLanes = mask;
    access.op = m_op;
    if (m_remote) access.remoteRank = 1;
    std::string name = "stride " + std::to_string(elements);
    if (base != 0) name += " base " + std::to_string(base);
    if (mask != model::kAllLanes) name += " mask " + hex(mask);
    const auto warp = model::addressesOf(access);
    if (!warp) throw std::runtime_error(name + ": " + warp.error().message);
    m_all.push_back({name, *warp});
  }

  // element(lane) is the index of the lane's element.
  void free(const std::string& name, const std::function<std::uint64_t(std::uint32_t)>& element, std::uint32_t mask = model::kAllLanes) {
    WarpAddresses warp;
    warp.elementBytes = m_bytes;
    warp.activeLanes = mask;
    warp.op = m_op;
    warp.remote = m_remote;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) warp.bytes[lane] = element(lane) * m_bytes;
    m_all.push_back({mask == model::kAllLanes ? name : name + " mask " + hex(mask), warp});
  }

  std::uint32_t elementBytes() const { return m_bytes; }
  std::vector<LanePattern> take() { return std::move(m_all); }

 private:
  static std::string hex(std::uint32_t mask) {
    char text[16];
    std::snprintf(text, sizeof text, "%08x", mask);
    return text;
  }

  LaneOp m_op = LaneOp::load;
  std::uint32_t m_bytes = 4;
  bool m_remote = false;
  std::vector<LanePattern> m_all;
};

void strides(Patterns& add, std::initializer_list<std::int64_t> elements) {
  for (const std::int64_t stride : elements) add.stride(stride);
}

// Lanes that share addresses in every regular way, and masks.
void sharing(Patterns& add) {
  add.free("pairs", [](std::uint32_t lane) { return lane / 2; });
  add.free("fours", [](std::uint32_t lane) { return lane / 4; });
  add.free("eights", [](std::uint32_t lane) { return lane / 8; });
  add.free("halves", [](std::uint32_t lane) { return lane / 16; });
  add.free("xor 2", [](std::uint32_t lane) { return (lane & ~2U); });
  add.free("xor 4", [](std::uint32_t lane) { return (lane & ~4U); });
  add.free("mod 2", [](std::uint32_t lane) { return lane % 2; });
  add.free("mod 4", [](std::uint32_t lane) { return lane % 4; });
  add.free("mod 8", [](std::uint32_t lane) { return lane % 8; });
  add.free("mod 16", [](std::uint32_t lane) { return lane % 16; });
  add.free("mirrored halves", [](std::uint32_t lane) { return lane < 16 ? lane : 31 - lane; });
  add.free("pairs far apart", [](std::uint32_t lane) { return lane / 2 * 32; });
  add.free("pairs then singles", [](std::uint32_t lane) { return lane < 16 ? lane / 2 : 64 + lane; });
  for (const std::uint32_t mask : {0x0000ffffU, 0xffff0000U, 0x55555555U, 0x000000ffU, 0x00ff00ffU, 0x0f0f0f0fU, 0x33333333U, 0x00000001U,
                                   0x00010001U, 0x11111111U, 0x80000001U, 0x7fffffffU}) {
    add.stride(1, 0, mask);
  }
  add.stride(2, 0, 0x0000ffffU);
  add.stride(2, 0, 0x55555555U);
}

// `elements` distinct places at most, within `room` elements; every third with a random mask.
void random(Patterns& add, std::mt19937_64& source, int count) {
  for (int i = 0; i < count; ++i) {
    const std::uint64_t room = std::uint64_t{1} << (3 + source() % 7);
    const std::uint64_t places = std::uint64_t{1} << (source() % 7);
    std::vector<std::uint64_t> pool(places);
    for (std::uint64_t& place : pool) place = source() % room;
    std::array<std::uint64_t, kLanes> at{};
    for (std::uint64_t& element : at) element = pool[source() % places];
    if (i % 4 == 1) std::ranges::sort(at);
    if (i % 4 == 2) {  // neighbours share
      for (std::uint32_t lane = 1; lane < kLanes; lane += 2) at[lane] = at[lane - 1];
    }
    const auto mask = static_cast<std::uint32_t>(i % 3 == 0 ? source() | 1U : model::kAllLanes);
    add.free(
        "random " + std::to_string(i), [&](std::uint32_t lane) { return at[lane]; }, mask);
  }
}

void permutation(Patterns& add, std::mt19937_64& source, int count) {
  for (int i = 0; i < count; ++i) {
    std::array<std::uint64_t, kLanes> at{};
    std::iota(at.begin(), at.end(), 0);
    std::ranges::shuffle(at, source);
    const std::uint64_t shift = source() % 64;
    add.free("permutation " + std::to_string(i), [&](std::uint32_t lane) { return at[lane] + shift; });
  }
}

void local(Patterns& add, LaneOp op, std::uint32_t bytes, std::mt19937_64& source) {
  add.of(op, bytes, false);
  for (std::int64_t stride = 0; stride <= 33; ++stride) add.stride(stride);
  if (bytes <= 8) strides(add, {48, 63, 64});
  add.stride(-1, 31 * bytes);
  add.stride(-2, 62 * bytes);
  add.stride(-3, 93 * bytes);
  add.stride(1, bytes);
  add.stride(1, 16 * bytes);
  add.stride(2, 3 * bytes);
  sharing(add);
  permutation(add, source, 4);
  random(add, source, bytes >= 8 ? 36 : 16);
}

void remote(Patterns& add, LaneOp op, std::uint32_t bytes, std::mt19937_64& source) {
  add.of(op, bytes, true);
  strides(add, {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32, 33});
  add.stride(-1, 31 * bytes);
  add.stride(1, bytes);
  add.stride(1, 16 * bytes);
  sharing(add);
  permutation(add, source, 2);
  random(add, source, 16);
}

void adds(Patterns& add, LaneOp op, bool isRemote, std::mt19937_64& source) {
  add.of(op, 4, isRemote);
  strides(add, {0, 1, 2, 3, 4, 8, 16, 31, 32, 33});
  sharing(add);
  permutation(add, source, 2);
  random(add, source, 16);
}

}  // namespace

std::vector<LanePattern> lanePatterns(std::uint64_t seed) {
  std::mt19937_64 source(seed);
  Patterns patterns;
  for (const LaneOp op : {LaneOp::load, LaneOp::store}) {
    for (const std::uint32_t bytes : {1U, 2U, 4U, 8U, 16U}) local(patterns, op, bytes, source);
    for (const std::uint32_t bytes : {1U, 4U, 8U, 16U}) remote(patterns, op, bytes, source);
  }
  for (const bool isRemote : {false, true}) {
    adds(patterns, LaneOp::addOne, isRemote, source);
    adds(patterns, LaneOp::addValue, isRemote, source);
  }
  return patterns.take();
}

std::string text(const LanePattern& pattern) {
  static constexpr const char* kOps[] = {"load", "store", "add_one", "add_value"};
  return std::string(kOps[static_cast<int>(pattern.warp.op)]) + ' ' + std::to_string(pattern.warp.elementBytes) + " B " +
         (pattern.warp.remote ? "remote " : "local ") + pattern.name;
}

}  // namespace dsm::gputest
