// SPDX-License-Identifier: Apache-2.0
// The steps.
#include "gpu/counters/preflight.h"

#include <algorithm>

namespace dsm::counters {
namespace {

class Report {
 public:
  void found(std::string what, std::string detail) { m_report.steps.push_back({std::move(what), true, std::move(detail)}); }
  // The first obstacle is the answer; later steps are still worth their line.
  model::Preflight obstacle(std::string what, const model::Error& error) {
    m_report.steps.push_back({std::move(what), false, error.message});
    m_report.why = error;
    return m_report;
  }
  model::Preflight ready() {
    m_report.ok = true;
    return m_report;
  }
  model::Preflight& report() { return m_report; }

 private:
  model::Preflight m_report;
};

}  // namespace

FaultScene sceneOf(const model::Device* device, const LibraryInfo* library, std::filesystem::path root) {
  FaultScene scene;
  if (device != nullptr) {
    scene.device = device->name;
    scene.mode = device->mode;
    scene.cudaDriver = device->cudaDriver;
  }
  if (library != nullptr) {
    scene.cuptiPath = library->cuptiPath;
    scene.cuptiVersion = library->version;
  }
  scene.root = std::move(root);
  return scene;
}

model::Preflight preflight(const model::Expected<std::shared_ptr<Cupti>>& cupti, const model::Device* device, void* context,
                           bool openSession, std::unique_ptr<RangeSession>* session, std::filesystem::path root) {
  Report report;
  if (!cupti) return report.obstacle("libcupti", cupti.error());
  const LibraryInfo& library = (*cupti)->info();
  report.report().cuptiVersion = library.version;
  report.found("libcupti", library.cuptiPath + ", version " + library.version);
  report.found("libnvperf_host", library.nvperfPath);
  if (device == nullptr) {
    return report.obstacle(
        "device", {"no_device", "There is no GPU here whose counters could be read.", "Metrics and passes can be looked up all the same."});
  }
  const FaultScene scene = sceneOf(device, &library, root);
  if (newerThanDriver(scene)) return report.obstacle("driver", faultSentence(0, "", "", scene));
  report.found("driver", device->driver + ", CUDA " + device->cudaDriver);
  if (openSession) {
    report.found("permission", "a profiling session is open");
    return report.ready();
  }
  if (const auto supported = deviceSupported(**cupti, device->ordinal, scene); !supported) {
    return report.obstacle("device", supported.error());
  }
  report.found("device", device->name + (device->mode.empty() ? "" : " (" + device->mode + ")"));
  const auto chip = chipOf(**cupti, device->ordinal, scene);
  if (!chip) return report.obstacle("chip", chip.error());
  report.report().chip = *chip;
  const auto chips = supportedChips(**cupti);
  if (!chips) return report.obstacle("chip", chips.error());
  if (std::ranges::find(*chips, *chip) == chips->end()) {
    return report.obstacle("chip",
                           {"unknown_chip", "CUPTI " + library.version + " does not know the chip " + *chip + " of " + device->name + ".",
                            "Install a newer CUPTI, or point DSMSCOPE_CUPTI at one."});
  }
  report.found("chip", *chip);
  const std::vector<std::string> others = otherProfilers(root);
  for (const std::string& other : others) report.found("other profiler", other);
  auto trial = RangeSession::open(*cupti, context, device->ordinal, scene);
  if (!trial) return report.obstacle("permission", trial.error());
  report.found("permission", "a trial session was opened");
  if (session != nullptr) *session = std::move(*trial);
  return report.ready();
}

}  // namespace dsm::counters
