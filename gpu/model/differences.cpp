// SPDX-License-Identifier: Apache-2.0
// What differs between two runs and makes their comparison doubtful, named with both values.
#include <algorithm>
#include <cmath>

#include "gpu/model/compare.h"

namespace dsm::model {
namespace {

const char* const kNotKnown = "not known";

class Differences {
 public:
  void add(std::string id, std::string label, std::string base, std::string next) {
    if (base == next) return;
    m_all.push_back({std::move(id), std::move(label), base.empty() ? kNotKnown : std::move(base), next.empty() ? kNotKnown : std::move(next)});
  }
  std::vector<Difference> take() { return std::move(m_all); }

 private:
  std::vector<Difference> m_all;
};

double clockOf(const Run& run) {
  std::vector<double> clocks;
  for (const Sample& sample : run.samples) {
    if (sample.smClockHz > 0) clocks.push_back(sample.smClockHz);
  }
  return clocks.empty() ? 0 : summarize(clocks).median;
}

std::string megahertz(double hertz) { return std::to_string(std::llround(hertz / 1e6)) + " MHz"; }

std::string throttlingOf(const Run& run) {
  std::vector<std::string> reasons = run.provenance.throttleReasons;
  std::ranges::sort(reasons);
  std::string text;
  for (const std::string& reason : reasons) text += (text.empty() ? "" : ", ") + reason;
  return text.empty() ? "none" : text;
}

void addDevice(Differences& all, const Run& base, const Device* baseDevice, const Run& next, const Device* nextDevice) {
  if (base.deviceUuid != next.deviceUuid) {
    const bool named = baseDevice != nullptr && nextDevice != nullptr && baseDevice->name != nextDevice->name;
    const auto text = [&](const Run& run, const Device* device) {
      return named ? device->name + " (" + run.deviceUuid + ")" : run.deviceUuid;
    };
    all.add("device", "Device", text(base, baseDevice), text(next, nextDevice));
  }
  if (baseDevice == nullptr || nextDevice == nullptr) return;
  all.add("driver", "Driver", baseDevice->driver, nextDevice->driver);
  all.add("cuda_driver", "CUDA of the driver", baseDevice->cudaDriver, nextDevice->cudaDriver);
  all.add("cuda_runtime", "CUDA runtime", baseDevice->cudaRuntime, nextDevice->cudaRuntime);
  const auto modeOf = [](const Device& device) { return device.mode.empty() ? std::string("whole GPU") : device.mode; };
  all.add("mode", "Mode", modeOf(*baseDevice), modeOf(*nextDevice));
}

void addClock(Differences& all, const Run& base, const Run& next) {
  const double baseHz = clockOf(base);
  const double nextHz = clockOf(next);
  if (baseHz > 0 && nextHz > 0 && std::abs(nextHz / baseHz - 1) > kClockTolerance) {
    all.add("sm_clock", "SM clock", megahertz(baseHz), megahertz(nextHz));
  }
  all.add("throttling", "Throttling", throttlingOf(base), throttlingOf(next));
}

// What is swept in powers of two is what is compared, and values that are those of the launch are named with its shape. The rest is
// input: what was done, and to how much.
void addInput(Differences& all, const ExperimentSpec& spec, const Run& base, const Run& next) {
  for (const Parameter& parameter : spec.info().parameters) {
    if (parameter.kind == ParameterKind::powerOfTwo || !appliesTo(parameter, base.variant) || !appliesTo(parameter, next.variant)) continue;
    const std::int64_t baseValue = valueOf(spec, base.values, parameter.id);
    const std::int64_t nextValue = valueOf(spec, next.values, parameter.id);
    const bool isBlock = baseValue == base.launch.threads && nextValue == next.launch.threads;
    const bool isCluster = baseValue == base.launch.clusterSize && nextValue == next.launch.clusterSize;
    if (isBlock || isCluster) continue;
    all.add(parameter.id, parameter.label, valueWord(parameter, baseValue), valueWord(parameter, nextValue));
  }
}

void addShape(Differences& all, const Run& base, const Run& next) {
  const auto threads = [](const Run& run) { return std::to_string(run.launch.threads) + " threads"; };
  const auto cluster = [](const Run& run) {
    return run.launch.clusterSize > 1 ? std::to_string(run.launch.clusterSize) + " blocks" : std::string("none");
  };
  all.add("block", "Block", threads(base), threads(next));
  // Another variant may well have no clusters at all: that is the comparison, not a doubt about it.
  const bool bothCluster = base.launch.clusterSize > 1 && next.launch.clusterSize > 1;
  if (bothCluster || base.variant == next.variant) all.add("cluster", "Cluster", cluster(base), cluster(next));
}

}  // namespace

std::string differenceSentence(const Difference& difference) {
  return difference.label + ": " + difference.base + " in the base, " + difference.next + " in the new run.";
}

std::vector<Difference> differencesOf(const ExperimentSpec* spec, const Run& base, const Device* baseDevice, const Run& next,
                                      const Device* nextDevice) {
  Differences all;
  addDevice(all, base, baseDevice, next, nextDevice);
  addClock(all, base, next);
  if (spec != nullptr) addInput(all, *spec, base, next);
  all.add("seed", "Seed", std::to_string(base.plan.seed), std::to_string(next.plan.seed));
  const auto cacheOf = [](const Run& run) { return std::string(run.plan.cache == CacheState::warm ? "warm" : "flushed"); };
  all.add("cache", "Cache", cacheOf(base), cacheOf(next));
  addShape(all, base, next);
  all.add("kernel_build", "Kernel build", base.provenance.kernelBuildId, next.provenance.kernelBuildId);
  all.add("origin", "Origin", std::string(originName(base.origin)), std::string(originName(next.origin)));
  return all.take();
}

}  // namespace dsm::model
