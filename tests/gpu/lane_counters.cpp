// SPDX-License-Identifier: Apache-2.0
// See lane_counters.h.
#include "tests/gpu/lane_counters.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/gpu_context.h"
#include "gpu/bench/lane_probe.h"
#include "gpu/counters/preflight.h"
#include "gpu/worker/counter_collection.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

using bench::GpuContext;
using bench::LaneProbeArgs;
using model::LaneOp;
using model::WarpAddresses;
using Results = std::array<std::uint64_t, bench::kLaneResults>;

// Few enough that a lost range costs little.
constexpr std::size_t kPatternsAStart = 36;

LaneProbeArgs argsOf(const WarpAddresses& warp, std::uint32_t accesses, std::uint64_t* results) {
  LaneProbeArgs args;
  for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane)
    args.offsets[lane] = warp.isActive(lane) ? static_cast<std::uint32_t>(warp.bytes[lane]) : 0;
  args.activeLanes = warp.activeLanes;
  args.accesses = accesses;
  args.results = results;
  return args;
}

// The words that the element of a lane lies in hold this before the accesses.
std::uint32_t wordBefore(std::uint64_t byte, bool remote) {
  return (static_cast<std::uint32_t>(byte / 4) + (remote ? 1 : 0)) * bench::kLaneWordFactor;
}

std::uint32_t partOf(std::uint32_t word, std::uint64_t byte, std::uint32_t elementBytes) {
  const auto shift = static_cast<std::uint32_t>(byte % 4 * 8);
  if (elementBytes == 1) return word >> shift & 0xff;
  if (elementBytes == 2) return word >> shift & 0xffff;
  return word;
}

bool isRight(const WarpAddresses& warp, std::uint32_t lane, std::uint32_t accesses, std::uint64_t got) {
  const std::uint64_t at = warp.bytes[lane];
  if (warp.op == LaneOp::load) {
    std::uint32_t once = 0;  // the kernel's sum of words wraps
    for (std::uint32_t word = 0; word < std::max(1U, warp.elementBytes / 4); ++word)
      once += partOf(wordBefore(at + 4 * word, warp.remote), at, warp.elementBytes);
    return got == std::uint64_t{once} * accesses;
  }
  std::uint64_t sum = 0;
  bool isOfAWriter = false;
  for (std::uint32_t other = 0; other < model::kWarpLanes; ++other) {
    if (!warp.isActive(other) || warp.bytes[other] != at) continue;
    sum += warp.op == LaneOp::addOne ? 1 : other + 1;
    isOfAWriter |= got == other + 1;
  }
  if (warp.op == LaneOp::store) return accesses == 0 ? got == partOf(wordBefore(at, warp.remote), at, warp.elementBytes) : isOfAWriter;
  return got == sum * accesses;
}

std::string faultOf(const WarpAddresses& warp, std::uint32_t accesses, const Results& results) {
  for (std::uint32_t lane = 0; lane < model::kWarpLanes; ++lane) {
    const bool right = warp.isActive(lane) ? isRight(warp, lane, accesses, results[lane]) : results[lane] == 0;
    if (!right) return "lane " + std::to_string(lane) + " has " + std::to_string(results[lane]);
  }
  return {};
}

// Launches the probe inside a range and checks what it did. Ranges are named by their number in the start, as gpu/worker
// names them: with another name for each pattern, the last starts of more than a thousand names gave NaN or one range too many
// (CUPTI 13.0.1; why is not known).
void launch(const LanePattern& pattern, std::uint32_t accesses, std::size_t range, const counters::RangeSession::Brackets& brackets,
            LaneCount& count) {
  GpuContext& context = GpuContext::of(device());
  auto* const results = context.buffer("lane results", sizeof(Results)).as<std::uint64_t>();
  const Results cleared{};
  context.copyToDevice(results, cleared.data(), sizeof cleared);
  context.synchronize();
  brackets.push("run " + std::to_string(range));
  DSM_CUDA(bench::launchLaneProbe(static_cast<bench::LaneProbeOp>(pattern.warp.op), pattern.warp.elementBytes, pattern.warp.remote,
                                  argsOf(pattern.warp, accesses, results), context.stream()));
  context.synchronize();
  brackets.pop();
  Results got{};
  context.copyToHost(got.data(), results, sizeof got);
  if (count.wrong.empty()) count.wrong = faultOf(pattern.warp, accesses, got);
}

// Patterns of one kind run the same kernel.
using Kind = std::tuple<LaneOp, std::uint32_t, bool>;
Kind kindOf(const LanePattern& pattern) { return {pattern.warp.op, pattern.warp.elementBytes, pattern.warp.remote}; }

std::unique_ptr<counters::RangeSession> openSession(std::string& why) {
  const auto cupti = counters::Cupti::open(counters::LibrarySearch::fromEnvironment());
  if (!cupti) {
    why = cupti.error().message;
    return nullptr;
  }
  GpuContext::of(device());
  std::unique_ptr<counters::RangeSession> session;
  const model::Preflight report = counters::preflight(cupti, &device(), worker::currentCudaContext(), false, &session);
  if (!report.ok) why = report.why.message + ' ' + report.why.hint;
  return report.ok ? std::move(session) : nullptr;
}

}  // namespace

std::unique_ptr<LaneCounter> LaneCounter::open(std::string& why) {
  auto session = openSession(why);
  if (!session) return nullptr;
  auto counter = std::make_unique<LaneCounter>();
  counter->m_session = std::move(session);
  return counter;
}

model::Expected<void> LaneCounter::countSome(const std::vector<std::string>& metrics, std::span<const LanePattern> patterns,
                                             std::span<LaneCount> counts) {
  if (!m_session) return model::fail("counters_closed", "The profiling session was lost.");
  const std::shared_ptr<counters::MetricConfig> config = m_session->metrics().config(metrics);
  std::map<Kind, std::size_t> empty;  // range of the launch without accesses, behind the patterns' own
  for (const LanePattern& pattern : patterns) empty.try_emplace(kindOf(pattern), 0);
  const auto values =
      m_session->collect(config, patterns.size() + empty.size(), [&](std::uint32_t, const counters::RangeSession::Brackets& brackets) {
        for (std::size_t i = 0; i < patterns.size(); ++i) {
          launch(patterns[i], kLaneAccesses, i, brackets, counts[i]);
        }
        std::size_t range = patterns.size();
        for (auto& [kind, index] : empty) {
          const auto first = std::ranges::find(patterns, kind, kindOf);
          launch(*first, 0, range, brackets, counts[static_cast<std::size_t>(first - patterns.begin())]);
          index = range++;
        }
      });
  if (!values) return tl::unexpected<model::Error>(values.error());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const std::vector<double>& without = (*values)[empty.at(kindOf(patterns[i]))];
    for (std::size_t k = 0; k < config->names().size(); ++k)
      counts[i].perAccess[config->names()[k]] = ((*values)[i][k] - without[k]) / kLaneAccesses;
  }
  return {};
}

model::Expected<std::vector<LaneCount>> LaneCounter::count(const std::vector<std::string>& metrics,
                                                           const std::vector<LanePattern>& patterns) {
  std::vector<LaneCount> counts(patterns.size());
  bool isSecondTry = false;
  for (std::size_t begin = 0; begin < patterns.size();) {
    const std::size_t some = std::min(kPatternsAStart, patterns.size() - begin);
    const auto done = countSome(metrics, std::span(patterns).subspan(begin, some), std::span(counts).subspan(begin, some));
    if (done) {
      begin += some;
      isSecondTry = false;
      continue;
    }
    std::fprintf(stderr, "patterns %zu to %zu: %s\n", begin, begin + some, done.error().message.c_str());
    if (isSecondTry) return tl::unexpected<model::Error>(done.error());
    isSecondTry = true;
    std::string why;
    m_session.reset();
    m_session = openSession(why);
    if (!m_session) return model::fail("counters_closed", why);
  }
  return counts;
}

}  // namespace dsm::gputest
