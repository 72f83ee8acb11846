// SPDX-License-Identifier: Apache-2.0
// See counter_fixture.h.
#include "tests/gpu/counter_fixture.h"

#include "tests/gpu/gpu.h"

namespace dsm::gputest {

worker::CounterCollection* collection(std::string* why) {
  static std::string reason;
  static worker::CounterCollection* const opened = []() -> worker::CounterCollection* {
    const auto cupti = counters::Cupti::open(counters::LibrarySearch::fromEnvironment());
    if (!cupti) {
      reason = cupti.error().message;
      return nullptr;
    }
    auto* made = new worker::CounterCollection(*cupti, device());  // never torn down: the driver may go first
    const model::Preflight report = made->preflight();
    if (!report.ok) reason = report.why.message + ' ' + report.why.hint;
    return report.ok ? made : nullptr;
  }();
  if (why != nullptr) *why = reason;
  return opened;
}

std::vector<model::Counters> count(const std::vector<model::RunRequest>& runs, const model::CounterRequest& request) {
  static std::atomic<std::int64_t> completion{0};
  const worker::RunHooks hooks{kNever, [](const protocol::Progress&) {}, completion};
  const auto counted = collection()->collect(runs, request, hooks);
  EXPECT_TRUE(counted) << counted.error().message;
  return counted.value_or(std::vector<model::Counters>{});
}

}  // namespace dsm::gputest
