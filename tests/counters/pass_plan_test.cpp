// SPDX-License-Identifier: Apache-2.0
// The built-in sets on every chip of the table, planned by the real library: it needs no GPU. Leaves with 77 where there is
// no CUPTI.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdio>

#include "gpu/counters/chip_metrics.h"
#include "gpu/counters/metric_sets.h"
#include "gpu/model/counter_books.h"

namespace {

using namespace dsm;

const model::Expected<std::shared_ptr<counters::Cupti>>& cupti() {
  static const auto opened = counters::Cupti::open(counters::LibrarySearch::fromEnvironment());
  return opened;
}

std::unique_ptr<counters::ChipMetrics> metricsOf(const std::string& chip) {
  auto metrics = counters::ChipMetrics::of(*cupti(), chip);
  EXPECT_TRUE(metrics) << metrics.error().message;
  return metrics ? std::move(*metrics) : nullptr;
}

TEST(PassPlan, TheTrafficSetIsOnePassOnEveryChip) {
  for (const std::string& chip : counters::tableChips()) {
    const auto metrics = metricsOf(chip);
    ASSERT_TRUE(metrics);
    const auto plan = metrics->plan({{"traffic"}, {}, true});
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->passes, 1U) << chip;
    ASSERT_EQ(plan->groups.size(), 1U) << chip;
    EXPECT_EQ(plan->groups[0].names, counters::metricsOfSet("traffic", chip).names) << chip << ": every name of the table exists";
    for (const std::string& name : plan->groups[0].names) EXPECT_NE(model::roleOf(name), model::CounterRole::other) << name;
  }
}

TEST(PassPlan, EverySetIsKnownOnEveryChipAndTakesFewPasses) {
  for (const std::string& chip : counters::tableChips()) {
    const auto metrics = metricsOf(chip);
    ASSERT_TRUE(metrics);
    const auto plan = metrics->plan({{"traffic", "l2", "shared"}, {}, true});
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_EQ(plan->groups.size(), 3U) << chip;
    std::printf("%s: traffic %u, l2 %u, shared %u passes; %zu not counted\n", chip.c_str(), plan->groups[0].passes, plan->groups[1].passes,
                plan->groups[2].passes, plan->missing.size());
    EXPECT_LE(plan->groups[1].passes, 4U) << chip;
    EXPECT_LE(plan->groups[2].passes, 4U) << chip;
    for (const model::CounterMiss& miss : plan->missing) {
      EXPECT_EQ(miss.reason.find("has no metric"), std::string::npos) << "the table has a name that does not exist: " << miss.reason;
      EXPECT_TRUE(miss.reason.starts_with(chip)) << miss.reason;
    }
  }
}

TEST(PassPlan, AnUnknownNameIsDroppedByNameAndABareOneCompleted) {
  const auto metrics = metricsOf("GB202");
  ASSERT_TRUE(metrics);
  const auto plan = metrics->plan({{}, {"dram__bytes_read.sum", "dram__bytes_op_read", "lts__t_sector_hit_rate"}, true});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->groups.size(), 1U);
  EXPECT_EQ(plan->groups[0].names, (std::vector<std::string>{"dram__bytes_op_read.sum", "lts__t_sector_hit_rate.pct"}));
  ASSERT_EQ(plan->missing.size(), 1U);
  EXPECT_EQ(plan->missing[0].reason, "GB202 has no metric dram__bytes_read.sum.");
}

TEST(Metrics, AreListedAndSearchedWithUnitAndDescription) {
  const auto metrics = metricsOf("GH100");
  ASSERT_TRUE(metrics);
  const auto all = metrics->list("");
  ASSERT_TRUE(all);
  EXPECT_GT(all->size(), 3000U);
  const auto found = metrics->list("DSHARED read bytes");
  ASSERT_TRUE(found);
  EXPECT_TRUE(std::ranges::any_of(*found, [](const model::MetricInfo& info) {
    return info.name == "l1tex__m_xbar2l1tex_read_bytes_mem_dshared" && info.unit == "byte" && !info.description.empty() &&
           info.kind == "counter";
  }));
  EXPECT_LT(found->size(), 20U);
}

TEST(Metrics, AnUnknownChipIsNamedWithThoseThatAreKnown) {
  const auto none = counters::ChipMetrics::of(*cupti(), "GX999");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "unknown_chip");
  EXPECT_NE(none.error().hint.find("GH100"), std::string::npos);
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (!cupti()) {
    std::printf("Skipped: %s\n", cupti().error().message.c_str());
    return 77;
  }
  std::printf("%s, %s, version %s\n", (*cupti())->info().cuptiPath.c_str(), (*cupti())->info().nvperfPath.c_str(),
              (*cupti())->info().version.c_str());
  return RUN_ALL_TESTS();
}
