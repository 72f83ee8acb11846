// SPDX-License-Identifier: Apache-2.0
// Looking values up, and reading a request from words.
#include "gpu/model/counters.h"

#include <algorithm>

namespace dsm::model {

const CounterValue* Counters::find(std::string_view name) const {
  const auto found = std::ranges::find(values, name, &CounterValue::name);
  return found == values.end() ? nullptr : &*found;
}

CounterRequest parseCounterRequest(std::string_view text) {
  CounterRequest request;
  const auto addOnce = [](std::vector<std::string>& list, std::string_view word) {
    if (std::ranges::find(list, word) == list.end()) list.emplace_back(word);
  };
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    if (word.empty()) continue;
    const bool isSet = word == kTrafficSet || word == kL2Set || word == kSharedSet;
    addOnce(isSet ? request.sets : request.names, word);
  }
  if (request.sets.empty() && request.names.empty()) request.sets.emplace_back(kTrafficSet);
  return request;
}

}  // namespace dsm::model
