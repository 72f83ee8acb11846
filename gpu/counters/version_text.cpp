// SPDX-License-Identifier: Apache-2.0
// CUPTI's version number in words. From CUDA 13.0 on it is the toolkit's (130001 is 13.0.1); before, a running number.
#include "gpu/counters/cupti.h"

namespace dsm::counters {

std::string versionText(std::uint32_t apiVersion) {
  if (apiVersion == 0) return "unknown";
  if (apiVersion < 100'000) return "API " + std::to_string(apiVersion);
  std::string text = std::to_string(apiVersion / 10'000) + "." + std::to_string(apiVersion % 10'000 / 100);
  if (apiVersion % 100 != 0) text += "." + std::to_string(apiVersion % 100);
  return text;
}

}  // namespace dsm::counters
