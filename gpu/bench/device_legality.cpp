// SPDX-License-Identifier: Apache-2.0
// The device's own answer to a launch: attributes and occupancy for the very kernel. The spec's arithmetic only
// supplies limits of the experiment itself (bins, say) and the wording where both refuse.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "gpu/bench/cuda_check.h"
#include "gpu/bench/kernel_launch.h"
#include "gpu/bench/measure.h"

namespace dsm::bench {
namespace {

using model::Legality;

// What checkLaunch() decides by arithmetic, and the device therefore may overrule.
bool aboutTheLaunch(const std::string& code) {
  static constexpr std::array kCodes{"threads", "cluster_size", "non_portable", "static_memory", "shared_memory", "occupancy", "grid"};
  return std::ranges::find(kCodes, code) != kCodes.end();
}

struct Answer {
  std::optional<KernelOccupancy> occupancy;  // nothing: the query failed
  std::string failure;
  bool fits() const { return occupancy && occupancy->blocksPerSm > 0 && occupancy->activeClusters > 0; }
};

Answer ask(const KernelChoice& kernel, const model::Device& device) {
  Answer answer;
  if (kernel.shape.threads > device.maxThreadsPerBlock) {
    answer.failure = std::to_string(kernel.shape.threads) + " threads a block are more than the " +
                     std::to_string(device.maxThreadsPerBlock) + " of this device.";
    return answer;
  }
  try {
    configureKernel(kernel);
    answer.occupancy = occupancyOf(kernel, device);
  } catch (const CudaError& error) {
    if (error.sticky()) throw;
    answer.failure = "The device refused the query: " + error.name() + " from " + error.call() + ".";
  }
  return answer;
}

// The largest smaller cluster that the device does run, everything else unchanged.
std::optional<std::int64_t> nearestCluster(const KernelExperiment& experiment, model::RunRequest request, const model::Device& device) {
  const auto cluster = request.values.find("cluster");
  const model::Parameter* parameter = experiment.spec().parameter("cluster");
  if (cluster == request.values.end() || parameter == nullptr) return std::nullopt;
  while (--cluster->second >= parameter->minimum) {
    const Legality modelled = experiment.spec().legality(request.values, request.variant, device);
    if (!modelled.fits && !aboutTheLaunch(modelled.code)) continue;
    if (ask(experiment.kernelFor(request, device), device).fits()) return cluster->second;
  }
  return std::nullopt;
}

void refuse(Legality& legality, const Answer& answer, const KernelExperiment& experiment, const model::RunRequest& request,
            const model::Device& device) {
  const bool modelRefusedToo = !legality.fits;
  legality.fits = false;
  if (modelRefusedToo) return;  // its words say more than an error code
  legality.code = answer.occupancy ? "occupancy" : "query_failed";
  legality.reason = answer.occupancy ? "The device says that not one cluster of this shape fits at once." : answer.failure;
  legality.parameter.clear();
  legality.nearest = nearestCluster(experiment, request, device);
  if (legality.nearest) legality.parameter = "cluster";
}

}  // namespace

model::Legality deviceLegality(const KernelExperiment& experiment, const model::RunRequest& asked, const model::Device& device) {
  model::RunRequest request = asked;
  const auto complete = model::completeValues(experiment.spec(), asked.variant, asked.values);
  if (!complete) {
    Legality bad;
    bad.code = complete.error().code;
    bad.reason = complete.error().message;
    return bad;
  }
  request.values = *complete;
  DSM_CUDA(cudaSetDevice(device.ordinal));
  Legality legality = experiment.spec().legality(request.values, request.variant, device);
  if (!legality.fits && !aboutTheLaunch(legality.code)) return legality;

  const KernelChoice kernel = experiment.kernelFor(request, device);
  const Answer answer = ask(kernel, device);
  legality.origin = model::Origin::measured;
  legality.bytesPerBlock = kernel.shape.staticBytes + kernel.shape.dynamicBytes;
  legality.limitBytes = device.sharedPerBlockOptin;
  legality.clustersAtOnce.reset();
  legality.blocksAtOnce.reset();
  if (answer.occupancy) {
    legality.bytesPerBlock = answer.occupancy->staticBytes + kernel.shape.dynamicBytes;
    legality.blocksPerSm = answer.occupancy->blocksPerSm;
    legality.clustersAtOnce = answer.occupancy->activeClusters;
    legality.blocksAtOnce = answer.occupancy->activeClusters * (kernel.shape.needsClusters ? kernel.shape.clusterSize : 1);
  }
  if (!answer.fits()) {
    refuse(legality, answer, experiment, request, device);
    return legality;
  }
  const bool tooManyToBeResident = kernel.shape.cooperative && kernel.shape.gridBlocks > *legality.blocksAtOnce;
  if (tooManyToBeResident) {
    if (!legality.fits) return legality;
    legality.fits = false;
    legality.code = "grid";
    legality.reason = "A cooperative grid of " + std::to_string(kernel.shape.gridBlocks) + " blocks is more than the " +
                      std::to_string(*legality.blocksAtOnce) + " that are resident at once.";
    return legality;
  }
  legality.fits = true;
  legality.code.clear();
  legality.reason.clear();
  legality.parameter.clear();
  legality.nearest.reset();
  legality.remedy.clear();
  return legality;
}

}  // namespace dsm::bench
