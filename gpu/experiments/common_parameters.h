// SPDX-License-Identifier: Apache-2.0
// Parameters that more than one experiment has, with the same label, range and help everywhere.
#pragma once

#include <string>
#include <vector>

#include "gpu/model/parameter.h"

namespace dsm::experiments {

// "cluster": blocks of a cluster, `minimum` to 16, 1 2 4 8 16 suggested.
model::Parameter clusterParameter(std::int64_t minimum, std::int64_t defaultValue, std::vector<std::string> variants);
// "threads": threads a block, 32 to 1024.
model::Parameter threadsParameter(std::int64_t defaultValue);
// "load_bytes": width of one access, 4 or 16.
model::Parameter loadBytesParameter(std::vector<std::string> variants);
// "non_portable": the opt-in for clusters above 8.
model::Parameter nonPortableParameter(std::vector<std::string> variants);

}  // namespace dsm::experiments
