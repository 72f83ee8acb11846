// SPDX-License-Identifier: Apache-2.0
// One open profiling session on a CUDA context. Opening one and starting it the first time cost 260 ms, every later
// start 18 ms, a range 0.9 ms, a stop 7 ms (H200, 2026-11-30): so the session stays enabled, is re-armed for each use, and
// many launches are ranges of one start. User ranges, user replay: the caller runs the same ranges once a pass.
//
// 1. open():    counter availability, metrics of the chip, enable
// 2. collect(): counter data image and configuration set; then start, the caller's ranges, stop, until all passes are in;
//               decode, evaluate
// 3. close():   disable; also in the destructor
//
// An enabled profiler keeps the configuration and the counter data image that it was given first: with others it counts
// nothing (CUPTI 13.0: every value NaN). Another group of metrics, or more ranges than there is room for, therefore
// disables and enables it anew, which costs 190 ms. An open session also changes what other processes time (the global
// exchange by 0.7 %): close it before anything is timed.
//
// Used on the thread that owns the context, which has to be current.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/counters/chip_metrics.h"
#include "gpu/counters/cupti.h"
#include "gpu/counters/fault_sentence.h"

namespace dsm::counters {

class RangeSession {
 public:
  // `context` is a CUcontext; `deviceIndex` the device's ordinal. Errors: those of faultSentence(), unknown_chip.
  static model::Expected<std::unique_ptr<RangeSession>> open(std::shared_ptr<Cupti> cupti, void* context, int deviceIndex,
                                                             const FaultScene& scene);
  RangeSession(const RangeSession&) = delete;
  RangeSession& operator=(const RangeSession&) = delete;
  ~RangeSession();

  ChipMetrics& metrics() { return *m_metrics; }

  // Brackets of one range: push and pop it. The caller synchronizes before both. Ranges of one name come back as one.
  struct Brackets {
    std::function<void(const std::string& name)> push;
    std::function<void()> pop;
  };
  // Runs up to `mostRanges` (kMaxRanges at most) ranges once for each pass of the configuration: `runPass(pass, brackets)`
  // pushes and pops the same ones in the same order every time, and puts back outside of them what a launch changes.
  // Returns the values by range, in the order of the configuration's names. Errors: those of faultSentence(). What runPass
  // throws is passed on, the session being closed: it is then to be opened anew.
  using RunPass = std::function<void(std::uint32_t pass, const Brackets& brackets)>;
  model::Expected<std::vector<std::vector<double>>> collect(const std::shared_ptr<MetricConfig>& config, std::size_t mostRanges,
                                                            const RunPass& runPass);
  static constexpr std::size_t kMaxRanges = 256;

  bool isOpen() const { return m_profiler != nullptr; }
  void close() noexcept;

 private:
  RangeSession(std::shared_ptr<Cupti> cupti, void* context, FaultScene scene)
      : m_cupti(std::move(cupti)), m_context(context), m_scene(std::move(scene)) {}
  void enable();
  void arm(const std::shared_ptr<MetricConfig>& config, std::size_t ranges);

  std::shared_ptr<Cupti> m_cupti;
  void* m_context;
  FaultScene m_scene;
  void* m_profiler = nullptr;
  std::unique_ptr<ChipMetrics> m_metrics;
  // What the enabled profiler was given first.
  std::shared_ptr<MetricConfig> m_config;
  std::size_t m_room = 0;            // for ranges
  std::vector<std::uint8_t> m_data;  // the counter data image
};

// The chip's name of a device ("GH100"). Errors: those of faultSentence().
model::Expected<std::string> chipOf(Cupti& cupti, int deviceIndex, const FaultScene& scene);
// Whether CUPTI supports the device at all. Errors: counters_unsupported and its kin, with what is in the way.
model::Expected<void> deviceSupported(Cupti& cupti, int deviceIndex, const FaultScene& scene);

}  // namespace dsm::counters
