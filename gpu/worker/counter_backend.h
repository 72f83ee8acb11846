// SPDX-License-Identifier: Apache-2.0
// What a counter worker (--counters) is asked beyond a timing worker. Lists and plans need no GPU. All members are called
// on the one thread that owns the CUDA context.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/counters/chip_metrics.h"
#include "gpu/counters/cupti.h"
#include "gpu/model/counters.h"
#include "gpu/model/device.h"
#include "gpu/model/run.h"

namespace dsm::worker {

struct RunHooks;

class CounterBackend {
 public:
  // Opens the libraries; what is wrong with them is the answer to every question.
  explicit CounterBackend(const counters::LibrarySearch& search = counters::LibrarySearch::fromEnvironment());
  virtual ~CounterBackend() = default;
  CounterBackend(const CounterBackend&) = delete;
  CounterBackend& operator=(const CounterBackend&) = delete;

  // The library's version; empty if there is none.
  std::string version() const;
  // An empty chip is the first device's; without a device the list has the chips alone.
  model::Expected<model::MetricList> metrics(const std::string& chip, const std::string& search);
  model::Expected<model::PassPlan> passPlan(const std::string& chip, const model::CounterRequest& request);

  // `device` may be null: there is none. Here: there never is one.
  virtual model::Preflight preflight(const model::Device* device);
  // One element for each run, in order; a run that could not be counted says why in its own. Requests are complete, and
  // on `device`.
  virtual model::Expected<std::vector<model::Counters>> collect(const std::vector<model::RunRequest>& runs,
                                                                const model::CounterRequest& request, const model::Device& device,
                                                                const RunHooks& hooks);
  // Closes what is open on the GPU: no profiler may be enabled while somebody times.
  virtual void rest() {}

 protected:
  const model::Expected<std::shared_ptr<counters::Cupti>>& cupti() const { return m_cupti; }
  // The chip of the first device; empty: none.
  virtual std::string deviceChip() { return {}; }

 private:
  model::Expected<counters::ChipMetrics*> metricsOf(const std::string& chip);

  model::Expected<std::shared_ptr<counters::Cupti>> m_cupti;
  std::map<std::string, std::unique_ptr<counters::ChipMetrics>> m_chips;
};

}  // namespace dsm::worker
