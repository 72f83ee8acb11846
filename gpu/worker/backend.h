// SPDX-License-Identifier: Apache-2.0
// What the worker asks of a GPU, as an interface: one implementation has kernels, one says why there are none, and a
// test's plays faults. All members are called on the one thread that owns the CUDA context.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/error.h"
#include "gpu/model/legality.h"
#include "gpu/model/run.h"
#include "gpu/protocol/message.h"
#include "gpu/worker/counter_backend.h"

namespace dsm::worker {

// The context is lost: reply fatal, flush, leave with 70. Caught once, in the executor.
class StickyFault : public std::runtime_error {
 public:
  explicit StickyFault(model::Error error) : std::runtime_error(error.message), m_error(std::move(error)) {}
  const model::Error& error() const { return m_error; }

 private:
  model::Error m_error;
};

struct RunHooks {
  const std::atomic<bool>& cancel;
  std::function<void(const protocol::Progress&)> progress;  // id and sinceGpuMs are the caller's
  std::atomic<std::int64_t>& lastGpuCompletionNs;           // steady clock
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Quick: what the greeting says. Devices without their occupancy table.
  virtual const protocol::Hello& hello() const = 0;
  // Devices with their occupancy table.
  virtual model::Expected<std::vector<model::Device>> devices() = 0;
  // `request.values` is complete. A run that failed is a Run with status failed, not an error.
  virtual model::Expected<model::Run> run(const model::RunRequest& request, const model::Device& device, const RunHooks& hooks) = 0;
  virtual model::Expected<model::Legality> legality(const model::RunRequest& request, const model::Device& device) = 0;
  // For tests on real GPUs: a real fault. Comes back only if there was none.
  virtual model::Expected<void> fault(std::string_view what, const model::Device& device, const RunHooks& hooks) = 0;
  // Of a counter worker; null in a timing worker, which must not even load CUPTI.
  virtual CounterBackend* counters() { return nullptr; }
};

enum class WorkerMode { timing, counters };

// A machine that cannot measure: greets with `problem` and answers every question with it; with `counters` it still looks
// metrics and passes up.
std::unique_ptr<Backend> makeNoGpuBackend(std::string workerVersion, std::string runtime, std::string driver, model::Error problem,
                                          WorkerMode mode = WorkerMode::timing);

// The backend of this build (cuda_backend.cpp or built_without_cuda.cpp). Looks for devices, so it takes as long as
// CUDA takes to start. `deviceUuid` pins the process to one GPU; empty: all.
std::unique_ptr<Backend> makeBackend(const std::string& workerVersion, const std::string& deviceUuid, WorkerMode mode);

}  // namespace dsm::worker
