// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions at random, for property tests: every field takes odd values (64-bit extremes, tiny and huge doubles, NaN,
// quotes, control characters, many scripts), objects have members that no version knows, and everything is determined by the seed.
#pragma once

#include <cstdint>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::test {

model::Session randomSession(std::uint64_t seed, const model::Catalogue& catalogue);

// Equal in every field and every bit, except that a NaN equals every other NaN.
bool sameAsWritten(const model::Run& a, const model::Run& b);

}  // namespace dsm::test
