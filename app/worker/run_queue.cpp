// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/run_queue.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <QDateTime>

namespace dsm::app {
namespace {

// The worker keeps this deadline itself; it is for a run that will never end, not for a slow one.
constexpr double kDeadlineBaseSeconds = 300;
constexpr double kDeadlinePerBudgetSecond = 4;
constexpr double kEnoughToPredict = 0.05;  // of the batch, before a time left is named

std::uint64_t deadlineMs(const model::MeasurementPlan& plan) {
  return static_cast<std::uint64_t>((kDeadlineBaseSeconds + kDeadlinePerBudgetSecond * plan.budgetSeconds) * 1000);
}

model::RunPtr failedRun(const model::RunRequest& request, const model::Error& error, const model::Catalogue& catalogue) {
  auto run = std::make_shared<model::Run>();
  run->id = request.experiment + "-" + request.variant + "-failed";
  run->experiment = request.experiment;
  run->variant = request.variant;
  run->values = request.values;
  if (const model::ExperimentSpec* spec = model::findSpec(catalogue, request.experiment)) {
    if (auto complete = model::completeValues(*spec, request.variant, request.values)) run->values = *complete;
    run->provenance.command = model::commandFor(*spec, "run", {request.variant}, run->values);
  }
  run->plan = request.plan;
  run->status = model::RunStatus::failed;
  run->error = error;
  run->deviceUuid = request.deviceUuid;
  run->origin = model::Origin::measured;
  run->provenance.date = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  return run;
}

}  // namespace

bool isWorkerFailure(const model::Error& error) {
  static constexpr std::array<std::string_view, 13> kCodes{
      "worker_crashed", "worker_missing", "worker_silent", "worker_stuck", "cancel_ignored", "deadline", "no_hello",
      "no_pipe",        "other_protocol", "line_too_long", "bad_message",  "unknown_kind",   "bad_chunk"};
  return std::ranges::find(kCodes, error.code) != kCodes.end();
}

RunQueue::RunQueue(QStringList command, const model::Catalogue& catalogue, WorkerTiming timing, QObject* parent)
    : QObject(parent), m_command(std::move(command)), m_catalogue(catalogue), m_timing(timing) {}

void RunQueue::setView(WorkerView view) {
  m_view = std::move(view);
  emit workerChanged(m_view);
}

void RunQueue::startWorker() {
  if (m_handle != nullptr || m_ending) return;
  adopt(new WorkerHandle(m_command, m_catalogue, m_timing, this));
}

void RunQueue::restartWorker() {
  if (m_handle == nullptr) {
    startWorker();
    return;
  }
  m_restarting = true;
  m_handle->shutdown();
}

void RunQueue::setCommand(QStringList command) {
  if (command == m_command) return;
  m_command = std::move(command);
  if (m_started) restartWorker();
}

void RunQueue::adopt(WorkerHandle* handle) {
  m_handle = handle;
  m_started = true;
  m_legalityKeys.clear();
  m_requestsSent = 0;
  connect(handle, &WorkerHandle::stateChanged, this, [this](WorkerHandle::State state) {
    if (state == WorkerHandle::State::gone) return;  // gone() says it with the reason
    WorkerView view = m_view;
    view.state = state;
    view.gpuSilentMs = -1;
    setView(std::move(view));
  });
  connect(handle, &WorkerHandle::greeted, this, [this](const protocol::Hello& hello) {
    m_workerVersion = hello.workerVersion;
    WorkerView view = m_view;
    view.problems = hello.problems;
    setView(std::move(view));
    setDevices(hello.devices);
    m_devicesRequest = hello.devices.empty() || m_handle == nullptr ? 0 : m_handle->askDevices();
    if (m_devicesRequest == 0) emit ready(m_devices);
    next();
  });
  connect(handle, &WorkerHandle::gone, this, &RunQueue::workerGone);
  connectReplies(handle);
  setView({.state = WorkerHandle::State::starting, .error = {}, .problems = {}, .gpuSilentMs = -1});
  handle->start();
}

void RunQueue::connectReplies(WorkerHandle* handle) {
  connect(handle, &WorkerHandle::devicesKnown, this, [this](const std::vector<model::Device>& devices) {
    setDevices(devices);
    if (std::exchange(m_devicesRequest, 0) != 0) emit ready(m_devices);
  });
  connect(handle, &WorkerHandle::progressed, this, [this](const protocol::Progress& progress) { emitProgress(&progress); });
  connect(handle, &WorkerHandle::heartbeat, this, [this](const protocol::Heartbeat& beat) {
    if (m_view.gpuSilentMs == beat.sinceGpuMs) return;
    WorkerView view = m_view;
    view.gpuSilentMs = beat.sinceGpuMs;
    setView(std::move(view));
  });
  connect(handle, &WorkerHandle::legalityKnown, this, [this](quint64 id, const model::Legality& legality) {
    const auto found = m_legalityKeys.find(id);
    if (found == m_legalityKeys.end()) return;
    const QString key = found->second;
    m_legalityKeys.erase(found);
    emit legalityArrived(key, legality);
  });
  connect(handle, &WorkerHandle::runFinished, this, [this](quint64, const model::RunPtr& run) {
    m_running = false;
    ++m_done;
    if (run->status != model::RunStatus::cancelled || !run->samples.empty()) {
      emit runArrived(run, deviceOf(run->deviceUuid));
    }
    requestEnded();
  });
  connect(handle, &WorkerHandle::requestFailed, this, [this](quint64 id, const model::Error& error, bool fatal) {
    if (id == m_devicesRequest && id != 0) {
      m_devicesRequest = 0;
      emit ready(m_devices);  // with what the hello said
      return;
    }
    if (m_legalityKeys.erase(id) > 0 || !m_running) return;  // the arithmetic's answer stays
    runFailed(error);
    if (!fatal) requestEnded();  // else workerGone() goes on
  });
}

void RunQueue::runFailed(const model::Error& error) {
  m_running = false;
  ++m_done;
  if (error.code == "cancelled") return;
  const model::Device device = deviceOf(m_current.deviceUuid);
  if (m_current.deviceUuid.empty()) m_current.deviceUuid = device.uuid;
  emit runArrived(failedRun(m_current, error, m_catalogue), device);
}

void RunQueue::workerGone(const WorkerEnd& end) {
  WorkerHandle* const handle = m_handle;
  m_handle = nullptr;
  handle->deleteLater();
  WorkerView view;
  view.error = end.error;
  view.problems = m_view.problems;
  setView(std::move(view));
  if (m_ending) {
    emit ended();
    return;
  }
  if (end.neverReady && !end.asked()) {
    dropWaiting(end.error);
    return;
  }
  // Each fresh worker costs a request or an order of the person's, so a worker that dies at once cannot spin here.
  const bool again = std::exchange(m_restarting, false) || (!end.asked() && m_requestsSent > 0);
  if (!again && !m_waiting.empty()) {
    dropWaiting(end.error);
    return;
  }
  if (m_waiting.empty()) requestEnded();
  if (again) startWorker();
}

void RunQueue::dropWaiting(const model::Error& error) {
  m_restarting = false;
  const int count = static_cast<int>(m_waiting.size());
  m_waiting.clear();
  emit requestsDropped(count, error);
  if (count > 0) requestEnded();
}

void RunQueue::enqueue(std::vector<model::RunRequest> requests) {
  if (requests.empty() || m_ending) return;
  if (isIdle()) {
    m_done = 0;
    m_total = 0;
    m_batchTime.start();
  }
  m_total += static_cast<int>(requests.size());
  for (model::RunRequest& request : requests) m_waiting.push_back(std::move(request));
  if (m_handle == nullptr) startWorker();
  emitProgress(nullptr);
  next();
}

void RunQueue::next() {
  if (m_running || m_waiting.empty() || m_handle == nullptr || m_handle->state() != WorkerHandle::State::ready) return;
  m_current = std::move(m_waiting.front());
  m_waiting.pop_front();
  m_running = true;
  if (m_handle->run(m_current, deadlineMs(m_current.plan)) == 0) {
    // It is on its way out: the request was not sent, so the next worker may have it.
    m_waiting.push_front(std::move(m_current));
    m_running = false;
    return;
  }
  ++m_requestsSent;
  emitProgress(nullptr);
}

void RunQueue::requestEnded() {
  emitProgress(nullptr);
  if (isIdle()) {
    if (std::exchange(m_total, 0) > 0) emit drained();
    return;
  }
  next();
}

void RunQueue::stop() {
  const bool waited = !m_waiting.empty();
  m_total -= static_cast<int>(m_waiting.size());
  m_waiting.clear();
  if (m_running && m_handle != nullptr) {
    m_handle->cancel();
  } else if (waited) {
    m_total = std::max(m_total, 1);  // drained() is owed
    requestEnded();
  }
}

void RunQueue::shutdown() {
  m_ending = true;
  m_waiting.clear();
  m_running = false;
  if (m_handle == nullptr) {
    QMetaObject::invokeMethod(this, &RunQueue::ended, Qt::QueuedConnection);
  } else {
    m_handle->shutdown();
  }
}

void RunQueue::askLegality(const QString& key, const model::RunRequest& request) {
  if (m_handle == nullptr) return;
  const quint64 id = m_handle->askLegality({request.experiment, request.variant, request.values, request.deviceUuid});
  if (id != 0) m_legalityKeys[id] = key;
}

void RunQueue::setDevices(const std::vector<model::Device>& devices) {
  m_devices = devices;
  emit devicesChanged(m_devices);
}

model::Device RunQueue::deviceOf(const std::string& uuid) const {
  const auto found = std::ranges::find(m_devices, uuid, &model::Device::uuid);
  if (found != m_devices.end()) return *found;
  return uuid.empty() && !m_devices.empty() ? m_devices.front() : model::Device{};
}

void RunQueue::emitProgress(const protocol::Progress* progress) {
  QueueProgress now;
  now.done = m_done;
  now.total = m_total;
  if (!isIdle() && m_total > 0) {
    if (m_running) now.variant = m_current.variant;
    double part = 0;
    if (progress != nullptr) {
      now.phase = progress->phase;
      if (progress->fraction >= 0 && progress->fraction <= 1) part = progress->fraction;
      if (progress->rate > 0) now.rate = progress->rate;
    }
    now.fraction = std::min(1.0, (m_done + part) / m_total);
    const double elapsedSeconds = static_cast<double>(m_batchTime.elapsed()) / 1000;
    if (now.fraction > kEnoughToPredict) now.secondsLeft = elapsedSeconds * (1 - now.fraction) / now.fraction;
  }
  emit progressChanged(now);
}

}  // namespace dsm::app
