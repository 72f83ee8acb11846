// SPDX-License-Identifier: GPL-3.0-or-later
// One worker process as one state machine. It starts the program, watches its heartbeats, sends requests, delivers
// replies to the window's thread at most 30 times a second, and ends the process step by step when it has to:
// cancel, close stdin, terminate, kill. It never waits, never repeats a request and never restarts: that is RunQueue's.
//
//   Starting --hello--> Ready <--run / result--> Busy --cancel--> Cancelling --result--> Ready
//   any state --process ended--> Gone (final)
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include "app/worker/reply_reader.h"
#include "gpu/model/error.h"
#include "gpu/model/run.h"
#include "gpu/protocol/json_counters.h"
#include "gpu/protocol/message.h"

namespace dsm::app {

// How long each step may take before the next one.
struct WorkerTiming {
  std::chrono::milliseconds hello{30'000};     // a login over a slow line is part of it
  std::chrono::milliseconds deliverEvery{33};  // 30 times a second; 0 where no window has to keep up
  std::chrono::milliseconds silence{5'000};    // while Busy: twenty missed heartbeats
  std::chrono::milliseconds deadlineGrace{5'000};
  std::chrono::milliseconds afterCancel{3'000};
  std::chrono::milliseconds afterCloseStdin{500};
  std::chrono::milliseconds afterTerminate{500};
  std::chrono::milliseconds afterKill{2'000};  // then the kernel driver holds it
};

// How a worker ended.
struct WorkerEnd {
  model::Error error;  // empty code: it was asked to end, and did
  int exitCode = 0;
  bool bySignal = false;
  bool stuck = false;       // killed, and still there: the kernel driver holds it, its GPU is blocked
  bool neverReady = false;  // it ended before its hello
  std::string errorText;    // the end of its stderr
  bool asked() const { return error.code.empty(); }
};

class WorkerHandle : public QObject {
  Q_OBJECT
 public:
  enum class State { starting, ready, busy, cancelling, gone };
  Q_ENUM(State)

  // `command`: program and arguments, at least one word.
  WorkerHandle(QStringList command, const model::Catalogue& catalogue, WorkerTiming timing = {}, QObject* parent = nullptr);
  // Kills a process that is still there.
  ~WorkerHandle() override;

  void start();  // once
  State state() const { return m_state; }
  const protocol::Hello& hello() const { return m_hello; }  // valid from Ready on
  qint64 processId() const;
  std::uint64_t droppedReplies() const { return m_reader->droppedReplies(); }

  // Requests; each returns its id, 0 if the state does not allow it. run() is allowed in Ready, the others in Ready,
  // Busy and Cancelling. `timeoutMs` is the worker's own deadline; 0: none.
  std::uint64_t run(const model::RunRequest& request, std::uint64_t timeoutMs);
  // Of a counter worker: like run(), for many runs at once.
  std::uint64_t count(const protocol::CounterQuestion& question, std::uint64_t timeoutMs);
  std::uint64_t askDevices();
  std::uint64_t askLegality(const protocol::LegalityQuestion& question);
  std::uint64_t askPreflight(const std::string& deviceUuid);
  std::uint64_t askMetrics(const protocol::MetricQuestion& question);
  std::uint64_t askPassPlan(const protocol::PlanQuestion& question);
  // A counter worker closes its profiling session, so that others time the GPU as it is.
  void release();

  // Busy -> Cancelling. The result of what was measured so far, or an error, follows; a worker that does not answer in
  // time is ended.
  void cancel();
  // Ends the worker from any state: close stdin, terminate, kill. gone() follows within afterCloseStdin +
  // afterTerminate + afterKill. Calling it again changes nothing.
  void shutdown();

 signals:
  // In any state, before the signal that tells why.
  void stateChanged(dsm::app::WorkerHandle::State state);
  // Once, Starting -> Ready.
  void greeted(const dsm::protocol::Hello& hello);
  // Ready, Busy, Cancelling.
  void devicesKnown(const std::vector<dsm::model::Device>& devices);
  // Ready, Busy, Cancelling.
  void legalityKnown(quint64 id, const dsm::model::Legality& legality);
  // Busy, Cancelling.
  void progressed(const dsm::protocol::Progress& progress);
  // Busy, Cancelling: what the worker does and how long the GPU has been silent.
  void heartbeat(const dsm::protocol::Heartbeat& beat);
  // Once for a run, in Ready (the run has left Busy or Cancelling).
  void runFinished(quint64 id, dsm::model::RunPtr run);
  // Once for a count, in Ready: one element for each run, in order.
  void countFinished(quint64 id, const std::vector<dsm::model::Counters>& counters);
  // Ready, Busy, Cancelling.
  void preflightKnown(quint64 id, const dsm::model::Preflight& preflight);
  void metricsKnown(quint64 id, const dsm::model::MetricList& metrics);
  void passPlanKnown(quint64 id, const dsm::model::PassPlan& plan);
  // Instead of a result. In Ready for a recoverable error; if fatal, in Busy or Cancelling, and gone() follows.
  void requestFailed(quint64 id, const dsm::model::Error& error, bool fatal);
  // Once, in Gone; nothing follows it.
  void gone(const dsm::app::WorkerEnd& end);

 private:
  enum class Step { none, cancelled, stdinClosed, terminated, killed };

  void setState(State state);
  std::uint64_t send(RequestKind kind, const std::string& line);
  std::uint64_t occupy(RequestKind kind, const std::string& line, std::uint64_t timeoutMs);
  bool takesQuestions() const;
  void wake(bool urgent);
  void deliver();
  void handle(Reply& reply);
  void handleHello(protocol::Hello& hello);
  void handleError(const protocol::ErrorReply& reply);
  void finishRun();
  void failRun(const model::Error& error, bool fatal);
  void fault(const model::Error& error);
  void escalate(Step step);
  void nextStep();
  void watch();
  void processEnded(int exitCode, QProcess::ExitStatus status);
  void failedToStart();
  void becomeGone();
  model::Error endError() const;

  const QStringList m_command;
  const model::Catalogue& m_catalogue;
  const WorkerTiming m_timing;
  QProcess* m_process;  // child of this, unless the kernel driver holds it at the end
  std::shared_ptr<ReplyReader> m_reader;
  State m_state = State::starting;
  Step m_step = Step::none;
  protocol::Hello m_hello;
  std::uint64_t m_nextId = 1;
  std::uint64_t m_run = 0;  // id of the run or count in flight
  std::int64_t m_runSentMs = 0;
  std::optional<model::Error> m_fault;  // why we ended it, or what it said last
  WorkerEnd m_end;
  bool m_askedToEnd = false;
  bool m_processEnded = false;
  bool m_outputEnded = false;
  QElapsedTimer m_sinceDelivery;
  QTimer m_delivery;
  QTimer m_stepTimer;
  QTimer m_watchTimer;
  QTimer m_helloTimer;
  QTimer m_deadlineTimer;
  QTimer m_goneTimer;
};

}  // namespace dsm::app
