// SPDX-License-Identifier: Apache-2.0
// A counter collection on the first device, for tests and tables: the experiments' requests in, counters out.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu/worker/counter_collection.h"

namespace dsm::gputest {

// The collection of device(); opened at first use. `why` is set, and null returned, where counters cannot be collected.
worker::CounterCollection* collection(std::string* why = nullptr);

// Counters of each request. An error fails the test and gives an empty list.
std::vector<model::Counters> count(const std::vector<model::RunRequest>& runs, const model::CounterRequest& request);

}  // namespace dsm::gputest
