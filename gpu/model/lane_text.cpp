// SPDX-License-Identifier: Apache-2.0
// One warp access as a person types it, and its cost as a text table.
#include <algorithm>
#include <charconv>
#include <cstdio>

#include "gpu/model/lane_access.h"

namespace dsm::model {
namespace {

struct OpName {
  LaneOp op;
  std::string_view name;
  std::string_view words;
};
constexpr std::array<OpName, 4> kOps = {{{LaneOp::load, "load", "Load"},
                                         {LaneOp::store, "store", "Store"},
                                         {LaneOp::addOne, "add1", "Atomic add of 1"},
                                         {LaneOp::addValue, "add", "Atomic add of a value"}}};

const OpName& nameOf(LaneOp op) { return kOps[static_cast<std::size_t>(op)]; }

// Decimal, or hexadecimal after 0x; the whole text.
template <class Number>
bool parseNumber(std::string_view text, Number& number) {
  const bool isHex = text.starts_with("0x") || text.starts_with("0X");
  if (isHex) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, isHex ? 16 : 10);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() && !(isHex && text.front() == '-');
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

Expected<void> setPart(LaneAccess& access, const std::string& key, const std::string& value, bool hasValue) {
  const auto bad = [&](const char* wanted) {
    return fail("bad_value", "\"" + (hasValue ? key + "=" + value : key) + "\" is no part of an access.", wanted);
  };
  if (key == "stride") return parseNumber(value, access.strideElements) ? Expected<void>() : bad("A stride is a whole number of elements.");
  if (key == "size") return parseNumber(value, access.elementBytes) ? Expected<void>() : bad("A size is 1, 2, 4, 8 or 16 bytes.");
  if (key == "base") return parseNumber(value, access.baseBytes) ? Expected<void>() : bad("A base is an offset in bytes, 0 or more.");
  if (key == "lanes") {
    const auto lanes = parseLanes(value);
    if (!lanes) return bad("Lanes are all, even, odd, a list like 0-7 or a mask like 0xffff.");
    access.activeLanes = *lanes;
    return {};
  }
  if (key == "remote") {
    std::uint32_t rank = 1;
    if (hasValue && (!parseNumber(value, rank) || rank > 15)) return bad("A remote rank is 0 to 15.");
    access.remoteRank = rank;
    return {};
  }
  if (key == "op") {
    for (const OpName& op : kOps) {
      if (op.name != value) continue;
      access.op = op.op;
      return {};
    }
    return bad("An op is load, store, add1 or add.");
  }
  return bad("Parts are stride, size, base, lanes, op and remote.");
}

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string plural(noun);
  if (count != 1) plural += noun.ends_with("s") ? "es" : "s";
  return std::to_string(count) + " " + plural;
}

std::string hexOf(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string headOf(const LaneAccess& access, const LaneCost& cost) {
  std::string text =
      std::string(nameOf(access.op).words) + ", elements of " + counted(access.elementBytes, "byte") + ", stride " +
      counted(static_cast<std::uint64_t>(access.strideElements < 0 ? -access.strideElements : access.strideElements), "element");
  if (access.strideElements < 0) text += " downwards";
  text += ", base " + hexOf(access.baseBytes) + ", ";
  text += access.activeLanes == kAllLanes ? "all lanes" : "lanes " + hexOf(access.activeLanes);
  text += access.remoteRank ? ", rank " + std::to_string(*access.remoteRank) + "'s shared memory\n" : ", the block's own shared memory\n";
  if (cost.segments.empty()) return text + "No lane is active: nothing is accessed.\n";
  const std::string segments = counted(cost.segments.size(), "segment") + " of 32 bytes";
  char percent[24];
  std::snprintf(percent, sizeof percent, "%.0f %%", 100 * cost.usedFraction());
  if (cost.network) {
    const std::string least = cost.network->isLeast ? "at least " : "";
    text += segments + " touched, " + least + counted(cost.network->requested, "sector") + " requested, " + least +
            counted(cost.network->moved, "sector") + " moved between the SMs; " + (cost.network->isLeast ? "at most " : "") + percent +
            " of the bytes moved are used.\n";
    text += "Passes of a remote access are not modelled; those below are of the same access in the own shared memory.\n";
    return text;
  }
  const std::uint32_t degree = cost.banks.conflictDegree;
  text += degree > 1 ? std::to_string(degree) + "-way conflict: " : "No conflict: ";
  text += counted(cost.banks.passes, "pass") + ", " + segments + ", " + percent + " of their bytes used.\n";
  return text;
}

}  // namespace

std::string lanesText(std::uint32_t lanes) {
  std::string text;
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    if ((lanes >> lane & 1U) == 0) continue;
    std::uint32_t last = lane;
    while (last + 1 < kWarpLanes && (lanes >> (last + 1) & 1U) != 0) ++last;
    if (!text.empty()) text += ' ';
    text += std::to_string(lane);
    if (last > lane) text += (last == lane + 1 ? " " : "-") + std::to_string(last);
    lane = last;
  }
  return text;
}

std::optional<std::uint32_t> parseLanes(std::string_view text) {
  const std::string word = trimmed(text);
  if (word == "all") return kAllLanes;
  if (word == "even") return 0x55555555U;
  if (word == "odd") return 0xaaaaaaaaU;
  std::uint32_t mask = 0;
  if (word.starts_with("0x")) return parseNumber(word, mask) ? std::optional(mask) : std::nullopt;
  std::string_view rest = word;
  while (!rest.empty()) {
    const std::string part(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    if (part.empty()) continue;
    const std::size_t dash = part.find('-');
    std::uint32_t first = 0;
    if (!parseNumber(part.substr(0, dash), first)) return std::nullopt;
    std::uint32_t last = first;
    if (dash != std::string::npos && !parseNumber(part.substr(dash + 1), last)) return std::nullopt;
    if (first > last || last >= kWarpLanes) return std::nullopt;
    for (std::uint32_t lane = first; lane <= last; ++lane) mask |= 1U << lane;
  }
  return word.empty() ? std::nullopt : std::optional(mask);
}

Expected<LaneAccess> parseLaneAccess(std::string_view text) {
  LaneAccess access;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string part = trimmed(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const bool hasValue = equals != std::string::npos;
    const auto set =
        setPart(access, trimmed(part.substr(0, equals)), hasValue ? trimmed(part.substr(equals + 1)) : std::string(), hasValue);
    if (!set) return tl::unexpected<Error>(set.error());
  }
  if (const auto warp = addressesOf(access); !warp) return tl::unexpected<Error>(warp.error());
  return access;
}

std::string laneAccessText(const LaneAccess& access) {
  std::string text = "stride=" + std::to_string(access.strideElements) + ",size=" + std::to_string(access.elementBytes);
  if (access.baseBytes != 0) text += ",base=" + std::to_string(access.baseBytes);
  if (access.activeLanes != kAllLanes) text += ",lanes=" + hexOf(access.activeLanes);
  if (access.op != LaneOp::load) text += ",op=" + std::string(nameOf(access.op).name);
  if (access.remoteRank) text += *access.remoteRank == 1 ? ",remote" : ",remote=" + std::to_string(*access.remoteRank);
  return text;
}

std::string laneText(const LaneAccess& access) {
  const auto warp = addressesOf(access);
  if (!warp) return warp.error().message + " " + warp.error().hint + "\n";
  const LaneCost cost = costOf(*warp);
  std::string text = headOf(access, cost) + "\nlane    offset       hex  bank  segment  pass\n";
  char line[96];
  std::array<std::uint32_t, kBanks> ofBank{};
  std::array<std::uint32_t, kBanks> words{};
  for (const BankWord& word : cost.banks.words) {
    ofBank[word.bank] |= word.lanes;
    ++words[word.bank];
  }
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    const LaneView& view = cost.lanes[lane];
    if (!view.active) {
      std::snprintf(line, sizeof line, "%4u  inactive\n", lane);
    } else {
      std::snprintf(line, sizeof line, "%4u  %8llu  %8s  %4u  %7llu  %4u\n", lane, static_cast<unsigned long long>(view.byte),
                    hexOf(view.byte).c_str(), view.bank, static_cast<unsigned long long>(view.segment), view.pass + 1);
    }
    text += line;
  }
  text += "\nbank  words  lanes\n";
  for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
    if (ofBank[bank] == 0) continue;
    std::snprintf(line, sizeof line, "%4u  %5u  ", bank, words[bank]);
    text += line + lanesText(ofBank[bank]) + "\n";
  }
  text += "\nsegment    offset  lanes\n";
  for (const std::uint64_t segment : cost.segments) {
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane)
      if (cost.lanes[lane].active && cost.lanes[lane].segment == segment) lanes |= 1U << lane;
    std::snprintf(line, sizeof line, "%7llu  %8llu  ", static_cast<unsigned long long>(segment),
                  static_cast<unsigned long long>(segment * kSegmentBytes));
    text += line + lanesText(lanes) + "\n";
  }
  return text;
}

}  // namespace dsm::model
