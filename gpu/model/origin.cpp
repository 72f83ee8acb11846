// SPDX-License-Identifier: Apache-2.0
// Names of origins, as files and the command line spell them.
#include "gpu/model/origin.h"

#include <array>
#include <utility>

namespace dsm::model {
namespace {

constexpr std::array<std::pair<Origin, std::string_view>, 5> kNames{{
    {Origin::measured, "measured"},
    {Origin::recorded, "recorded"},
    {Origin::modelled, "modelled"},
    {Origin::emulated, "emulated"},
    {Origin::notCollected, "not_collected"},
}};

}  // namespace

std::string_view originName(Origin origin) {
  for (const auto& [value, name] : kNames) {
    if (value == origin) return name;
  }
  return "not_collected";
}

std::optional<Origin> originFromName(std::string_view name) {
  for (const auto& [value, known] : kNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

}  // namespace dsm::model
