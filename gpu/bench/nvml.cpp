// SPDX-License-Identifier: Apache-2.0
// See nvml.h. Signatures after NVIDIA's NVML API reference; the symbol of the clock reasons has two names, the
// older one up to driver 530.
#include "gpu/bench/nvml.h"

#include <dlfcn.h>
#include <array>
#include <map>
#include <mutex>

namespace dsm::bench {
namespace {

using NvmlDevice = void*;
constexpr int kSuccess = 0;

struct Nvml {
  int (*init)() = nullptr;
  int (*driverVersion)(char*, unsigned) = nullptr;
  int (*handleByUuid)(const char*, NvmlDevice*) = nullptr;
  int (*clockReasons)(NvmlDevice, unsigned long long*) = nullptr;
  int (*migMode)(NvmlDevice, unsigned*, unsigned*) = nullptr;
  bool ready = false;
};

template <class Function>
void resolve(void* library, const char* symbol, Function& function) {
  if (function == nullptr) function = reinterpret_cast<Function>(dlsym(library, symbol));
}

Nvml open() {
  Nvml nvml;
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nvml;
  resolve(library, "nvmlInit_v2", nvml.init);
  resolve(library, "nvmlSystemGetDriverVersion", nvml.driverVersion);
  resolve(library, "nvmlDeviceGetHandleByUUID", nvml.handleByUuid);
  resolve(library, "nvmlDeviceGetCurrentClocksEventReasons", nvml.clockReasons);
  resolve(library, "nvmlDeviceGetCurrentClocksThrottleReasons", nvml.clockReasons);
  resolve(library, "nvmlDeviceGetMigMode", nvml.migMode);
  nvml.ready = nvml.init != nullptr && nvml.init() == kSuccess;
  return nvml;
}

const Nvml& nvml() {
  static const Nvml library = open();
  return library;
}

std::optional<NvmlDevice> deviceOf(const std::string& uuid) {
  static std::mutex mutex;
  static std::map<std::string, std::optional<NvmlDevice>> known;  // the look-up is the slow part
  const std::lock_guard lock(mutex);
  const auto found = known.find(uuid);
  if (found != known.end()) return found->second;
  std::optional<NvmlDevice> device;
  NvmlDevice handle = nullptr;
  if (nvml().ready && nvml().handleByUuid != nullptr && nvml().handleByUuid(uuid.c_str(), &handle) == kSuccess) {
    device = handle;
  }
  known.emplace(uuid, device);
  return device;
}

}  // namespace

std::string nvmlDriverVersion() {
  std::array<char, 96> text{};
  if (!nvml().ready || nvml().driverVersion == nullptr) return {};
  if (nvml().driverVersion(text.data(), text.size()) != kSuccess) return {};
  return text.data();
}

std::optional<std::uint64_t> nvmlClockEventReasons(const std::string& uuid) {
  const std::optional<NvmlDevice> device = deviceOf(uuid);
  unsigned long long reasons = 0;
  if (!device || nvml().clockReasons == nullptr) return std::nullopt;
  if (nvml().clockReasons(*device, &reasons) != kSuccess) return std::nullopt;
  return reasons;
}

std::optional<bool> nvmlMigEnabled(const std::string& uuid) {
  const std::optional<NvmlDevice> device = deviceOf(uuid);
  unsigned current = 0;
  unsigned pending = 0;
  if (!device || nvml().migMode == nullptr) return std::nullopt;
  if (nvml().migMode(*device, &current, &pending) != kSuccess) return std::nullopt;
  return current == 1;
}

}  // namespace dsm::bench
