// SPDX-License-Identifier: GPL-3.0-or-later
// Roles, bounds, flags and books; figures of the tile exchange are an H200's (2026-11-30).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/counter_books.h"
#include "gpu/model/ncu_command.h"

namespace {

using namespace dsm::model;

CounterValue value(const char* name, double number, double background = 0, const char* unit = "byte") {
  CounterValue made;
  made.name = name;
  made.value = number;
  made.background = background;
  made.unit = unit;
  made.set = "traffic";
  return made;
}

// The exchange through global memory, 132 blocks, 1000 rounds.
Counters global() {
  Counters counters;
  counters.collected = true;
  counters.kernelNs = 7e6;
  counters.values = {value("lts__t_bytes.sum", 5948235328, 2e5),
                     value("lts__t_sectors_srcunit_tex.sum", 135168529, 0, "l2_sector"),
                     value("lts__t_sectors_srcunit_ltcfabric.sum", 42244925, 25, "l2_sector"),
                     value("dram__bytes_read.sum", 256, 512),
                     value("dram__bytes_write.sum", 268800, 1e5),
                     value("l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", 0)};
  return counters;
}

ExpectedTraffic expected() {
  ExpectedTraffic traffic;
  traffic.payloadBytes = 2162688000;
  traffic.l2FromSmBytes = 4325376000;
  return traffic;
}

const BookLine& lineOf(const std::vector<BookLine>& lines, CounterRole role) {
  static const BookLine none;
  const auto found = std::ranges::find(lines, role, &BookLine::role);
  EXPECT_TRUE(found != lines.end());
  return found == lines.end() ? none : *found;
}

TEST(CounterRole, IsTheSameWhateverTheChipCallsIt) {
  EXPECT_EQ(roleOf("dram__bytes_read.sum"), CounterRole::dramRead);
  EXPECT_EQ(roleOf("dram__bytes_op_read.sum"), CounterRole::dramRead);
  EXPECT_EQ(roleOf("lts__t_sectors_srcunit_tex.sum"), CounterRole::l2FromSm);
  EXPECT_EQ(roleOf("lts__t_bytes.avg"), CounterRole::other) << "an average is another quantity";
  EXPECT_EQ(roleOf("lts__t_sector_hit_rate.pct"), CounterRole::l2HitRate);
  EXPECT_EQ(roleOf("nosuch"), CounterRole::other);
}

TEST(Books, BalanceWhereArithmeticCanTellAndNameWhatExplainsTheRest) {
  const auto lines = booksOf(expected(), global());
  const BookLine& sm = lineOf(lines, CounterRole::l2FromSm);
  EXPECT_EQ(sm.measuredBytes, 135168529.0 * 32);
  EXPECT_NEAR(sm.residualFraction, 0, 0.001);
  EXPECT_TRUE(sm.balanced);
  EXPECT_TRUE(sm.explanation.empty());
  const BookLine& total = lineOf(lines, CounterRole::l2Total);
  EXPECT_NEAR(total.residualFraction, 0.375, 0.001);
  EXPECT_FALSE(total.balanced);
  EXPECT_NE(total.explanation.find("fabric between the halves of the L2 carried 1.35 GB"), std::string::npos) << total.explanation;
  const BookLine& dsmem = lineOf(lines, CounterRole::dsmemIn);
  EXPECT_EQ(dsmem.residualBytes, 0);
  EXPECT_TRUE(dsmem.balanced);
  EXPECT_FALSE(lineOf(lines, CounterRole::dramWrite).expectedBytes) << "the tiles stay in the L2: arithmetic cannot tell";
}

TEST(Books, NothingExpectedAndOnlyBackgroundIsBalanced) {
  Counters counters = global();
  counters.values = {value("lts__t_bytes.sum", 2e5, 1.8e5)};
  const BookLine line = lineOf(booksOf({}, counters), CounterRole::l2Total);
  EXPECT_EQ(line.bound, Bound::atMost);
  EXPECT_TRUE(line.balanced);
  EXPECT_TRUE(line.explanation.empty());
}

TEST(Books, AFewSectorsWhereNoneWereExpectedAreMeasuredByThePayload) {
  Counters counters = global();
  counters.values = {value("lts__t_sectors_srcunit_tex.sum", 529, 0, "l2_sector")};  // each block's result
  ExpectedTraffic traffic;
  traffic.payloadBytes = traffic.dsmemBytes = 216268800;
  const BookLine line = lineOf(booksOf(traffic, counters), CounterRole::l2FromSm);
  EXPECT_EQ(line.residualBytes, 529 * 32);
  EXPECT_LT(line.residualFraction, 0.001);
  EXPECT_TRUE(line.balanced);
  EXPECT_TRUE(line.explanation.empty());
}

TEST(Books, PartialSectorsOfAtomicsAreNamed) {
  Counters counters = global();
  counters.values = {value("l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", 3211029440)};
  ExpectedTraffic traffic;
  traffic.dsmemBytes = 201326592;
  EXPECT_NE(lineOf(booksOf(traffic, counters), CounterRole::dsmemIn).explanation.find("Partial sectors"), std::string::npos);
}

TEST(Books, KeysAreReadOnceFromAFlushedL2) {
  const ExperimentSpec* histogram = findSpec(dsm::experiments::catalogue(), "histogram");
  ASSERT_NE(histogram, nullptr);
  const Values values = *completeValues(*histogram, "block_private", {{"keys", 1 << 20}});
  const ExpectedTraffic traffic = histogram->expectedTraffic(values, "block_private", {});
  ASSERT_TRUE(traffic.dramReadFlushedBytes);
  EXPECT_EQ(*traffic.dramReadFlushedBytes, 4U << 20);
  Counters counters = global();
  EXPECT_FALSE(lineOf(booksOf(traffic, counters), CounterRole::dramRead).expectedBytes) << "warm";
  counters.cache = CacheState::flushed;
  EXPECT_EQ(*lineOf(booksOf(traffic, counters), CounterRole::dramRead).expectedBytes, 4.0 * (1 << 20));
}

TEST(Reading, BelowThreeBackgroundsIsAtMostTheBackground) {
  EXPECT_EQ(readingOf(value("a", 100, 30)).bound, Bound::exact);
  const Reading low = readingOf(value("a", 20, 30));
  EXPECT_EQ(low.bound, Bound::atMost);
  EXPECT_EQ(low.value, 30);
  EXPECT_EQ(readingOf(value("a", 5, std::nan(""))).bound, Bound::exact) << "no blank kernel was counted";
}

TEST(Ratio, IsMoreThanWhereItsDivisorIsBackground) {
  const RatioReading exact = ratioOf(value("a", 100), value("b", 50));
  EXPECT_EQ(exact.value, 2);
  EXPECT_EQ(exact.bound, Bound::exact);
  EXPECT_FALSE(exact.acrossPasses);
  const RatioReading more = ratioOf(value("a", 3000, 1), value("b", 20, 30));
  EXPECT_EQ(more.bound, Bound::moreThan);
  EXPECT_EQ(more.value, 100);
  EXPECT_EQ(ratioOf(value("a", 20, 30), value("b", 3000, 1)).bound, Bound::atMost);
  EXPECT_EQ(ratioOf(value("a", 20, 30), value("b", 20, 30)).bound, Bound::unknown);
  EXPECT_EQ(ratioOf(value("a", 1), value("b", 0)).bound, Bound::unknown);
  CounterValue other = value("b", 50);
  other.set = "l2";
  EXPECT_TRUE(ratioOf(value("a", 100), other).acrossPasses);
  EXPECT_EQ(ratioOf(value("a", 64), value("s", 1, 0, "l2_sector")).value, 2) << "sectors are 32 bytes";
}

TEST(Flags, SayHowFarACounterMayBeTrusted) {
  Counters counters = global();
  const auto has = [&](const CounterValue& v, CounterFlag flag) {
    const auto flags = flagsOf(counters, v);
    return std::ranges::find(flags, flag) != flags.end();
  };
  EXPECT_TRUE(has(*counters.find("dram__bytes_write.sum"), CounterFlag::mayStillBeInL2)) << "5000 rounds write almost nothing to DRAM";
  EXPECT_FALSE(has(*counters.find("lts__t_bytes.sum"), CounterFlag::tooShort));
  counters.kernelNs = 15'000;
  EXPECT_TRUE(has(*counters.find("lts__t_bytes.sum"), CounterFlag::tooShort));
  CounterValue hit = value("lts__t_sector_hit_rate.pct", 105, 0, "percent");
  hit.outOfRange = true;
  hit.passes = 2;
  EXPECT_TRUE(has(hit, CounterFlag::outOfRange));
  EXPECT_TRUE(has(hit, CounterFlag::severalPasses));
  for (const CounterFlag flag :
       {CounterFlag::tooShort, CounterFlag::background, CounterFlag::mayStillBeInL2, CounterFlag::outOfRange, CounterFlag::severalPasses}) {
    EXPECT_TRUE(flagText(flag).ends_with("."));
  }
}

TEST(CounterRequest, IsReadFromWords) {
  EXPECT_EQ(parseCounterRequest(""), (CounterRequest{{"traffic"}, {}, true}));
  EXPECT_EQ(parseCounterRequest("l2, lts__t_bytes.sum,l2"), (CounterRequest{{"l2"}, {"lts__t_bytes.sum"}, true}));
  EXPECT_EQ(parseCounterRequest("a.sum"), (CounterRequest{{}, {"a.sum"}, true}));
}

TEST(Ncu, TheLineCollectsTheSameOfTheSameLaunch) {
  dsm::model::Run run;
  run.variant = "global";
  EXPECT_EQ(ncuCommandFor(run).error().code, "not_collected");
  run.counters = global();
  run.counters->kernel = "tile_global_kernel";
  run.counters->values.resize(2);
  run.experiment = "tile_exchange";
  run.values = {{"rounds", 200}, {"threads", 128}};
  EXPECT_EQ(*ncuCommandFor(run),
            "echo '{\"id\":1,\"kind\":\"run\",\"params\":{\"experiment\":\"tile_exchange\",\"variant\":\"global\","
            "\"values\":{\"rounds\":200,\"threads\":128},\"plan\":{\"seed\":1}}}' | ncu --clock-control none --cache-control none --metrics lts__t_bytes.sum,lts__t_sectors_srcunit_tex.sum "
            "-k 'regex:^tile_global_kernel$' --launch-skip 4 --launch-count 1 dsmscope-worker --request -");
  run.launch.placingLaunches = 64;
  EXPECT_NE(ncuCommandFor(run)->find("--launch-skip 68 "), std::string::npos);
  run.counters->cache = CacheState::flushed;
  EXPECT_NE(ncuCommandFor(run)->find("--cache-control all"), std::string::npos);
  run.launch.launchesPerSample = 200;
  EXPECT_EQ(ncuCommandFor(run).error().code, "several_launches");
}

}  // namespace
