// SPDX-License-Identifier: Apache-2.0
#include "gpu/model/layout_placement.h"

namespace dsm::model {

SharedLayout placedAs(SharedLayout layout, Placement placement) {
  std::vector<ArrayRequest> requests;
  for (const SharedArray& array : layout.arrays) requests.push_back({array.bytes(), kSharedAlignBytes, array.firstPhase, array.lastPhase});
  const PlacedArrays placed = place(requests, placement);
  for (std::size_t i = 0; i < layout.arrays.size(); ++i) layout.arrays[i].offsetBytes = placed.offsets[i];
  layout.staticBytes = placement == Placement::fixed ? placed.peakBytes : 0;
  layout.dynamicBytes = placement == Placement::dynamic ? placed.peakBytes : 0;
  return layout;
}

}  // namespace dsm::model
