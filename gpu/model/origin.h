// SPDX-License-Identifier: Apache-2.0
// Where a number comes from. Every number on screen, in a file or in an export carries one of these.
#pragma once

#include <optional>
#include <string_view>

namespace dsm::model {

enum class Origin {
  measured,      // this machine, now
  recorded,      // a session file; GPU, driver and date are in its provenance
  modelled,      // a formula
  emulated,      // the CPU emulator
  notCollected,  // missing, with a reason; never shown as zero
};

// JSON and command-line spelling: "measured", "recorded", "modelled", "emulated", "not_collected".
std::string_view originName(Origin origin);
std::optional<Origin> originFromName(std::string_view name);

}  // namespace dsm::model
