// SPDX-License-Identifier: Apache-2.0
// The fake libcupti, opened with one fault.
#pragma once

#include <gtest/gtest.h>
#include <cstdlib>
#include <memory>
#include <string>

#include "gpu/counters/cupti.h"
#include "gpu/counters/preflight.h"

namespace dsm::test {

// FAKE_CUPTI for as long as it lives.
class Playing {
 public:
  explicit Playing(const char* fault) { ::setenv("FAKE_CUPTI", fault, 1); }
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;
  ~Playing() { ::unsetenv("FAKE_CUPTI"); }
};

inline model::Expected<std::shared_ptr<counters::Cupti>> openFake(const char* kind = "good") {
  counters::LibrarySearch search;
  search.override = std::string(DSM_FAKE_CUPTI) + "/" + kind;
  return counters::Cupti::open(search);
}

inline model::Device fakeDevice() {
  model::Device device;
  device.name = "NVIDIA H200";
  device.uuid = "GPU-fake";
  device.driver = "580.159.04";
  device.cudaDriver = "13.0";
  return device;
}

}  // namespace dsm::test
