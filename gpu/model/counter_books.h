// SPDX-License-Identifier: Apache-2.0
// Do the books balance? Counters beside the bytes that a variant must move, with the residual and the counter that
// explains it; and how far a counter may be trusted: above the background of a blank kernel, within its range, of a
// launch that was long enough. Pure functions of a run's counters, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/counters.h"
#include "gpu/model/spec.h"

namespace dsm::model {

inline constexpr double kSectorBytes = 32;
inline constexpr double kTooShortNs = 20'000;       // a launch under this is too short to trust its counters
inline constexpr double kBackgroundFactor = 3;      // a value below this many backgrounds is the background
inline constexpr double kResidualToExplain = 0.05;  // of what was expected

// What a metric stands for, whatever its name is on this chip.
enum class CounterRole {
  other,
  dsmemIn,   // bytes that arrived at the reading SMs (sink side)
  dsmemOut,  // the same bytes, where they left (source side): never added to the other
  l2FromSm,  // sectors that the SMs asked for
  l2Total,   // everything that the L2 handled, the fabric between its halves too
  fabric,    // sectors between the halves of the L2
  dramRead,
  dramWrite,
  l2Read,
  l2Write,
  l2Atomic,
  l2Reduction,
  l2HitRate,
};
CounterRole roleOf(std::string_view metric);
// "DSMEM in", "L2 from the SMs", "L2 in total", "DRAM write", ...; empty for other.
std::string_view roleLabel(CounterRole role);

// The value that plays a role, in bytes (sectors x 32; a percentage stays one). Nothing if it was not collected.
const CounterValue* valueWithRole(const Counters& counters, CounterRole role);
// One value of this metric in bytes: 32 for sectors, 1 for bytes and everything that is no size.
double bytesPerCount(const CounterValue& value);
std::optional<double> bytesOf(const Counters& counters, CounterRole role);

// A value as it may be said: exactly, or at most (what a blank kernel shows as well).
enum class Bound { exact, atMost, moreThan, unknown };
struct Reading {
  double value = 0;  // in the value's own unit
  Bound bound = Bound::exact;
};
Reading readingOf(const CounterValue& value);
// a / b: exact, "more than" where b is at most its background, "at most" where a is; unknown where both are or b is 0.
struct RatioReading {
  double value = 0;
  Bound bound = Bound::exact;
  bool acrossPasses = false;  // the two were not counted in the same pass
};
RatioReading ratioOf(const CounterValue& a, const CounterValue& b);

enum class CounterFlag {
  tooShort,        // the launch took less than 20 us
  background,      // no more than three times what a blank kernel shows
  mayStillBeInL2,  // a DRAM write near zero
  outOfRange,
  severalPasses,  // its own parts were not counted in the same pass
};
std::vector<CounterFlag> flagsOf(const Counters& counters, const CounterValue& value);
// One sentence for a person.
std::string_view flagText(CounterFlag flag);

// One line of the books.
struct BookLine {
  CounterRole role = CounterRole::other;
  std::string name;  // of the metric
  double measuredBytes = 0;
  Bound bound = Bound::exact;              // atMost: measuredBytes is the background
  std::optional<double> expectedBytes;     // nothing: arithmetic cannot tell
  double granularityBytes = kSectorBytes;  // a residual below it is none
  double residualBytes = 0;                // measured - expected; 0 without an expectation
  double residualFraction = 0;             // of the expected bytes; of the payload where none were expected
  bool balanced = true;                    // within a sector or 0.1 % of the same, or background where none were expected
  std::string explanation;                 // where the residual is over 5 %: the counter or the reason that explains it
};
// DSMEM, L2 from the SMs, L2 in total, DRAM read, DRAM write: those that were collected, in this order.
std::vector<BookLine> booksOf(const ExpectedTraffic& expected, const Counters& counters);

}  // namespace dsm::model
