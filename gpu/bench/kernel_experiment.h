// SPDX-License-Identifier: Apache-2.0
// What the timing loop needs of an experiment's device side. One KernelExperiment per folder of
// gpu/experiments (launch.cu); the loop itself, stopping and statistics are gpu/bench's and know no experiment.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::bench {

// Thrown by long work that saw its cancel flag; caught by measureRun() alone.
struct Cancelled {};

// One configuration with its buffers on the device. All members are called on the thread that owns the CUDA
// context; they throw CudaError, and Cancelled between the launches of a chain. Buffers come from the process's
// cache (gpu_context.h) and stay there for the next run; destruction never throws.
class PreparedRun {
 public:
  virtual ~PreparedRun() = default;
  virtual model::LaunchInfo launchInfo() const = 0;
  // One timed launch (the outputs are poisoned or cleared outside the timed region).
  virtual model::Sample measure() = 0;
  // Runs once more untimed on poisoned outputs and compares with the CPU reference.
  virtual model::Validation validate() = 0;
  // Compares what the last measure() left behind, without a launch. Cheap.
  virtual model::Validation checkLast() = 0;
};

// The kernel that a request launches (its timed form), and the shape that is asked for.
struct KernelChoice {
  const void* function = nullptr;
  model::LaunchShape shape;
  bool clusterInKernel = false;  // compile-time cluster dimensions, equal to shape.clusterSize: the launch names none
};

class KernelExperiment {
 public:
  virtual ~KernelExperiment() = default;
  virtual const model::ExperimentSpec& spec() const = 0;
  // Pure: no launch, no allocation. `request.values` is complete, and the device runs the variant at all.
  virtual KernelChoice kernelFor(const model::RunRequest& request, const model::Device& device) const = 0;
  // `request.values` is complete. `cancel` becomes true when the person stops the run; long host work looks at it.
  // Throws CudaError; a configuration that the device itself refuses is a CudaError that is recoverable.
  virtual std::unique_ptr<PreparedRun> prepare(const model::RunRequest& request, const model::Device& device,
                                               const std::atomic<bool>& cancel) const = 0;
};

// Every experiment with kernels in this build, in catalogue order (gpu/experiments/kernel_catalogue.cpp).
std::vector<const KernelExperiment*> kernelExperiments();

}  // namespace dsm::bench
