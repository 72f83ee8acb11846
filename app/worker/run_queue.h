// SPDX-License-Identifier: GPL-3.0-or-later
// The requests of one window or command, one after the other through one worker at a time. A worker that dies on a
// request costs that request alone: it becomes a failed run, is never repeated, and the next one gets a fresh worker.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include "app/worker/worker_handle.h"
#include "gpu/model/legality.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"

namespace dsm::app {

struct QueueProgress {
  int done = 0;
  int total = 0;
  std::string variant;      // of the run in work
  std::string phase;        // "measuring"; empty: not known
  double fraction = -1;     // of the whole batch, 0-1; below 0: nothing in work
  double rate = 0;          // samples a second; 0: not known
  double secondsLeft = -1;  // below 0: not known
};

// The worker as a person may see it.
struct WorkerView {
  WorkerHandle::State state = WorkerHandle::State::gone;
  model::Error error;                  // why it is gone; empty code: not started yet, or asked to end
  std::vector<model::Error> problems;  // of the hello: why there is no device
  std::int64_t gpuSilentMs = -1;       // since the last GPU completion while busy; -1: not known
};

// True for an error that means the worker itself failed, not a measurement (exit code 70).
bool isWorkerFailure(const model::Error& error);

class RunQueue : public QObject {
  Q_OBJECT
 public:
  RunQueue(QStringList command, const model::Catalogue& catalogue, WorkerTiming timing = {}, QObject* parent = nullptr);

  void startWorker();    // unless there is one
  void restartWorker();  // ends the present one first
  // Another program is the worker from now on; one that was started is restarted as that.
  void setCommand(QStringList command);
  void enqueue(std::vector<model::RunRequest> requests);
  // Drops what waits and cancels what runs; results so far are kept.
  void stop();
  // Drops everything and ends the worker; ended() follows.
  void shutdown();
  // `key` comes back with the answer; nothing comes if there is no worker or the device cannot say.
  void askLegality(const QString& key, const model::RunRequest& request);

  bool isIdle() const { return m_waiting.empty() && !m_running; }
  const std::vector<model::Device>& devices() const { return m_devices; }
  const WorkerView& workerView() const { return m_view; }
  const std::string& workerVersion() const { return m_workerVersion; }

 signals:
  void workerChanged(const dsm::app::WorkerView& view);
  // From the hello, and again with occupancy tables a moment later.
  void devicesChanged(const std::vector<dsm::model::Device>& devices);
  // Once for each worker that greeted: all that it will say about its devices has been said.
  void ready(const std::vector<dsm::model::Device>& devices);
  // One for each request that was started: ok, failed, or cancelled with samples. `device` has an empty uuid if unknown.
  void runArrived(dsm::model::RunPtr run, const dsm::model::Device& device);
  void legalityArrived(QString key, const dsm::model::Legality& legality);
  void progressChanged(const dsm::app::QueueProgress& progress);
  // No worker can be had: what waited was dropped, never started.
  void requestsDropped(int count, const dsm::model::Error& error);
  // Nothing waits and nothing runs any more.
  void drained();
  // After shutdown(): no process is left.
  void ended();

 private:
  void adopt(WorkerHandle* handle);
  void connectReplies(WorkerHandle* handle);
  void workerGone(const WorkerEnd& end);
  void next();
  void requestEnded();
  void runFailed(const model::Error& error);
  void dropWaiting(const model::Error& error);
  void setView(WorkerView view);
  void emitProgress(const protocol::Progress* progress);
  void setDevices(const std::vector<model::Device>& devices);
  model::Device deviceOf(const std::string& uuid) const;

  QStringList m_command;
  const model::Catalogue& m_catalogue;
  const WorkerTiming m_timing;
  QPointer<WorkerHandle> m_handle;
  std::deque<model::RunRequest> m_waiting;
  model::RunRequest m_current;
  bool m_running = false;     // m_current is with the worker
  bool m_restarting = false;  // start again once the present worker is gone
  bool m_ending = false;
  bool m_started = false;  // at least once
  int m_requestsSent = 0;  // to the present worker
  int m_done = 0;
  int m_total = 0;
  QElapsedTimer m_batchTime;
  std::vector<model::Device> m_devices;
  std::string m_workerVersion;
  std::map<quint64, QString> m_legalityKeys;  // of the present worker's requests
  quint64 m_devicesRequest = 0;
  WorkerView m_view;
};

}  // namespace dsm::app
