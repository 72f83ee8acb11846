// SPDX-License-Identifier: Apache-2.0
// Leaves with 77 and a sentence where there is no GPU or its counters cannot be read.
#include <gtest/gtest.h>
#include <cstdio>

#include "gpu/bench/devices.h"
#include "tests/gpu/counter_fixture.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  std::string why;
  if (dsm::bench::queryDevices(&why).empty() || dsm::gputest::collection(&why) == nullptr) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  return RUN_ALL_TESTS();
}
