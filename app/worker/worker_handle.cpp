// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_handle.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <QCoreApplication>
#include <QPointer>

#include "app/worker/worker_pipes.h"

namespace dsm::app {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kWatchEvery{250};
constexpr milliseconds kLastWords{2'000};  // for a pipe that a grandchild keeps open

std::int64_t nowMs() { return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

model::Error errorOf(std::string code, std::string message, std::string hint) {
  return {std::move(code), std::move(message), std::move(hint)};
}

// The last line that is not empty, at most 200 bytes: usually the reason.
std::string lastLine(const std::string& text) {
  constexpr std::size_t kMost = 200;
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t start = text.find_last_of('\n', end);
  std::string line = text.substr(start == std::string::npos ? 0 : start + 1, end - (start == std::string::npos ? 0 : start + 1) + 1);
  if (line.size() > kMost) line = line.substr(0, kMost) + "...";
  return protocol::replaceInvalidUtf8(line);
}

}  // namespace

WorkerHandle::WorkerHandle(QStringList command, const model::Catalogue& catalogue, WorkerTiming timing, QObject* parent)
    : QObject(parent), m_command(std::move(command)), m_catalogue(catalogue), m_timing(timing), m_process(new QProcess(this)) {
  m_reader = ReplyReader::create(catalogue, [guard = QPointer<WorkerHandle>(this)](bool urgent) {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, urgent] {
          if (guard != nullptr) guard->wake(urgent);
        },
        Qt::QueuedConnection);
  });
  for (QTimer* timer : {&m_delivery, &m_stepTimer, &m_helloTimer, &m_deadlineTimer, &m_goneTimer}) {
    timer->setSingleShot(true);
  }
  m_delivery.setTimerType(Qt::PreciseTimer);
  connect(&m_delivery, &QTimer::timeout, this, &WorkerHandle::deliver);
  connect(&m_stepTimer, &QTimer::timeout, this, &WorkerHandle::nextStep);
  connect(&m_watchTimer, &QTimer::timeout, this, &WorkerHandle::watch);
  connect(&m_goneTimer, &QTimer::timeout, this, [this] {
    if (!m_askedToEnd && m_reader->hasReplies()) {
      m_goneTimer.start(kWatchEvery);  // the deliveries already on their way come first
    } else {
      becomeGone();
    }
  });
  connect(&m_helloTimer, &QTimer::timeout, this, [this] {
    fault(errorOf("no_hello", "The worker did not greet within " + std::to_string(m_timing.hello.count() / 1000) + " s.",
                  "Start " + m_command.join(QLatin1Char(' ')).toStdString() + " in a terminal to see why."));
  });
  connect(&m_deadlineTimer, &QTimer::timeout, this, [this] {
    fault(errorOf("deadline", "The worker passed its deadline without an answer.", "Measure again with a larger budget."));
  });
  connect(m_process, &QProcess::finished, this, &WorkerHandle::processEnded);
  connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) failedToStart();
  });
}

WorkerHandle::~WorkerHandle() {
  m_reader->stop();
  m_process->disconnect(this);
  if (m_process->state() == QProcess::NotRunning || m_end.stuck) return;
  // QProcess's destructor would wait for what is killed here; so it outlives us until the system has reported the end.
  m_process->setParent(QCoreApplication::instance());
  connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
  m_process->kill();
}

qint64 WorkerHandle::processId() const { return m_process->processId(); }

void WorkerHandle::setState(State state) {
  if (m_state == state) return;
  m_state = state;
  emit stateChanged(state);
}

void WorkerHandle::start() {
  WorkerPipes pipes;
  if (!pipes.valid()) {
    m_fault = errorOf("no_pipe", "The worker could not be started: the system gave no pipe.", "Close other programs.");
    m_goneTimer.start(0);
    return;
  }
  pipes.attach(*m_process);
  m_process->setProgram(m_command.first());
  m_process->setArguments(m_command.mid(1));
  m_process->start(QIODevice::WriteOnly);
  pipes.closeWriteEnds();
  m_reader->start(pipes.takeOut(), pipes.takeErr());
  m_helloTimer.start(m_timing.hello);
}

void WorkerHandle::failedToStart() {
  m_processEnded = m_outputEnded = true;
  m_fault =
      errorOf("worker_missing",
              "The worker " + m_command.first().toStdString() + " could not be started: " + m_process->errorString().toStdString() + ".",
              "Install it beside dsmscope, or name it with --worker.");
  m_goneTimer.start(0);  // from the event loop, also when start() fails at once
}

std::uint64_t WorkerHandle::send(RequestKind kind, const std::string& line) {
  const std::uint64_t id = m_nextId++;
  m_reader->expect(id, kind);
  m_process->write(line.data(), static_cast<qint64>(line.size()));
  return id;
}

std::uint64_t WorkerHandle::occupy(RequestKind kind, const std::string& line, std::uint64_t timeoutMs) {
  m_run = send(kind, line);
  m_runSentMs = nowMs();
  m_watchTimer.start(kWatchEvery);
  if (timeoutMs > 0) m_deadlineTimer.start(milliseconds(timeoutMs) + m_timing.deadlineGrace);
  setState(State::busy);
  return m_run;
}

std::uint64_t WorkerHandle::run(const model::RunRequest& request, std::uint64_t timeoutMs) {
  if (m_state != State::ready || m_step != Step::none) return 0;
  return occupy(RequestKind::run, protocol::encodeRun(m_nextId, request, m_catalogue, timeoutMs), timeoutMs);
}

std::uint64_t WorkerHandle::count(const protocol::CounterQuestion& question, std::uint64_t timeoutMs) {
  if (m_state != State::ready || m_step != Step::none) return 0;
  return occupy(RequestKind::counters, protocol::encodeCounters(m_nextId, question, m_catalogue, timeoutMs), timeoutMs);
}

bool WorkerHandle::takesQuestions() const { return m_state != State::starting && m_state != State::gone && m_step <= Step::cancelled; }

std::uint64_t WorkerHandle::askDevices() {
  return takesQuestions() ? send(RequestKind::devices, protocol::encodeDevices(m_nextId)) : 0;
}

std::uint64_t WorkerHandle::askLegality(const protocol::LegalityQuestion& question) {
  return takesQuestions() ? send(RequestKind::legality, protocol::encodeLegality(m_nextId, question, m_catalogue)) : 0;
}

std::uint64_t WorkerHandle::askPreflight(const std::string& deviceUuid) {
  return takesQuestions() ? send(RequestKind::preflight, protocol::encodePreflight(m_nextId, deviceUuid)) : 0;
}

std::uint64_t WorkerHandle::askMetrics(const protocol::MetricQuestion& question) {
  return takesQuestions() ? send(RequestKind::metrics, protocol::encodeMetrics(m_nextId, question)) : 0;
}

std::uint64_t WorkerHandle::askPassPlan(const protocol::PlanQuestion& question) {
  return takesQuestions() ? send(RequestKind::passPlan, protocol::encodePassPlan(m_nextId, question)) : 0;
}

void WorkerHandle::release() {
  if (takesQuestions()) send(RequestKind::ping, protocol::encodeRelease(m_nextId));
}

void WorkerHandle::cancel() {
  if (m_state != State::busy || m_step != Step::none) return;
  const std::string line = protocol::encodeCancel(m_nextId++, m_run);
  m_process->write(line.data(), static_cast<qint64>(line.size()));
  setState(State::cancelling);
  m_step = Step::cancelled;
  m_stepTimer.start(m_timing.afterCancel);
}

void WorkerHandle::shutdown() {
  if (m_state == State::gone || m_askedToEnd) return;
  m_askedToEnd = true;
  if (m_step < Step::stdinClosed) escalate(Step::stdinClosed);
}

void WorkerHandle::fault(const model::Error& error) {
  if (!m_fault) m_fault = error;
  m_helloTimer.stop();
  m_watchTimer.stop();
  m_deadlineTimer.stop();
  if (m_step < Step::stdinClosed) escalate(Step::stdinClosed);
}

void WorkerHandle::escalate(Step step) {
  m_step = step;
  if (m_processEnded) return;
  switch (step) {
    case Step::stdinClosed:
      m_process->closeWriteChannel();
      m_stepTimer.start(m_timing.afterCloseStdin);
      break;
    case Step::terminated:
      m_process->terminate();
      m_stepTimer.start(m_timing.afterTerminate);
      break;
    case Step::killed:
      m_process->kill();
      m_stepTimer.start(m_timing.afterKill);
      break;
    case Step::none:
    case Step::cancelled:
      break;
  }
}

void WorkerHandle::nextStep() {
  switch (m_step) {
    case Step::none:
      escalate(Step::terminated);  // it said fatal and stayed
      break;
    case Step::cancelled:
      fault(errorOf("cancel_ignored", "The worker did not stop when asked, and was ended.", "Measure again."));
      break;
    case Step::stdinClosed:
      escalate(Step::terminated);
      break;
    case Step::terminated:
      escalate(Step::killed);
      break;
    case Step::killed:
      m_end.stuck = true;
      becomeGone();
      break;
  }
}

void WorkerHandle::watch() {
  if (m_run == 0) return;
  const std::int64_t heard = std::max(m_reader->lastHeardMs(), m_runSentMs);
  if (nowMs() - heard < m_timing.silence.count()) return;
  fault(errorOf("worker_silent",
                "The worker has said nothing for " + std::to_string(m_timing.silence.count() / 1000) + " s, and was ended.",
                "Measure again; if it happens again, look at the GPU with nvidia-smi."));
}

void WorkerHandle::processEnded(int exitCode, QProcess::ExitStatus status) {
  m_processEnded = true;
  m_end.exitCode = exitCode;
  m_end.bySignal = status == QProcess::CrashExit;
  m_stepTimer.stop();
  m_helloTimer.stop();
  m_watchTimer.stop();
  m_deadlineTimer.stop();
  // What it wrote before it left is still delivered, then it is gone.
  m_goneTimer.start(m_outputEnded || m_askedToEnd ? milliseconds(0) : kLastWords);
}

model::Error WorkerHandle::endError() const {
  if (m_fault) return *m_fault;
  if (m_askedToEnd) return {};
  const std::string last = lastLine(m_end.errorText);
  const std::string how = m_end.bySignal ? "by signal " + std::to_string(m_end.exitCode) + " (" + ::strsignal(m_end.exitCode) + ")"
                                         : "with exit code " + std::to_string(m_end.exitCode);
  const std::string when = m_end.neverReady ? " before it greeted" : "";
  return errorOf(m_end.neverReady ? "no_hello" : "worker_crashed", "The worker ended " + how + when + (last.empty() ? "." : ": " + last),
                 m_end.neverReady ? "Start " + m_command.join(QLatin1Char(' ')).toStdString() + " in a terminal to see why."
                                  : "The results so far are kept; measure again.");
}

void WorkerHandle::becomeGone() {
  if (m_state == State::gone) return;
  m_goneTimer.stop();
  m_delivery.stop();
  m_reader->stop();
  m_end.neverReady = m_state == State::starting;
  m_end.errorText = m_reader->errorText();
  m_end.error = endError();
  if (m_end.stuck) {
    // QProcess's destructor would wait for it: it is left to the system.
    m_end.error = errorOf("worker_stuck",
                          "The worker (process " + std::to_string(m_process->processId()) +
                              ") could not be ended: the GPU driver holds it, and its GPU is blocked.",
                          "Restart the machine if it does not go away.");
    m_process->disconnect(this);
    m_process->setParent(nullptr);
  }
  if (m_run != 0) {
    const model::Error error = m_end.error.code.empty() ? errorOf("cancelled", "The run was cancelled.", {}) : m_end.error;
    failRun(error, true);
  }
  setState(State::gone);
  emit gone(m_end);
}

}  // namespace dsm::app
