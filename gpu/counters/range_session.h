// SPDX-License-Identifier: Apache-2.0
// One open profiling session on a CUDA context. Opening one and starting it the first time cost 200-300 ms, every later
// start 18 ms, a range 1 ms (H200, 2026-11-30): so the session stays enabled, is re-armed for each use, and many
// configurations are ranges of one start. User ranges, user replay: the caller runs the same ranges once a pass.
//
// 1. open():    counter availability, metrics of the chip, enable
// 2. collect(): counter data image and configuration set; then start, the caller's ranges, stop, until all passes are in;
//               decode, evaluate
// 3. close():   disable; also in the destructor
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

  // Brackets of one range: push and pop it. The caller synchronizes before both.
  struct Brackets {
    std::function<void(const std::string& name)> push;
    std::function<void()> pop;
  };
  // Runs `ranges` ranges once for each pass of the configuration: `runPass(pass, brackets)` pushes and pops each of them
  // once, in the same order every time, and puts back outside of them what a launch changes. Returns the values by range,
  // in the order of the configuration's names. At most kMaxRanges. Errors: those of faultSentence(). What runPass throws
  // is passed on, the session being closed: it is then to be opened anew.
  using RunPass = std::function<void(std::uint32_t pass, const Brackets& brackets)>;
  model::Expected<std::vector<std::vector<double>>> collect(const MetricConfig& config, std::size_t ranges, const RunPass& runPass);
  static constexpr std::size_t kMaxRanges = 256;

  bool isOpen() const { return m_profiler != nullptr; }
  void close() noexcept;

 private:
  RangeSession(std::shared_ptr<Cupti> cupti, FaultScene scene) : m_cupti(std::move(cupti)), m_scene(std::move(scene)) {}
  void arm(const MetricConfig& config, std::size_t ranges);

  std::shared_ptr<Cupti> m_cupti;
  FaultScene m_scene;
  void* m_profiler = nullptr;
  std::unique_ptr<ChipMetrics> m_metrics;
  std::vector<std::uint8_t> m_data;  // the counter data image
};

// The chip's name of a device ("GH100"). Errors: those of faultSentence().
model::Expected<std::string> chipOf(Cupti& cupti, int deviceIndex, const FaultScene& scene);
// Whether CUPTI supports the device at all. Errors: counters_unsupported and its kin, with what is in the way.
model::Expected<void> deviceSupported(Cupti& cupti, int deviceIndex, const FaultScene& scene);

}  // namespace dsm::counters
