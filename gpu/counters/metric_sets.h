// SPDX-License-Identifier: Apache-2.0
// The built-in sets of metrics and their names on each chip: a table, since the same quantity is spelled differently
// or does not exist from chip to chip. A test checks every name against the real library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/counters.h"

namespace dsm::counters {

struct SetMetrics {
  std::vector<std::string> names;
  std::vector<model::CounterMiss> missing;  // what this chip does not count, and why
};

// The metrics of a set on a chip ("GH100"); chips of a family share its names (AD104 is AD102's). Nothing for an
// unknown set.
SetMetrics metricsOfSet(std::string_view set, std::string_view chip);

// Chips whose names the table holds.
const std::vector<std::string>& tableChips();
// The chip of the table that stands for this one; GA102 for what is older.
std::string_view familyOf(std::string_view chip);

}  // namespace dsm::counters
