// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring without a window: start the worker, learn the devices, plan, run everything, end the worker. Ctrl+C stops
// after the run in hand and keeps what was measured. Used by `run`, `record`, `devices` and the pictures of the window.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QStringList>

#include "app/worker/counter_queue.h"
#include "app/worker/run_queue.h"

namespace dsm::app {

class MeasureJob : public QObject {
  Q_OBJECT
 public:
  // What to run on these devices; an error ends the job. No request at all is allowed.
  using Planner = std::function<model::Expected<std::vector<model::RunRequest>>(const std::vector<model::Device>&)>;

  MeasureJob(const QStringList& command, const model::Catalogue& catalogue, Planner planner, QObject* parent = nullptr);

  // Also collects counters, once everything is measured: of every run that was right. Before start().
  void setCounters(const model::CounterRequest& request) { m_counterRequest = request; }

  void start();
  void stop();  // finishes soon, with what there is

  const std::vector<model::RunPtr>& runs() const { return m_runs; }
  const std::vector<model::Device>& devices() const { return m_devices; }
  const std::vector<model::Error>& problems() const { return m_queue.workerView().problems; }
  const std::string& workerVersion() const { return m_queue.workerVersion(); }
  // Why nothing, or not everything, was measured; empty code: nothing stood in the way.
  const model::Error& error() const { return m_error; }
  // kExitDone, kExitFailed, kExitNoDevice or kExitCrashed.
  int exitCode() const;

 signals:
  void runArrived(dsm::model::RunPtr run);
  // The run at this place of runs() has its counters now, or why there are none.
  void countersArrived(std::size_t place, dsm::model::RunPtr run);
  void progressChanged(const dsm::app::QueueProgress& progress);
  void finished();

 private:
  void planNow(const std::vector<model::Device>& devices);
  void countOrFinish();
  void takeCounters(const std::string& place, const model::Counters& counters);
  void finish();
  void queueEnded();

  RunQueue m_queue;
  CounterQueue m_counterQueue;
  std::optional<model::CounterRequest> m_counterRequest;
  int m_queuesToEnd = 2;
  Planner m_planner;
  std::vector<model::RunPtr> m_runs;
  std::vector<model::Device> m_devices;
  model::Error m_error;
  bool m_planned = false;
  bool m_stopped = false;
};

// Calls `interrupted` in the event loop at the first SIGINT or SIGTERM; the second ends the process as usual.
void onInterrupt(QObject* context, std::function<void()> interrupted);

}  // namespace dsm::app
