// SPDX-License-Identifier: Apache-2.0
// Inside gpu/protocol: the guarded parser with a hook that takes the elements of arrays of the root object as they
// end (the runs of a session), so that a large file never stands in memory as a tree.
#pragma once

#include <functional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_text.h"

namespace dsm::protocol {

// Given the key of the root's array, the element's index, and the text of the element if it is an object or an array. The
// element does not join the tree.
struct ElementHook {
  std::string_view key;
  std::function<model::Expected<void>(std::size_t index, const JsonIn& element, std::string_view text)> take;
};

model::Expected<JsonIn> parseWithHook(std::string_view text, const ParseLimits& limits, const ElementHook& hook);

}  // namespace dsm::protocol
