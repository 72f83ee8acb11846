// SPDX-License-Identifier: GPL-3.0-or-later
// Counters of runs that were measured already, through a worker of their own: a profiler changes what it profiles, so the
// timing worker never has one. Runs are counted in batches, as ranges of one profiling session. A batch that kills its
// worker, or cannot be counted at all, says why in each of its runs and is never repeated.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QStringList>

#include "app/worker/run_queue.h"
#include "gpu/model/counters.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::app {

struct CounterTask {
  std::string runId;  // the caller's: comes back with the counters
  model::RunRequest run;
  model::CounterRequest counters;
};

// What repeats a run.
model::RunRequest requestOf(const model::Run& run);

class CounterQueue : public QObject {
  Q_OBJECT
 public:
  // `command`: that of the timing worker.
  CounterQueue(QStringList command, const model::Catalogue& catalogue, WorkerTiming timing = {}, QObject* parent = nullptr);

  // Finds out whether counters can be collected on a device; preflightKnown() follows, with the reason where they cannot.
  void askPreflight(const std::string& deviceUuid);
  // metricsKnown() follows, or metricsRefused(). An empty chip: the first device's.
  void askMetrics(const protocol::MetricQuestion& question);
  void enqueue(std::vector<CounterTask> tasks);
  // `command`: that of the timing worker. One that was started ends, and the next question or task starts the new one.
  void setCommand(QStringList command);
  // Before something is timed: an open profiling session changes the times of others.
  void releaseGpu();
  // Drops what waits and cancels what is being counted.
  void stop();
  // Drops everything and ends the worker; ended() follows.
  void shutdown();

  bool isIdle() const { return m_waiting.empty() && m_batch.empty(); }

 signals:
  void preflightKnown(const dsm::model::Preflight& preflight);
  void metricsKnown(const dsm::model::MetricList& metrics);
  void metricsRefused(const dsm::model::Error& error);
  // Once for each task, also where nothing was collected; not for those that were stopped.
  void countersArrived(std::string runId, const dsm::model::Counters& counters);
  void progressChanged(const dsm::app::QueueProgress& progress);
  void drained();  // nothing waits and nothing is counted any more
  void ended();    // after shutdown(): no process is left

 private:
  void startWorker();
  void workerGone(const WorkerEnd& end);
  void requestFailed(quint64 id, const model::Error& error);
  void next();
  void finishBatch(const std::vector<model::Counters>& counters);
  void failBatch(const model::Error& error);
  void failQuestions(const model::Error& error);
  void batchEnded();
  void emitProgress(double partOfBatch);

  QStringList m_command;
  const model::Catalogue& m_catalogue;
  const WorkerTiming m_timing;
  QPointer<WorkerHandle> m_handle;
  std::deque<CounterTask> m_waiting;
  std::vector<CounterTask> m_batch;  // with the worker
  std::deque<std::string> m_devicesToAsk;
  std::deque<protocol::MetricQuestion> m_metricsToAsk;
  quint64 m_batchRequest = 0;
  quint64 m_preflightRequest = 0;
  quint64 m_metricsRequest = 0;
  int m_batchesSent = 0;  // to the present worker
  int m_done = 0;
  int m_total = 0;
  bool m_ending = false;
  bool m_replaced = false;  // the present worker is not m_command's: it ends, and what waits is the next one's
};

}  // namespace dsm::app
