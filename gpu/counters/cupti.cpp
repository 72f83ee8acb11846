// SPDX-License-Identifier: Apache-2.0
// Loading and resolving. CUPTI documentation, "Range Profiling" and "Profiler Host API".
#include "gpu/counters/cupti.h"

#include <dlfcn.h>
#include <algorithm>

#include "gpu/counters/cupti_api.h"

namespace dsm::counters {
namespace {

std::string loaderWords() {
  const char* words = ::dlerror();
  return words == nullptr ? "unknown reason" : words;
}

// The file that an open library came from.
std::string pathOf(void* symbol, const std::string& asked) {
  Dl_info info{};
  return symbol != nullptr && ::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : asked;
}

}  // namespace

std::string CuptiApi::words(CUptiResult result) const {
  const char* text = nullptr;
  if (cuptiGetResultString(result, &text) != CUPTI_SUCCESS || text == nullptr) return "CUPTI error " + std::to_string(result);
  return text;
}

void CuptiApi::note(const char* name, double ms) {
  auto found = std::ranges::find(costs, name, &CallCost::call);
  if (found == costs.end()) found = costs.insert(costs.end(), CallCost{name, 0, ms, 0, 0});
  ++found->count;
  found->totalMs += ms;
  found->longestMs = std::max(found->longestMs, ms);
}

Cupti::Cupti() : m_api(std::make_unique<CuptiApi>()) {}
Cupti::~Cupti() = default;
const std::vector<CallCost>& Cupti::costs() const { return m_api->costs; }
void Cupti::forgetCosts() { m_api->costs.clear(); }

model::Expected<std::shared_ptr<Cupti>> Cupti::open(const LibrarySearch& search) {
  std::string reasons;
  for (const std::string& file : cuptiCandidates(search)) {
    const std::string nvperfFile = nvperfBeside(file);
    void* nvperf = ::dlopen(nvperfFile.c_str(), RTLD_NOW | RTLD_GLOBAL);  // global: libcupti looks for it by name
    const std::string nvperfReason = nvperf == nullptr ? loaderWords() : std::string();
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr || nvperf == nullptr) {
      if (!reasons.empty()) reasons += "; ";
      reasons += library == nullptr ? loaderWords() : nvperfReason;
      continue;
    }
    std::shared_ptr<Cupti> cupti(new Cupti);
    CuptiApi& api = *cupti->m_api;
    std::string missing;
    const auto resolve = [&](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
      if (function == nullptr && missing.empty()) missing = name;
    };
#define DSM_CUPTI_RESOLVE(symbol) resolve(#symbol, api.symbol);
    DSM_CUPTI_SYMBOLS(DSM_CUPTI_RESOLVE)
#undef DSM_CUPTI_RESOLVE
    cupti->m_info.cuptiPath = pathOf(reinterpret_cast<void*>(api.cuptiGetVersion), file);
    cupti->m_info.nvperfPath = pathOf(::dlsym(nvperf, "NVPW_InitializeHost"), nvperfFile);
    if (api.cuptiGetVersion != nullptr) {
      if (const CUptiResult result = api.cuptiGetVersion(&cupti->m_info.apiVersion); result != CUPTI_SUCCESS) cupti->m_info.apiVersion = 0;
      cupti->m_info.version = versionText(cupti->m_info.apiVersion);
    }
    if (!missing.empty()) {
      return model::fail(
          "cupti_too_old",
          cupti->m_info.cuptiPath + " (version " + cupti->m_info.version + ") has no " + missing + ": counters need CUPTI 12.6.2 or newer.",
          "Install cuda-cupti-13-0, or point DSMSCOPE_CUPTI at a newer libcupti.so.");
    }
    return cupti;
  }
  if (reasons.empty())
    reasons = "no libcupti.so was found in " + (search.override.empty() ? std::string("the CUDA toolkit") : search.override);
  return model::fail("no_cupti", "CUPTI could not be loaded: " + reasons + ".",
                     "Install cuda-cupti-13-0 (or the CUDA Toolkit), or point DSMSCOPE_CUPTI at the folder of libcupti.so.");
}

}  // namespace dsm::counters
