// SPDX-License-Identifier: Apache-2.0
// A parameter of an experiment, described once: controls, command-line options, sweep axes and the
// documentation table are all generated from it. Every value is a 64-bit integer; a choice may have a word
// for it ("uniform"), which is what the command line, the files and the window show.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/error.h"

namespace dsm::model {

using Values = std::map<std::string, std::int64_t, std::less<>>;  // parameter id -> value

enum class ParameterKind {
  choice,      // one of `choices`, nothing else
  toggle,      // 0 or 1
  integer,     // minimum..maximum; `choices` are suggestions (a segmented row), other values are legal
  powerOfTwo,  // minimum..maximum, slider in powers of two plus an exact field: any integer in range is legal
};

struct Choice {
  std::int64_t value = 0;
  std::string word;   // machine spelling: "uniform"; empty: the number itself
  std::string label;  // for people: "Uniform"; empty: the number, grouped
};

struct Parameter {
  std::string id;     // snake_case, also the option: --cluster, --bins
  std::string label;  // sentence case: "Cluster size"
  std::string unit;   // "blocks", "bytes", ""
  std::string help;   // one sentence
  ParameterKind kind = ParameterKind::integer;
  std::int64_t defaultValue = 0;
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::vector<Choice> choices;
  bool advanced = false;
  bool identity = true;                // false: does not tell two runs apart (an opt-in switch, say)
  std::vector<std::string> variants;   // variants that it applies to; empty: all
};

bool appliesTo(const Parameter& parameter, std::string_view variant);

// Word, label or number -> value, inside the parameter's range; also "2^20" and "64Ki".
// Error bad_value names the parameter, the text and what is allowed.
Expected<std::int64_t> parseValue(const Parameter& parameter, std::string_view text);
// The machine spelling of a value: its choice's word, else the number.
std::string valueWord(const Parameter& parameter, std::int64_t value);
// Error bad_value unless the value is legal for the parameter.
Expected<void> checkValue(const Parameter& parameter, std::int64_t value);

}  // namespace dsm::model
