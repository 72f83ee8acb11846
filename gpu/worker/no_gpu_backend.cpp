// SPDX-License-Identifier: Apache-2.0
// The backend of a machine that cannot measure.
#include "gpu/worker/backend.h"

namespace dsm::worker {
namespace {

class NoGpuBackend final : public Backend {
 public:
  NoGpuBackend(protocol::Hello hello, model::Error problem, WorkerMode mode) : m_hello(std::move(hello)), m_problem(std::move(problem)) {
    m_hello.problems.push_back(m_problem);
    if (mode != WorkerMode::counters) return;
    m_counters = std::make_unique<CounterBackend>();
    m_hello.cupti = m_counters->version();
  }

  const protocol::Hello& hello() const override { return m_hello; }
  model::Expected<std::vector<model::Device>> devices() override { return std::vector<model::Device>{}; }
  model::Expected<model::Run> run(const model::RunRequest&, const model::Device&, const RunHooks&) override { return refusal(); }
  model::Expected<model::Legality> legality(const model::RunRequest&, const model::Device&) override { return refusal(); }
  model::Expected<void> fault(std::string_view, const model::Device&, const RunHooks&) override { return refusal(); }
  CounterBackend* counters() override { return m_counters.get(); }

 private:
  tl::unexpected<model::Error> refusal() const { return model::fail("no_device", m_problem.message, m_problem.hint); }

  protocol::Hello m_hello;
  model::Error m_problem;
  std::unique_ptr<CounterBackend> m_counters;
};

}  // namespace

std::unique_ptr<Backend> makeNoGpuBackend(std::string workerVersion, std::string runtime, std::string driver, model::Error problem,
                                          WorkerMode mode) {
  protocol::Hello hello;
  hello.workerVersion = std::move(workerVersion);
  hello.runtime = std::move(runtime);
  hello.driver = std::move(driver);
  return std::make_unique<NoGpuBackend>(std::move(hello), std::move(problem), mode);
}

}  // namespace dsm::worker
