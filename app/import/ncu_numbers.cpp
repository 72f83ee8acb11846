// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/ncu_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace dsm::app {
namespace {

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

// Without sign and instances; empty for what is no row of digits, points and commas.
std::string_view bareNumber(std::string_view text) {
  const std::size_t instances = text.find(" (");
  if (instances != std::string_view::npos) text = text.substr(0, instances);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const bool plain = !text.empty() && isDigit(text.front()) && std::ranges::all_of(text, [](char letter) {
    return isDigit(letter) || letter == '.' || letter == ',';
  });
  return plain ? text : std::string_view();
}

std::string_view withoutInstances(std::string_view text) { return text.substr(0, std::min(text.find(" ("), text.size())); }

// "1,234,567": groups of three after the first.
bool groupsAreWhole(std::string_view whole, char separator) {
  const std::size_t first = whole.find(separator);
  if (first == std::string_view::npos) return true;
  if (first == 0 || first > 3) return false;
  for (std::size_t at = first; at < whole.size(); at += 4) {
    if (whole[at] != separator || at + 4 > whole.size()) return false;
    if (at + 4 < whole.size() && whole[at + 4] != separator) return false;
  }
  return true;
}

}  // namespace

std::optional<NumberStyle> styleShownBy(std::string_view text) {
  const std::string_view number = bareNumber(text);
  const auto points = std::ranges::count(number, '.');
  const auto commas = std::ranges::count(number, ',');
  const auto is = [](char mark) { return mark == '.' ? NumberStyle::decimalPoint : NumberStyle::decimalComma; };
  if (points > 0 && commas > 0) return is(number[number.find_last_of(".,")]);
  const char mark = points > 0 ? '.' : ',';
  const auto count = points + commas;
  if (count == 0) return std::nullopt;
  if (count > 1) {  // several of one kind are groups, unless it is a version
    return groupsAreWhole(number, mark) ? std::optional(is(mark == '.' ? ',' : '.')) : std::nullopt;
  }
  const std::size_t at = number.find(mark);
  const bool mayBeGroup = number.size() - at - 1 == 3 && at <= 3 && number.front() != '0';
  return mayBeGroup ? std::nullopt : std::optional(is(mark));
}

std::optional<double> numberFrom(std::string_view text, NumberStyle style) {
  const char group = style == NumberStyle::decimalPoint ? ',' : '.';
  const char decimal = style == NumberStyle::decimalPoint ? '.' : ',';
  std::string_view number = withoutInstances(text);
  const std::size_t wholeEnd = std::min(number.find_first_of(std::string{decimal, 'e', 'E'}), number.size());
  std::string_view whole = number.substr(0, wholeEnd);
  if (whole.starts_with('-') || whole.starts_with('+')) whole.remove_prefix(1);
  if (whole.empty() || !isDigit(whole.front()) || !groupsAreWhole(whole, group)) return std::nullopt;
  if (number.substr(wholeEnd).find(group) != std::string_view::npos) return std::nullopt;
  std::string plain;
  for (const char letter : number) {
    if (letter != group && !(letter == '+' && plain.empty())) plain += letter == decimal ? '.' : letter;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (error != std::errc{} || end != plain.data() + plain.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

BaseUnit baseUnitOf(std::string_view unit) {
  static constexpr std::array<std::pair<std::string_view, double>, 12> kTimes{{{"nsecond", 1},
                                                                               {"usecond", 1e3},
                                                                               {"msecond", 1e6},
                                                                               {"second", 1e9},
                                                                               {"ns", 1},
                                                                               {"us", 1e3},
                                                                               {"ms", 1e6},
                                                                               {"s", 1e9},
                                                                               {"nsec", 1},
                                                                               {"usec", 1e3},
                                                                               {"msec", 1e6},
                                                                               {"sec", 1e9}}};
  for (const auto& [name, factor] : kTimes) {
    if (unit == name) return {"nsecond", factor};
  }
  static constexpr std::array<std::pair<char, double>, 4> kPrefixes{{{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
  for (const auto& [prefix, factor] : kPrefixes) {
    if (unit.empty() || unit.front() != prefix || !unit.substr(1).starts_with("byte")) continue;
    std::string rest(unit.substr(1));
    if (rest == "byte/s") rest = "byte/second";
    return {rest, factor};
  }
  return {std::string(unit), 1};
}

}  // namespace dsm::app
