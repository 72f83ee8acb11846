// SPDX-License-Identifier: GPL-3.0-or-later
// "Measure again, interleaved": A and B in turn, in small portions, so that what drifts (clocks, temperature, what ran before)
// falls on both alike. Pure functions over requests and runs: a queue measures what interleaved() lists, and
// joinInterleaved() makes one run of each side from what arrived. For a window:
//
//   const auto plan = app::interleaved({app::requestOf(*a), app::requestOf(*b)});   // counter_queue.h has requestOf()
//   queue.enqueue(plan->requests);                      // and collect every runArrived() until drained()
//   const auto joined = app::joinInterleaved(*plan, arrived, catalogue);            // one model::RunPtr for each side
//
// The document takes the joined runs only. model::compareRuns() knows them by stopReason kInterleavedStop, and takes the ratio
// of each round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/model/error.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// The median of the ratios of 10 rounds has a 95 % interval from the second to the ninth; below 6 there is none.
inline constexpr std::size_t kDefaultRounds = 10;
inline constexpr std::size_t kFewestRounds = 6;
inline constexpr std::size_t kMostRounds = 1000;

struct InterleavePlan {
  std::vector<model::RunRequest> sides;     // as they were asked for
  std::vector<model::RunRequest> requests;  // rounds x sides, in the order of measuring
  std::vector<std::size_t> sideOf;          // of each request
  std::size_t rounds = 0;
  std::uint32_t portion = 0;  // samples of one side in one round: the smallest minSamples of the sides
};

// Each round measures every side once: A B, then B A, and so on, so that a steady drift cancels out. Each portion takes exactly
// its samples, whatever the interval and the budget. Error bad_value: fewer than two sides, rounds out of range,
// plans without samples, several devices.
model::Expected<InterleavePlan> interleaved(std::vector<model::RunRequest> sides, std::size_t rounds = kDefaultRounds);

// `arrived`: the runs of plan.requests in their order, as a queue hands them out. Where it was stopped, whole rounds are kept.
// A joined run has the samples of all rounds one after the other, the id of its first round, the launch of each, the same date and
// command as the other sides, stopReason "interleaved", plan.minSamples a round. Errors: the run's own where a
// round failed or was wrong; other_launch where a round was not launched, built or placed as the first; not_interleaved where a
// run is not the one that was asked for; cancelled where not one round is whole.
model::Expected<std::vector<model::RunPtr>> joinInterleaved(const InterleavePlan& plan, const std::vector<model::RunPtr>& arrived,
                                                            const model::Catalogue& catalogue);

}  // namespace dsm::app
