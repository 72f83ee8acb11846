// SPDX-License-Identifier: Apache-2.0
// The value types of gpu/model as JSON and back: one spelling for messages, session files and --json.
// Keys are snake_case with the unit in them. Samples are columns: {"elapsed_ns":[..],"cycles":[..],"sm_clock_hz":[..]}.
// A parameter's value is its choice's word where it has one ("uniform"), else an integer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/error.h"
#include "gpu/model/legality.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"
#include "gpu/model/statistics.h"
#include "gpu/protocol/json_text.h"

namespace dsm::protocol {

// Things that a reader could not keep, one sentence each with its path. A file with remarks must not be overwritten in silence.
using Remarks = std::vector<std::string>;

// Members that no reader asked for, or whose value means nothing to this version (a word of an unknown experiment): the
// object in the tree that is being read, and the key. json_unknown.h makes text of them while the tree is there.
struct UnreadMember {
  const JsonIn* object = nullptr;
  std::string key;
};
using Unread = std::vector<UnreadMember>;

JsonOut toJson(const model::Error& error);
JsonOut toJson(const model::Device& device);
JsonOut toJson(const model::MeasurementPlan& plan);
JsonOut toJson(const model::Legality& legality);
JsonOut toJson(const model::LaunchShape& shape);
JsonOut toJson(const model::Summary& summary);
JsonOut toJson(const model::RunRequest& request, const model::Catalogue& catalogue);
// With a "summary" block: every quantity of the spec, recomputed from the samples (n, median, low, high, minimum, maximum, mad).
JsonOut toJson(const model::Run& run, const model::Catalogue& catalogue);

// All readers: `path` begins the error's message ("runs[3].samples.elapsed_ns: 3 values, 4 expected"); code
// bad_json. Missing keys keep the struct's default except where a value without them means nothing (id, experiment,
// variant, uuid). Unknown keys are ignored and, if `unread` is given, named there. null in a number is NaN, or the infinity
// that stands beside it ("kernel_ns":null,"kernel_ns_not_finite":"inf").
model::Expected<model::Error> errorFromJson(const JsonIn& json, std::string_view path = {}, Unread* unread = nullptr);
model::Expected<model::Device> deviceFromJson(const JsonIn& json, std::string_view path = {}, Unread* unread = nullptr);
model::Expected<model::MeasurementPlan> planFromJson(const JsonIn& json, std::string_view path = {}, Unread* unread = nullptr);
model::Expected<model::Legality> legalityFromJson(const JsonIn& json, std::string_view path = {});
model::Expected<model::LaunchShape> launchShapeFromJson(const JsonIn& json, std::string_view path = {});
model::Expected<model::RunRequest> runRequestFromJson(const JsonIn& json, const model::Catalogue& catalogue, std::string_view path = {});
model::Expected<model::Run> runFromJson(const JsonIn& json, const model::Catalogue& catalogue, std::string_view path = {},
                                        Unread* unread = nullptr);

// A list of devices: the result of the request `devices`.
model::Expected<std::vector<model::Device>> devicesFromJson(const JsonIn& json, std::string_view path = {});

}  // namespace dsm::protocol
