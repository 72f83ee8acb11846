// SPDX-License-Identifier: Apache-2.0
// Names of units, as files spell them.
#include "gpu/model/units.h"

namespace dsm::model {

std::string_view unitName(Unit unit) {
  switch (unit) {
    case Unit::none: return "";
    case Unit::nanoseconds: return "ns";
    case Unit::cycles: return "cycles";
    case Unit::hertz: return "hz";
    case Unit::bytes: return "bytes";
    case Unit::bytesPerSecond: return "bytes_per_second";
    case Unit::keysPerSecond: return "keys_per_second";
    case Unit::count: return "count";
    case Unit::fraction: return "fraction";
  }
  return "";
}

}  // namespace dsm::model
