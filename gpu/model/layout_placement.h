// SPDX-License-Identifier: Apache-2.0
// A kernel's arrays under the placement that it did not choose: what `static` would need where it asks for dynamic
// shared memory, and the other way round.
#pragma once

#include "gpu/model/shared_layout.h"
#include "gpu/model/tile/plan.h"

namespace dsm::model {

// The same arrays, phases and owners at the offsets of `placement`, each array at kSharedAlignBytes.
SharedLayout placedAs(SharedLayout layout, Placement placement);

// Of arrays whose own alignment is not stated: that of the widest shared-memory access.
inline constexpr std::uint32_t kSharedAlignBytes = 16;

}  // namespace dsm::model
