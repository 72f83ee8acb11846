// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/counter_queue.h"

#include <algorithm>
#include <utility>

namespace dsm::app {
namespace {

constexpr std::size_t kMostAtOnce = 40;             // runs of one batch: so often there is news
constexpr std::uint64_t kDeadlineMs = 30 * 60'000;  // for a batch that will never end, not for a slow one

model::Counters notCollected(const model::Error& error) {
  model::Counters counters;
  counters.why = error;
  return counters;
}

}  // namespace

model::RunRequest requestOf(const model::Run& run) { return {run.experiment, run.variant, run.values, run.plan, run.deviceUuid}; }

CounterQueue::CounterQueue(QStringList command, const model::Catalogue& catalogue, WorkerTiming timing, QObject* parent)
    : QObject(parent), m_command(std::move(command) << QStringLiteral("--counters")), m_catalogue(catalogue), m_timing(timing) {}

void CounterQueue::setCommand(QStringList command) {
  command << QStringLiteral("--counters");
  if (command == m_command) return;
  m_command = std::move(command);
  if (m_handle == nullptr) return;
  m_replaced = true;
  m_handle->shutdown();
}

void CounterQueue::startWorker() {
  if (m_handle != nullptr || m_ending) return;
  auto* handle = new WorkerHandle(m_command, m_catalogue, m_timing, this);
  m_handle = handle;
  m_batchesSent = 0;
  connect(handle, &WorkerHandle::greeted, this, &CounterQueue::next);
  connect(handle, &WorkerHandle::gone, this, &CounterQueue::workerGone);
  connect(handle, &WorkerHandle::requestFailed, this,
          [this](quint64 id, const model::Error& error, bool) { requestFailed(id, error); });
  connect(handle, &WorkerHandle::countFinished, this,
          [this](quint64, const std::vector<model::Counters>& counters) { finishBatch(counters); });
  connect(handle, &WorkerHandle::progressed, this, [this](const protocol::Progress& progress) { emitProgress(progress.fraction); });
  connect(handle, &WorkerHandle::preflightKnown, this, [this](quint64 id, const model::Preflight& preflight) {
    if (id != m_preflightRequest) return;
    m_preflightRequest = 0;
    emit preflightKnown(preflight);
    next();
  });
  connect(handle, &WorkerHandle::metricsKnown, this, [this](quint64 id, const model::MetricList& metrics) {
    if (id != m_metricsRequest) return;
    m_metricsRequest = 0;
    emit metricsKnown(metrics);
    next();
  });
  handle->start();
}

void CounterQueue::askPreflight(const std::string& deviceUuid) {
  m_devicesToAsk.push_back(deviceUuid);
  startWorker();
  next();
}

void CounterQueue::askMetrics(const protocol::MetricQuestion& question) {
  m_metricsToAsk = {question};  // only the latest search matters
  startWorker();
  next();
}

void CounterQueue::enqueue(std::vector<CounterTask> tasks) {
  if (tasks.empty() || m_ending) return;
  if (isIdle()) m_done = m_total = 0;
  m_total += static_cast<int>(tasks.size());
  for (CounterTask& task : tasks) m_waiting.push_back(std::move(task));
  startWorker();
  emitProgress(0);
  next();
}

// Questions go first: they are quick, and what they say decides about the rest.
void CounterQueue::next() {
  if (m_handle == nullptr || m_handle->state() == WorkerHandle::State::starting || m_handle->state() == WorkerHandle::State::gone) return;
  if (m_preflightRequest == 0 && !m_devicesToAsk.empty()) {
    m_preflightRequest = m_handle->askPreflight(m_devicesToAsk.front());
    if (m_preflightRequest != 0) m_devicesToAsk.pop_front();
  }
  if (m_metricsRequest == 0 && !m_metricsToAsk.empty()) {
    m_metricsRequest = m_handle->askMetrics(m_metricsToAsk.front());
    if (m_metricsRequest != 0) m_metricsToAsk.pop_front();
  }
  if (!m_batch.empty() || m_waiting.empty() || m_handle->state() != WorkerHandle::State::ready) return;
  protocol::CounterQuestion question;
  const CounterTask& first = m_waiting.front();
  question.request = first.counters;
  const std::string device = first.run.deviceUuid;
  while (!m_waiting.empty() && m_batch.size() < kMostAtOnce && m_waiting.front().counters == question.request &&
         m_waiting.front().run.deviceUuid == device) {
    question.runs.push_back(m_waiting.front().run);
    m_batch.push_back(std::move(m_waiting.front()));
    m_waiting.pop_front();
  }
  m_batchRequest = m_handle->count(question, kDeadlineMs);
  if (m_batchRequest != 0) {
    ++m_batchesSent;
    return;
  }
  // It is on its way out: nothing was sent, so the next worker may have them.
  m_waiting.insert(m_waiting.begin(), std::make_move_iterator(m_batch.begin()), std::make_move_iterator(m_batch.end()));
  m_batch.clear();
}

void CounterQueue::finishBatch(const std::vector<model::Counters>& counters) {
  const std::vector<CounterTask> batch = std::exchange(m_batch, {});
  for (std::size_t i = 0; i < batch.size(); ++i) {
    emit countersArrived(batch[i].runId, i < counters.size() ? counters[i]
                                                             : notCollected({"bad_message", "The worker left this run out.", "Measure again."}));
  }
  m_done += static_cast<int>(batch.size());
  batchEnded();
}

void CounterQueue::failBatch(const model::Error& error) {
  const std::vector<CounterTask> batch = std::exchange(m_batch, {});
  m_done += static_cast<int>(batch.size());
  if (error.code == "cancelled") return;
  for (const CounterTask& task : batch) emit countersArrived(task.runId, notCollected(error));
}

void CounterQueue::failQuestions(const model::Error& error) {
  if (std::exchange(m_preflightRequest, 0) != 0 || !m_devicesToAsk.empty()) {
    m_devicesToAsk.clear();
    model::Preflight preflight;
    preflight.why = error;
    emit preflightKnown(preflight);
  }
  if (std::exchange(m_metricsRequest, 0) != 0 || !m_metricsToAsk.empty()) {
    m_metricsToAsk.clear();
    emit metricsRefused(error);
  }
}

void CounterQueue::requestFailed(quint64 id, const model::Error& error) {
  if (id == m_preflightRequest && id != 0) {
    m_preflightRequest = 0;
    model::Preflight preflight;
    preflight.why = error;
    emit preflightKnown(preflight);
  } else if (id == m_metricsRequest && id != 0) {
    m_metricsRequest = 0;
    emit metricsRefused(error);
  } else if (id == m_batchRequest && !m_batch.empty()) {
    failBatch(error);
    batchEnded();
    return;
  }
  next();
}

void CounterQueue::batchEnded() {
  emitProgress(0);
  if (isIdle()) {
    if (std::exchange(m_total, 0) > 0) emit drained();
  } else {
    next();
  }
}

void CounterQueue::workerGone(const WorkerEnd& end) {
  WorkerHandle* const handle = m_handle;
  m_handle = nullptr;
  handle->deleteLater();
  if (m_ending) {
    emit ended();
    return;
  }
  if (std::exchange(m_replaced, false)) {
    // Questions that it had are not the new one's: their askers ask again.
    m_preflightRequest = m_metricsRequest = 0;
    if (!m_batch.empty()) failBatch(end.error);
    if (!m_waiting.empty() || !m_devicesToAsk.empty() || !m_metricsToAsk.empty()) startWorker();
    batchEnded();
    return;
  }
  // Each fresh worker costs a batch, so one that always dies cannot spin here.
  const bool again = !end.asked() && m_batchesSent > 0;
  failQuestions(end.error);
  if (!m_batch.empty()) failBatch(end.error);
  if (!m_waiting.empty() && !again) {
    // No worker that counts can be had: each run says so, once.
    m_batch.assign(std::make_move_iterator(m_waiting.begin()), std::make_move_iterator(m_waiting.end()));
    m_waiting.clear();
    failBatch(end.error);
  }
  if (!m_waiting.empty()) startWorker();
  batchEnded();
}

void CounterQueue::releaseGpu() {
  if (m_handle != nullptr) m_handle->release();
}

void CounterQueue::stop() {
  m_total -= static_cast<int>(m_waiting.size());
  const bool waited = !m_waiting.empty();
  m_waiting.clear();
  if (!m_batch.empty() && m_handle != nullptr) {
    m_handle->cancel();
  } else if (waited) {
    m_total = std::max(m_total, 1);  // drained() is owed
    batchEnded();
  }
}

void CounterQueue::shutdown() {
  m_ending = true;
  m_waiting.clear();
  m_batch.clear();
  if (m_handle == nullptr) {
    QMetaObject::invokeMethod(this, &CounterQueue::ended, Qt::QueuedConnection);
  } else {
    m_handle->shutdown();
  }
}

void CounterQueue::emitProgress(double partOfBatch) {
  QueueProgress now;
  now.done = m_done;
  now.total = m_total;
  if (!isIdle() && m_total > 0) {
    now.phase = "counting";
    if (!m_batch.empty()) now.variant = m_batch.front().run.variant;
    const double part = partOfBatch >= 0 && partOfBatch <= 1 ? partOfBatch : 0;
    now.fraction = std::min(1.0, (m_done + part * static_cast<double>(m_batch.size())) / m_total);
  }
  emit progressChanged(now);
}

}  // namespace dsm::app
