// SPDX-License-Identifier: Apache-2.0
// What the hardware counted during one launch, and what the metrics of a chip are. Plain values: whoever collects
// them (gpu/counters) and whoever shows them meet here. What was not collected says why, and is never zero.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"

namespace dsm::model {

enum class CacheState { warm, flushed };  // L2 before each launch that counts

// Ids of the built-in sets, in the order in which they are collected.
inline constexpr std::string_view kTrafficSet = "traffic";  // one pass on every chip
inline constexpr std::string_view kL2Set = "l2";
inline constexpr std::string_view kSharedSet = "shared";
inline constexpr std::string_view kCustomSet = "custom";  // the group of names that a person chose

// What to collect: sets by id and metrics by name ("lts__t_bytes.sum"). A bare name means its usual roll-up.
struct CounterRequest {
  std::vector<std::string> sets;
  std::vector<std::string> names;
  bool background = true;  // also count a blank kernel of the same shape and duration

  bool operator==(const CounterRequest&) const = default;
};
// "traffic,l2,lts__t_bytes.sum" as a request: words that are set ids become sets. Empty text: the traffic set.
CounterRequest parseCounterRequest(std::string_view text);

struct CounterValue {
  std::string name;  // with its roll-up: "lts__t_bytes.sum"
  double value = 0;
  double background = std::numeric_limits<double>::quiet_NaN();  // the blank kernel's; NaN: not collected
  std::string unit;                                              // the library's word: "byte", "sector", "percent", "instruction", ...
  std::string description;                                       // the library's sentence
  std::string set;                                               // the group that it was collected in; values of one group share its passes
  std::uint32_t passes = 1;                                      // passes of that group
  bool outOfRange = false;  // a fraction above one, a percentage above 100, a negative count: shown, never clipped
};

struct CounterMiss {
  std::string name;
  std::string reason;  // one sentence

  bool operator==(const CounterMiss&) const = default;
};

// The counters of one run: of one more launch of it, profiled, after it was validated without a profiler.
struct Counters {
  bool collected = false;
  Error why;  // where nothing was collected: what is in the way, and the remedy
  std::vector<CounterValue> values;
  std::vector<CounterMiss> missing;  // asked for, and not there
  std::uint32_t passes = 0;          // launches that were profiled, over all groups
  std::string replayMode = "user";   // the launch is repeated by the program, its outputs and caches restored before each pass
  CacheState cache = CacheState::warm;
  double kernelNs = 0;  // of an unprofiled launch just before
  std::string kernel;   // the kernel's name without template arguments; for the line for Nsight Compute
  std::string chip;     // "GH100"
  std::string cuptiVersion;

  const CounterValue* find(std::string_view name) const;
};

// A metric of a chip.
struct MetricInfo {
  std::string name;  // without a roll-up, as the chip's list has it
  std::string kind;  // "counter", "ratio", "throughput"
  std::string unit;
  std::string description;

  bool operator==(const MetricInfo&) const = default;
};
struct MetricList {
  std::string chip;                // empty: none was named and there is no device
  std::vector<std::string> chips;  // that the library knows
  std::vector<MetricInfo> metrics;
  std::string cuptiVersion;
};

// How a request would be collected.
struct PassGroup {
  std::string set;
  std::vector<std::string> names;
  std::uint32_t passes = 0;

  bool operator==(const PassGroup&) const = default;
};
struct PassPlan {
  std::string chip;
  std::vector<PassGroup> groups;
  std::vector<CounterMiss> missing;
  std::uint32_t passes = 0;  // of all groups

  bool operator==(const PassPlan&) const = default;
};

// Whether counters can be collected here, found out before any launch.
struct PreflightStep {
  std::string what;  // "libcupti", "device", "permission", ...
  bool ok = false;
  std::string detail;  // what was found: a path, a version, an answer

  bool operator==(const PreflightStep&) const = default;
};
struct Preflight {
  bool ok = false;
  Error why;  // where not ok: a sentence and the exact remedy
  std::string chip;
  std::string cuptiVersion;
  std::vector<PreflightStep> steps;
};

}  // namespace dsm::model
