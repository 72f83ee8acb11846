// SPDX-License-Identifier: Apache-2.0
// Options after the Nsight Compute CLI manual, 2025.3.
#include "gpu/model/ncu_command.h"

#include <algorithm>
#include <cctype>

namespace dsm::model {
namespace {

// Once memory is placed, two launches validate a run (the checked twin and the timed form), and three at least warm it up.
constexpr std::uint32_t kLaunchesBefore = 4;

std::string quoted(const std::string& word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./=:,@%+").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// The request of gpu/protocol as one line; ids are identifiers and need no escape.
std::string requestLine(const Run& run) {
  std::string values;
  for (const auto& [id, value] : run.values) values += (values.empty() ? "\"" : ",\"") + id + "\":" + std::to_string(value);
  return "{\"id\":1,\"kind\":\"run\",\"params\":{\"experiment\":\"" + run.experiment + "\",\"variant\":\"" + run.variant +
         "\",\"values\":{" + values + "},\"plan\":{\"seed\":" + std::to_string(run.plan.seed) + "}}}";
}

}  // namespace

Expected<std::string> ncuCommandFor(const Run& run) {
  if (!run.counters || !run.counters->collected) {
    return fail("not_collected", "This run has no counters to repeat.", "Collect its counters first.");
  }
  if (run.launch.launchesPerSample > 1) {
    return fail("several_launches",
                run.variant + " is a chain of " + std::to_string(run.launch.launchesPerSample) +
                    " launches, and Nsight Compute profiles one launch at a time.",
                "Compare a variant that is one launch.");
  }
  const Counters& counters = *run.counters;
  std::string metrics;
  for (const CounterValue& value : counters.values) metrics += (metrics.empty() ? "" : ",") + value.name;
  return "echo " + quoted(requestLine(run)) + " | ncu --clock-control none --cache-control " +
         (counters.cache == CacheState::flushed ? "all" : "none") + " --metrics " + quoted(metrics) + " -k " +
         quoted("regex:^" + counters.kernel + "$") + " --launch-skip " + std::to_string(run.launch.placingLaunches + kLaunchesBefore) +
         " --launch-count 1 dsmscope-worker --request -";
}

}  // namespace dsm::model
