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
// A word needs the spec: without it, it is left in `unread`, or an error if there is no such list.
model::Expected<model::Values> valuesFromJson(const JsonIn& json, const model::ExperimentSpec* spec, std::string_view path,
                                              Unread* unread = nullptr);

// "inf", "-inf" or "nan".
std::string_view notFiniteWord(double value);
// Adds KEY_not_finite for an infinity, which would come back as NaN. A NaN is null alone: there is no number.
void noteNotFinite(JsonOut& json, std::string_view key, double value);

// Every quantity of the spec in its order, from the samples; empty if variant or values are not the spec's.
std::vector<std::pair<std::string, model::Summary>> summariesOf(const model::Run& run, const model::ExperimentSpec& spec);

}  // namespace dsm::protocol
