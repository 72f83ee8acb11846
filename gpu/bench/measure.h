// SPDX-License-Identifier: Apache-2.0
// The timing loop: one request in, one run out. Knows no experiment: it validates, warms up, samples until the
// median is known well enough, checks again, and says why it stopped (design.md, section 3).
// Everything here is called on the one thread that owns the CUDA context.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "gpu/bench/kernel_experiment.h"
#include "gpu/model/device.h"
#include "gpu/model/legality.h"
#include "gpu/model/run.h"

namespace dsm::bench {

struct MeasureProgress {
  std::string phase;  // "prepare", "validate", "warm_up", "measure", "check"
  std::uint32_t samplesTaken = 0;
  std::uint32_t samplesMax = 0;  // the plan's maximum; fewer are usual
  double elapsedSeconds = 0;     // wall clock since the request began
  double lastSampleNs = 0;       // 0: none yet
  double relativeHalfWidth = 0;  // at the last look; 0: not looked yet
};

struct MeasureHooks {
  const std::atomic<bool>& cancel;                           // set from any thread; looked at between launches
  std::function<void(const MeasureProgress&)> progress;      // may be empty; at most about 20 calls a second and one a phase
  std::atomic<std::int64_t>* lastGpuCompletionNs = nullptr;  // steady clock, set after every synchronization
};

// Measures `request` on `device` (its ordinal is made current).
// Returns status ok, cancelled (with the samples so far) or failed: code bad_value or unknown_variant for a request
// that does not fit the spec; the legality's code (no_clusters, shared_memory, bins, ...) for a launch that cannot
// run; wrong_result if the CPU reference disagrees; cuda_... for a recoverable CUDA error.
// Throws CudaError only if it is sticky: the context is gone and the process must end.
// Fills of the provenance: date, kernelBuildId, throttleReasons, warmupNs. The run's id, notes, worker version,
// host and command are the caller's.
model::Run measureRun(const KernelExperiment& experiment, const model::RunRequest& request, const model::Device& device,
                      const MeasureHooks& hooks);

// The device's own answer to "can this run, and how many at once": attributes set and occupancy asked for the very
// kernel, block and bytes. Origin measured, or modelled where the device need not be asked (bad_value, no_clusters, the
// experiment's own limits); reasons in the spec's words where the spec refuses too.
// Takes well under a millisecond once the kernel is loaded. Throws CudaError only if it is sticky.
model::Legality deviceLegality(const KernelExperiment& experiment, const model::RunRequest& request, const model::Device& device);

}  // namespace dsm::bench
