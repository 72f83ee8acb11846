// SPDX-License-Identifier: Apache-2.0
// Codes after CUPTI's cupti_result.h (13.0); the remedies after NVIDIA's page on ERR_NVGPUCTRPERM, DCGM's manual
// (dcgmi profile) and the vGPU guide.
#include "gpu/counters/fault_sentence.h"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace dsm::counters {
namespace {

namespace fs = std::filesystem;

// CUptiResult values that have a sentence of their own.
enum Code {
  kNotCompatible = 14,
  kNotInitialized = 15,
  kHardwareBusy = 26,
  kNotSupported = 27,
  kVirtualizedNotSupported = 33,
  kInsufficientPrivileges = 35,
  kOldProfilerApi = 36,
  kLegacyNotSupported = 38,
  kMultipleSubscribers = 39,
  kVirtualizedInsufficientPrivileges = 40,
  kConfidentialComputing = 41,
  kMiningCard = 42,
  kMig = 43,
  kSli = 44,
  kWsl = 45,
};

std::string deviceOf(const FaultScene& scene) { return scene.device.empty() ? "The device" : scene.device; }

int majorOf(const std::string& version) { return std::atoi(version.c_str()); }  // 0 where it is not a number

model::Error permission(const FaultScene& scene) {
  model::Error error{"counters_permission", "The driver does not let this process read performance counters.", ""};
  const AdminOnly adminOnly = profilingAdminOnly(scene.root);
  const bool root = ::geteuid() == 0;
  if (insideContainer(scene.root)) {
    error.hint = adminOnly == AdminOnly::no
                     ? "The driver allows it, the container does not: start the container with --cap-add=SYS_ADMIN."
                     : "Start the container with --cap-add=SYS_ADMIN, or allow it for everybody on the host: options "
                       "nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d/nvidia-profiling.conf, then "
                       "restart it.";
  } else if (adminOnly == AdminOnly::no) {
    error.hint = "The driver's parameters allow it (RmProfilingAdminOnly: 0), so something else refuses: look at dmesg for NVRM.";
  } else if (root) {
    error.hint = "This process is root without the capability SYS_ADMIN: give it that.";
  } else {
    error.hint =
        "Run the worker as root, or allow it for everybody: echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "
        "/etc/modprobe.d/nvidia-profiling.conf, then restart the machine.";
  }
  return error;
}

model::Error busy(const FaultScene& scene) {
  std::vector<std::string> others = otherProfilers(scene.root);
  const char* injected = std::getenv("CUDA_INJECTION64_PATH");
  if (injected != nullptr) others.push_back(std::string("the profiler that started this process (CUDA_INJECTION64_PATH=") + injected + ")");
  std::string who;
  for (const std::string& other : others) who += (who.empty() ? "" : ", ") + other;
  const bool dcgm = who.find("DCGM") != std::string::npos;
  model::Error error{"counters_busy", "Another profiler holds the counters of " + deviceOf(scene) + (who.empty() ? "." : ": " + who + "."),
                     ""};
  if (dcgm) {
    error.hint = "Pause it with dcgmi profile --pause, and let it go on afterwards with dcgmi profile --resume.";
  } else if (who.empty()) {
    error.hint =
        "End Nsight Compute, Nsight Systems or whatever else profiles this GPU (in another container too); for DCGM: dcgmi profile "
        "--pause.";
  } else {
    error.hint = "End it, or wait until it is done, and ask again.";
  }
  return error;
}

model::Error tooNew(const FaultScene& scene) {
  return {"cupti_too_new",
          scene.cuptiPath + " is version " + scene.cuptiVersion + ", newer than the driver's CUDA " + scene.cudaDriver + ".",
          "Update the driver, or point DSMSCOPE_CUPTI at the libcupti of CUDA " + scene.cudaDriver + "."};
}

// Whether a worker, by its folder under /proc, was started to count.
bool countsToo(const fs::path& process) {
  std::ifstream in(process / "cmdline", std::ios::binary);
  const std::string arguments((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return arguments.find("--counters") != std::string::npos;
}

bool isDcgm(std::string_view command) { return command.starts_with("nv-hostengine") || command.starts_with("dcgm"); }

}  // namespace

AdminOnly profilingAdminOnly(const fs::path& root) {
  std::ifstream in(root / "proc/driver/nvidia/params");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("RmProfilingAdminOnly:")) continue;
    return line.find('0', line.find(':')) != std::string::npos ? AdminOnly::no : AdminOnly::yes;
  }
  return AdminOnly::unknown;
}

bool insideContainer(const fs::path& root) {
  std::error_code ignored;
  return fs::exists(root / ".dockerenv", ignored) || fs::exists(root / "run/.containerenv", ignored);
}

std::vector<std::string> otherProfilers(const fs::path& root) {
  constexpr std::array kProfilers = {"ncu", "ncu-ui", "nv-nsight-cu-cli", "nsys", "nsys-launcher", "nsight-sys-servic", "nvprof"};
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator it(root / "proc", error), end; !error && it != end; it.increment(error)) {
    const std::string pid = it->path().filename().string();
    if (pid.empty() || !std::ranges::all_of(pid, [](char c) { return c >= '0' && c <= '9'; }) || pid == std::to_string(::getpid()))
      continue;
    std::ifstream in(it->path() / "comm");
    std::string command;
    if (!std::getline(in, command)) continue;
    if (isDcgm(command)) {
      found.push_back(command + " (DCGM), process " + pid);
    } else if (std::ranges::find(kProfilers, command) != kProfilers.end() || (command == "dsmscope-worker" && countsToo(it->path()))) {
      found.push_back(command + ", process " + pid);
    }
  }
  std::ranges::sort(found);
  return found;
}

bool newerThanDriver(const FaultScene& scene) {
  const int cupti = majorOf(scene.cuptiVersion), driver = majorOf(scene.cudaDriver);
  return cupti > 0 && driver > 0 && cupti > driver;
}

model::Error faultSentence(int cuptiResult, const std::string& words, const std::string& call, const FaultScene& scene) {
  switch (cuptiResult) {
    case kInsufficientPrivileges:
      return permission(scene);
    case kVirtualizedInsufficientPrivileges:
      return obstacleSentence({.vGpuDisabled = true}, scene);
    case kVirtualizedNotSupported:
      return obstacleSentence({.vGpu = true}, scene);
    case kConfidentialComputing:
      return obstacleSentence({.confidentialCompute = true}, scene);
    case kMiningCard:
      return obstacleSentence({.miningCard = true}, scene);
    case kSli:
      return obstacleSentence({.sli = true}, scene);
    case kWsl:
      return obstacleSentence({.wsl = true}, scene);
    case kHardwareBusy:
    case kMultipleSubscribers:
    case kOldProfilerApi:
    case kLegacyNotSupported:
      return busy(scene);
    default:
      break;
  }
  if (cuptiResult == kMig || scene.mode.find("MIG") != std::string::npos) {
    return {"counters_mig", deviceOf(scene) + " is cut into MIG slices, and CUPTI does not count there (" + words + ").",
            "Count on a GPU without MIG; an administrator switches it off with nvidia-smi -mig 0."};
  }
  if (cuptiResult == kNotCompatible || newerThanDriver(scene)) return tooNew(scene);
  if (cuptiResult == kNotSupported) return obstacleSentence({}, scene);
  const std::string library = scene.cuptiPath + " " + scene.cuptiVersion + ", driver for CUDA " + scene.cudaDriver;
  return {"cupti_failed", "CUPTI failed on " + deviceOf(scene) + ": " + call + ": " + words + " (" + library + ").",
          cuptiResult == kNotInitialized ? "Check that this CUPTI and the driver are of the same CUDA version."
                                         : "Ask again; if it stays, end other profilers, or try another CUPTI with DSMSCOPE_CUPTI."};
}

model::Error obstacleSentence(const Obstacles& obstacles, const FaultScene& scene) {
  const std::string device = deviceOf(scene);
  if (obstacles.wsl) {
    return {"counters_wsl", device + " is used through WSL, where CUPTI does not count.",
            "Allow counters in the NVIDIA Control Panel of Windows (Developer, Manage GPU Performance Counters) with a current driver, or "
            "count "
            "on native Linux."};
  }
  if (obstacles.vGpu) {
    return {"counters_vgpu", device + " is a virtual GPU that cannot be profiled.",
            "Count on a whole GPU, or on a vGPU type that can be profiled."};
  }
  if (obstacles.vGpuDisabled) {
    return {"counters_vgpu", device + " is a virtual GPU whose host does not allow profiling.",
            "Ask its administrator for the plugin parameter enable_profiling=1."};
  }
  if (obstacles.confidentialCompute) {
    return {"counters_confidential", device + " runs in confidential computing mode, where nothing is counted.",
            "Count on a GPU without confidential computing."};
  }
  if (obstacles.sli) return {"counters_sli", device + " is linked by SLI, where CUPTI does not count.", "Switch SLI off."};
  if (obstacles.miningCard)
    return {"counters_mining_card", device + " is a mining card, whose counters are closed.", "Count on another GPU."};
  if (obstacles.architecture) {
    return {"counters_unsupported", device + " is older than compute capability 7.0, which CUPTI's range profiler needs.",
            "Count on a newer GPU."};
  }
  return {"counters_unsupported", "CUPTI " + scene.cuptiVersion + " does not support " + device + " as it is set up here.",
          "Try a newer CUPTI with DSMSCOPE_CUPTI."};
}

}  // namespace dsm::counters
