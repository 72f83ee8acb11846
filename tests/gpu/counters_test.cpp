// SPDX-License-Identifier: Apache-2.0
// The books balance on a real GPU: what the arithmetic says is what the hardware counts; the same every time; and no run
// leaves anything behind.
#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <cuda_runtime.h>

#include "gpu/model/counter_books.h"
#include "tests/gpu/counter_fixture.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

using model::CounterRole;

const model::CounterRequest kTraffic{{std::string(model::kTrafficSet)}, {}, true};

model::ExpectedTraffic expectedOf(const model::RunRequest& run) {
  return experiment(run.experiment).spec().expectedTraffic(run.values, run.variant, prepare(run)->launchInfo());
}

double bytes(const model::Counters& counters, CounterRole role) { return model::bytesOf(counters, role).value_or(std::nan("")); }

void print(const model::RunRequest& run, const model::Counters& counters) {
  std::printf("%s: %s\n", text(run).c_str(), counters.collected ? "" : counters.why.message.c_str());
  for (const model::BookLine& line : model::booksOf(expectedOf(run), counters)) {
    std::printf("  %-16s %16.0f B%s", std::string(model::roleLabel(line.role)).c_str(), line.measuredBytes,
                line.bound == model::Bound::atMost ? " at most" : "");
    if (line.expectedBytes) std::printf("  expected %16.0f  residual %+.4f %%", *line.expectedBytes, 100 * line.residualFraction);
    std::printf("  %s\n", line.explanation.c_str());
  }
}

TEST(Counters, TheBooksOfTheExchangeBalance) {
  DSM_NEEDS_CLUSTERS();
  std::vector<model::RunRequest> runs;
  for (const std::int64_t rounds : {100, 200, 1000, 5000}) {
    for (const char* variant : {"dsmem", "global"}) runs.push_back(request("tile_exchange", variant, {{"rounds", rounds}}));
  }
  const auto counted = count(runs, kTraffic);
  ASSERT_EQ(counted.size(), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    print(runs[i], counted[i]);
    ASSERT_TRUE(counted[i].collected) << counted[i].why.message;
    EXPECT_EQ(counted[i].passes, 1U);
    const model::ExpectedTraffic expected = expectedOf(runs[i]);
    const double payload = static_cast<double>(expected.payloadBytes);
    if (runs[i].variant == "global") {
      EXPECT_NEAR(bytes(counted[i], CounterRole::l2FromSm) / (2 * payload), 1, 0.001);
    } else {
      EXPECT_NEAR(bytes(counted[i], CounterRole::dsmemIn) / payload, 1, 0.001);
    }
  }
}

TEST(Counters, HistogramsShowTheirResidual) {
  std::vector<model::RunRequest> runs;
  for (const char* variant : {"cluster_dsmem", "global_atomics", "block_private"}) {
    if (!device().hasClusters() && std::string(variant) == "cluster_dsmem") continue;
    runs.push_back(request("histogram", variant, {{"bins", 32768}, {"keys", 1 << 26}}));
    runs.back().plan.cache = model::CacheState::flushed;
  }
  const auto counted = count(runs, kTraffic);
  ASSERT_EQ(counted.size(), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    print(runs[i], counted[i]);
    EXPECT_TRUE(counted[i].collected) << counted[i].why.message;
    const double keys = 4.0 * (1 << 26);
    const auto read = model::bytesOf(counted[i], CounterRole::dramRead);
    if (read) {
      EXPECT_NEAR(*read / keys, 1, 0.1) << "keys are read once from a flushed L2";
    }
  }
}

TEST(Counters, SeveralPassesOfAHistogramAllGiveTheRightResult) {
  const char* variant = device().hasClusters() ? "cluster_dsmem" : "block_private";
  const std::vector<model::RunRequest> runs = {request("histogram", variant, {{"bins", 1000}, {"keys", 1 << 22}})};
  const auto counted = count(runs, {{"traffic", "l2", "shared"}, {"nosuch.sum", "lts__t_requests_srcunit_tex"}, true});
  ASSERT_EQ(counted.size(), 1U);
  ASSERT_TRUE(counted[0].collected) << counted[0].why.message;  // each pass's output was compared with the reference
  EXPECT_GT(counted[0].passes, 4U);
  EXPECT_TRUE(std::ranges::any_of(counted[0].missing, [](const auto& miss) { return miss.name == "nosuch.sum"; }));
  std::set<std::string> names;
  for (const model::CounterValue& value : counted[0].values) {
    std::printf("  %-62s %16.2f %-24s background %12.1f%s\n", value.name.c_str(), value.value, value.unit.c_str(), value.background,
                value.outOfRange ? " OUT OF RANGE" : "");
    EXPECT_TRUE(names.insert(value.name).second) << value.name << " twice";
    EXPECT_TRUE(std::isfinite(value.value)) << value.name;
  }
  EXPECT_TRUE(names.contains("lts__t_requests_srcunit_tex.sum"));
  EXPECT_EQ(counted[0].missing.size(), 1U) << "every metric of every group has a number";
}

TEST(Counters, ALaunchTooShortIsFlagged) {
  const auto counted = count({request("histogram", "global_atomics", {{"bins", 256}, {"keys", 1024}})}, kTraffic);
  ASSERT_EQ(counted.size(), 1U);
  ASSERT_TRUE(counted[0].collected) << counted[0].why.message;
  const model::CounterValue* write = model::valueWithRole(counted[0], CounterRole::dramWrite);
  if (write == nullptr) GTEST_SKIP() << "this chip does not count DRAM bytes";
  const auto flags = model::flagsOf(counted[0], *write);
  EXPECT_TRUE(std::ranges::find(flags, model::CounterFlag::tooShort) != flags.end());
  EXPECT_TRUE(std::ranges::find(flags, model::CounterFlag::mayStillBeInL2) != flags.end());
}

struct Footprint {
  double residentBytes = 0;
  double handles = 0;
  double deviceBytes = 0;
};

Footprint footprint() {
  Footprint now;
  std::ifstream in("/proc/self/statm");
  double total = 0, resident = 0;
  in >> total >> resident;
  now.residentBytes = resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
  now.handles =
      static_cast<double>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator()));
  std::size_t free = 0, all = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &all), cudaSuccess);
  now.deviceBytes = static_cast<double>(all - free);
  return now;
}

TEST(Counters, AThousandRunsGrowNothingAndCountTheSame) {
  DSM_NEEDS_CLUSTERS();
  const std::vector<model::RunRequest> runs = {request("tile_exchange", "dsmem", {{"rounds", 100}}),
                                               request("tile_exchange", "global", {{"rounds", 100}})};
  std::set<double> dsmem, sectors;
  std::map<std::string, std::pair<double, double>> spread;  // of the global exchange
  Footprint early;
  for (int i = 0; i < 500; ++i) {  // two runs each
    const auto counted = count(runs, {{"traffic"}, {}, false});
    ASSERT_EQ(counted.size(), 2U);
    ASSERT_TRUE(counted[0].collected && counted[1].collected) << counted[0].why.message;
    dsmem.insert(bytes(counted[0], CounterRole::dsmemIn));
    sectors.insert(bytes(counted[1], CounterRole::l2FromSm));
    for (const model::CounterValue& value : counted[1].values) {
      const auto at = spread.try_emplace(value.name, value.value, value.value).first;
      at->second.first = std::min(at->second.first, value.value);
      at->second.second = std::max(at->second.second, value.value);
    }
    if (i == 49) early = footprint();
  }
  const Footprint late = footprint();
  std::printf("resident %.1f -> %.1f MB, handles %.0f -> %.0f, device %.1f -> %.1f MB\n", early.residentBytes / 1e6,
              late.residentBytes / 1e6, early.handles, late.handles, early.deviceBytes / 1e6, late.deviceBytes / 1e6);
  for (const auto& [name, range] : spread) std::printf("  %-56s %16.0f to %16.0f\n", name.c_str(), range.first, range.second);
  EXPECT_EQ(dsmem.size(), 1U);
  EXPECT_EQ(sectors.size(), 1U);
  EXPECT_LE(late.residentBytes, 1.05 * early.residentBytes);
  EXPECT_LE(late.handles, 1.05 * early.handles);
  EXPECT_LE(late.deviceBytes, 1.05 * early.deviceBytes);
}

}  // namespace
}  // namespace dsm::gputest
