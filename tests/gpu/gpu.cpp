// SPDX-License-Identifier: Apache-2.0
// See gpu.h.
#include "tests/gpu/gpu.h"

#include "gpu/bench/devices.h"
#include "gpu/model/spec.h"

namespace dsm::gputest {

const std::atomic<bool> kNever{false};

const model::Device& device() {
  static const model::Device first = [] {
    std::vector<model::Device> devices = bench::queryDevices(nullptr);
    bench::fillOccupancy(devices.at(0));
    return devices[0];
  }();
  return first;
}

const bench::KernelExperiment& experiment(const std::string& id) {
  for (const bench::KernelExperiment* candidate : bench::kernelExperiments()) {
    if (candidate->spec().info().id == id) return *candidate;
  }
  throw std::runtime_error("no experiment " + id);
}

model::RunRequest request(const std::string& id, const std::string& variant, const model::Values& values, std::uint64_t seed) {
  model::RunRequest request;
  request.experiment = id;
  request.variant = variant;
  request.plan.seed = seed;
  const auto complete = model::completeValues(experiment(id).spec(), variant, values);
  if (!complete) throw std::runtime_error(complete.error().message);
  request.values = *complete;
  return request;
}

std::unique_ptr<bench::PreparedRun> prepare(const model::RunRequest& request) {
  return experiment(request.experiment).prepare(request, device(), kNever);
}

::testing::AssertionResult isCorrect(const model::RunRequest& request, model::Validation* validation) {
  const model::Validation result = prepare(request)->validate();
  if (validation != nullptr) *validation = result;
  if (result.done && result.correct) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text(request) << ": " << result.detail;
}

std::string text(const model::RunRequest& request) {
  std::string text = request.experiment + " " + request.variant;
  for (const auto& [id, value] : request.values) text += " " + id + "=" + std::to_string(value);
  return text + " seed=" + std::to_string(request.plan.seed);
}

}  // namespace dsm::gputest
