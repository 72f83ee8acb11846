// SPDX-License-Identifier: Apache-2.0
// What a file says and this version does not know: kept as text beside the values, so that loading and saving loses
// nothing. Nobody interprets it.
#pragma once

#include <string>
#include <vector>

namespace dsm::model {

struct UnknownField {
  std::string path;  // JSON pointer (RFC 6901) of the member within its owner: "/samples/temperature_c"
  std::string json;  // its value: every token as it was written, without the white space between them

  bool operator==(const UnknownField&) const = default;
};
using UnknownFields = std::vector<UnknownField>;  // in the order in which the file has them

}  // namespace dsm::model
