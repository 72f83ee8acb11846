// SPDX-License-Identifier: Apache-2.0
// The part of a counter worker that needs no GPU.
#include "gpu/worker/counter_backend.h"

#include "gpu/counters/preflight.h"

namespace dsm::worker {

using model::Expected;

CounterBackend::CounterBackend(const counters::LibrarySearch& search) : m_cupti(counters::Cupti::open(search)) {}

std::string CounterBackend::version() const { return m_cupti ? (*m_cupti)->info().version : std::string(); }

Expected<counters::ChipMetrics*> CounterBackend::metricsOf(const std::string& chip) {
  if (!m_cupti) return tl::unexpected<model::Error>(m_cupti.error());
  std::string wanted = chip.empty() ? deviceChip() : chip;
  if (wanted.empty()) return model::fail("no_chip", "No chip was named, and there is no GPU here to take it from.", "Name one, as GH100.");
  std::unique_ptr<counters::ChipMetrics>& known = m_chips[wanted];
  if (!known) {
    auto metrics = counters::ChipMetrics::of(*m_cupti, wanted);
    if (!metrics) return tl::unexpected<model::Error>(metrics.error());
    known = std::move(*metrics);
  }
  return known.get();
}

Expected<model::MetricList> CounterBackend::metrics(const std::string& chip, const std::string& search) {
  if (!m_cupti) return tl::unexpected<model::Error>(m_cupti.error());
  model::MetricList list;
  list.cuptiVersion = version();
  auto chips = counters::supportedChips(**m_cupti);
  if (!chips) return tl::unexpected<model::Error>(chips.error());
  list.chips = std::move(*chips);
  if (chip.empty() && deviceChip().empty()) return list;
  const auto metrics = metricsOf(chip);
  if (!metrics) return tl::unexpected<model::Error>(metrics.error());
  list.chip = (*metrics)->chip();
  auto found = (*metrics)->list(search);
  if (!found) return tl::unexpected<model::Error>(found.error());
  list.metrics = std::move(*found);
  return list;
}

Expected<model::PassPlan> CounterBackend::passPlan(const std::string& chip, const model::CounterRequest& request) {
  const auto metrics = metricsOf(chip);
  if (!metrics) return tl::unexpected<model::Error>(metrics.error());
  return (*metrics)->plan(request);
}

model::Preflight CounterBackend::preflight(const model::Device*) { return counters::preflight(m_cupti, nullptr, nullptr, false); }

Expected<std::vector<model::Counters>> CounterBackend::collect(const std::vector<model::RunRequest>&, const model::CounterRequest&,
                                                               const model::Device&, const RunHooks&) {
  const model::Preflight report = preflight(nullptr);
  return model::fail("no_device", report.why.message, report.why.hint);
}

}  // namespace dsm::worker
