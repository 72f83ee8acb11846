// SPDX-License-Identifier: Apache-2.0
// Leaves with 77 and a sentence where there is no GPU, so that ctest reports a skip and not a pass.
#include <gtest/gtest.h>
#include <cstdio>

#include "gpu/bench/devices.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";  // a fault's test runs in a process of its own
  std::string why;
  if (dsm::bench::queryDevices(&why).empty()) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  return RUN_ALL_TESTS();
}
