// SPDX-License-Identifier: Apache-2.0
// Counters of runs on one device: the experiments of gpu/bench inside the ranges of gpu/counters.
//
// 1. Each run is prepared, validated and launched once without a profiler: a wrong result has no counters, and the
//    launch's own time is what a blank kernel then imitates.
// 2. For each group of metrics and each pass, every run is launched once inside a range: outputs poisoned and the cache
//    state re-established before it and outside of it (warm: by the same launch; flushed: by a write of twice the L2), its
//    output compared after it. A blank kernel of the same shape and duration is a range of its own behind it.
// 3. The values are read when all passes are in.
//
// The profiling session stays open between calls. Used on the thread that owns the CUDA context.
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
