// SPDX-License-Identifier: Apache-2.0
// libcupti, loaded when it is first asked for and never before: a timing process must not even map it. Needs CUPTI's
// headers to be built (12.6 Update 2 or newer); without them open() says so. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/counters/library_search.h"
#include "gpu/model/error.h"

namespace dsm::counters {

struct CuptiApi;  // cupti_api.h: the functions, where the headers are

struct LibraryInfo {
  std::string cuptiPath;  // as loaded
  std::string nvperfPath;
  std::uint32_t apiVersion = 0;  // 130001; below 100000 before CUDA 13
  std::string version;           // "13.0.1", "API 24"
};

// What the calls of one function cost, in milliseconds of the wall clock.
struct CallCost {
  std::string call;
  std::uint32_t count = 0;
  double firstMs = 0;
  double totalMs = 0;
  double longestMs = 0;
};

class Cupti {
 public:
  // Errors: counters_not_built; no_cupti (what was tried, and the loader's words); cupti_too_old (a symbol is missing:
  // counters need CUPTI 12.6.2 or newer).
  static model::Expected<std::shared_ptr<Cupti>> open(const LibrarySearch& search);
  ~Cupti();  // the library stays loaded: CUPTI does not survive being unloaded

  const LibraryInfo& info() const { return m_info; }
  CuptiApi& api() { return *m_api; }
  const std::vector<CallCost>& costs() const;
  void forgetCosts();

 private:
  Cupti();
  std::unique_ptr<CuptiApi> m_api;
  LibraryInfo m_info;
};

// "13.0.1" of 130001; "API 24" of what came before CUDA 13's numbering.
std::string versionText(std::uint32_t apiVersion);

}  // namespace dsm::counters
