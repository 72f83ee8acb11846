// SPDX-License-Identifier: Apache-2.0
// No test: runs every experiment and variant through the timing loop on this machine's first GPU and prints one line
// each, at the block sizes and access widths that published and earlier figures used, so that they can be laid side by
// side. spine_table [--quick]: histograms of 2^24 keys instead of 2^28.
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "gpu/bench/cuda_error.h"
#include "gpu/bench/devices.h"
#include "gpu/bench/kernel_build_id.h"
#include "gpu/bench/measure.h"
#include "gpu/model/statistics.h"

namespace {

using namespace dsm;

const std::atomic<bool> kNever{false};
bool everythingRight = true;

void line(const model::Device& device, const std::string& id, const std::string& variant, const model::Values& values,
          const std::string& quantity, double scale, const char* unit) {
  for (const bench::KernelExperiment* experiment : bench::kernelExperiments()) {
    if (experiment->spec().info().id != id) continue;
    model::RunRequest request;
    request.experiment = id;
    request.variant = variant;
    request.values = values;
    const auto begin = std::chrono::steady_clock::now();
    const model::Run run = bench::measureRun(*experiment, request, device, {kNever, {}, nullptr});
    const double wallMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    std::string text;
    for (const auto& [name, value] : values) text += " " + name + "=" + std::to_string(value);
    if (run.status != model::RunStatus::ok) {
      everythingRight = false;
      std::printf("%-13s %-21s FAILED %s: %s |%s\n", id.c_str(), variant.c_str(), run.error.code.c_str(), run.error.message.c_str(),
                  text.c_str());
      return;
    }
    const model::Summary summary = model::summarize(model::seriesOf(experiment->spec(), run, quantity));
    std::vector<double> clocks;
    for (const model::Sample& sample : run.samples) clocks.push_back(sample.smClockHz > 0 ? sample.smClockHz * 1e-6 : NAN);
    std::printf("%-13s %-21s %10.4f %-8s +-%5.2f%% n=%-3zu %-8s grid=%-5llu regs=%-3u clock=%4.0f MHz wall=%6.0f ms |%s\n", id.c_str(),
                variant.c_str(), summary.median * scale, unit, summary.relativeHalfWidth() * 100, run.samples.size(),
                run.stopReason.c_str(), static_cast<unsigned long long>(run.launch.gridBlocks), run.launch.registersPerThread,
                model::summarize(clocks).median, wallMs, text.c_str());
    std::fflush(stdout);
  }
}

void hops(const model::Device& device) {
  for (const char* variant : {"dsmem_barrier", "global_fence_barrier", "grid_sync", "relaunch"}) {
    for (const std::int64_t threads : {32, 128}) {
      for (const std::int64_t pairs : {0, 1}) {
        line(device, "token_hop", variant, {{"threads", threads}, {"pairs", pairs}}, "hop_cycles", 1, "cycles");
      }
    }
  }
  for (const std::int64_t cluster : {4, 8, 16}) {
    line(device, "token_hop", "dsmem_barrier", {{"cluster", cluster}, {"peer", cluster - 1}, {"non_portable", 1}}, "hop_cycles", 1,
         "cycles");
  }
}

void tiles(const model::Device& device) {
  for (const char* variant : {"dsmem", "global", "grid_sync", "relaunch"}) {
    for (const std::int64_t threads : {128, 256, 512, 1024}) {
      for (const std::int64_t width : {4, 16}) {
        line(device, "tile_exchange", variant, {{"threads", threads}, {"load_bytes", width}, {"rounds", 5000}}, "rate", 1e-12, "TB/s");
      }
    }
  }
  for (const std::int64_t rounds : {100, 200, 1000}) {
    line(device, "tile_exchange", "dsmem", {{"rounds", rounds}}, "rate", 1e-12, "TB/s");
    line(device, "tile_exchange", "global", {{"rounds", rounds}}, "rate", 1e-12, "TB/s");
  }
}

void histograms(const model::Device& device, std::int64_t keys) {
  struct Best {
    std::int64_t bins, cluster, threads;
  };
  for (const std::int64_t bins : {256, 4096, 32768, 65536, 131072, 262144, 524288}) {
    line(device, "histogram", "global_atomics", {{"bins", bins}, {"keys", keys}, {"threads", 512}, {"load_bytes", 4}}, "rate", 1e-9,
         "Gkey/s");
    if (bins > 32768) continue;
    for (const std::int64_t threads : {512, 1024}) {
      for (const std::int64_t width : {4, 16}) {
        line(device, "histogram", "block_private", {{"bins", bins}, {"keys", keys}, {"threads", threads}, {"load_bytes", width}}, "rate",
             1e-9, "Gkey/s");
      }
    }
  }
  for (const Best& best : {Best{256, 2, 1024}, Best{4096, 2, 1024}, Best{32768, 2, 1024}, Best{65536, 2, 1024}, Best{65536, 2, 512},
                           Best{131072, 4, 1024}, Best{262144, 8, 1024}, Best{524288, 16, 512}}) {
    for (const std::int64_t width : {4, 16}) {
      line(device, "histogram", "cluster_dsmem",
           {{"bins", best.bins},
            {"keys", keys},
            {"cluster", best.cluster},
            {"threads", best.threads},
            {"load_bytes", width},
            {"non_portable", 1}},
           "rate", 1e-9, "Gkey/s");
    }
  }
}

int run(bool quick) {
  std::string why;
  std::vector<model::Device> devices = bench::queryDevices(&why);
  if (devices.empty()) {
    std::printf("Skipped: %s\n", why.c_str());
    return 77;
  }
  model::Device& device = devices[0];
  const auto begin = std::chrono::steady_clock::now();
  bench::fillOccupancy(device);
  const double tableMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%s %s, %u SMs, cluster up to %u, driver %s, CUDA %s/%s, mode '%s', kernels %s, occupancy table: %zu entries in %.1f ms\n",
              device.name.c_str(), device.uuid.c_str(), device.smCount, device.maxClusterNonPortable, device.driver.c_str(),
              device.cudaDriver.c_str(), device.cudaRuntime.c_str(), device.mode.c_str(), bench::kernelBuildId(), device.occupancy.size(),
              tableMs);
  hops(device);
  tiles(device);
  histograms(device, std::int64_t{1} << (quick ? 24 : 28));
  return everythingRight ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 && std::strcmp(argv[1], "--quick") == 0);
  } catch (const bench::CudaError& error) {
    std::printf("%s\n", error.what());
    return 70;
  }
}
