// SPDX-License-Identifier: Apache-2.0
// Counters of runs on one device: the experiments of gpu/bench inside the ranges of gpu/counters.
//
// 1. The profiling session is opened before any launch: what stands in its way costs nothing.
// 2. Each run is prepared and launched once outside any range, and its output compared with the CPU reference: a wrong
//    result has no counters. This launch's time is what a blank kernel then imitates, and it leaves a warm cache as the
//    launch itself leaves it.
// 3. The same launch inside a range: outputs poisoned and, if asked, the L2 flushed before it and outside of it; the output
//    compared after it. Then a blank kernel of the same shape and duration (within an eighth) in a range of its own,
//    unless one like it is there already.
// 4. 2 and 3 again for each pass of each group of metrics; then the values are read.
//
// The session stays open between calls, until close(). Used on the thread that owns the CUDA context.
#pragma once

#include <memory>
#include <vector>

#include "gpu/bench/kernel_experiment.h"
#include "gpu/counters/cupti.h"
#include "gpu/counters/range_session.h"
#include "gpu/model/counters.h"
#include "gpu/worker/backend.h"

namespace dsm::worker {

class CounterCollection {
 public:
  CounterCollection(std::shared_ptr<counters::Cupti> cupti, const model::Device& device);

  model::Preflight preflight();
  // One element for each run; requests are complete. Errors: cancelled. Throws CudaError where it is sticky.
  model::Expected<std::vector<model::Counters>> collect(const std::vector<model::RunRequest>& runs, const model::CounterRequest& request,
                                                        const RunHooks& hooks);
  // Closes the session. An open one changes what other processes time on this GPU.
  void close();
  // The device's chip; empty if CUPTI does not say.
  std::string chip();
  counters::Cupti& cupti() { return *m_cupti; }

 private:
  model::Expected<counters::RangeSession*> session();

  std::shared_ptr<counters::Cupti> m_cupti;
  model::Device m_device;
  std::unique_ptr<counters::RangeSession> m_session;
};

// The CUcontext that is current on this thread, as an opaque pointer. Throws CudaError.
void* currentCudaContext();

}  // namespace dsm::worker
