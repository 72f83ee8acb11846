// SPDX-License-Identifier: Apache-2.0
// See lane_counters.h.
#include "tests/gpu/lane_counters.h"

#include <algorithm>
#include <cmath>

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

constexpr std::size_t kPatternsAStart = counters::RangeSession::kMaxRanges / 2;

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

// Launches the probe inside a range and checks what it did.
Results launch(GpuContext& context, const LanePattern& pattern, std::uint32_t accesses, const counters::RangeSession::Brackets& brackets,
               LaneCount& count) {
  auto* const results = context.buffer("lane results", sizeof(Results)).as<std::uint64_t>();
  const Results poison{};
  context.copyToDevice(results, poison.data(), sizeof poison);
  context.synchronize();
  brackets.push(pattern.name);
  DSM_CUDA(bench::launchLaneProbe(static_cast<bench::LaneProbeOp>(pattern.warp.op), pattern.warp.elementBytes, pattern.warp.remote,
                                  argsOf(pattern.warp, accesses, results), context.stream()));
  context.synchronize();
  brackets.pop();
  Results got{};
  context.copyToHost(got.data(), results, sizeof got);
  if (count.wrong.empty()) count.wrong = faultOf(pattern.warp, accesses, got);
  return got;
}

}  // namespace

model::Expected<std::vector<LaneCount>> countLanes(counters::RangeSession& session, const std::vector<std::string>& metrics,
                                                   const std::vector<LanePattern>& patterns) {
  GpuContext& context = GpuContext::of(device());
  std::vector<LaneCount> counts(patterns.size());
  const std::shared_ptr<counters::MetricConfig> config = session.metrics().config(metrics);
  for (std::size_t begin = 0; begin < patterns.size(); begin += kPatternsAStart) {
    const std::size_t end = std::min(patterns.size(), begin + kPatternsAStart);
    const auto values = session.collect(config, 2 * kPatternsAStart, [&](std::uint32_t, const counters::RangeSession::Brackets& brackets) {
      for (std::size_t i = begin; i < end; ++i) {
        const Results none = launch(context, patterns[i], 0, brackets, counts[i]);
        const Results many = launch(context, patterns[i], kLaneAccesses, brackets, counts[i]);
        counts[i].cycles = (static_cast<double>(many[32]) - static_cast<double>(none[32])) / kLaneAccesses;
      }
    });
    if (!values) return tl::unexpected<model::Error>(values.error());
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = 0; k < config->names().size(); ++k) {
        const double none = (*values)[2 * (i - begin)][k];
        const double many = (*values)[2 * (i - begin) + 1][k];
        counts[i].perAccess[config->names()[k]] = (many - none) / kLaneAccesses;
      }
    }
  }
  return counts;
}

std::unique_ptr<counters::RangeSession> openLaneSession(std::string& why) {
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

}  // namespace dsm::gputest
