// SPDX-License-Identifier: Apache-2.0
// Roles, bounds, flags and books.
#include "gpu/model/counter_books.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dsm::model {
namespace {

constexpr double kBalanced = 0.001;  // of what was expected: results and barriers move a little too

struct RoleName {
  std::string_view metric;  // without its roll-up
  CounterRole role;
};

// Names that differ by chip stand beside each other; each means the same everywhere it exists.
constexpr std::array kRoles = {
    RoleName{"l1tex__m_xbar2l1tex_read_bytes_mem_dshared", CounterRole::dsmemIn},
    RoleName{"l1tex__m_xbar2l1tex_read_sectors_mem_dshared", CounterRole::dsmemIn},
    RoleName{"l1tex__m_l1tex2xbar_write_bytes_mem_dshared", CounterRole::dsmemOut},
    RoleName{"l1tex__m_l1tex2xbar_write_sectors_mem_dshared", CounterRole::dsmemOut},
    RoleName{"lts__t_sectors_srcunit_tex", CounterRole::l2FromSm},
    RoleName{"lts__t_bytes", CounterRole::l2Total},
    RoleName{"lts__t_sectors_srcunit_ltcfabric", CounterRole::fabric},
    RoleName{"dram__bytes_read", CounterRole::dramRead},
    RoleName{"dram__bytes_op_read", CounterRole::dramRead},
    RoleName{"dram__sectors_read", CounterRole::dramRead},
    RoleName{"dram__bytes_write", CounterRole::dramWrite},
    RoleName{"dram__bytes_op_write", CounterRole::dramWrite},
    RoleName{"dram__sectors_write", CounterRole::dramWrite},
    RoleName{"lts__t_sectors_op_read", CounterRole::l2Read},
    RoleName{"lts__t_sectors_op_write", CounterRole::l2Write},
    RoleName{"lts__t_sectors_op_atom", CounterRole::l2Atomic},
    RoleName{"lts__t_sectors_op_red", CounterRole::l2Reduction},
    RoleName{"lts__t_sector_hit_rate", CounterRole::l2HitRate},
};

std::string gigabytes(double bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; std::abs(bytes) >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  std::string text = std::to_string(std::round(bytes * 100) / 100);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text + " " + kUnits[unit];
}

bool near(double part, double whole) { return std::abs(part - whole) <= 0.25 * std::abs(whole); }

// The reason for a residual over 5 %, in the order in which counters can prove it.
std::string explain(const BookLine& line, const Counters& counters) {
  const auto bytes = [&](CounterRole role) { return bytesOf(counters, role).value_or(0); };
  const double residual = line.residualBytes;
  switch (line.role) {
    case CounterRole::l2Total: {
      const double fabric = bytes(CounterRole::fabric);
      const double fromSm = bytes(CounterRole::l2FromSm) - line.expectedBytes.value_or(0);  // what the SMs' own line leaves open
      if (fabric > 0 && residual > 0 && fabric + std::max(0.0, fromSm) >= 0.5 * residual) {
        return "The fabric between the halves of the L2 carried " + gigabytes(fabric) +
               ", which the total counts and the SMs did not ask for.";
      }
      if (residual > 0 && near(bytes(CounterRole::dramRead) + bytes(CounterRole::dramWrite), residual)) {
        return "Fills from DRAM and write-backs to it pass through the L2 as well: " +
               gigabytes(bytes(CounterRole::dramRead) + bytes(CounterRole::dramWrite)) + ".";
      }
      if (residual > 0 && fromSm >= 0.5 * residual)
        return "The SMs asked for more sectors than the payload fills: partial sectors count whole.";
      return "The total counts what other units ask of the L2 too, and this chip has no counter for the fabric between its halves.";
    }
    case CounterRole::l2FromSm:
      if (residual > 0) return "Partial sectors: an access to part of a sector, and each atomic packet, counts 32 bytes.";
      return "Fewer sectors than the arithmetic: the L1 served some of the reads.";
    case CounterRole::dsmemIn:
      if (residual > 0) return "Partial sectors: DSMEM packets, those of atomics above all, are counted in 32-byte sectors.";
      return "Fewer bytes than the arithmetic: accesses to the own block's memory do not leave the SM.";
    case CounterRole::dramRead:
      if (residual > 0) return "Lines were read that the payload does not name: partial lines and what was evicted in between.";
      return "Part of the data still lay in the L2.";
    case CounterRole::dramWrite:
      return residual > 0 ? "Write-back: lines that were dirty before the launch left the L2 during it."
                          : "The written lines may still be in the L2.";
    default:
      return {};
  }
}

std::optional<double> expectedBytes(CounterRole role, const ExpectedTraffic& expected, const Counters& counters) {
  switch (role) {
    case CounterRole::dsmemIn:
      return static_cast<double>(expected.dsmemBytes);
    case CounterRole::l2FromSm:
    case CounterRole::l2Total:
      return static_cast<double>(expected.l2FromSmBytes);
    case CounterRole::dramRead:
      if (!expected.dramReadFlushedBytes || counters.cache != CacheState::flushed) return std::nullopt;
      return static_cast<double>(*expected.dramReadFlushedBytes);
    default:
      return std::nullopt;
  }
}

}  // namespace

CounterRole roleOf(std::string_view metric) {
  const std::string_view base = metric.substr(0, metric.find('.'));
  const std::string_view rollUp = metric.size() > base.size() ? metric.substr(base.size()) : std::string_view(".sum");
  const auto found = std::ranges::find(kRoles, base, &RoleName::metric);
  if (found == kRoles.end()) return CounterRole::other;
  const bool rate = found->role == CounterRole::l2HitRate;
  if (!rate && rollUp != ".sum") return CounterRole::other;  // an average or a peak is another quantity
  return found->role;
}

std::string_view roleLabel(CounterRole role) {
  switch (role) {
    case CounterRole::other:
      return "";
    case CounterRole::dsmemIn:
      return "DSMEM in";
    case CounterRole::dsmemOut:
      return "DSMEM out";
    case CounterRole::l2FromSm:
      return "L2 from the SMs";
    case CounterRole::l2Total:
      return "L2 in total";
    case CounterRole::fabric:
      return "L2 fabric";
    case CounterRole::dramRead:
      return "DRAM read";
    case CounterRole::dramWrite:
      return "DRAM write";
    case CounterRole::l2Read:
      return "L2 reads";
    case CounterRole::l2Write:
      return "L2 writes";
    case CounterRole::l2Atomic:
      return "L2 atomics";
    case CounterRole::l2Reduction:
      return "L2 reductions";
    case CounterRole::l2HitRate:
      return "L2 hit rate";
  }
  return "";
}

const CounterValue* valueWithRole(const Counters& counters, CounterRole role) {
  if (!counters.collected) return nullptr;
  const auto found = std::ranges::find_if(counters.values, [&](const CounterValue& value) { return roleOf(value.name) == role; });
  return found == counters.values.end() ? nullptr : &*found;
}

double bytesPerCount(const CounterValue& value) {
  return value.unit.ends_with("sector") && value.unit.find('/') == std::string::npos ? kSectorBytes : 1;
}

std::optional<double> bytesOf(const Counters& counters, CounterRole role) {
  const CounterValue* value = valueWithRole(counters, role);
  if (value == nullptr || !std::isfinite(value->value)) return std::nullopt;
  return value->value * bytesPerCount(*value);
}

Reading readingOf(const CounterValue& value) {
  if (!std::isfinite(value.value)) return {value.value, Bound::unknown};
  if (std::isfinite(value.background) && value.value < kBackgroundFactor * value.background) {
    return {std::max(value.value, value.background), Bound::atMost};
  }
  return {value.value, Bound::exact};
}

RatioReading ratioOf(const CounterValue& a, const CounterValue& b) {
  const Reading above = readingOf(a), below = readingOf(b);
  RatioReading ratio;
  ratio.acrossPasses = a.passes > 1 || b.passes > 1 || a.set != b.set;
  const double bytesA = above.value * bytesPerCount(a), bytesB = below.value * bytesPerCount(b);
  if (!(bytesB > 0) || above.bound == Bound::unknown || below.bound == Bound::unknown ||
      (above.bound == Bound::atMost && below.bound == Bound::atMost)) {
    ratio.bound = Bound::unknown;
    ratio.value = std::numeric_limits<double>::quiet_NaN();
    return ratio;
  }
  ratio.value = bytesA / bytesB;
  if (below.bound == Bound::atMost) ratio.bound = Bound::moreThan;
  if (above.bound == Bound::atMost) ratio.bound = Bound::atMost;
  return ratio;
}

std::vector<CounterFlag> flagsOf(const Counters& counters, const CounterValue& value) {
  std::vector<CounterFlag> flags;
  if (counters.kernelNs > 0 && counters.kernelNs < kTooShortNs) flags.push_back(CounterFlag::tooShort);
  const bool background = readingOf(value).bound == Bound::atMost;
  if (background) flags.push_back(CounterFlag::background);
  if (roleOf(value.name) == CounterRole::dramWrite) {
    // Near zero: the background, or a hundredth of what the SMs moved through the L2.
    const double moved = bytesOf(counters, CounterRole::l2FromSm).value_or(0);
    if (background || value.value == 0 || value.value * bytesPerCount(value) < 0.01 * moved) flags.push_back(CounterFlag::mayStillBeInL2);
  }
  if (value.outOfRange) flags.push_back(CounterFlag::outOfRange);
  if (value.passes > 1 && (value.unit == "percent" || value.unit.find('/') != std::string::npos))
    flags.push_back(CounterFlag::severalPasses);
  return flags;
}

std::string_view flagText(CounterFlag flag) {
  switch (flag) {
    case CounterFlag::tooShort:
      return "The launch took less than 20 us: too short to trust its counters.";
    case CounterFlag::background:
      return "At most the background: a blank kernel of the same shape and duration shows as much.";
    case CounterFlag::mayStillBeInL2:
      return "The data may still be in the L2.";
    case CounterFlag::outOfRange:
      return "Outside its range: the parts of this metric were not counted at the same moment.";
    case CounterFlag::severalPasses:
      return "Its parts come from several passes, and so from several launches.";
  }
  return "";
}

std::vector<BookLine> booksOf(const ExpectedTraffic& expected, const Counters& counters) {
  std::vector<BookLine> lines;
  for (const CounterRole role :
       {CounterRole::dsmemIn, CounterRole::l2FromSm, CounterRole::l2Total, CounterRole::dramRead, CounterRole::dramWrite}) {
    const CounterValue* value = valueWithRole(counters, role);
    if (value == nullptr || !std::isfinite(value->value)) continue;
    BookLine line;
    line.role = role;
    line.name = value->name;
    const Reading reading = readingOf(*value);
    line.bound = reading.bound;
    line.measuredBytes = reading.value * bytesPerCount(*value);
    line.expectedBytes = expectedBytes(role, expected, counters);
    if (line.expectedBytes) {
      line.residualBytes = line.measuredBytes - *line.expectedBytes;
      double reference = *line.expectedBytes;
      if (reference == 0) reference = expected.payloadBytes > 0 ? static_cast<double>(expected.payloadBytes) : line.measuredBytes;
      line.residualFraction = reference > 0 ? line.residualBytes / reference : 0;
      const bool nothing = *line.expectedBytes == 0 && line.bound == Bound::atMost;
      line.balanced = nothing || std::abs(line.residualBytes) <= std::max(line.granularityBytes, kBalanced * reference);
      if (!nothing && std::abs(line.residualFraction) > kResidualToExplain) line.explanation = explain(line, counters);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace dsm::model
