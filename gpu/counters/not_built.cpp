// SPDX-License-Identifier: Apache-2.0
// This folder's public functions in a build without CUPTI's headers: each says so.
#include "gpu/counters/chip_metrics.h"
#include "gpu/counters/cupti.h"
#include "gpu/counters/range_session.h"

namespace dsm::counters {
namespace {

tl::unexpected<model::Error> notBuilt() {
  return model::fail("counters_not_built", "This worker was built without CUPTI's headers: counters are not collected.",
                     "Install cuda-cupti-dev-13-0 and build again; timing does not need it.");
}

}  // namespace

struct CuptiApi {};

Cupti::Cupti() = default;
Cupti::~Cupti() = default;
const std::vector<CallCost>& Cupti::costs() const {
  static const std::vector<CallCost> none;
  return none;
}
void Cupti::forgetCosts() {}
model::Expected<std::shared_ptr<Cupti>> Cupti::open(const LibrarySearch&) { return notBuilt(); }

model::Expected<std::vector<std::string>> supportedChips(Cupti&) { return notBuilt(); }
MetricConfig::~MetricConfig() = default;
std::vector<double> MetricConfig::evaluate(const std::vector<std::uint8_t>&, std::size_t) const { return {}; }
ChipMetrics::~ChipMetrics() = default;
model::Expected<std::unique_ptr<ChipMetrics>> ChipMetrics::of(std::shared_ptr<Cupti>, const std::string&, std::vector<std::uint8_t>) {
  return notBuilt();
}
model::Expected<std::vector<model::MetricInfo>> ChipMetrics::list(std::string_view) { return notBuilt(); }
model::Expected<model::PassPlan> ChipMetrics::plan(const model::CounterRequest&) { return notBuilt(); }
std::shared_ptr<MetricConfig> ChipMetrics::config(const std::vector<std::string>&) { return nullptr; }

model::Expected<std::string> chipOf(Cupti&, int, const FaultScene&) { return notBuilt(); }
model::Expected<void> deviceSupported(Cupti&, int, const FaultScene&) { return notBuilt(); }
model::Expected<std::unique_ptr<RangeSession>> RangeSession::open(std::shared_ptr<Cupti>, void*, int, const FaultScene&) {
  return notBuilt();
}
RangeSession::~RangeSession() = default;
void RangeSession::close() noexcept {}
model::Expected<std::vector<std::vector<double>>> RangeSession::collect(const std::shared_ptr<MetricConfig>&, std::size_t, const RunPass&) {
  return notBuilt();
}

}  // namespace dsm::counters
