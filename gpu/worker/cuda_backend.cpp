// SPDX-License-Identifier: Apache-2.0
// The backend with kernels: gpu/bench behind the worker's interface. CudaError ends here: a recoverable one becomes
// an error, a sticky one a StickyFault.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "gpu/bench/cuda_error.h"
#include "gpu/bench/devices.h"
#include "gpu/bench/faults.h"
#include "gpu/bench/kernel_experiment.h"
#include "gpu/bench/measure.h"
#include "gpu/worker/backend.h"
#include "gpu/worker/counter_collection.h"

namespace dsm::worker {
namespace {

using model::Expected;

// Calls `work`; what it throws becomes what the interface promises.
template <class Work>
auto guarded(Work work) -> Expected<decltype(work())> {
  try {
    return work();
  } catch (const bench::CudaError& error) {
    if (error.sticky()) throw StickyFault(error.toError());
    return tl::unexpected<model::Error>(error.toError());
  }
}

std::string_view phaseWords(const std::string& phase) {
  if (phase == "prepare") return "preparing";
  if (phase == "validate") return "validating";
  if (phase == "warm_up") return "warming up";
  if (phase == "measure") return "measuring";
  if (phase == "check") return "checking";
  return phase;
}

protocol::Progress progressOf(const bench::MeasureProgress& from) {
  protocol::Progress progress;
  progress.phase = phaseWords(from.phase);
  progress.samples = from.samplesTaken;
  progress.fraction = from.samplesMax > 0 ? static_cast<double>(from.samplesTaken) / from.samplesMax : std::nan("");
  progress.rate = from.elapsedSeconds > 0 ? from.samplesTaken / from.elapsedSeconds : std::nan("");
  return progress;
}

// Counters of the devices that this process sees; a session for each that was asked for.
class DeviceCounters final : public CounterBackend {
 public:
  explicit DeviceCounters(const std::vector<model::Device>& devices) : m_devices(devices) {}

  model::Preflight preflight(const model::Device* device) override {
    if (device == nullptr || !cupti()) return CounterBackend::preflight(device);
    const auto report = guarded([&] { return of(*device).preflight(); });
    if (report) return *report;
    model::Preflight failed;
    failed.why = report.error();
    return failed;
  }

  Expected<std::vector<model::Counters>> collect(const std::vector<model::RunRequest>& runs, const model::CounterRequest& request,
                                                 const model::Device& device, const RunHooks& hooks) override {
    if (!cupti()) {
      std::vector<model::Counters> none(runs.size());
      for (model::Counters& counters : none) counters.why = cupti().error();
      return none;
    }
    const auto counted = guarded([&] { return of(device).collect(runs, request, hooks); });
    if (!counted) return tl::unexpected<model::Error>(counted.error());
    return *counted;
  }

  void rest() override {
    for (const auto& [uuid, collection] : m_known) collection->close();
  }

 protected:
  std::string deviceChip() override { return cupti() && !m_devices.empty() ? of(m_devices.front()).chip() : std::string(); }

 private:
  CounterCollection& of(const model::Device& device) {
    std::unique_ptr<CounterCollection>& known = m_known[device.uuid];
    if (!known) known = std::make_unique<CounterCollection>(*cupti(), device);
    return *known;
  }

  const std::vector<model::Device>& m_devices;
  std::map<std::string, std::unique_ptr<CounterCollection>> m_known;
};

class CudaBackend final : public Backend {
 public:
  CudaBackend(protocol::Hello hello, WorkerMode mode) : m_hello(std::move(hello)) {
    if (mode != WorkerMode::counters) return;
    m_counters = std::make_unique<DeviceCounters>(m_hello.devices);
    m_hello.cupti = m_counters->version();
  }

  const protocol::Hello& hello() const override { return m_hello; }

  Expected<std::vector<model::Device>> devices() override {
    return guarded([&] {
      if (m_full.empty()) {
        std::vector<model::Device> full = m_hello.devices;
        for (model::Device& device : full) bench::fillOccupancy(device);
        m_full = std::move(full);
      }
      return m_full;
    });
  }

  Expected<model::Run> run(const model::RunRequest& request, const model::Device& device, const RunHooks& hooks) override {
    const bench::KernelExperiment* experiment = find(request.experiment);
    if (experiment == nullptr) return noKernels(request.experiment);
    const bench::MeasureHooks inner{hooks.cancel, [&](const bench::MeasureProgress& progress) { hooks.progress(progressOf(progress)); },
                                    &hooks.lastGpuCompletionNs};
    return guarded([&] { return bench::measureRun(*experiment, request, device, inner); });
  }

  Expected<model::Legality> legality(const model::RunRequest& request, const model::Device& device) override {
    const bench::KernelExperiment* experiment = find(request.experiment);
    if (experiment == nullptr) return noKernels(request.experiment);
    return guarded([&] { return bench::deviceLegality(*experiment, request, device); });
  }

  Expected<void> fault(std::string_view what, const model::Device& device, const RunHooks&) override {
    const auto done = guarded([&] {
      if (cudaSetDevice(device.ordinal) != cudaSuccess) return false;
      bench::injectFault(what == "early_exit_719" ? "early_exit" : what);
      return true;
    });
    if (!done) return tl::unexpected<model::Error>(done.error());
    if (!*done) return model::fail("no_device", "The device could not be made current.");
    return {};
  }

  CounterBackend* counters() override { return m_counters.get(); }

 private:
  const bench::KernelExperiment* find(const std::string& experiment) const {
    const auto found = std::ranges::find_if(m_experiments, [&](const auto* e) { return e->spec().info().id == experiment; });
    return found == m_experiments.end() ? nullptr : *found;
  }

  static tl::unexpected<model::Error> noKernels(const std::string& experiment) {
    return model::fail("unknown_experiment", "This worker has no kernels for " + experiment + ".");
  }

  protocol::Hello m_hello;
  std::vector<const bench::KernelExperiment*> m_experiments = bench::kernelExperiments();
  std::vector<model::Device> m_full;  // with occupancy, once asked for
  std::unique_ptr<DeviceCounters> m_counters;
};

std::string versionText(int version) { return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10); }

// Which of the reasons for no device it is; the sentence is bench's.
std::string codeOfNone() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no_driver";
  return driver / 1000 < CUDART_VERSION / 1000 ? "driver_too_old" : "no_device";
}

}  // namespace

std::unique_ptr<Backend> makeBackend(const std::string& workerVersion, const std::string& deviceUuid, WorkerMode mode) {
  // Before CUDA starts: the process then sees this GPU alone, and makes no context on another.
  if (!deviceUuid.empty() && ::setenv("CUDA_VISIBLE_DEVICES", deviceUuid.c_str(), 1) != 0) {
    throw std::runtime_error("CUDA_VISIBLE_DEVICES cannot be set");
  }
  protocol::Hello hello;
  hello.workerVersion = workerVersion;
  hello.runtime = versionText(CUDART_VERSION);
  std::string whyNone;
  try {
    hello.devices = bench::queryDevices(&whyNone);
  } catch (const bench::CudaError& error) {
    return makeNoGpuBackend(workerVersion, hello.runtime, {}, error.toError(), mode);
  }
  if (hello.devices.empty()) {
    if (!deviceUuid.empty() && codeOfNone() == "no_device") {
      whyNone = "No GPU here has the UUID " + deviceUuid + ".";
    }
    return makeNoGpuBackend(workerVersion, hello.runtime, {},
                            {codeOfNone(), whyNone, "Open a recording to look at, or measure on another machine."}, mode);
  }
  hello.driver = hello.devices.front().driver;
  if (hello.driver.empty()) {
    hello.problems.push_back(
        {"no_nvml", "NVML is not available: the driver's version and throttling are unknown.", "Install the driver's libnvidia-ml.so.1."});
  }
  return std::make_unique<CudaBackend>(std::move(hello), mode);
}

}  // namespace dsm::worker
