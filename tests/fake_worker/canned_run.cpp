// SPDX-License-Identifier: GPL-3.0-or-later
// Canned answers.
#include "tests/fake_worker/canned_run.h"

#include <algorithm>
#include <functional>
#include <random>

namespace dsm::test {

model::Device cannedDevice() {
  model::Device device;
  device.uuid = "GPU-fa4e0000-0000-4000-8000-000000000001";
  device.name = "Fake GPU (sizes of an H200)";
  device.ccMajor = 9;
  device.smCount = 132;
  device.l2Bytes = 62914560;
  device.memoryBytes = 150'000'000'000;
  device.sharedPerBlockOptin = 232448;
  device.sharedPerSm = 233472;
  device.sharedReservedPerBlock = 1024;
  device.registersPerSm = 65536;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerSm = 2048;
  device.maxBlocksPerSm = 32;
  device.maxClusterPortable = 8;
  device.maxClusterNonPortable = 16;
  device.cooperativeLaunch = true;
  device.clockHz = 1'980'000'000;
  device.driver = "580.0";
  device.cudaDriver = "13.0";
  device.cudaRuntime = "13.0";
  device.occupancy = {{1, 1, 132}, {2, 1, 66},  {4, 1, 30},  {8, 1, 15},  {16, 1, 7},  {1, 2, 264}, {2, 2, 132}, {4, 2, 62},
                      {8, 2, 30},  {16, 2, 14}, {1, 4, 528}, {2, 4, 264}, {4, 4, 124}, {8, 4, 62},  {16, 4, 28}};
  return device;
}

model::Expected<model::Run> cannedRun(const model::ExperimentSpec& spec, const model::RunRequest& request, std::string id) {
  const model::Device device = cannedDevice();
  auto values = model::completeValues(spec, request.variant, request.values);
  if (!values) return tl::unexpected<model::Error>(values.error());
  model::Run run;
  run.id = std::move(id);
  run.experiment = request.experiment;
  run.variant = request.variant;
  run.values = std::move(*values);
  run.plan = request.plan;
  run.deviceUuid = device.uuid;
  run.provenance.date = "2026-11-30T12:00:00Z";
  run.provenance.workerVersion = "fake";
  run.provenance.kernelBuildId = "0000000000000000";
  run.provenance.command = model::commandFor(spec, "run", {run.variant}, run.values);
  run.provenance.host = "a test";
  const model::Legality legality = spec.legality(run.values, run.variant, device);
  if (!legality.fits) {
    run.status = model::RunStatus::failed;
    run.error = {legality.code, legality.reason, legality.remedy};
    return run;
  }
  const model::LaunchShape shape = spec.launchShape(run.values, run.variant, device);
  run.launch.gridBlocks = shape.gridBlocks;
  run.launch.clusterSize = shape.clusterSize;
  run.launch.threads = shape.threads;
  run.launch.staticBytes = shape.staticBytes;
  run.launch.dynamicBytes = shape.dynamicBytes;
  run.launch.blocksPerSm = legality.blocksPerSm;
  run.launch.activeClusters = legality.clustersAtOnce.value_or(0);
  // Each variant a little slower than the one before it, 0.3 % of noise.
  const auto position = spec.variant(run.variant) - spec.info().variants.data();
  std::mt19937_64 random(std::hash<std::string>{}(run.id + run.variant));
  std::normal_distribution<double> noise(1.0, 0.003);
  for (std::uint32_t i = 0; i < std::max(1u, request.plan.minSamples); ++i) {
    const double elapsedNs = 450'000.0 * (1.0 + 0.4 * static_cast<double>(position)) * noise(random);
    run.samples.push_back({elapsedNs, elapsedNs * 1.98, 1.98e9});
  }
  run.stopReason = "interval";
  run.validation = {true, true, "canned: nothing was compared", 0};
  return run;
}

model::Counters cannedCounters(const model::ExperimentSpec& spec, const model::Run& run) {
  const model::ExpectedTraffic traffic = spec.expectedTraffic(run.values, run.variant, run.launch);
  model::Counters counters;
  counters.collected = true;
  counters.passes = 1;
  counters.kernelNs = run.samples.empty() ? 0 : run.samples.front().elapsedNs;
  counters.chip = "GH100";
  counters.cuptiVersion = "130000";
  const auto add = [&](const char* name, const char* unit, double value, double background) {
    counters.values.push_back({name, value, background, unit, "", std::string(model::kTrafficSet), 1, false});
  };
  add("l1tex__m_xbar2l1tex_read_bytes_mem_dshared.sum", "byte", static_cast<double>(traffic.dsmemBytes), 0);
  add("lts__t_sectors_srcunit_tex.sum", "sector", static_cast<double>(traffic.l2FromSmBytes) / 32, 132);
  add("lts__t_bytes.sum", "byte", static_cast<double>(traffic.l2FromSmBytes) * 1.375 + 5e6, 5e6);
  add("dram__bytes_read.sum", "byte", 4e5, 4e5);
  add("dram__bytes_write.sum", "byte", 3e5, 3e5);
  return counters;
}

}  // namespace dsm::test
