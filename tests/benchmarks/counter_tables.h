// SPDX-License-Identifier: GPL-3.0-or-later
// The section of BENCHMARKS.md about counters: the books of the tile exchange against its rounds, those of the histograms,
// and how far what arithmetic expects is met over the whole recording.
#pragma once

#include <map>
#include <ostream>
#include <string>

#include "gpu/model/session.h"

namespace dsm::benchmarks {

// Nothing is written where no run has counters.
void writeCounterTables(std::ostream& out, const std::map<std::string, model::Session>& sessions);

}  // namespace dsm::benchmarks
