// SPDX-License-Identifier: Apache-2.0
// Device limits by attribute, never by a list of compute capabilities; occupancy by asking.
#include "gpu/bench/devices.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/bench/nvml.h"
#include "gpu/bench/service_kernels.h"

namespace dsm::bench {
namespace {

constexpr std::uint32_t kPortableCluster = 8;  // CUDA Programming Guide: what every device with clusters takes
constexpr std::uint32_t kLargestAsked = 16;
constexpr std::uint64_t kSharedGranule = 128;  // shared memory is handed out to blocks in these steps

std::int64_t attribute(int ordinal, cudaDeviceAttr which) {
  int value = 0;
  DSM_CUDA(cudaDeviceGetAttribute(&value, which, ordinal));
  return value;
}

std::string versionText(int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); }

std::string uuidText(const cudaUUID_t& uuid) {
  std::string text = "GPU";
  std::array<char, 3> hex{};
  for (int byte = 0; byte < 16; ++byte) {
    if (byte == 0 || byte == 4 || byte == 6 || byte == 8 || byte == 10) text += '-';
    std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[byte])));
    text += hex.data();
  }
  return text;
}

std::string modeOf(const model::Device& device) {
  std::vector<std::string> modes;
  if (nvmlMigEnabled(device.uuid).value_or(false)) modes.emplace_back("MIG");
  int mps = 0;  // unknown to older drivers, and then not in use through this runtime
  if (cudaDeviceGetAttribute(&mps, cudaDevAttrMpsEnabled, device.ordinal) != cudaSuccess) cudaGetLastError();
  if (mps != 0) modes.emplace_back("MPS");
  const std::int64_t computeMode = attribute(device.ordinal, cudaDevAttrComputeMode);
  if (computeMode == cudaComputeModeExclusiveProcess) modes.emplace_back("exclusive process");
  if (computeMode == cudaComputeModeProhibited) modes.emplace_back("prohibited");
  std::string text;
  for (const std::string& mode : modes) text += (text.empty() ? "" : ", ") + mode;
  return text;
}

std::uint32_t largestCluster(int ordinal) {
  DSM_CUDA(cudaSetDevice(ordinal));
  DSM_CUDA(cudaFuncSetAttribute(occupancyKernel(), cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(kLargestAsked);
  config.blockDim = dim3(32);
  int size = 0;
  DSM_CUDA(cudaOccupancyMaxPotentialClusterSize(&size, occupancyKernel(), &config));
  return static_cast<std::uint32_t>(size);
}

model::Device describe(int ordinal) {
  cudaDeviceProp properties{};
  DSM_CUDA(cudaGetDeviceProperties(&properties, ordinal));
  const auto ask = [ordinal](cudaDeviceAttr which) { return attribute(ordinal, which); };
  model::Device device;
  device.ordinal = ordinal;
  device.uuid = uuidText(properties.uuid);
  device.name = properties.name;
  device.ccMajor = properties.major;
  device.ccMinor = properties.minor;
  device.smCount = static_cast<std::uint32_t>(ask(cudaDevAttrMultiProcessorCount));
  device.l2Bytes = static_cast<std::uint64_t>(ask(cudaDevAttrL2CacheSize));
  device.memoryBytes = properties.totalGlobalMem;
  device.sharedPerBlockStatic = static_cast<std::uint64_t>(ask(cudaDevAttrMaxSharedMemoryPerBlock));
  device.sharedPerBlockOptin = static_cast<std::uint64_t>(ask(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  device.sharedPerSm = static_cast<std::uint64_t>(ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  device.sharedReservedPerBlock = static_cast<std::uint64_t>(ask(cudaDevAttrReservedSharedMemoryPerBlock));
  device.registersPerSm = static_cast<std::uint32_t>(ask(cudaDevAttrMaxRegistersPerMultiprocessor));
  device.maxThreadsPerBlock = static_cast<std::uint32_t>(ask(cudaDevAttrMaxThreadsPerBlock));
  device.maxThreadsPerSm = static_cast<std::uint32_t>(ask(cudaDevAttrMaxThreadsPerMultiProcessor));
  device.maxBlocksPerSm = static_cast<std::uint32_t>(ask(cudaDevAttrMaxBlocksPerMultiprocessor));
  device.cooperativeLaunch = ask(cudaDevAttrCooperativeLaunch) != 0;
  device.clockHz = static_cast<std::uint64_t>(ask(cudaDevAttrClockRate)) * 1000;
  if (ask(cudaDevAttrClusterLaunch) != 0) {
    device.maxClusterPortable = kPortableCluster;
    device.maxClusterNonPortable = largestCluster(ordinal);
    device.maxClusterPortable = std::min(device.maxClusterPortable, device.maxClusterNonPortable);
  }
  device.mode = modeOf(device);
  return device;
}

std::string whyNoDevice(cudaError_t error, int driverVersion) {
  if (driverVersion == 0) {
    return "No NVIDIA driver is loaded on this machine; install one (Debian package nvidia-driver) to measure here.";
  }
  if (error == cudaErrorInsufficientDriver) {
    return "The NVIDIA driver supports CUDA " + versionText(driverVersion) + " and this worker needs " + versionText(CUDART_VERSION) +
           "; install a newer driver.";
  }
  if (error == cudaErrorNoDevice || error == cudaSuccess) {
    return "The NVIDIA driver shows no GPU to this process; check CUDA_VISIBLE_DEVICES and nvidia-smi.";
  }
  return std::string("CUDA does not start: ") + cudaGetErrorString(error) + " (error " + std::to_string(error) + ").";
}

// Dynamic bytes with which exactly `blocks` blocks fit an SM by shared memory; 0 if the device has no such value.
std::uint64_t bytesForBlocks(const model::Device& device, std::uint32_t blocks) {
  const std::uint64_t share = device.sharedPerSm / blocks;
  if (share <= device.sharedReservedPerBlock + kSharedGranule) return 0;
  const std::uint64_t bytes = (share - device.sharedReservedPerBlock) / kSharedGranule * kSharedGranule;
  return std::min(bytes, device.sharedPerBlockOptin);
}

}  // namespace

std::vector<model::Device> queryDevices(std::string* whyNone) {
  int driverVersion = 0;
  int runtimeVersion = 0;
  int count = 0;
  if (cudaDriverGetVersion(&driverVersion) != cudaSuccess) driverVersion = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    cudaGetLastError();
    if (whyNone != nullptr) *whyNone = whyNoDevice(result, driverVersion);
    return {};
  }
  DSM_CUDA(cudaRuntimeGetVersion(&runtimeVersion));
  std::vector<model::Device> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    model::Device device = describe(ordinal);
    device.driver = nvmlDriverVersion();
    device.cudaDriver = versionText(driverVersion);
    device.cudaRuntime = versionText(runtimeVersion);
    devices.push_back(std::move(device));
  }
  return devices;
}

void fillOccupancy(model::Device& device) {
  device.occupancy.clear();
  if (!device.hasClusters()) return;
  DSM_CUDA(cudaSetDevice(device.ordinal));
  KernelChoice probe{occupancyKernel(), {}};
  probe.shape.needsClusters = true;
  probe.shape.allowNonPortable = true;
  probe.shape.threads = 32;
  const std::uint32_t largest = std::min(kLargestAsked, device.maxClusterNonPortable);
  for (std::uint32_t blocks = 1; blocks <= device.maxBlocksPerSm; ++blocks) {
    probe.shape.dynamicBytes = bytesForBlocks(device, blocks);
    if (probe.shape.dynamicBytes == 0) continue;
    for (std::uint32_t size = 1; size <= largest; ++size) {
      probe.shape.clusterSize = size;
      try {
        configureKernel(probe);
        const KernelOccupancy answer = occupancyOf(probe, device);
        if (answer.blocksPerSm == blocks) device.occupancy.push_back({size, blocks, answer.activeClusters});
      } catch (const CudaError& error) {
        if (error.sticky()) throw;  // else: a size that this device does not take has no entry
      }
    }
  }
}

std::vector<std::string> throttleReasons(const model::Device& device) {
  struct Reason {
    std::uint64_t bit;
    const char* name;
  };
  // NVML API reference, nvmlClocksEventReasons. Left out: 0x1 idle, 0x2 applications clocks, 0x10 sync boost.
  static constexpr std::array kReasons{Reason{0x4, "sw_power_cap"},
                                       Reason{0x8, "hw_slowdown"},
                                       Reason{0x20, "sw_thermal_slowdown"},
                                       Reason{0x40, "hw_thermal_slowdown"},
                                       Reason{0x80, "hw_power_brake_slowdown"},
                                       Reason{0x100, "display_clock_setting"}};
  const std::optional<std::uint64_t> bits = nvmlClockEventReasons(device.uuid);
  if (!bits) return {"unknown"};
  std::vector<std::string> names;
  for (const Reason& reason : kReasons) {
    if ((*bits & reason.bit) != 0) names.emplace_back(reason.name);
  }
  return names;
}

}  // namespace dsm::bench
