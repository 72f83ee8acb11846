// SPDX-License-Identifier: Apache-2.0
// The catalogue: the list of experiments. Adding one is a folder beside this file and one line in catalogue.cpp.
#pragma once

#include "gpu/model/spec.h"

namespace dsm::experiments {

// Order of the experiment box. The specs live for the whole program.
const model::Catalogue& catalogue();

}  // namespace dsm::experiments
