// SPDX-License-Identifier: Apache-2.0
// JSON text in and out, guarded where the library is not: it keeps the last of two equal keys in silence,
// recurses as deep as the text says, and throws on invalid UTF-8 when it writes. What is read is a
// nlohmann::json (sorted keys, so that a hostile object costs n log n); what is written keeps our order.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "gpu/model/error.h"

namespace dsm::protocol {

using JsonIn = nlohmann::json;
using JsonOut = nlohmann::ordered_json;
using JsonPtr = std::shared_ptr<const JsonIn>;

struct ParseLimits {
  std::uint64_t maxBytes = 512ull << 20;               // of text
  std::uint32_t maxDepth = 32;                         // of nested arrays and objects
  const std::atomic<bool>* cancel = nullptr;           // looked at at least once per element of `runs`
  std::function<void(double fraction)> progress = {};  // of the text read, 0-1; on the calling thread
};

// Parses one JSON value and nothing after it. Errors: too_large, too_deep, duplicate_key (with its path) and
// bad_json (with the byte offset). Invalid UTF-8 is replaced by U+FFFD first. Any thread. Never throws but bad_alloc.
model::Expected<JsonPtr> parseJson(std::string_view text, const ParseLimits& limits = {});

// Text of a value: no spaces when indent < 0. Doubles in a short form that reads back equal,
// 64-bit integers exactly, NaN and infinities as null, invalid UTF-8 replaced by U+FFFD.
std::string dumpJson(const JsonOut& value, int indent = -1);

// Every invalid byte sequence becomes U+FFFD; valid text comes back unchanged.
std::string replaceInvalidUtf8(std::string_view text);
bool isValidUtf8(std::string_view text);
// Offset from 0 of the first byte that begins no valid sequence; npos if there is none.
std::size_t firstInvalidUtf8(std::string_view text);

}  // namespace dsm::protocol
