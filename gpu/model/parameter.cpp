// SPDX-License-Identifier: Apache-2.0
// Parsing and checking of parameter values, shared by command line, window and worker.
#include "gpu/model/parameter.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace dsm::model {
namespace {

std::optional<std::int64_t> parseDigits(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "65536", "2^16", "64Ki", "1Mi", "2Gi".
std::optional<std::int64_t> parseNumber(std::string_view text) {
  if (text.starts_with("2^")) {
    const auto power = parseDigits(text.substr(2));
    if (!power || *power < 0 || *power > 62) return std::nullopt;
    return std::int64_t{1} << *power;
  }
  for (const auto& [suffix, shift] : {std::pair{"Ki", 10}, std::pair{"Mi", 20}, std::pair{"Gi", 30}}) {
    if (!text.ends_with(suffix)) continue;
    const auto factor = parseDigits(text.substr(0, text.size() - 2));
    if (!factor || *factor < 0 || *factor > (std::numeric_limits<std::int64_t>::max() >> shift)) return std::nullopt;
    return *factor << shift;
  }
  return parseDigits(text);
}

std::string allowedText(const Parameter& parameter) {
  const bool onlyChoices = parameter.kind == ParameterKind::choice;
  if (!onlyChoices && parameter.kind != ParameterKind::toggle) {
    return std::to_string(parameter.minimum) + " to " + std::to_string(parameter.maximum);
  }
  if (!onlyChoices) return "0 or 1";
  std::string text;
  for (const Choice& choice : parameter.choices) {
    if (!text.empty()) text += ", ";
    text += choice.word.empty() ? std::to_string(choice.value) : choice.word;
  }
  return text;
}

tl::unexpected<Error> badValue(const Parameter& parameter, std::string_view text) {
  return fail("bad_value", parameter.id + " cannot be " + std::string(text) + ".",
              "Allowed: " + allowedText(parameter) + ".");
}

}  // namespace

bool appliesTo(const Parameter& parameter, std::string_view variant) {
  return parameter.variants.empty() || std::ranges::find(parameter.variants, variant) != parameter.variants.end();
}

Expected<std::int64_t> parseValue(const Parameter& parameter, std::string_view text) {
  for (const Choice& choice : parameter.choices) {
    if (!choice.word.empty() && choice.word == text) return choice.value;
    if (!choice.label.empty() && choice.label == text) return choice.value;
  }
  if (parameter.kind == ParameterKind::toggle) {
    if (text == "on" || text == "yes" || text == "true") return 1;
    if (text == "off" || text == "no" || text == "false") return 0;
  }
  const auto number = parseNumber(text);
  if (!number) return badValue(parameter, text);
  if (auto checked = checkValue(parameter, *number); !checked) return tl::unexpected(checked.error());
  return *number;
}

std::string valueWord(const Parameter& parameter, std::int64_t value) {
  const auto found = std::ranges::find(parameter.choices, value, &Choice::value);
  return found == parameter.choices.end() || found->word.empty() ? std::to_string(value) : found->word;
}

Expected<void> checkValue(const Parameter& parameter, std::int64_t value) {
  bool legal = value >= parameter.minimum && value <= parameter.maximum;
  if (parameter.kind == ParameterKind::choice) {
    legal = std::ranges::find(parameter.choices, value, &Choice::value) != parameter.choices.end();
  } else if (parameter.kind == ParameterKind::toggle) {
    legal = value == 0 || value == 1;
  }
  if (!legal) return badValue(parameter, std::to_string(value));
  return {};
}

}  // namespace dsm::model
