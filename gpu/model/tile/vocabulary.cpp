// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/tile/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "gpu/model/tile/source_text.h"

namespace dsm::model::tile {
namespace {

using namespace std::string_view_literals;

// In the order of ElementType.
constexpr std::array kTypes{"f64"sv, "f32"sv, "f16"sv, "bf16"sv, "f8"sv, "i32"sv, "i16"sv, "i8"sv, "u8"sv};
constexpr std::array<std::uint32_t, kTypes.size()> kBytes{8, 4, 2, 2, 1, 4, 2, 1, 1};
constexpr std::array kKeywords{"kernel"sv, "var"sv, "for"sv, "in"sv};
constexpr std::array kAttributes{"dynshared"sv, "persistent"sv, "pipeline"sv, "align"sv};

using Shape = Function::Shape;
constexpr std::array kFunctions{
    Function{"abs", 1, Shape::elementwise},     Function{"exp", 1, Shape::elementwise},  Function{"log", 1, Shape::elementwise},
    Function{"max", 2, Shape::elementwise},     Function{"min", 2, Shape::elementwise},  Function{"relu", 1, Shape::elementwise},
    Function{"rsqrt", 1, Shape::elementwise},   Function{"sigmoid", 1, Shape::elementwise}, Function{"sqrt", 1, Shape::elementwise},
    Function{"tanh", 1, Shape::elementwise},    Function{"dot", 2, Shape::product},      Function{"transpose", 1, Shape::transposed},
};
constexpr auto kFunctionNames = [] {
  std::array<std::string_view, kFunctions.size()> names;
  for (std::size_t index = 0; index < names.size(); ++index) names[index] = kFunctions[index].name;
  return names;
}();

constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kOtherNames{{
    {"float", "f32"},   {"float32", "f32"},   {"fp32", "f32"}, {"double", "f64"}, {"float64", "f64"}, {"fp64", "f64"},
    {"half", "f16"},    {"float16", "f16"},   {"fp16", "f16"}, {"bfloat16", "bf16"}, {"fp8", "f8"},   {"int", "i32"},
    {"int32", "i32"},   {"u32", "i32"},       {"int16", "i16"}, {"u16", "i16"},   {"int8", "i8"},     {"uint8", "u8"},
}};

constexpr std::size_t kLongestCompared = 40;

std::u32string folded(std::string_view word) {
  std::u32string result;
  for (std::size_t at = 0; at < word.size() && result.size() <= kLongestCompared;) {
    const CodePoint point = codePointAt(word, at);
    result += point.value >= 'A' && point.value <= 'Z' ? point.value + ('a' - 'A') : point.value;
    at += point.bytes;
  }
  return result;
}

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
std::size_t changesBetween(const std::u32string& left, const std::u32string& right) {
  using Row = std::array<std::size_t, kLongestCompared + 2>;
  Row before{};
  Row above{};
  Row now{};
  for (std::size_t column = 0; column <= right.size(); ++column) above[column] = column;
  for (std::size_t row = 1; row <= left.size(); ++row) {
    now[0] = row;
    for (std::size_t column = 1; column <= right.size(); ++column) {
      const std::size_t other = left[row - 1] == right[column - 1] ? 0 : 1;
      now[column] = std::min({above[column] + 1, now[column - 1] + 1, above[column - 1] + other});
      if (row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1]) {
        now[column] = std::min(now[column], before[column - 2] + 1);
      }
    }
    before = above;
    above = now;
  }
  return above[right.size()];
}

}  // namespace

std::span<const std::string_view> typeNames() { return kTypes; }

std::optional<ElementType> typeOf(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name);
  if (found == kTypes.end()) return std::nullopt;
  return static_cast<ElementType>(found - kTypes.begin());
}

std::uint32_t bytesOf(ElementType type) { return kBytes[static_cast<std::size_t>(type)]; }
std::string_view nameOf(ElementType type) { return kTypes[static_cast<std::size_t>(type)]; }

bool isInteger(ElementType type) {
  return type == ElementType::i32 || type == ElementType::i16 || type == ElementType::i8 || type == ElementType::u8;
}

bool isKeyword(std::string_view name) { return std::ranges::find(kKeywords, name) != kKeywords.end(); }

bool isReserved(std::string_view name) { return isKeyword(name) || name == "tensor" || name == "tile" || typeOf(name).has_value(); }

std::span<const std::string_view> attributeNames() { return kAttributes; }
std::span<const std::string_view> functionNames() { return kFunctionNames; }

const Function* functionOf(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const std::u32string wanted = folded(word);
  if (wanted.empty() || wanted.size() > kLongestCompared) return std::nullopt;
  // One change in a short word, a third of a long one; never a whole word.
  std::size_t most = std::max<std::size_t>(1, wanted.size() / 3);
  most = std::min(most, wanted.size() - 1);
  std::optional<std::string_view> best;
  for (const std::string_view candidate : candidates) {
    const std::u32string other = folded(candidate);
    if (other.size() > wanted.size() + most || wanted.size() > other.size() + most || other.size() > kLongestCompared) continue;
    const std::size_t changes = changesBetween(wanted, other);
    if (changes > most || (best && changes == most)) continue;
    best = candidate;
    most = changes;
    if (changes == 0) break;
  }
  return best;
}

std::optional<std::string_view> nearestType(std::string_view word) {
  const auto other = std::ranges::find(kOtherNames, word, &std::pair<std::string_view, std::string_view>::first);
  if (other != kOtherNames.end()) return other->second;
  return nearest(word, kTypes);
}

}  // namespace dsm::model::tile
