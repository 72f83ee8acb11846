// SPDX-License-Identifier: Apache-2.0
// Inside gpu/protocol: arrays that hold only numbers and nulls, read several times faster than the library does. Nearly all of
// a large session is such arrays. Whatever is not plain is left to the library, which also says what is wrong with it.
#pragma once

#include <functional>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_text.h"

namespace dsm::protocol {

// `at` is behind the opening bracket. Appends the elements to `array`, as the library would: integers exactly where 64 bits
// hold them, else the nearest double. The closing bracket, or null if the array is anything else; then `array` is empty again.
// `keepGoing` is asked for each element; false ends it, with null.
const char* readNumbers(const char* at, const char* end, JsonIn& array, const std::function<bool()>& keepGoing);

}  // namespace dsm::protocol
