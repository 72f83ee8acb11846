// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measure_job.h"

#include <sys/eventfd.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdint>

#include <QSocketNotifier>

#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

int s_interruptEvent = -1;

// Only system calls: it runs in a signal handler.
void noteInterrupt(int) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(s_interruptEvent, &one, sizeof one);
}

WorkerTiming withoutWindow() {
  WorkerTiming timing;
  timing.deliverEvery = std::chrono::milliseconds(0);
  return timing;
}

bool wentWrong(const model::Run& run) { return run.status == model::RunStatus::failed || (run.validation.done && !run.validation.correct); }

}  // namespace

MeasureJob::MeasureJob(const QStringList& command, const model::Catalogue& catalogue, Planner planner, QObject* parent)
    : QObject(parent), m_queue(command, catalogue, withoutWindow()), m_planner(std::move(planner)) {
  connect(&m_queue, &RunQueue::ready, this, &MeasureJob::planNow);
  connect(&m_queue, &RunQueue::progressChanged, this, &MeasureJob::progressChanged);
  connect(&m_queue, &RunQueue::runArrived, this, [this](const model::RunPtr& run, const model::Device&) {
    m_runs.push_back(run);
    emit runArrived(run);
  });
  connect(&m_queue, &RunQueue::requestsDropped, this, [this](int, const model::Error& error) {
    m_error = error;
    finish();
  });
  connect(&m_queue, &RunQueue::drained, this, &MeasureJob::finish);
  connect(&m_queue, &RunQueue::ended, this, &MeasureJob::finished);
}

void MeasureJob::start() { m_queue.startWorker(); }

void MeasureJob::stop() {
  m_stopped = true;
  if (m_error.code.empty()) m_error = {"cancelled", "Stopped before everything was measured.", ""};
  if (m_queue.isIdle()) {
    finish();
  } else {
    m_queue.stop();
  }
}

void MeasureJob::planNow(const std::vector<model::Device>& devices) {
  if (m_planned || m_stopped) return;
  m_planned = true;
  m_devices = devices;
  auto requests = m_planner(devices);
  if (!requests) {
    m_error = requests.error();
    finish();
  } else if (requests->empty()) {
    finish();
  } else {
    m_queue.enqueue(std::move(*requests));
  }
}

void MeasureJob::finish() { m_queue.shutdown(); }

int MeasureJob::exitCode() const {
  const auto crashed = [](const model::RunPtr& run) { return run->status == model::RunStatus::failed && isWorkerFailure(run->error); };
  if (std::ranges::any_of(m_runs, crashed)) return protocol::kExitCrashed;
  if (m_error.code == "worker_missing" || m_error.code == "other_protocol" || m_error.code == "no_device") return protocol::kExitNoDevice;
  if (isWorkerFailure(m_error)) return protocol::kExitCrashed;
  if (m_error.code == "usage" || m_error.code == "bad_value") return protocol::kExitUsage;
  const bool wrong = std::ranges::any_of(m_runs, [](const model::RunPtr& run) { return wentWrong(*run); });
  return wrong || !m_error.code.empty() ? protocol::kExitFailed : protocol::kExitDone;
}

void onInterrupt(QObject* context, std::function<void()> interrupted) {
  s_interruptEvent = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (s_interruptEvent < 0) return;  // then Ctrl+C ends the process at once, as without this
  auto* notifier = new QSocketNotifier(s_interruptEvent, QSocketNotifier::Read, context);
  QObject::connect(notifier, &QSocketNotifier::activated, context, [notifier, interrupted = std::move(interrupted)] {
    notifier->setEnabled(false);
    interrupted();
  });
  struct sigaction action {};
  action.sa_handler = noteInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace dsm::app
