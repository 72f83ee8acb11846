// SPDX-License-Identifier: Apache-2.0
// The metrics of one chip, by CUPTI's profiler host API: it needs no GPU, so lists, searches and pass plans work
// anywhere. Names are checked one by one, each on a host object of its own: one bad name fails a whole call, and going
// on after that crashes the process. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/counters/cupti.h"
#include "gpu/model/counters.h"

namespace dsm::counters {

// Chips that the library knows. Errors: cupti_failed.
model::Expected<std::vector<std::string>> supportedChips(Cupti& cupti);

// One group of metrics, ready to be collected: the configuration image, the number of passes, and the host object that
// turns what was collected into values.
class MetricConfig {
 public:
  MetricConfig(const MetricConfig&) = delete;
  MetricConfig& operator=(const MetricConfig&) = delete;
  ~MetricConfig();

  const std::vector<std::string>& names() const { return m_names; }
  std::uint32_t passes() const { return m_passes; }
  const std::vector<std::uint8_t>& image() const { return m_image; }
  // Values of one range, in the order of names(). Throws CuptiFault.
  std::vector<double> evaluate(const std::vector<std::uint8_t>& counterData, std::size_t range) const;

 private:
  friend class ChipMetrics;
  explicit MetricConfig(std::shared_ptr<Cupti> cupti) : m_cupti(std::move(cupti)) {}

  std::shared_ptr<Cupti> m_cupti;
  void* m_host = nullptr;
  std::vector<std::string> m_names;
  std::vector<std::uint8_t> m_image;
  std::uint32_t m_passes = 0;
};

class ChipMetrics {
 public:
  // `availability` is the device's counter availability image; empty offline. Errors: unknown_chip (names those that are
  // known), cupti_failed.
  static model::Expected<std::unique_ptr<ChipMetrics>> of(std::shared_ptr<Cupti> cupti, const std::string& chip,
                                                          std::vector<std::uint8_t> availability = {});
  ChipMetrics(const ChipMetrics&) = delete;
  ChipMetrics& operator=(const ChipMetrics&) = delete;
  ~ChipMetrics();

  const std::string& chip() const { return m_chip; }

  // Base metrics with unit and description whose name or description has every word of `search`, in the library's order.
  model::Expected<std::vector<model::MetricInfo>> list(std::string_view search);

  struct Checked {
    std::string name;  // with its roll-up; empty: cannot be collected
    model::MetricInfo info;
    std::string reason;  // why not
  };
  // Cached: 5-15 ms the first time. Throws CuptiFault only if the library itself fails.
  const Checked& check(const std::string& name);

  // The request as groups: each built-in set one, names that are in none of them together one. A metric belongs to the
  // first group that asks for it. Unknown sets and metrics are in `missing` with their reason. Errors: cupti_failed.
  model::Expected<model::PassPlan> plan(const model::CounterRequest& request);

  // The configuration of a group of the plan; the last eight are kept. Throws CuptiFault.
  std::shared_ptr<MetricConfig> config(const std::vector<std::string>& names);

 private:
  ChipMetrics(std::shared_ptr<Cupti> cupti, std::string chip, std::vector<std::uint8_t> availability);
  void* newHost();
  Checked tryName(const std::string& name);

  std::shared_ptr<Cupti> m_cupti;
  std::string m_chip;
  std::vector<std::uint8_t> m_availability;
  void* m_host = nullptr;  // for properties alone: nothing is ever added to it
  std::map<std::string, Checked> m_checked;
  std::vector<std::shared_ptr<MetricConfig>> m_configs;  // oldest first
};

// A value outside what its unit allows: above 100 percent, a rate above 1, negative or not finite.
bool isOutOfRange(const std::string& name, const std::string& unit, double value);

}  // namespace dsm::counters
