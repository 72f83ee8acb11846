// SPDX-License-Identifier: GPL-3.0-or-later
// A backend whose answers a test chooses, for the parts of the worker around it.
#pragma once

#include <functional>

#include "gpu/experiments/catalogue.h"
#include "gpu/worker/backend.h"
#include "tests/fake_worker/canned_run.h"

namespace dsm::test {

class FakeBackend final : public worker::Backend {
 public:
  using Run = std::function<model::Expected<model::Run>(const model::RunRequest&, const worker::RunHooks&)>;

  explicit FakeBackend(Run run = {}) : m_run(std::move(run)) {
    m_hello.workerVersion = "test";
    m_hello.devices = {cannedDevice()};
  }

  const protocol::Hello& hello() const override { return m_hello; }
  model::Expected<std::vector<model::Device>> devices() override { return m_hello.devices; }
  model::Expected<model::Run> run(const model::RunRequest& request, const model::Device&, const worker::RunHooks& hooks) override {
    if (m_run) return m_run(request, hooks);
    return cannedRun(*model::findSpec(experiments::catalogue(), request.experiment), request, "");
  }
  model::Expected<model::Legality> legality(const model::RunRequest& request, const model::Device& device) override {
    model::Legality legality =
        model::findSpec(experiments::catalogue(), request.experiment)->legality(request.values, request.variant, device);
    legality.origin = model::Origin::measured;
    return legality;
  }
  model::Expected<void> fault(std::string_view, const model::Device&, const worker::RunHooks&) override { return {}; }

 private:
  protocol::Hello m_hello;
  Run m_run;
};

}  // namespace dsm::test
