// SPDX-License-Identifier: GPL-3.0-or-later
// The other half of WorkerHandle: what it does with the replies that the reader decoded.
#include <algorithm>

#include <QPointer>

#include "app/worker/worker_handle.h"

namespace dsm::app {
namespace {

constexpr std::chrono::milliseconds kFatalExit{1'000};  // a worker that said fatal leaves by itself
constexpr std::size_t kRepliesAtOnce = 64;

}  // namespace

// A result comes at once unless one came just before; progress waits its turn.
void WorkerHandle::wake(bool urgent) {
  if (m_state == State::gone) return;
  const std::chrono::milliseconds waited(m_sinceDelivery.isValid() ? m_sinceDelivery.elapsed() : m_timing.deliverEvery.count());
  const auto left = urgent ? std::max(m_timing.deliverEvery - waited, std::chrono::milliseconds(0)) : m_timing.deliverEvery;
  if (!m_delivery.isActive() || m_delivery.remainingTimeAsDuration() > left) m_delivery.start(left);
}

void WorkerHandle::deliver() {
  m_sinceDelivery.start();
  const QPointer<WorkerHandle> alive(this);
  for (Reply& reply : m_reader->take(kRepliesAtOnce)) {
    handle(reply);
    if (alive == nullptr || m_state == State::gone) return;  // a slot may have ended us
  }
  if (m_reader->hasReplies()) wake(true);
}

void WorkerHandle::handle(Reply& reply) {
  if (auto* hello = std::get_if<protocol::Hello>(&reply)) {
    handleHello(*hello);
  } else if (const auto* progress = std::get_if<protocol::Progress>(&reply)) {
    if (progress->id == m_run && m_run != 0) emit progressed(*progress);
  } else if (const auto* error = std::get_if<protocol::ErrorReply>(&reply)) {
    handleError(*error);
  } else if (const auto* beat = std::get_if<protocol::Heartbeat>(&reply)) {
    if (m_run != 0) emit heartbeat(*beat);
  } else if (const auto* finished = std::get_if<RunReply>(&reply)) {
    if (finished->id != m_run) return;
    finishRun();
    emit runFinished(finished->id, finished->run);
  } else if (const auto* devices = std::get_if<DevicesReply>(&reply)) {
    m_reader->forget(devices->id);
    emit devicesKnown(devices->devices);
  } else if (const auto* legality = std::get_if<LegalityReply>(&reply)) {
    m_reader->forget(legality->id);
    emit legalityKnown(legality->id, legality->legality);
  } else if (const auto* broken = std::get_if<ProtocolFault>(&reply)) {
    fault(broken->error);
  } else if (std::holds_alternative<EndOfOutput>(reply)) {
    m_outputEnded = true;
    if (m_processEnded) becomeGone();
  }
}

void WorkerHandle::handleHello(protocol::Hello& hello) {
  if (m_state != State::starting) return;  // a second greeting means nothing
  m_helloTimer.stop();
  m_hello = std::move(hello);
  if (m_step != Step::none) return;  // already on its way out
  setState(State::ready);
  emit greeted(m_hello);
}

void WorkerHandle::handleError(const protocol::ErrorReply& reply) {
  if (reply.fatal) {
    // The context is lost whatever request it names: the worker leaves with 70 by itself, or is ended.
    if (!m_fault) m_fault = reply.error;
    m_watchTimer.stop();
    m_deadlineTimer.stop();
    if (m_run != 0) failRun(reply.error, true);
    if (!m_processEnded && m_step == Step::none) m_stepTimer.start(kFatalExit);
    return;
  }
  if (reply.id == 0) return;  // a remark about no request of ours; it is in the worker's log
  m_reader->forget(reply.id);
  if (reply.id == m_run) {
    failRun(reply.error, false);
  } else {
    emit requestFailed(reply.id, reply.error, false);
  }
}

// The run left Busy or Cancelling: the next one may come.
void WorkerHandle::finishRun() {
  m_reader->forget(m_run);
  m_run = 0;
  m_watchTimer.stop();
  m_deadlineTimer.stop();
  if (m_step == Step::cancelled) {
    m_step = Step::none;
    m_stepTimer.stop();
  }
  if (m_step == Step::none && !m_processEnded) setState(State::ready);
}

void WorkerHandle::failRun(const model::Error& error, bool fatal) {
  const std::uint64_t id = m_run;
  if (fatal) {
    m_reader->forget(id);
    m_run = 0;
  } else {
    finishRun();
  }
  emit requestFailed(id, error, fatal);
}

}  // namespace dsm::app
