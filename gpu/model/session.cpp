// SPDX-License-Identifier: Apache-2.0
// Look-ups in a session snapshot.
#include "gpu/model/session.h"

#include <algorithm>

namespace dsm::model {

const Device* Session::device(std::string_view uuid) const {
  const auto found = std::ranges::find(devices, uuid, &Device::uuid);
  return found == devices.end() ? nullptr : &*found;
}

RunPtr Session::run(std::string_view id) const {
  const auto found = std::ranges::find_if(runs, [&](const RunPtr& run) { return run->id == id; });
  return found == runs.end() ? nullptr : *found;
}

bool Session::isPinned(std::string_view id) const {
  return std::ranges::find(pinned, id) != pinned.end();
}

}  // namespace dsm::model
