// SPDX-License-Identifier: Apache-2.0
// makeBackend() of a build without CUDA: says why there are no kernels, and what this machine would have.
#include <filesystem>
#include <string_view>

#include "gpu/worker/backend.h"

namespace dsm::worker {

std::unique_ptr<Backend> makeBackend(const std::string& workerVersion, const std::string&, WorkerMode mode) {
  constexpr std::string_view kWhy = DSMSCOPE_CUDA_WHY_OFF;  // "off", "missing", "old"
  std::string message = "This worker was built without CUDA";
  if (kWhy == "missing") message += " (no CUDA toolkit was found)";
  if (kWhy == "old") message += " (the CUDA toolkit was older than 13.0)";
  if (kWhy == "off") message += " (DSMSCOPE_GPU=OFF)";
  std::error_code ignored;  // unreadable is as good as absent here
  const bool driver = std::filesystem::exists("/proc/driver/nvidia/version", ignored);
  message += driver ? ", though this machine has an NVIDIA driver: nothing can be measured." : ": nothing can be measured.";
  return makeNoGpuBackend(workerVersion, {}, {},
                          {"no_cuda_build", message, "Install the CUDA Toolkit 13.0 or newer and build again, or open a recording."}, mode);
}

}  // namespace dsm::worker
