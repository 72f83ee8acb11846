// SPDX-License-Identifier: Apache-2.0
// Placement at its edges, whether a block fits, and the sentence below the title.
#include <gtest/gtest.h>

#include <limits>

#include "gpu/model/chips.h"
#include "gpu/model/tile/plan.h"

namespace dsm::test {
namespace {

using model::BlockFit;
using model::fitBlock;
using model::place;
using model::Placement;
using Offsets = std::vector<std::uint64_t>;

constexpr std::uint64_t kKiB = 1024;

TEST(Place, NothingTakesNothing) {
  for (const Placement placement : {Placement::fixed, Placement::dynamic}) {
    const auto placed = place({}, placement);
    EXPECT_EQ(placed.peakBytes, 0U);
    EXPECT_EQ(placed.resets, 0);
    EXPECT_TRUE(placed.offsets.empty());
  }
}

TEST(Place, ResetsOnlyWhenNothingIsLive) {
  // The first outlives the second and dies with the third; the fourth begins at 0 again.
  const auto placed = place({{100, 16, 0, 2}, {50, 16, 1, 1}, {30, 16, 2, 2}, {20, 16, 3, 3}}, Placement::dynamic);
  EXPECT_EQ(placed.offsets, (Offsets{0, 112, 176, 0})) << "the gap of the second is not filled";
  EXPECT_EQ(placed.peakBytes, 206U);
  EXPECT_EQ(placed.paddingBytes, 12U + 14U);
  EXPECT_EQ(placed.resets, 1);
}

TEST(Place, CountsIn64Bits) {
  const std::uint64_t half = std::uint64_t{1} << 40;
  EXPECT_EQ(place({{half, 16, 0, 1}, {half, 16, 1, 1}}, Placement::dynamic).peakBytes, 2 * half);
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto full = place({{most, 1024, 0, 1}, {10, 1024, 1, 1}}, Placement::dynamic);
  EXPECT_EQ(full.peakBytes, most) << "stops at the largest number";
}

TEST(Place, AnAlignmentOfNothingIsOne) { EXPECT_EQ(place({{3, 0, 0, 1}, {3, 1, 1, 1}}, Placement::fixed).offsets, (Offsets{0, 3})); }

model::Device chip(const char* name) { return *model::chipDevice(name); }

TEST(Fit, StaticEndsAt48KiB) {
  const BlockFit full = fitBlock(48 * kKiB, 0, chip("sm_90"));
  EXPECT_TRUE(full.fits);
  EXPECT_EQ(full.limitBytes, 48 * kKiB);
  EXPECT_EQ(full.shortBytes, 0U);
  EXPECT_EQ(full.reason, "");
  const BlockFit over = fitBlock(48 * kKiB + 1, 0, chip("sm_90"));
  EXPECT_FALSE(over.fits);
  EXPECT_EQ(over.shortBytes, 1U);
  EXPECT_EQ(over.reason,
            "Static shared memory of 49153 bytes is 1 over the cap of 49152 bytes (48 KiB); under @dynshared it would fit: sm_90 gives a block "
            "232448 bytes (227 KiB).");
}

TEST(Fit, StaticThatWouldJustFitByOptInSaysSo) {
  EXPECT_TRUE(fitBlock(64 * kKiB, 0, chip("sm_75")).reason.ends_with("under @dynshared it would fit: sm_75 gives a block 65536 bytes (64 KiB)."));
}

TEST(Fit, StaticThatNoLimitHoldsSaysBoth) {
  EXPECT_EQ(fitBlock(100 * kKiB, 0, chip("sm_86")).reason,
            "Static shared memory of 102400 bytes (100 KiB) is 53248 over the cap of 49152 bytes (48 KiB), and 1024 over the 101376 bytes (99 KiB) "
            "that sm_86 gives a block by opt-in.");
}

TEST(Fit, DynamicEndsAtTheOptInLimitOfEachChip) {
  const std::pair<const char*, std::uint64_t> limits[] = {{"sm_75", 64},  {"sm_80", 163}, {"sm_86", 99}, {"sm_89", 99},
                                                          {"sm_90", 227}, {"sm_100", 227}, {"sm_120", 99}};
  for (const auto& [name, kib] : limits) {
    EXPECT_TRUE(fitBlock(0, kib * kKiB, chip(name)).fits) << name;
    const BlockFit over = fitBlock(0, kib * kKiB + 16, chip(name));
    EXPECT_FALSE(over.fits) << name;
    EXPECT_EQ(over.limitBytes, kib * kKiB);
    EXPECT_EQ(over.shortBytes, 16U);
    EXPECT_NE(over.reason.find("is 16 over the"), std::string::npos);
    EXPECT_NE(over.reason.find(name), std::string::npos);
  }
}

TEST(Fit, StaticAndDynamicCountTogether) {
  EXPECT_TRUE(fitBlock(40 * kKiB, 59 * kKiB, chip("sm_89")).fits);
  const BlockFit over = fitBlock(40 * kKiB, 60 * kKiB, chip("sm_89"));
  EXPECT_EQ(over.shortBytes, kKiB);
  EXPECT_EQ(over.reason,
            "Shared memory of 102400 bytes (100 KiB), static and dynamic together, is 1024 over the 101376 bytes (99 KiB) that sm_89 gives a block "
            "by opt-in.");
  EXPECT_FALSE(fitBlock(49 * kKiB, kKiB, chip("sm_90")).fits) << "the static part has its own cap";
  EXPECT_FALSE(fitBlock(1, std::numeric_limits<std::uint64_t>::max(), chip("sm_90")).fits);
}

TEST(Fit, ADeviceOfUnknownOptInHasTheStaticCap) {
  model::Device unknown;
  EXPECT_TRUE(fitBlock(0, 48 * kKiB, unknown).fits);
  EXPECT_EQ(fitBlock(0, 48 * kKiB + 1, unknown).reason,
            "Shared memory of 49153 bytes is 1 over the 49152 bytes (48 KiB) that this device gives a block; its opt-in limit is not known.");
  EXPECT_EQ(fitBlock(50 * kKiB, 0, unknown).reason,
            "Static shared memory of 51200 bytes (50 KiB) is 2048 over the cap of 49152 bytes (48 KiB), and the opt-in limit of this device is not "
            "known.");
}

std::string found(const std::string& statements) {
  const auto parsed = model::tile::parse("kernel k() {\n" + statements + "}");
  EXPECT_TRUE(parsed);
  if (!parsed) return {};
  return finding(parsed->kernels[0], model::tile::plan(parsed->kernels[0]));
}

TEST(Finding, IsOneForEachSituation) {
  EXPECT_EQ(found(""), "k declares no tile: it needs no shared memory of its own.");
  EXPECT_EQ(found("var a: tile<f32>[4, 4] = 0"), "There is one tile: both placements need 64 bytes.");
  EXPECT_EQ(found("var a: tile<u8>[1, 3] = 0\nvar b: tile<f32>[4, 4] = 0\n"),
            "Each tile is dead before the next is declared: dynamic placement needs the largest, 64 bytes; static needs the sum with its padding, "
            "80.");
  EXPECT_EQ(found("var a: tile<f32>[4, 4] = 0\nvar b: tile<f32>[4, 4] = a\nvar c: tile<f32>[4, 4] = b\n"),
            "At each declaration some tile is live, so the allocator never goes back to 0: both placements need 192 bytes.");
  EXPECT_EQ(found("var a: tile<f32>[4, 4] = 0\nvar b: tile<f32>[4, 4] = a\nvar c: tile<f32>[4, 4] = 0\n"),
            "Where no tile is live the allocator goes back to 0, here once: dynamic placement needs 128 bytes; static needs the sum, 192.");
  EXPECT_EQ(found("@pipeline for i in 0..4 {\nvar a: tile<f32>[4, 4] = 0\n}\n"),
            "There is one tile: both placements need 128 bytes. One tile has two stages: 64 bytes, doubled 128.");
}

}  // namespace
}  // namespace dsm::test
