// SPDX-License-Identifier: GPL-3.0-or-later
// A backend whose answers a test chooses, for the parts of the worker around it.
#pragma once

#include <functional>

#include "gpu/experiments/catalogue.h"
#include "gpu/worker/backend.h"
#include "tests/fake_worker/canned_run.h"

namespace dsm::test {

// A counter worker's part of it: no library, and counters that a test chooses.
class FakeCounters final : public worker::CounterBackend {
 public:
  using Collect =
      std::function<model::Expected<std::vector<model::Counters>>(const std::vector<model::RunRequest>&, const worker::RunHooks&)>;

  FakeCounters() : CounterBackend({.override = "/nowhere", .toolkits = {}, .loaderPath = false}) {}
  model::Expected<std::vector<model::Counters>> collect(const std::vector<model::RunRequest>& runs, const model::CounterRequest& request,
                                                        const model::Device&, const worker::RunHooks& hooks) override {
    asked = request;
    open = true;
    return onCollect(runs, hooks);
  }
  void rest() override { open = false; }

  Collect onCollect;
  model::CounterRequest asked;
  bool open = false;
};

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
  worker::CounterBackend* counters() override { return m_counters; }
  void setCounters(FakeCounters* counters) { m_counters = counters; }

 private:
  protocol::Hello m_hello;
  Run m_run;
  FakeCounters* m_counters = nullptr;
};

}  // namespace dsm::test
