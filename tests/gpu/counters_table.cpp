// SPDX-License-Identifier: Apache-2.0
// No test: what counters cost on this machine, and the same launches for Nsight Compute to be compared with.
//   counters_table cost          the time of each CUPTI call; one configuration in an open session; a sweep of 40
//   counters_table values        one JSON object a line: every counter of each configuration of the comparison
//   counters_table launch [I]    launches configuration I of the sweep twice, or each of them once; for ncu
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "gpu/bench/cuda_error.h"
#include "gpu/bench/devices.h"
#include "tests/gpu/counter_fixture.h"
#include "tests/gpu/gpu.h"

namespace {

using namespace dsm;
using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point begin) { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); }

// 40 configurations of the exchange: both ways, 20 numbers of rounds.
std::vector<model::RunRequest> sweep() {
  std::vector<model::RunRequest> runs;
  for (std::int64_t rounds = 50; rounds <= 1000; rounds += 50) {
    for (const char* variant : {"dsmem", "global"}) runs.push_back(gputest::request("tile_exchange", variant, {{"rounds", rounds}}));
  }
  return runs;
}

// Milliseconds of the kernels that a collection launches: in each pass one outside a range and one inside it; the blank one
// too where there is a single configuration (those of a sweep share theirs, and are left out).
double kernelMs(const std::vector<model::Counters>& counted, bool background) {
  double ns = 0;
  for (const model::Counters& counters : counted)
    ns += counters.kernelNs * counters.passes * (background && counted.size() == 1 ? 3.0 : 2.0);
  return ns * 1e-6;
}

// The host's own work on one configuration, without any profiler.
void printHostWork(const model::RunRequest& run) {
  constexpr int kTimes = 20;
  double prepare = 0, check = 0, legality = 0;
  for (int i = 0; i < kTimes; ++i) {
    auto begin = Clock::now();
    bench::deviceLegality(gputest::experiment(run.experiment), run, gputest::device());
    legality += msSince(begin);
    begin = Clock::now();
    const auto prepared = gputest::prepare(run);
    prepare += msSince(begin);
    prepared->measure();
    begin = Clock::now();
    prepared->checkLast();
    check += msSince(begin);
  }
  std::printf("%s: legality %.3f, prepare %.3f, check %.3f ms\n", gputest::text(run).c_str(), legality / kTimes, prepare / kTimes,
              check / kTimes);
}

void printCalls(const char* title) {
  std::printf("%s\n  %-48s %8s %10s %10s %10s\n", title, "call", "count", "first ms", "mean ms", "most ms");
  for (const counters::CallCost& cost : gputest::collection()->cupti().costs()) {
    std::printf("  %-48s %8u %10.3f %10.3f %10.3f\n", cost.call.c_str(), cost.count, cost.firstMs, cost.totalMs / cost.count,
                cost.longestMs);
  }
  gputest::collection()->cupti().forgetCosts();
}

void measure(const char* title, const std::vector<model::RunRequest>& runs, const model::CounterRequest& request, int times) {
  for (int i = 0; i < times; ++i) {
    const auto begin = Clock::now();
    const auto counted = gputest::count(runs, request);
    const double ms = msSince(begin);
    const double kernels = kernelMs(counted, request.background);
    bool all = !counted.empty();
    for (const model::Counters& counters : counted) all = all && counters.collected;
    std::printf("%-58s %8.2f ms, kernels %7.2f, beyond them %7.2f, %6.3f a configuration%s\n", title, ms, kernels, ms - kernels,
                (ms - kernels) / static_cast<double>(runs.size()), all ? "" : "  NOT ALL COLLECTED");
  }
}

void cost() {
  printCalls("opening the session");
  const std::vector<model::RunRequest> one = {gputest::request("tile_exchange", "global", {{"rounds", 100}})};
  const model::CounterRequest traffic{{"traffic"}, {}, true}, bare{{"traffic"}, {}, false}, l2{{"l2"}, {}, false};
  printHostWork(one.front());
  measure("first configuration of the session, traffic", one, traffic, 1);
  printCalls("first configuration");
  measure("one configuration, traffic and background", one, traffic, 10);
  printCalls("ten configurations, one a start");
  measure("one configuration, traffic alone", one, bare, 5);
  measure("one configuration, l2 (two passes)", one, l2, 3);
  measure("one configuration, traffic alone, after l2", one, bare, 3);
  gputest::collection()->cupti().forgetCosts();
  const std::vector<model::RunRequest> many = sweep();
  measure("sweep of 40, traffic and background", many, traffic, 3);
  printCalls("three sweeps of 40 with background");
  measure("sweep of 40, traffic alone", many, bare, 3);
  printCalls("three sweeps of 40");
}

std::string jsonText(const model::RunRequest& run, const model::Counters& counters) {
  std::string line = "{\"variant\":\"" + run.variant + "\",\"rounds\":" + std::to_string(run.values.at("rounds"));
  for (const model::CounterValue& value : counters.values) {
    char number[64];
    std::snprintf(number, sizeof number, "%.17g", value.value);
    line += ",\"" + value.name + "\":" + number;
  }
  return line + "}";
}

void values() {
  const std::vector<model::RunRequest> runs = sweep();
  const auto counted = gputest::count(runs, {{"traffic"}, {}, false});
  for (std::size_t i = 0; i < counted.size(); ++i) std::printf("%s\n", jsonText(runs[i], counted[i]).c_str());
}

void launch(const char* which) {
  const std::vector<model::RunRequest> runs = sweep();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (which != nullptr && std::strtoul(which, nullptr, 10) != i) continue;
    const auto prepared = gputest::prepare(runs[i]);
    prepared->measure();
    if (which != nullptr) prepared->measure();  // so that the second finds the L2 as warm as a profiled one of ours does
  }
}

int run(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "cost";
  std::string why;
  if (bench::queryDevices(&why).empty() || (what != "launch" && gputest::collection(&why) == nullptr)) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  if (what == "cost") cost();
  if (what == "values") values();
  if (what == "launch") launch(argc > 2 ? argv[2] : nullptr);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const bench::CudaError& error) {
    std::printf("%s\n", error.what());
    return 70;
  }
}
