// SPDX-License-Identifier: Apache-2.0
// Stream, events, cached buffers, and one timed launch.
#include "gpu/bench/gpu_context.h"

#include <chrono>
#include <memory>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/service_kernels.h"

namespace dsm::bench {
namespace {

constexpr std::uint64_t kHoldNs = 12'000;             // longer than queueing two events and a launch takes
constexpr std::uint64_t kStepsForHalfAPercent = 200;  // two readings are off by less than one step together
constexpr std::uint64_t kFineTimerNs = 128;
constexpr std::size_t kPageBytes = std::size_t{2} << 20;

double clockHzOf(const KernelClock& clock) {
  if (clock.endNs <= clock.beginNs) return 0;
  return static_cast<double>(clock.endCycles - clock.beginCycles) * 1e9 / static_cast<double>(clock.endNs - clock.beginNs);
}

}  // namespace

GpuContext& GpuContext::of(const model::Device& device) {
  static auto* contexts = new std::map<int, std::unique_ptr<GpuContext>>;
  DSM_CUDA(cudaSetDevice(device.ordinal));
  std::unique_ptr<GpuContext>& context = (*contexts)[device.ordinal];
  if (!context) context.reset(new GpuContext(device));
  return *context;
}

GpuContext::GpuContext(const model::Device& device) : m_l2Bytes(device.l2Bytes) {
  DSM_CUDA(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking));
  DSM_CUDA(cudaEventCreate(&m_start));
  DSM_CUDA(cudaEventCreate(&m_stop));
  DSM_CUDA(cudaMalloc(reinterpret_cast<void**>(&m_clock), 2 * sizeof(KernelClock)));
  DSM_CUDA(cudaHostAlloc(reinterpret_cast<void**>(&m_hostClock), 2 * sizeof(KernelClock), cudaHostAllocDefault));
  DSM_CUDA(cudaMemsetAsync(m_clock, 0, 2 * sizeof(KernelClock), m_stream));
  m_hostClock[0] = m_hostClock[1] = KernelClock{};
  std::uint64_t* step = reinterpret_cast<std::uint64_t*>(m_clock);
  DSM_CUDA(launchTimerStep(step, m_stream));
  copyToHost(&m_timerStepNs, step, sizeof m_timerStepNs);
}

CachedBuffer& GpuContext::buffer(std::string_view purpose, std::size_t bytes) {
  auto found = m_buffers.find(purpose);
  if (found == m_buffers.end()) found = m_buffers.emplace(std::string(purpose), CachedBuffer{}).first;
  CachedBuffer& wanted = found->second;
  wanted.lastRun = m_run;
  // Whole pages of 2 MiB: a smaller allocation shares a page of another kind, and atomics into it are slower (H200,
  // 2026-11-30, global_atomics: 59 against 69 G keys/s into 32 Ki bins, 81 against 92 into 64 Ki).
  bytes = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  if (wanted.data != nullptr && wanted.bytes >= bytes) return wanted;

  if (wanted.data != nullptr) DSM_CUDA(cudaFree(wanted.data));
  wanted.data = nullptr;
  wanted.bytes = 0;
  wanted.contents.clear();
  cudaError_t result = cudaMalloc(&wanted.data, bytes);
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    for (auto& [name, other] : m_buffers) {
      if (other.lastRun == m_run || other.data == nullptr) continue;
      DSM_CUDA(cudaFree(other.data));
      other = CachedBuffer{};
    }
    result = cudaMalloc(&wanted.data, bytes);
  }
  if (result != cudaSuccess) wanted.data = nullptr;
  checkCuda(result, ("cudaMalloc of " + std::to_string(bytes) + " bytes").c_str(), __FILE__, __LINE__);
  wanted.bytes = bytes;
  return wanted;
}

void GpuContext::releaseBuffers() {
  synchronize();
  for (auto& [name, buffer] : m_buffers) {
    if (buffer.data != nullptr) DSM_CUDA(cudaFree(buffer.data));
    buffer = CachedBuffer{};
  }
}

void GpuContext::noteCompletion() const {
  if (m_completionNs == nullptr) return;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  m_completionNs->store(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(), std::memory_order_relaxed);
}

void GpuContext::synchronize() {
  DSM_CUDA(cudaStreamSynchronize(m_stream));
  noteCompletion();
}

void GpuContext::copyToHost(void* host, const void* device, std::size_t bytes) {
  DSM_CUDA(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, m_stream));
  synchronize();
}

void GpuContext::copyToDevice(void* device, const void* host, std::size_t bytes) {
  DSM_CUDA(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, m_stream));
  synchronize();
}

void GpuContext::flushL2() {
  // Twice the L2, and another byte each time: nothing of the run's data survives in it.
  const std::size_t bytes = 2 * m_l2Bytes;
  DSM_CUDA(cudaMemsetAsync(buffer("l2 flush", bytes).data, ++m_flushByte, bytes, m_stream));
}

bool GpuContext::wantsProbe(bool clocked) {
  if (m_timerStepNs == 0 || (clocked && !m_lastWasShort)) return false;
  return m_timerStepNs <= kFineTimerNs || m_probes++ % 8 == 0;
}

model::Sample GpuContext::profiled(bool clocked, const std::function<void()>& launch) {
  synchronize();
  m_range->begin();
  launch();
  synchronize();
  m_range->end();
  model::Sample sample;
  if (!clocked) return sample;
  copyToHost(m_hostClock, m_clock, sizeof(KernelClock));
  sample.elapsedNs = static_cast<double>(m_hostClock[0].endNs - m_hostClock[0].beginNs);
  sample.cycles = static_cast<double>(m_hostClock[0].endCycles - m_hostClock[0].beginCycles);
  return sample;
}

model::Sample GpuContext::timed(model::CacheState cache, bool clocked, const std::function<void()>& launch) {
  if (cache == model::CacheState::flushed) flushL2();
  if (m_range != nullptr) return profiled(clocked, launch);
  const bool probe = wantsProbe(clocked);
  DSM_CUDA(launchHold(kHoldNs, m_stream));
  DSM_CUDA(cudaEventRecord(m_start, m_stream));
  launch();
  DSM_CUDA(cudaEventRecord(m_stop, m_stream));
  if (probe) DSM_CUDA(launchClockProbe(m_clock + 1, kStepsForHalfAPercent * m_timerStepNs, m_stream));
  if (clocked || probe) {
    DSM_CUDA(cudaMemcpyAsync(m_hostClock, m_clock, 2 * sizeof(KernelClock), cudaMemcpyDeviceToHost, m_stream));
  }
  synchronize();

  float elapsedMs = 0;
  DSM_CUDA(cudaEventElapsedTime(&elapsedMs, m_start, m_stop));
  model::Sample sample;
  sample.elapsedNs = static_cast<double>(elapsedMs) * 1e6;
  if (clocked) {
    const KernelClock& own = m_hostClock[0];
    sample.cycles = static_cast<double>(own.endCycles - own.beginCycles);
    m_lastWasShort = m_timerStepNs == 0 || own.endNs - own.beginNs < kStepsForHalfAPercent * m_timerStepNs;
    if (!m_lastWasShort) sample.smClockHz = clockHzOf(own);
  }
  if (sample.smClockHz == 0 && probe) sample.smClockHz = clockHzOf(m_hostClock[1]);
  return sample;
}

}  // namespace dsm::bench
