// SPDX-License-Identifier: Apache-2.0
// What one GPU keeps for the life of the process: a stream, two events, the clock record and every buffer that an
// experiment asked for. Keeping them is what makes a warm small request cheap (a cudaMalloc or cudaFree costs
// from 0.1 to several ms). Used on the one thread that owns the CUDA context; nothing here is locked.
#pragma once

#include <cuda_runtime.h>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "gpu/bench/device_clock.cuh"
#include "gpu/model/device.h"
#include "gpu/model/run.h"

namespace dsm::bench {

// Device memory by purpose. `contents` is the owner's note on what lies in it ("" after every allocation), so that
// costly contents, like a billion keys, are made once.
struct CachedBuffer {
  void* data = nullptr;
  std::size_t bytes = 0;
  std::string contents;
  std::uint64_t lastRun = 0;

  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

// What brackets a profiled launch: begin() is called when everything before the launch has ended, end() when the launch
// has. Both on the launching thread.
struct LaunchRange {
  std::function<void()> begin;
  std::function<void()> end;
};

class GpuContext {
 public:
  // The context of `device`, made at first use and never torn down (the driver may be gone before static
  // destructors run). Makes the device current on the calling thread.
  static GpuContext& of(const model::Device& device);

  GpuContext(const GpuContext&) = delete;
  GpuContext& operator=(const GpuContext&) = delete;

  cudaStream_t stream() const { return m_stream; }
  KernelClock* clock() const { return m_clock; }  // device memory; pass it to the timed kernel
  std::uint64_t timerStepNs() const { return m_timerStepNs; }

  // Set after every synchronization, in nanoseconds of the steady clock; may be null.
  void setCompletionClock(std::atomic<std::int64_t>* clock) { m_completionNs = clock; }

  // Begins a run: buffers that it does not ask for may be freed if memory runs out.
  void beginRun() { ++m_run; }
  // At least `bytes`, whole pages of 2 MiB; keeps its contents until a larger size is asked for. On out-of-memory the
  // buffers of earlier runs are freed and the allocation is tried once more.
  CachedBuffer& buffer(std::string_view purpose, std::size_t bytes);
  // Frees every buffer (tests; leak checks).
  void releaseBuffers();

  void synchronize();                                                    // waits for the stream
  void copyToHost(void* host, const void* device, std::size_t bytes);    // and waits
  void copyToDevice(void* device, const void* host, std::size_t bytes);  // and waits

  // Times what `launch` queues on stream(), by events. With `clocked` the kernel fills clock() and the sample has its
  // cycles. Where the launch is shorter than 200 timer steps (0.5 %), or has no single kernel, the sample's SM clock is
  // that of a probe kernel queued right behind it: every time for a fine timer, every eighth time for a coarse one, and
  // not for the first such launch after a longer one. It is 0 where neither tells.
  model::Sample timed(model::CacheState cache, bool clocked, const std::function<void()>& launch);

  // While a range is set, timed() brackets the launch with it instead of timing it: the L2 is brought into its state
  // before begin(), nothing but the launch lies inside, no probe runs, and the sample's time is the kernel's own (0 where
  // it keeps no clock). So every experiment can be profiled as it is. nullptr: timed again.
  void setLaunchRange(const LaunchRange* range) { m_range = range; }

 private:
  explicit GpuContext(const model::Device& device);
  void flushL2();
  model::Sample profiled(bool clocked, const std::function<void()>& launch);
  bool wantsProbe(bool clocked);
  void noteCompletion() const;

  std::uint64_t m_l2Bytes = 0;
  cudaStream_t m_stream = nullptr;
  cudaEvent_t m_start = nullptr;
  cudaEvent_t m_stop = nullptr;
  KernelClock* m_clock = nullptr;      // two: the launch's and the probe's
  KernelClock* m_hostClock = nullptr;  // the same two, pinned
  bool m_lastWasShort = false;
  std::uint64_t m_timerStepNs = 0;
  std::uint64_t m_run = 0;
  std::uint64_t m_probes = 0;
  unsigned char m_flushByte = 0;
  const LaunchRange* m_range = nullptr;
  std::atomic<std::int64_t>* m_completionNs = nullptr;
  std::map<std::string, CachedBuffer, std::less<>> m_buffers;
};

}  // namespace dsm::bench
