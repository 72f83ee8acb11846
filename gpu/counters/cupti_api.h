// SPDX-License-Identifier: Apache-2.0
// Inside gpu/counters: CUPTI's functions by dlsym, each call timed and checked. The only header that includes CUPTI's.
// A call that fails throws CuptiFault, which the public functions of this folder catch.
#pragma once

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cupti_version.h>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu/counters/cupti.h"

// Everything that is called. All of it exists from CUPTI 12.6 Update 2 on.
#define DSM_CUPTI_SYMBOLS(X)                      \
  X(cuptiGetVersion)                              \
  X(cuptiGetResultString)                         \
  X(cuptiProfilerInitialize)                      \
  X(cuptiProfilerDeviceSupported)                 \
  X(cuptiDeviceGetChipName)                       \
  X(cuptiProfilerGetCounterAvailability)          \
  X(cuptiProfilerHostInitialize)                  \
  X(cuptiProfilerHostDeinitialize)                \
  X(cuptiProfilerHostGetSupportedChips)           \
  X(cuptiProfilerHostGetBaseMetrics)              \
  X(cuptiProfilerHostGetMetricProperties)         \
  X(cuptiProfilerHostGetSubMetrics)               \
  X(cuptiProfilerHostConfigAddMetrics)            \
  X(cuptiProfilerHostGetConfigImageSize)          \
  X(cuptiProfilerHostGetConfigImage)              \
  X(cuptiProfilerHostGetNumOfPasses)              \
  X(cuptiProfilerHostEvaluateToGpuValues)         \
  X(cuptiRangeProfilerEnable)                     \
  X(cuptiRangeProfilerDisable)                    \
  X(cuptiRangeProfilerSetConfig)                  \
  X(cuptiRangeProfilerStart)                      \
  X(cuptiRangeProfilerStop)                       \
  X(cuptiRangeProfilerPushRange)                  \
  X(cuptiRangeProfilerPopRange)                   \
  X(cuptiRangeProfilerDecodeData)                 \
  X(cuptiRangeProfilerGetCounterDataSize)         \
  X(cuptiRangeProfilerCounterDataImageInitialize) \
  X(cuptiRangeProfilerGetCounterDataInfo)

namespace dsm::counters {

// A call that did not succeed: a CUptiResult, the library's words for it, and the call.
struct CuptiFault : std::runtime_error {
  CuptiFault(int result, std::string text, std::string name)
      : std::runtime_error(name + ": " + text), code(result), words(std::move(text)), call(std::move(name)) {}
  int code = 0;
  std::string words;
  std::string call;
};

struct CuptiApi {
#define DSM_CUPTI_MEMBER(symbol) decltype(&::symbol) symbol = nullptr;
  DSM_CUPTI_SYMBOLS(DSM_CUPTI_MEMBER)
#undef DSM_CUPTI_MEMBER
  std::vector<CallCost> costs;

  // A parameter block of CUPTI: zeroed, with its size in place.
  template <class Params>
  static Params params(std::size_t structSize) {
    Params block{};
    block.structSize = structSize;
    return block;
  }

  template <class Params>
  CUptiResult tried(const char* name, CUptiResult (*function)(Params*), Params& params) {
    const auto begin = std::chrono::steady_clock::now();
    const CUptiResult result = function(&params);
    note(name, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    return result;
  }

  template <class Params>
  void call(const char* name, CUptiResult (*function)(Params*), Params& params) {
    if (const CUptiResult result = tried(name, function, params); result != CUPTI_SUCCESS) throw CuptiFault{result, words(result), name};
  }

  std::string words(CUptiResult result) const;

 private:
  void note(const char* name, double ms);
};

// DSM_CUPTI(api, cuptiRangeProfilerStart, params): named, timed, checked.
#define DSM_CUPTI(api, symbol, params) (api).call(#symbol, (api).symbol, params)
// DSM_CUPTI_PARAMS(CUpti_RangeProfiler_Start): a zeroed parameter block of that call.
#define DSM_CUPTI_PARAMS(type) ::dsm::counters::CuptiApi::params<type##_Params>(type##_Params_STRUCT_SIZE)

}  // namespace dsm::counters
