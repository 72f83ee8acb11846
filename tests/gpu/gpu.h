// SPDX-License-Identifier: Apache-2.0
// What every GPU test starts from: the first device, with its occupancy table, and short ways to ask for a
// configuration, prepare it and check it.
#pragma once

#include <gtest/gtest.h>
#include <atomic>
#include <memory>
#include <string>

#include "gpu/bench/gpu_context.h"
#include "gpu/bench/kernel_experiment.h"
#include "gpu/bench/measure.h"

namespace dsm::gputest {

// The first device. gpu_main.cpp has left with 77 if there is none.
const model::Device& device();

const bench::KernelExperiment& experiment(const std::string& id);

// A complete request; a bad one fails the test.
model::RunRequest request(const std::string& experiment, const std::string& variant, const model::Values& values, std::uint64_t seed = 1);

std::unique_ptr<bench::PreparedRun> prepare(const model::RunRequest& request);

// Prepares and validates; the failure text names the configuration.
::testing::AssertionResult isCorrect(const model::RunRequest& request, model::Validation* validation = nullptr);

// "histogram cluster_dsmem bins=3 cluster=2 ..."
std::string text(const model::RunRequest& request);

extern const std::atomic<bool> kNever;

// For tests of clusters, at the top of a test.
#define DSM_NEEDS_CLUSTERS()                                                                    \
  do {                                                                                          \
    if (!::dsm::gputest::device().hasClusters()) GTEST_SKIP() << "this device has no clusters"; \
  } while (false)

}  // namespace dsm::gputest
