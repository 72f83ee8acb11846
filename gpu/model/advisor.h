// SPDX-License-Identifier: Apache-2.0
// The configuration advisor: for the wanted values and a device, every placement, cluster size and block size, whether it
// is legal and why not, and which one to take. A recommendation stands on runs of the session; where nothing was
// measured at these values, on the nearest that was, named as such; else on the published guide alone. The guide's word is
// kept beside what was measured, with the ratio. No figure here but what runs or the device give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::model {

// A figure of one run, in the advice's quantity.
struct MeasuredRate {
  double median = 0;
  Interval median95;
  std::string runId;
  Origin origin = Origin::recorded;
};

// One row: a variant at a cluster size and a block size, all else as wanted.
struct Configuration {
  std::string variant;
  Values values;               // complete for the variant
  std::uint64_t bytesPerBlock = 0;
  Legality legality;           // its `nearest`, where named, is legal itself
  bool usesStatic = false;     // the kernel's arrays are __shared__, compiled in
  bool staticHolds = false;    // within the static cap of the device
  bool dynamicHolds = false;   // within its opt-in limit
  std::optional<MeasuredRate> measured;  // on the advice's ground: at these values, or the nearest; nothing: not measured
};

// Another way, against the recommended one, both at their best measured configuration.
struct AdviceRival {
  std::size_t row = 0;
  double timesBetter = 1;   // how many times better the recommended one was; below 1 cannot be
  Verdict verdict = Verdict::undecided;  // of the recommended one against it
};

enum class AdviceGround {
  measured,  // runs at the wanted values
  nearest,   // runs at the nearest measured values
  guide,     // no run of a legal configuration: the guide's word alone
  none,      // nothing is legal, or there is neither run nor guide
};

struct Advice {
  std::string problem;                  // why there are no rows: one sentence
  std::vector<Configuration> rows;      // measured ones best first, then the rest of the legal ones, then the illegal
  std::string quantity;                 // id: the rate quantity, else the headline
  AdviceGround ground = AdviceGround::none;
  std::optional<std::size_t> recommended;  // row
  std::vector<AdviceRival> rivals;      // best first, one a variant; clusters of 2 and more where a variant forms clusters
  Values nearestValues;                 // ground nearest: what differs from the wanted values, as measured
  std::vector<std::string> unmeasured;  // variants with a legal configuration and no run at the ground's values

  std::optional<Guide> guide;
  std::optional<std::size_t> guideRow;  // the best row of the guide's variant; nothing: none is legal
  bool guideAgrees() const;             // the recommended variant is the guide's, or no difference could be told

  // Where the figures are from.
  std::string runDevice;                // name; empty: no run
  std::string runDate;                  // of the recommended row's run, ISO 8601
  enum class SameDevice { yes, sameModel, other } sameDevice = SameDevice::yes;
  bool mixedOrigins = false;            // some were recorded and some measured now
};

// `values`: any parameters of the spec (missing ones take their default); those of cluster and block size are asked at every
// choice and at the wanted value. `session` may be null. An unknown value or an illegal one gives no rows. Any thread.
Advice advise(const ExperimentSpec& spec, const Values& values, const Device& device, const Session* session);

// Registers a thread of the variant's kernel on such a device, where all its runs in the session agree, or else the runs at
// exactly these values do; 0: not known.
std::uint32_t recordedRegisters(const ExperimentSpec& spec, const Session& session, std::string_view variant,
                                const Values& complete, const Device& device);

}  // namespace dsm::model
