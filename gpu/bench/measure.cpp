// SPDX-License-Identifier: Apache-2.0
// The steps of one measurement, in the order a reader of its numbers should know them:
// check the request, ask the device, prepare, validate, warm up, sample, check again.
#include "gpu/bench/measure.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>

#include "gpu/bench/cuda_error.h"
#include "gpu/bench/devices.h"
#include "gpu/bench/gpu_context.h"
#include "gpu/bench/kernel_build_id.h"
#include "gpu/model/spec.h"
#include "gpu/model/statistics.h"

namespace dsm::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWarmUpLaunches = 3;  // at least
constexpr double kWarmUpSeconds = 0.005;    // at least, by the wall clock
constexpr double kWarmUpMostSeconds = 0.5;
constexpr double kSettledSpread = 0.02;  // of the last three launches
constexpr double kLongSampleNs = 1e9;    // such samples need not reach minSamples
constexpr double kProgressEverySeconds = 0.05;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string utcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

class Reporter {
 public:
  Reporter(const MeasureHooks& hooks, std::uint32_t samplesMax) : m_hooks(hooks) { m_state.samplesMax = samplesMax; }

  void phase(const char* name) {
    m_state.phase = name;
    send();
  }

  void sample(std::size_t taken, double lastNs, double relativeHalfWidth) {
    m_state.samplesTaken = static_cast<std::uint32_t>(taken);
    m_state.lastSampleNs = lastNs;
    m_state.relativeHalfWidth = relativeHalfWidth;
    if (secondsSince(m_lastSent) >= kProgressEverySeconds) send();
  }

 private:
  void send() {
    m_lastSent = Clock::now();
    m_state.elapsedSeconds = secondsSince(m_begin);
    if (m_hooks.progress) m_hooks.progress(m_state);
  }

  const MeasureHooks& m_hooks;
  MeasureProgress m_state;
  Clock::time_point m_begin = Clock::now();
  Clock::time_point m_lastSent = m_begin;
};

class Measurement {
 public:
  Measurement(const KernelExperiment& experiment, const model::RunRequest& request, const model::Device& device, const MeasureHooks& hooks)
      : m_experiment(experiment), m_request(request), m_device(device), m_hooks(hooks), m_reporter(hooks, request.plan.maxSamples) {
    m_run.experiment = request.experiment;
    m_run.variant = request.variant;
    m_run.values = request.values;
    m_run.plan = request.plan;
    m_run.deviceUuid = device.uuid;
    m_run.provenance.date = utcNow();
    m_run.provenance.kernelBuildId = kernelBuildId();
  }

  model::Run run() {
    try {
      measure();
    } catch (const Cancelled&) {
      cancelled();
    } catch (const CudaError& error) {
      if (error.sticky()) throw;
      failed(error.toError());
    }
    return std::move(m_run);
  }

 private:
  bool wanted() const { return !m_hooks.cancel.load(std::memory_order_relaxed); }

  void cancelled() {
    m_run.status = model::RunStatus::cancelled;
    m_run.stopReason = "cancelled";
  }

  void failed(model::Error error) {
    m_run.status = model::RunStatus::failed;
    m_run.error = std::move(error);
  }

  bool accept() {
    auto complete = model::completeValues(m_experiment.spec(), m_request.variant, m_request.values);
    if (!complete) {
      failed(complete.error());
      return false;
    }
    m_request.values = *complete;
    m_run.values = *complete;
    if (m_request.plan.minSamples == 0 || m_request.plan.maxSamples < m_request.plan.minSamples) {
      failed({"bad_value",
              "The plan asks for " + std::to_string(m_request.plan.minSamples) + " to " + std::to_string(m_request.plan.maxSamples) +
                  " samples.",
              "Ask for at least one, and for no less at most than at least."});
      return false;
    }
    const model::Legality legality = deviceLegality(m_experiment, m_request, m_device);
    if (legality.fits) return true;
    std::string hint;
    if (legality.nearest) hint = "The nearest that runs: " + legality.parameter + " " + std::to_string(*legality.nearest) + ".";
    if (!legality.remedy.empty()) hint += (hint.empty() ? "Or set " : " Or set ") + legality.remedy + ".";
    failed({legality.code, legality.reason, hint});
    return false;
  }

  bool accept(const model::Validation& validation) {
    m_run.validation = validation;
    if (validation.correct) return true;
    failed({"wrong_result", m_request.experiment + " " + m_request.variant + " gave a wrong result: " + validation.detail,
            "Its times do not count; run it again, and under compute-sanitizer if it stays wrong."});
    return false;
  }

  void measure() {
    GpuContext& context = GpuContext::of(m_device);
    context.setCompletionClock(m_hooks.lastGpuCompletionNs);
    m_reporter.phase("prepare");
    if (!accept()) return;
    const auto prepared = m_experiment.prepare(m_request, m_device, m_hooks.cancel);
    m_run.launch = prepared->launchInfo();
    if (!wanted()) return cancelled();
    m_reporter.phase("validate");
    if (!accept(prepared->validate())) return;
    m_reporter.phase("warm_up");
    if (!warmUp(*prepared)) return cancelled();
    m_reporter.phase("measure");
    noteThrottling();
    sample(*prepared);
    noteThrottling();
    if (m_run.samples.empty()) return;
    m_reporter.phase("check");
    const model::Validation after = prepared->checkLast();
    if (!after.correct) accept(after);
  }

  // The same path as the samples take, until it has run three times and 5 ms and the last three agree within 2 %;
  // at most 0.5 s. False if the person stopped it.
  bool warmUp(PreparedRun& prepared) {
    std::vector<double> times;
    const Clock::time_point begin = Clock::now();
    while (wanted()) {
      times.push_back(prepared.measure().elapsedNs);
      const double seconds = secondsSince(begin);
      m_run.provenance.warmupNs = seconds * 1e9;
      if (seconds >= kWarmUpMostSeconds) return true;
      if (times.size() < kWarmUpLaunches || seconds < kWarmUpSeconds) continue;
      const auto [fastest, slowest] = std::minmax_element(times.end() - kWarmUpLaunches, times.end());
      if (*slowest - *fastest <= kSettledSpread * *slowest) return true;
    }
    return false;
  }

  // Half the interval over the median, of the headline quantity; of the elapsed time where that cannot be told.
  double relativeHalfWidth() const {
    const model::ExperimentSpec& spec = m_experiment.spec();
    model::Summary summary;
    if (!spec.info().quantities.empty()) {
      summary = model::summarize(model::seriesOf(spec, m_run, spec.info().quantities.front().id));
    }
    if (summary.n < m_run.samples.size()) {
      std::vector<double> times;
      for (const model::Sample& sample : m_run.samples) times.push_back(sample.elapsedNs);
      summary = model::summarize(times);
    }
    return summary.relativeHalfWidth();
  }

  void sample(PreparedRun& prepared) {
    const model::MeasurementPlan& plan = m_request.plan;
    std::size_t nextLook = plan.minSamples;
    double timedNs = 0;
    double halfWidth = 0;
    m_run.samples.reserve(plan.maxSamples);
    while (m_run.stopReason.empty()) {
      if (!wanted()) return cancelled();
      m_run.samples.push_back(prepared.measure());
      const std::size_t taken = m_run.samples.size();
      const double lastNs = m_run.samples.back().elapsedNs;
      timedNs += lastNs;
      if (taken == nextLook) {
        nextLook *= 2;
        noteThrottling();
        halfWidth = relativeHalfWidth();
        if (halfWidth <= plan.targetRelativeHalfWidth) m_run.stopReason = "interval";
      }
      const bool enough = taken >= plan.minSamples || lastNs > kLongSampleNs;
      if (m_run.stopReason.empty() && taken >= plan.maxSamples) m_run.stopReason = "samples";
      if (m_run.stopReason.empty() && enough && timedNs * 1e-9 >= plan.budgetSeconds) m_run.stopReason = "budget";
      m_reporter.sample(taken, lastNs, halfWidth);
    }
  }

  void noteThrottling() {
    for (const std::string& reason : throttleReasons(m_device)) {
      std::vector<std::string>& known = m_run.provenance.throttleReasons;
      if (std::ranges::find(known, reason) == known.end()) known.push_back(reason);
    }
  }

  const KernelExperiment& m_experiment;
  model::RunRequest m_request;
  const model::Device& m_device;
  const MeasureHooks& m_hooks;
  Reporter m_reporter;
  model::Run m_run;
};

}  // namespace

model::Run measureRun(const KernelExperiment& experiment, const model::RunRequest& request, const model::Device& device,
                      const MeasureHooks& hooks) {
  return Measurement(experiment, request, device, hooks).run();
}

}  // namespace dsm::bench
