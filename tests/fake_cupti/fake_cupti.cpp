// SPDX-License-Identifier: Apache-2.0
// A libcupti that plays: the entry points that gpu/counters resolves, with one chip (GH100, and GH100's names in the
// traffic set), a value for each range, and one fault at a time, chosen by FAKE_CUPTI:
//   permission    enabling is refused: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
//   busy          enabling is refused: CUPTI_ERROR_HARDWARE_BUSY
//   subscriber    the profiler cannot be initialised: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
//   wsl, vgpu, confidential    the device is not supported
//   mig           the start is refused: CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED
//   chip          the device's chip is one that the library does not know
//   incompatible  counter availability is refused: CUPTI_ERROR_NOT_COMPATIBLE
//   newer         the library says version 140000
//   stop          the stop of a pass fails
//   dropped       a range is lost
// Metrics: every name of known() with .sum; "hit.pct" reads 105; "unschedulable.sum" has properties and cannot be added;
// "threepass.sum" makes a configuration need three passes. Built once more as one that is too old (FAKE_TOO_OLD).
#include <cstring>
#include <string>
#include <vector>

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cupti_version.h>
#include <cstdlib>

struct CUpti_Profiler_Host_Object {
  std::vector<std::string> names;
  bool broken = false;
};
struct CUpti_RangeProfiler_Object {
  std::size_t ranges = 0;
  std::size_t passes = 0;
  std::size_t done = 0;
  std::vector<std::string> pushed;
  bool inside = false;
  const std::uint8_t* config = nullptr;  // the first one: it is kept
  std::uint8_t* data = nullptr;          // likewise
};

namespace {

bool plays(const char* fault) {
  const char* chosen = std::getenv("FAKE_CUPTI");
  return chosen != nullptr && std::strcmp(chosen, fault) == 0;
}

const std::vector<const char*>& known() {
  static const std::vector<const char*> names = {"lts__t_bytes",
                                                 "lts__t_sectors_srcunit_tex",
                                                 "lts__t_sectors_srcunit_ltcfabric",
                                                 "dram__bytes_read",
                                                 "dram__bytes_write",
                                                 "l1tex__m_xbar2l1tex_read_bytes_mem_dshared",
                                                 "l1tex__m_l1tex2xbar_write_bytes_mem_dshared",
                                                 "unschedulable",
                                                 "threepass"};
  return names;
}

bool isKnown(const std::string& name) {
  if (name == "hit" || name == "hit.pct") return true;
  for (const char* base : known()) {
    if (name == base || name == std::string(base) + ".sum") return true;
  }
  return false;
}

int enabled = 0;

}  // namespace

extern "C" {

CUptiResult cuptiGetVersion(std::uint32_t* version) {
  *version = plays("newer") ? 140000 : 130001;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      *text = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
      break;
    case CUPTI_ERROR_HARDWARE_BUSY:
      *text = "CUPTI_ERROR_HARDWARE_BUSY";
      break;
    case CUPTI_ERROR_INVALID_METRIC_NAME:
      *text = "CUPTI_ERROR_INVALID_METRIC_NAME";
      break;
    case CUPTI_ERROR_INVALID_PARAMETER:
      *text = "CUPTI_ERROR_INVALID_PARAMETER";
      break;
    default:
      *text = "CUPTI_ERROR_OTHER";
      break;
  }
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) {
  return plays("subscriber") ? CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED : CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params* params) {
  const auto yes = CUPTI_PROFILER_CONFIGURATION_SUPPORTED, no = CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
  params->architecture = params->sli = params->cmp = yes;
  params->wsl = plays("wsl") ? no : yes;
  params->vGpu = plays("vgpu") ? CUPTI_PROFILER_CONFIGURATION_DISABLED : yes;
  params->confidentialCompute = plays("confidential") ? no : yes;
  params->isSupported = plays("wsl") || plays("vgpu") || plays("confidential") ? no : yes;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* params) {
  params->pChipName = plays("chip") ? "GX999" : "GH100";
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params* params) {
  if (plays("incompatible")) return CUPTI_ERROR_NOT_COMPATIBLE;
  params->counterAvailabilityImageSize = 16;
  if (params->pCounterAvailabilityImage != nullptr) std::memset(params->pCounterAvailabilityImage, 1, 16);
  return CUPTI_SUCCESS;
}

#ifndef FAKE_TOO_OLD
CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* params) {
  if (std::strcmp(params->pChipName, "GH100") != 0) return CUPTI_ERROR_INVALID_CHIP_NAME;
  params->pHostObject = new CUpti_Profiler_Host_Object;
  return CUPTI_SUCCESS;
}
#endif

CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params* params) {
  delete params->pHostObject;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetSupportedChips(CUpti_Profiler_Host_GetSupportedChips_Params* params) {
  static const char* const chips[] = {"GH100"};
  params->numChips = 1;
  params->ppChipNames = chips;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetBaseMetrics(CUpti_Profiler_Host_GetBaseMetrics_Params* params) {
  static std::vector<const char*> counters = known();
  static std::vector<const char*> ratios = {"hit"};
  std::vector<const char*>& list = params->metricType == CUPTI_METRIC_TYPE_COUNTER ? counters : ratios;
  params->ppMetricNames = list.data();
  params->numMetrics = params->metricType == CUPTI_METRIC_TYPE_THROUGHPUT ? 0 : list.size();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetSubMetrics(CUpti_Profiler_Host_GetSubMetrics_Params*) { return CUPTI_ERROR_NOT_SUPPORTED; }

CUptiResult cuptiProfilerHostGetMetricProperties(CUpti_Profiler_Host_GetMetricProperties_Params* params) {
  const std::string name = params->pMetricName;
  if (!isKnown(name)) return CUPTI_ERROR_INVALID_METRIC_NAME;
  const bool ratio = name.starts_with("hit");
  params->metricType = ratio ? CUPTI_METRIC_TYPE_RATIO : CUPTI_METRIC_TYPE_COUNTER;
  params->pDescription = ratio ? "proportion that hit" : "# of things";
  params->pDimUnit = ratio ? "percent" : name.find("sectors") != std::string::npos ? "l2_sector" : "byte";
  params->pHwUnit = "lts";
  return CUPTI_SUCCESS;
}

// One bad name fails the whole call, and the object is of no use after it: going on crashes, as the real one does.
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params* params) {
  if (params->pHostObject->broken) std::abort();
  for (std::size_t i = 0; i < params->numMetrics; ++i) {
    const std::string name = params->ppMetricNames[i];
    if (!isKnown(name) || name.find('.') == std::string::npos || name == "unschedulable.sum") {
      params->pHostObject->broken = true;
      return CUPTI_ERROR_INVALID_PARAMETER;
    }
    params->pHostObject->names.push_back(name);
  }
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* params) {
  if (params->pHostObject->broken) std::abort();
  params->configImageSize = 1;
  return CUPTI_SUCCESS;
}

// The image is the number of passes.
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params* params) {
  *params->pConfigImage = 1;
  for (const std::string& name : params->pHostObject->names) {
    if (name == "threepass.sum") *params->pConfigImage = 3;
  }
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* params) {
  params->numOfPasses = *params->pConfigImage;
  return CUPTI_SUCCESS;
}

// Metric i of range r reads 1000 r + i; hit.pct reads 105.
CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params* params) {
  for (std::size_t i = 0; i < params->numMetrics; ++i) {
    params->pMetricValues[i] = std::strcmp(params->ppMetricNames[i], "hit.pct") == 0
                                   ? 105
                                   : 1000.0 * static_cast<double>(params->rangeIndex) + static_cast<double>(i);
  }
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* params) {
  if (plays("permission")) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  if (plays("busy")) return CUPTI_ERROR_HARDWARE_BUSY;
  if (enabled != 0) return CUPTI_ERROR_INVALID_OPERATION;  // one a context
  enabled = 1;
  params->pRangeProfilerObject = new CUpti_RangeProfiler_Object;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params* params) {
  delete params->pRangeProfilerObject;
  enabled = 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params* params) {
  CUpti_RangeProfiler_Object& profiler = *params->pRangeProfilerObject;
  if (profiler.config != nullptr && (profiler.config != params->pConfig || profiler.data != params->pCounterDataImage)) std::abort();
  profiler = {};
  profiler.config = params->pConfig;
  profiler.data = params->pCounterDataImage;
  profiler.ranges = params->maxRangesPerPass;
  profiler.passes = *params->pConfig;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params* params) {
  if (plays("mig")) return CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED;
  params->pRangeProfilerObject->pushed.clear();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* params) {
  if (plays("stop")) return CUPTI_ERROR_UNKNOWN;
  CUpti_RangeProfiler_Object& profiler = *params->pRangeProfilerObject;
  if (profiler.inside || profiler.pushed.size() > profiler.ranges) return CUPTI_ERROR_INVALID_OPERATION;
  const std::uint64_t ranges = profiler.pushed.size();
  std::memcpy(profiler.data, &ranges, sizeof ranges);  // the image keeps the number of ranges
  params->isAllPassSubmitted = ++profiler.done == profiler.passes ? 1 : 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params* params) {
  if (params->pRangeProfilerObject->inside) return CUPTI_ERROR_INVALID_OPERATION;
  params->pRangeProfilerObject->inside = true;
  params->pRangeProfilerObject->pushed.emplace_back(params->pRangeName);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params* params) {
  if (!params->pRangeProfilerObject->inside) return CUPTI_ERROR_INVALID_OPERATION;
  params->pRangeProfilerObject->inside = false;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params* params) {
  params->numOfRangeDropped = plays("dropped") ? 1 : 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* params) {
  params->counterDataSize = 8;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerCounterDataImageInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params* params) {
  std::memset(params->pCounterData, 0, params->counterDataSize);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* params) {
  std::uint64_t ranges = 0;
  std::memcpy(&ranges, params->pCounterDataImage, sizeof ranges);
  params->numTotalRanges = ranges;
  return CUPTI_SUCCESS;
}

}  // extern "C"
