// SPDX-License-Identifier: Apache-2.0
// A set of runs with the devices they ran on: what a window shows and a file holds. An immutable snapshot:
// an edit makes a new one that shares the runs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/run.h"
#include "gpu/model/unknown_fields.h"

namespace dsm::model {

struct Session {
  std::string title;                // "Built-in recording", or the file's name
  Origin origin = Origin::recorded; // what the badge of the document says
  std::vector<Device> devices;
  std::vector<RunPtr> runs;
  std::vector<std::string> pinned;  // run ids that the others are compared with
  std::string notes;                // a person's own words about the whole
  std::string viewState;            // text of one JSON object: what the window showed when it was saved; empty: nothing is kept
  UnknownFields unknown;            // members of the session itself
  std::map<std::string, UnknownFields, std::less<>> unknownOfDevices;  // by uuid

  const Device* device(std::string_view uuid) const;
  RunPtr run(std::string_view id) const;
  bool isPinned(std::string_view id) const;
};

using SessionPtr = std::shared_ptr<const Session>;

}  // namespace dsm::model
