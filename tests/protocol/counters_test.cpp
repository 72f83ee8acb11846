// SPDX-License-Identifier: GPL-3.0-or-later
// What a counter worker is asked and answers means the same on both sides. (A run's counters: session_file_test.)
#include <gtest/gtest.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/ncu_command.h"
#include "gpu/protocol/json_counters.h"

namespace {

using namespace dsm;
using namespace dsm::protocol;

JsonPtr reread(const JsonOut& json) { return *parseJson(dumpJson(json)); }

TEST(Counters, RequestsSurvive) {
  const model::Catalogue& catalogue = experiments::catalogue();
  CounterQuestion question;
  for (const model::ExperimentSpec* spec : catalogue) {
    model::RunRequest run;
    run.experiment = spec->info().id;
    run.variant = spec->info().variants.front().id;
    run.plan.cache = model::CacheState::flushed;
    question.runs.push_back(run);
  }
  question.request = {{"traffic", "l2"}, {"lts__t_bytes.sum"}, false};
  const auto request = parseRequest(encodeCounters(7, question, catalogue, 5000));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->kind, "counters");
  EXPECT_EQ(request->timeoutMs, 5000U);
  const auto read = counterQuestionFromJson(*request->params, catalogue);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->request, question.request);
  ASSERT_EQ(read->runs.size(), question.runs.size());
  EXPECT_EQ(read->runs[1].experiment, question.runs[1].experiment);
  EXPECT_EQ(read->runs[1].plan, question.runs[1].plan);

  const auto metrics = metricQuestionFromJson(*parseRequest(encodeMetrics(1, {"GB202", "dram read"}))->params);
  EXPECT_EQ(metrics->chip, "GB202");
  EXPECT_EQ(metrics->search, "dram read");
  const auto plan = planQuestionFromJson(*parseRequest(encodePassPlan(1, {"GB202", question.request}))->params);
  EXPECT_EQ(plan->request.sets, question.request.sets);
  EXPECT_EQ(plan->request.names, question.request.names);
  EXPECT_EQ(*preflightDeviceFromJson(*parseRequest(encodePreflight(1, "GPU-x"))->params), "GPU-x");
  EXPECT_EQ(parseRequest(encodeRelease(3))->kind, "release");
}

TEST(Counters, BadRequestsNameTheirPlace) {
  const auto bad = [](const char* text) { return counterQuestionFromJson(**parseJson(text), experiments::catalogue()).error().message; };
  EXPECT_EQ(bad(R"({"runs":7})"), "params.runs: 7, an array expected");
  EXPECT_EQ(bad(R"({"runs":[{"variant":"dsmem"}]})").substr(0, 14), "params.runs[0]");
  EXPECT_EQ(bad(R"({"runs":[],"request":{"sets":[1]}})"), "params.request.sets[0]: 1, text expected");
}

TEST(Counters, AListOfThemSurvives) {
  model::Counters collected;
  collected.collected = true;
  collected.values = {{"lts__t_bytes.sum", 12766912345678.9, NAN, "byte", "bytes", "traffic", 1, false},
                      {"hit.pct", 105, 3, "percent", "", "l2", 2, true}};
  collected.missing = {{"nosuch.sum", "GH100 has no metric nosuch.sum."}};
  collected.cache = model::CacheState::flushed;
  model::Counters refused;
  refused.why = {"counters_permission", "m", "h"};
  const auto list = countersListFromJson(*reread(JsonOut::array({toJson(collected), toJson(refused)})));
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->size(), 2U);
  EXPECT_EQ((*list)[0].values[0].value, 12766912345678.9);
  EXPECT_TRUE(std::isnan((*list)[0].values[0].background)) << "not collected is never zero";
  EXPECT_TRUE((*list)[0].values[1].outOfRange);
  EXPECT_EQ((*list)[0].missing, collected.missing);
  EXPECT_EQ((*list)[0].cache, model::CacheState::flushed);
  EXPECT_EQ((*list)[1].why, refused.why);
  EXPECT_FALSE((*list)[1].collected);
  EXPECT_EQ(countersListFromJson(*reread({{"a", 1}})).error().code, "bad_json");
}

TEST(Counters, ListsPlansAndPreflightsSurvive) {
  model::MetricList metrics{"GH100", {"GA100", "GH100"}, {{"lts__t_bytes", "counter", "byte", "# of bytes"}}, "13.0.1"};
  const auto list = metricListFromJson(*reread(toJson(metrics)));
  ASSERT_TRUE(list);
  EXPECT_EQ(list->chips, metrics.chips);
  EXPECT_EQ(list->metrics, metrics.metrics);
  model::PassPlan plan{"GH100", {{"traffic", {"a", "b"}, 1}, {"custom", {"c"}, 4}}, {{"d", "no d"}}, 5};
  EXPECT_EQ(*passPlanFromJson(*reread(toJson(plan))), plan);
  model::Preflight preflight;
  preflight.why = {"counters_busy", "m", "h"};
  preflight.steps = {{"libcupti", true, "/x"}, {"permission", false, "m"}};
  const auto read = preflightFromJson(*reread(toJson(preflight)));
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->ok);
  EXPECT_EQ(read->why, preflight.why);
  EXPECT_EQ(read->steps, preflight.steps);
}

// gpu/model writes the line without knowing this folder: what it writes is this protocol's request for the same run.
TEST(Counters, TheLineForNsightComputeAsksForTheSameRun) {
  model::Run run;
  run.experiment = "tile_exchange";
  run.variant = "global";
  run.values = *model::completeValues(*model::findSpec(experiments::catalogue(), run.experiment), run.variant, {{"rounds", 200}});
  run.plan.seed = 17;
  run.counters.emplace();
  run.counters->collected = true;
  run.counters->kernel = "tile_global_kernel";
  const std::string line = *model::ncuCommandFor(run);
  const std::size_t begin = line.find('\'') + 1;
  const auto request = parseRequest(line.substr(begin, line.find('\'', begin) - begin));
  ASSERT_TRUE(request) << line;
  EXPECT_EQ(request->kind, "run");
  const auto asked = runRequestFromJson(*request->params, experiments::catalogue());
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->experiment, run.experiment);
  EXPECT_EQ(asked->variant, run.variant);
  EXPECT_EQ(asked->values, run.values);
  EXPECT_EQ(asked->plan.seed, 17U);
}

}  // namespace
