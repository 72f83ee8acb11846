// SPDX-License-Identifier: Apache-2.0
// One configuration, measured: what was asked, what was launched, every raw sample, whether it was right,
// and everything needed to repeat it. Immutable once made; shared by pointer between threads and layers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/model/counters.h"
#include "gpu/model/device.h"
#include "gpu/model/error.h"
#include "gpu/model/origin.h"
#include "gpu/model/parameter.h"
#include "gpu/model/unknown_fields.h"

namespace dsm::model {

// How long and how exactly to measure. The interval is looked at only at n = minSamples, 2x, 4x, ...
struct MeasurementPlan {
  std::uint32_t minSamples = 20;
  std::uint32_t maxSamples = 320;
  double targetRelativeHalfWidth = 0.005;  // stop when the median's interval is this tight
  double budgetSeconds = 2.0;              // of timed work; at least minSamples are taken all the same, unless one sample is over 1 s
  CacheState cache = CacheState::warm;
  std::uint64_t seed = 1;                  // of the input data
  bool operator==(const MeasurementPlan&) const = default;
};

struct RunRequest {
  std::string experiment;
  std::string variant;
  Values values;            // every parameter that applies to the variant; missing ones take their default
  MeasurementPlan plan;
  std::string deviceUuid;   // empty: the first device
};

// One timed launch (or one chain of launches, for variants that relaunch).
struct Sample {
  double elapsedNs = 0;   // by CUDA events
  double cycles = 0;      // SM clock cycles inside the kernel; 0 where the variant has no single kernel
  double smClockHz = 0;   // %clock64 over %globaltimer of that very launch; 0 if too short to tell
};

struct LaunchInfo {
  std::uint64_t gridBlocks = 0;
  std::uint32_t clusterSize = 1;
  std::uint32_t threads = 0;
  std::uint64_t staticBytes = 0;
  std::uint64_t dynamicBytes = 0;
  std::uint32_t registersPerThread = 0;
  std::uint32_t blocksPerSm = 0;      // the device's own occupancy answer
  std::uint32_t activeClusters = 0;   // the device's own answer; blocks if there is no cluster
  std::uint64_t launchesPerSample = 1;
  std::uint32_t placingLaunches = 0;  // of the same kernel, before any other: they looked for the fastest place of its memory
};

struct Validation {
  bool done = false;
  bool correct = false;
  std::string detail;  // "65 536 bins equal the CPU reference", or the first difference
  std::uint64_t rejectedInputs = 0;  // inputs out of range: counted apart, never written
};

struct Provenance {
  std::string date;            // UTC, ISO 8601
  std::string workerVersion;
  std::string kernelBuildId;   // hash of the device code
  std::string command;         // the command line that repeats it
  std::string host;            // operating system and CPU, no host name
  std::vector<std::string> throttleReasons;  // empty: none; "unknown" if NVML is missing
  double warmupNs = 0;
};

enum class RunStatus { ok, failed, cancelled };

struct Run {
  std::string id;  // unique within a session
  std::string experiment;
  std::string variant;
  Values values;   // exactly the parameters that apply to the variant
  MeasurementPlan plan;
  RunStatus status = RunStatus::ok;
  Error error;     // when status is failed
  std::string stopReason;  // "interval", "budget", "samples", "cancelled"
  std::vector<Sample> samples;
  LaunchInfo launch;
  Validation validation;
  std::string deviceUuid;  // key into Session::devices
  Origin origin = Origin::measured;
  Provenance provenance;
  std::string notes;       // a person's own words
  std::optional<Counters> counters;  // nothing: nobody asked for them
  std::string name;                  // a person's own name for it; empty: the variant says what it is
  std::vector<std::string> tags;     // a person's own words, in their order
  UnknownFields unknown;             // of the run and of everything in it
};

using RunPtr = std::shared_ptr<const Run>;

}  // namespace dsm::model
