// SPDX-License-Identifier: Apache-2.0
// The order of calls is that of CUPTI's range profiling documentation, "User range, user replay".
#include "gpu/counters/range_session.h"

#include <algorithm>

#include "gpu/counters/cupti_api.h"

namespace dsm::counters {
namespace {

using model::Expected;

constexpr std::uint32_t kMostPasses = 1000;  // a session that never ends is a fault of the library
constexpr std::size_t kFewRanges = 2;        // a run and its blank kernel

tl::unexpected<model::Error> sentence(const CuptiFault& fault, const FaultScene& scene) {
  return tl::unexpected<model::Error>(faultSentence(fault.code, fault.words, fault.call, scene));
}

CUpti_RangeProfiler_Object* profilerOf(void* profiler) { return static_cast<CUpti_RangeProfiler_Object*>(profiler); }

void initialize(CuptiApi& api) {
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_Initialize);
  DSM_CUPTI(api, cuptiProfilerInitialize, params);  // as often as one likes
}

std::vector<std::uint8_t> availabilityOf(CuptiApi& api, CUcontext context) {
  auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability);
  params.ctx = context;
  DSM_CUPTI(api, cuptiProfilerGetCounterAvailability, params);
  std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
  params.pCounterAvailabilityImage = image.data();
  DSM_CUPTI(api, cuptiProfilerGetCounterAvailability, params);
  return image;
}

}  // namespace

Expected<std::string> chipOf(Cupti& cupti, int deviceIndex, const FaultScene& scene) {
  try {
    initialize(cupti.api());
    auto params = DSM_CUPTI_PARAMS(CUpti_Device_GetChipName);
    params.deviceIndex = static_cast<std::size_t>(deviceIndex);
    DSM_CUPTI(cupti.api(), cuptiDeviceGetChipName, params);
    return std::string(params.pChipName == nullptr ? "" : params.pChipName);
  } catch (const CuptiFault& fault) {
    return sentence(fault, scene);
  }
}

Expected<void> deviceSupported(Cupti& cupti, int deviceIndex, const FaultScene& scene) {
  try {
    initialize(cupti.api());
    auto params = DSM_CUPTI_PARAMS(CUpti_Profiler_DeviceSupported);
    params.cuDevice = deviceIndex;  // a CUdevice is the ordinal
    params.api = CUPTI_PROFILER_RANGE_PROFILING;
    DSM_CUPTI(cupti.api(), cuptiProfilerDeviceSupported, params);
    if (params.isSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED) return {};
    Obstacles obstacles;
    const auto stands = [](CUpti_Profiler_Support_Level level) {
      return level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED;
    };
    obstacles.architecture = stands(params.architecture);
    obstacles.sli = stands(params.sli);
    obstacles.vGpu = params.vGpu == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
    obstacles.vGpuDisabled = params.vGpu == CUPTI_PROFILER_CONFIGURATION_DISABLED;
    obstacles.confidentialCompute = stands(params.confidentialCompute);
    obstacles.miningCard = stands(params.cmp);
    obstacles.wsl = stands(params.wsl);
    return tl::unexpected<model::Error>(obstacleSentence(obstacles, scene));
  } catch (const CuptiFault& fault) {
    return sentence(fault, scene);
  }
}

Expected<std::unique_ptr<RangeSession>> RangeSession::open(std::shared_ptr<Cupti> cupti, void* context, int deviceIndex,
                                                           const FaultScene& scene) {
  const auto chip = chipOf(*cupti, deviceIndex, scene);
  if (!chip) return tl::unexpected<model::Error>(chip.error());
  std::unique_ptr<RangeSession> session(new RangeSession(cupti, context, scene));
  try {
    CuptiApi& api = cupti->api();
    std::vector<std::uint8_t> availability = availabilityOf(api, static_cast<CUcontext>(context));
    auto metrics = ChipMetrics::of(cupti, *chip, std::move(availability));
    if (!metrics) return tl::unexpected<model::Error>(metrics.error());
    session->m_metrics = std::move(*metrics);
    session->enable();
  } catch (const CuptiFault& fault) {
    return sentence(fault, scene);
  }
  return session;
}

RangeSession::~RangeSession() { close(); }

void RangeSession::close() noexcept {
  if (m_profiler == nullptr) return;
  auto params = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_Disable);
  params.pRangeProfilerObject = profilerOf(m_profiler);
  m_profiler = nullptr;
  m_config.reset();
  // Its answer changes nothing: whatever is wrong shows when the next session is opened.
  m_cupti->api().tried("cuptiRangeProfilerDisable", m_cupti->api().cuptiRangeProfilerDisable, params);
}

void RangeSession::enable() {
  auto params = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_Enable);
  params.ctx = static_cast<CUcontext>(m_context);
  DSM_CUPTI(m_cupti->api(), cuptiRangeProfilerEnable, params);
  m_profiler = params.pRangeProfilerObject;
  m_config.reset();
  m_room = 0;
}

void RangeSession::arm(const std::shared_ptr<MetricConfig>& config, std::size_t ranges) {
  CuptiApi& api = m_cupti->api();
  if (m_config != nullptr && (m_config != config || m_room < ranges)) {
    close();
    enable();
  }
  if (m_config == nullptr) {
    std::vector<const char*> names;
    for (const std::string& name : config->names()) names.push_back(name.c_str());
    m_room = ranges <= kFewRanges ? kFewRanges : kMaxRanges;
    auto size = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize);
    size.pRangeProfilerObject = profilerOf(m_profiler);
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = m_room;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(m_room);
    DSM_CUPTI(api, cuptiRangeProfilerGetCounterDataSize, size);
    m_data.assign(size.counterDataSize, 0);
    m_config = config;
  }
  auto image = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize);
  image.pRangeProfilerObject = profilerOf(m_profiler);
  image.counterDataSize = m_data.size();
  image.pCounterData = m_data.data();
  DSM_CUPTI(api, cuptiRangeProfilerCounterDataImageInitialize, image);
  auto set = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig);
  set.pRangeProfilerObject = profilerOf(m_profiler);
  set.configSize = config->image().size();
  set.pConfig = config->image().data();
  set.counterDataImageSize = m_data.size();
  set.pCounterDataImage = m_data.data();
  set.range = CUPTI_UserRange;
  set.replayMode = CUPTI_UserReplay;
  set.maxRangesPerPass = m_room;
  set.numNestingLevels = 1;
  set.minNestingLevel = 1;
  set.passIndex = 0;
  set.targetNestingLevel = 1;
  DSM_CUPTI(api, cuptiRangeProfilerSetConfig, set);
}

Expected<std::vector<std::vector<double>>> RangeSession::collect(const std::shared_ptr<MetricConfig>& config, std::size_t mostRanges,
                                                                 const RunPass& runPass) {
  if (m_profiler == nullptr) {
    return model::fail("counters_closed", "The profiling session was closed by an earlier fault.", "Ask again: it is opened anew.");
  }
  CuptiApi& api = m_cupti->api();
  std::size_t ranges = 0;  // of the pass in work
  const Brackets brackets{[&](const std::string& name) {
                            auto params = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange);
                            params.pRangeProfilerObject = profilerOf(m_profiler);
                            params.pRangeName = name.c_str();
                            DSM_CUPTI(api, cuptiRangeProfilerPushRange, params);
                            ++ranges;
                          },
                          [&] {
                            auto params = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange);
                            params.pRangeProfilerObject = profilerOf(m_profiler);
                            DSM_CUPTI(api, cuptiRangeProfilerPopRange, params);
                          }};
  try {
    arm(config, mostRanges);
    bool all = false;
    for (std::uint32_t pass = 0; !all; ++pass) {
      if (pass == kMostPasses) throw CuptiFault{CUPTI_ERROR_UNKNOWN, "the passes do not end", "cuptiRangeProfilerStop"};
      auto start = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_Start);
      start.pRangeProfilerObject = profilerOf(m_profiler);
      DSM_CUPTI(api, cuptiRangeProfilerStart, start);
      ranges = 0;
      runPass(pass, brackets);
      auto stop = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_Stop);
      stop.pRangeProfilerObject = profilerOf(m_profiler);
      DSM_CUPTI(api, cuptiRangeProfilerStop, stop);
      all = stop.isAllPassSubmitted != 0;
    }
    auto decode = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData);
    decode.pRangeProfilerObject = profilerOf(m_profiler);
    DSM_CUPTI(api, cuptiRangeProfilerDecodeData, decode);
    auto info = DSM_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo);
    info.pCounterDataImage = m_data.data();
    info.counterDataImageSize = m_data.size();
    DSM_CUPTI(api, cuptiRangeProfilerGetCounterDataInfo, info);
    if (decode.numOfRangeDropped != 0 || info.numTotalRanges != ranges) {
      throw CuptiFault{CUPTI_ERROR_UNKNOWN,
                       std::to_string(info.numTotalRanges) + " of " + std::to_string(ranges) + " ranges came back, " +
                           std::to_string(decode.numOfRangeDropped) + " were dropped",
                       "cuptiRangeProfilerDecodeData"};
    }
    std::vector<std::vector<double>> values;
    for (std::size_t range = 0; range < ranges; ++range) values.push_back(config->evaluate(m_data, range));
    return values;
  } catch (const CuptiFault& fault) {
    close();
    return sentence(fault, m_scene);
  } catch (...) {
    close();
    throw;
  }
}

}  // namespace dsm::counters
