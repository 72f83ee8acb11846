// SPDX-License-Identifier: Apache-2.0
// One request in, one answer out: finds experiment and device, reserves the GPU, runs, and turns every way it can
// end into a reply and an exit code. Used on the thread that owns the CUDA context.
#pragma once

#include <optional>
#include <string>

#include "gpu/model/spec.h"
#include "gpu/protocol/exit_code.h"
#include "gpu/protocol/message.h"
#include "gpu/worker/backend.h"
#include "gpu/worker/control.h"
#include "gpu/worker/gpu_lock.h"

namespace dsm::worker {

struct Answer {
  std::string lines;                                  // result or error, with line feeds; long ones in chunks
  bool fatal = false;                                 // the context is lost: send, flush, leave with 70
  protocol::ExitCode exitCode = protocol::kExitDone;  // what a script leaves with
};

class Executor {
 public:
  // `faults`: the hidden request kind `fault` works (tests on real GPUs). Longer results come in chunks.
  Executor(Backend& backend, Control& control, const model::Catalogue& catalogue, bool faults,
           std::size_t maxLineBytes = protocol::kMaxLineBytes)
      : m_backend(backend), m_control(control), m_catalogue(catalogue), m_faults(faults), m_maxLineBytes(maxLineBytes) {}

  // The request is the control's current one. Never throws.
  Answer execute(const protocol::Request& request);
  // Nothing was asked for a while: a counter worker closes its profiling session and gives the GPU free, which it keeps
  // from one request to the next, since an open session changes what others time.
  void rest();

 private:
  model::Expected<protocol::JsonOut> dispatch(const protocol::Request& request, Answer& answer);
  model::Expected<protocol::JsonOut> run(const protocol::Request& request, Answer& answer);
  model::Expected<protocol::JsonOut> legality(const protocol::Request& request);
  model::Expected<protocol::JsonOut> devices();
  model::Expected<protocol::JsonOut> fault(const protocol::Request& request);
  // counter_requests.cpp: what a counter worker is asked. Nothing for other kinds.
  std::optional<model::Expected<protocol::JsonOut>> counterRequest(const protocol::Request& request, Answer& answer);
  model::Expected<protocol::JsonOut> collect(CounterBackend& counters, const protocol::Request& request, Answer& answer);
  // Waits until the GPU is ours, and starts the deadline. Errors: cancelled, lock_failed.
  model::Expected<GpuLock> reserve(const model::Device& device, const RunHooks& hooks);
  // The same, until rest().
  model::Expected<void> keep(const model::Device& device, const RunHooks& hooks);

  model::Expected<model::Device> deviceFor(const std::string& uuid) const;
  // Complete values, a plan that makes sense.
  model::Expected<model::RunRequest> completed(model::RunRequest request) const;
  RunHooks hooksFor(const protocol::Request& request);

  Backend& m_backend;
  Control& m_control;
  const model::Catalogue& m_catalogue;
  const bool m_faults;
  const std::size_t m_maxLineBytes;
  GpuLock m_kept;  // of a counter worker
  std::string m_keptUuid;
};

}  // namespace dsm::worker
