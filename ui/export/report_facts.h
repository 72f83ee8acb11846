// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the runs of a report were measured, counted over all of them: what the methods paragraph and the provenance say
// comes from here and from nowhere else. Pure; any thread.
#pragma once

#include "gpu/model/session.h"

#include <QString>

#include <map>
#include <string>
#include <vector>

namespace dsm::ui {

/// Lowest and highest of what some run has.
struct FactRange {
  double low = 0, high = 0;
  int count = 0;
  void add(double value);
};

using Counted = std::map<std::string, int>;  ///< word -> runs that say it

struct ReportFacts {
  int runs = 0, ok = 0, failed = 0, cancelled = 0;
  int correct = 0, wrong = 0, unchecked = 0;  ///< of those that did not fail
  std::map<model::Origin, int> origins;
  Counted imported;      ///< tools; such a run is in `runs` and in the provenance, and in nothing below but failed and ok
  Counted stops;         ///< "interval", "budget", ...; of runs that were not measured in turn
  int inTurn = 0;        ///< runs
  FactRange rounds, portions;  ///< of these: rounds, and launches of one
  FactRange samples;     ///< timed launches of a run
  FactRange warmupNs;
  FactRange leastPlanned, mostPlanned, target, budgetSeconds;
  FactRange clockHz;     ///< of single launches
  int withoutClock = 0;  ///< runs
  std::map<model::CacheState, int> caches;
  Counted throttles;     ///< reasons
  int throttleUnknown = 0;
  Counted workers, builds, hosts, seeds;
  std::string firstDate, lastDate;
  int counted = 0;       ///< runs with counters
  FactRange passes;
  Counted cupti, chips, replays;
  std::vector<std::string> commands;  ///< of the runs, each once, in their order
};

ReportFacts factsOf(const std::vector<model::RunPtr>& runs);

/// Sentences, in the order of a measurement.
QString methodsText(const ReportFacts& facts);

/// How runs were compared with pinned ones, in sentences. `threshold`: of "same", a fraction.
QString comparisonText(const ReportFacts& facts, double threshold);

}  // namespace dsm::ui
