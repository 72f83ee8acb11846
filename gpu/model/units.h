// SPDX-License-Identifier: Apache-2.0
// Units of quantities. Values are stored in the base unit named here; views choose a prefix.
#pragma once

#include <string_view>

namespace dsm::model {

enum class Unit {
  none,
  nanoseconds,
  cycles,          // SM clock cycles
  hertz,
  bytes,
  bytesPerSecond,  // each byte counted once, on receipt
  keysPerSecond,
  count,
  fraction,        // 0-1
};

// JSON spelling: "ns", "cycles", "hz", "bytes", "bytes_per_second", "keys_per_second", "count", "fraction", "".
std::string_view unitName(Unit unit);

}  // namespace dsm::model
