// SPDX-License-Identifier: Apache-2.0
// Inside gpu/protocol: parameter values as JSON, shared by runs, run requests and legality questions; and the
// statistics that stand beside a run's samples, for writing them and for checking them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_model.h"

namespace dsm::protocol {

// {"cluster":4,"input":"uniform"}; `spec` may be null (all integers).
JsonOut valuesToJson(const model::Values& values, const model::ExperimentSpec* spec);
// A word needs the spec: without it, it becomes a remark, or an error if there is no list of remarks.
model::Expected<model::Values> valuesFromJson(const JsonIn& json, const model::ExperimentSpec* spec, std::string_view path,
                                              Remarks* remarks = nullptr);

// Every quantity of the spec in its order, from the samples; empty if variant or values are not the spec's.
std::vector<std::pair<std::string, model::Summary>> summariesOf(const model::Run& run, const model::ExperimentSpec& spec);

}  // namespace dsm::protocol
