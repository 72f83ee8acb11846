// SPDX-License-Identifier: Apache-2.0
// Faults of the hardware, each in a process of its own: the context is gone afterwards. Leave these out under
// compute-sanitizer (--gtest_filter=-FaultDeathTest.*): it would report what is done on purpose.
#include <gtest/gtest.h>
#include <cstdio>
#include <cstdlib>

#include "gpu/bench/cuda_error.h"
#include "gpu/bench/faults.h"
#include "tests/gpu/gpu.h"

namespace dsm::gputest {
namespace {

// Leaves with 0 if the fault is a sticky error of this code.
[[noreturn]] void provoke(const char* fault, int code) {
  try {
    bench::injectFault(fault);
  } catch (const bench::CudaError& error) {
    std::fprintf(stderr, "caught %d\n", error.code());
    std::_Exit(error.sticky() && error.code() == code ? 0 : 1);
  }
  std::fprintf(stderr, "no error\n");
  std::_Exit(2);
}

TEST(FaultDeathTest, IllegalAddressIsSticky) { EXPECT_EXIT(provoke("illegal_address", 700), ::testing::ExitedWithCode(0), "caught 700"); }

TEST(FaultDeathTest, DeviceAssertIsSticky) { EXPECT_EXIT(provoke("assert", 710), ::testing::ExitedWithCode(0), "caught 710"); }

TEST(FaultDeathTest, EarlyExitFromAClusterIsSticky) {
  DSM_NEEDS_CLUSTERS();
  EXPECT_EXIT(provoke("early_exit", 719), ::testing::ExitedWithCode(0), "caught 719");
}

TEST(Fault, AnUnknownNameIsRecoverable) {
  try {
    bench::injectFault("typo");
    FAIL();
  } catch (const bench::CudaError& error) {
    EXPECT_FALSE(error.sticky());
  }
}

}  // namespace
}  // namespace dsm::gputest
