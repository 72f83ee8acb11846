// SPDX-License-Identifier: Apache-2.0
// What stands in the way of counters, in a sentence with its remedy. CUPTI's codes say that something is wrong; the
// machine (the driver's parameters, containers, other profilers) says what to do about it. Needs no CUPTI. Any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gpu/model/error.h"

namespace dsm::counters {

// Where a fault happened: for the sentence.
struct FaultScene {
  std::string device;      // "NVIDIA H200"; empty: none
  std::string mode;        // as model::Device::mode: "MIG", "MPS", ...
  std::string cudaDriver;  // "13.0", the CUDA version of the driver
  std::string cuptiPath;
  std::string cuptiVersion;          // "13.0.1"
  std::filesystem::path root = "/";  // before /proc and the rest; tests put another
};

// A sentence for a CUptiResult. Codes: counters_permission, counters_busy, counters_vgpu, counters_wsl,
// counters_confidential, counters_mig, counters_sli, counters_mining_card, counters_unsupported, cupti_too_new, cupti_failed.
model::Error faultSentence(int cuptiResult, const std::string& words, const std::string& call, const FaultScene& scene);

// What cuptiProfilerDeviceSupported found in the way.
struct Obstacles {
  bool architecture = false;  // before compute capability 7.0
  bool sli = false;
  bool vGpu = false;          // the vGPU cannot
  bool vGpuDisabled = false;  // it can, and its host does not allow it
  bool confidentialCompute = false;
  bool miningCard = false;
  bool wsl = false;
};
model::Error obstacleSentence(const Obstacles& obstacles, const FaultScene& scene);

// True where this libcupti is of a newer CUDA major version than the driver speaks.
bool newerThanDriver(const FaultScene& scene);

// RmProfilingAdminOnly of the driver's parameters: restricted, open, or unknown (not readable).
enum class AdminOnly { yes, no, unknown };
AdminOnly profilingAdminOnly(const std::filesystem::path& root);
bool insideContainer(const std::filesystem::path& root);

// Programs that may hold the counters: "nv-hostengine (DCGM), process 812". Reads /proc/*/comm; own process left out.
std::vector<std::string> otherProfilers(const std::filesystem::path& root);

}  // namespace dsm::counters
