// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring without a window: start the worker, learn the devices, plan, run everything, end the worker. Ctrl+C stops
// after the run in hand and keeps what was measured. Used by `run`, `record`, `devices` and the pictures of the window.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QObject>
#include <QStringList>

#include "app/worker/run_queue.h"

namespace dsm::app {

class MeasureJob : public QObject {
  Q_OBJECT
 public:
  // What to run on these devices; an error ends the job. No request at all is allowed.
  using Planner = std::function<model::Expected<std::vector<model::RunRequest>>(const std::vector<model::Device>&)>;

  MeasureJob(const QStringList& command, const model::Catalogue& catalogue, Planner planner, QObject* parent = nullptr);

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
  void progressChanged(const dsm::app::QueueProgress& progress);
  void finished();

 private:
  void planNow(const std::vector<model::Device>& devices);
  void finish();

  RunQueue m_queue;
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
