// SPDX-License-Identifier: Apache-2.0
// A run against a base run: the ratio of their headline quantity turned so that below 1 is faster, its 95 % interval, a
// verdict against a threshold that the person sets, and everything that differs between the two and makes it doubtful.
// The runs table, the charts, `dsmscope compare` and the report all ask here, so that they cannot disagree.
//
// The samples of one run are not the whole noise. Two whole recordings of one H200 (606 configurations, driver 580.159.04,
// 2026-11-30; resources/recordings and tests/benchmarks/second_run) differ by more than their samples explain: by the bootstrap
// of the samples alone 32 % of these pairs without a change have an interval without 1. Where memory lands and what ran
// before shift a run as a whole (rms 0.04 to 0.37 % by variant, at most 1.8 %, no matter how quiet its samples are). So the
// interval is the bootstrap's joined, in quadrature of logarithms, with kBetweenRuns95. With 0.4 %, 2.1 % of the pairs
// exclude 1 (3.3 % of the worst experiment), 0.3 % are called at a threshold of 1 %, and 98.5 % of planted shifts of 2 % are found.
// Runs that were measured in turn (app/worker/interleave.h) carry that noise in their rounds: there the interval is the
// order-statistics one of the ratio of each round, and nothing is added.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "gpu/model/statistics.h"

namespace dsm::model {

inline constexpr double kDefaultThreshold = 0.01;   // fraction; a change smaller than this is no change
inline constexpr double kBetweenRuns95 = 0.004;     // half width, of the ratio of two runs of the same thing; see above
inline constexpr std::size_t kFewestSamples = 6;    // of a run, or rounds of an interleaving: below it there is no interval
inline constexpr double kClockTolerance = 0.01;     // fraction; clocks that differ by more are named
inline constexpr std::string_view kInterleavedStop = "interleaved";  // Run::stopReason of runs measured in turn, plan.minSamples a round

// One thing that differs between two runs.
struct Difference {
  std::string id;     // "driver", "sm_clock", "seed", ..., or a parameter's id
  std::string label;  // "Driver"
  std::string base;   // "580.159.04"; "not known" where it is missing
  std::string next;

  bool operator==(const Difference&) const = default;
};
// "Driver: 580.159.04 in the base, 590.10 in the new run."
std::string differenceSentence(const Difference& difference);

// Device, driver, CUDA, SM clock (median, beyond kClockTolerance), throttling, input (every parameter but ranges of powers of two,
// which are what is swept), seed, cache state, block and cluster shape, kernel build, origin. `spec` and the devices may be
// null: what they would tell is left out.
std::vector<Difference> differencesOf(const ExperimentSpec* spec, const Run& base, const Device* baseDevice, const Run& next,
                                      const Device* nextDevice);

struct Comparison {
  enum class Kind { none, pinned, verdict, otherExperiment } kind = Kind::none;
  Verdict verdict = Verdict::undecided;
  Ratio ratio;          // new / base, turned so that below 1 is faster; the interval is NaN where there is none
  Interval sampling95;  // by the samples alone
  std::string baseId;   // run that it was compared with; empty: none
  std::string why;      // one sentence: why there is no verdict, or no interval
  std::vector<Difference> differences;
};

// Same experiment or not is the caller's to know. Without a spec the quantity is the elapsed time. kind none where a run is
// not ok, was wrong, or has no finite sample. About 1 ms for two runs of 20 samples; any thread.
Comparison compareRuns(const ExperimentSpec* spec, const Run& base, const Device* baseDevice, const Run& next, const Device* nextDevice,
                       double threshold = kDefaultThreshold);

struct ComparedPair {
  const ExperimentSpec* spec = nullptr;  // null: an experiment that this build does not know
  RunPtr base;
  RunPtr next;
  Comparison comparison;
};

struct SessionComparison {
  double threshold = kDefaultThreshold;
  std::vector<ComparedPair> pairs;  // in the order of the new session
  std::vector<RunPtr> onlyBase;     // configurations without a partner
  std::vector<RunPtr> onlyNext;
  std::size_t same = 0;
  std::size_t faster = 0;
  std::size_t slower = 0;
  std::size_t undecided = 0;
  std::size_t notCompared = 0;  // pairs without a verdict
  std::size_t newlyFailed = 0;  // of these: the base was right and the new run failed or was wrong
};

// Runs are partners when experiment, variant and identity parameters are equal; of several the latest of each session counts.
// `experiment` empty: all.
SessionComparison compareSessions(const Session& base, const Session& next, const Catalogue& catalogue, std::string_view experiment = {},
                                  double threshold = kDefaultThreshold);

// "same", "faster", "slower", "undecided".
std::string_view verdictName(Verdict verdict);

}  // namespace dsm::model
