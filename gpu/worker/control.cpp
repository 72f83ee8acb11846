// SPDX-License-Identifier: Apache-2.0
// The watching thread.
#include "gpu/worker/control.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <nlohmann/json.hpp>

#include "gpu/protocol/exit_code.h"

namespace dsm::worker {

using protocol::ErrorReply;
using protocol::Request;

Control::Control(Output& output, int inputFd, Voice voice)
    : m_output(output), m_inputFd(inputFd), m_voice(voice), m_wakeFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (m_wakeFd < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  m_thread = std::thread([this] { watch(); });
}

Control::~Control() {
  m_stop = true;
  wake();
  m_thread.join();
  ::close(m_wakeFd);
}

void Control::wake() {
  const std::uint64_t one = 1;
  // A full counter (EAGAIN) wakes as well; nothing else can happen to an eventfd.
  [[maybe_unused]] const ssize_t n = ::write(m_wakeFd, &one, sizeof one);
}

Request Control::next() {
  std::unique_lock lock(m_mutex);
  m_queued.wait(lock, [this] { return !m_queue.empty(); });
  Request request = std::move(m_queue.front());
  m_queue.pop_front();
  makeCurrent(request);
  return request;
}

std::optional<Request> Control::nextWithin(std::chrono::milliseconds limit) {
  std::unique_lock lock(m_mutex);
  if (!m_queued.wait_for(lock, limit, [this] { return !m_queue.empty(); })) return std::nullopt;
  Request request = std::move(m_queue.front());
  m_queue.pop_front();
  makeCurrent(request);
  return request;
}

void Control::begin(const Request& request) {
  const std::lock_guard lock(m_mutex);
  makeCurrent(request);
}

void Control::makeCurrent(const Request& request) {
  m_cancel = false;
  m_missed = false;
  m_lastGpuCompletionNs = 0;
  m_current = Current{request.id, request.timeoutMs, "starting", std::nullopt, Clock::now()};
  wake();
}

void Control::end() {
  const std::lock_guard lock(m_mutex);
  m_current.reset();
}

void Control::setPhase(const std::string& phase) {
  const std::lock_guard lock(m_mutex);
  if (m_current) m_current->phase = phase;
}

void Control::startDeadline() {
  const std::lock_guard lock(m_mutex);
  if (!m_current || m_current->timeoutMs == 0) return;
  // A year is as good as for ever, and keeps the addition inside the clock's range.
  constexpr std::uint64_t kYearMs = 365ull * 24 * 3600 * 1000;
  m_current->deadline = Clock::now() + std::chrono::milliseconds(std::min(m_current->timeoutMs, kYearMs));
  wake();
}

std::int64_t Control::sinceGpuMs() const {
  const std::int64_t last = m_lastGpuCompletionNs.load();
  if (last == 0) return -1;
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
  return std::max<std::int64_t>(0, (now - last) / 1'000'000);
}

void Control::progress(protocol::Progress progress) {
  setPhase(progress.phase);
  if (m_voice == Voice::quiet) return;
  progress.sinceGpuMs = sinceGpuMs();
  m_output.sendIfRoom(encode(progress));
}

void Control::watch() {
  while (!m_stop) {
    std::array<pollfd, 2> waits{pollfd{m_wakeFd, POLLIN, 0}, pollfd{m_inputFd, POLLIN, 0}};  // poll skips a negative fd
    const int ready = ::poll(waits.data(), waits.size(), pollTimeoutMs());
    if (ready < 0 && errno != EINTR) ::_exit(protocol::kExitCrashed);
    if (ready > 0 && waits[0].revents != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t n = ::read(m_wakeFd, &count, sizeof count);
    }
    if (ready > 0 && waits[1].revents != 0) readInput();
    beatAndKeepTime();
  }
}

int Control::pollTimeoutMs() {
  const std::lock_guard lock(m_mutex);
  if (!m_current) return -1;
  auto until = m_current->lastBeat + kHeartbeat;
  if (m_current->deadline) until = std::min(until, m_missed ? *m_current->deadline + kGrace : *m_current->deadline);
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(0, ms));
}

void Control::beatAndKeepTime() {
  std::string phase;
  std::uint64_t id = 0;
  std::uint32_t queued = 0;
  bool beat = false, give_up = false;
  {
    const std::lock_guard lock(m_mutex);
    if (!m_current) return;
    const auto now = Clock::now();
    id = m_current->id;
    phase = m_current->phase;
    queued = static_cast<std::uint32_t>(m_queue.size());
    if (now >= m_current->lastBeat + kHeartbeat) {
      m_current->lastBeat = now;
      beat = true;
    }
    if (m_current->deadline && now >= *m_current->deadline) {
      m_missed = true;
      m_cancel = true;
      give_up = now >= *m_current->deadline + kGrace;
    }
  }
  if (beat && m_voice == Voice::full) m_output.sendIfRoom(encode(protocol::Heartbeat{phase, sinceGpuMs(), queued}));
  if (!give_up) return;
  m_output.send(encode(ErrorReply{
      id,
      {"deadline", "The GPU did not answer in time while " + phase + "; the worker left.", "Start again: a fresh worker is used."},
      true}));
  m_output.flush(std::chrono::milliseconds(500));
  ::_exit(protocol::kExitCrashed);
}

void Control::readInput() {
  std::array<char, 65536> buffer;
  const ssize_t n = ::read(m_inputFd, buffer.data(), buffer.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) ::_exit(protocol::kExitDone);  // the window is gone, and nobody reads an answer
  std::vector<std::string> lines;
  const auto read = m_lines.push(std::string_view(buffer.data(), static_cast<std::size_t>(n)), lines);
  for (const std::string& line : lines) take(line);
  if (read) return;
  m_output.send(encode(ErrorReply{0, {"line_too_long", "A request of more than 1 MiB came; the worker left.", ""}, true}));
  m_output.flush(std::chrono::milliseconds(500));
  ::_exit(protocol::kExitBadData);
}

void Control::take(const std::string& line) {
  auto request = protocol::parseRequest(line);
  if (!request) {
    m_output.send(encode(ErrorReply{request.error().id, request.error().error, false}));
  } else if (request->kind == "ping") {
    m_output.send(protocol::encodeResult(request->id, {{"pong", true}}));
  } else if (request->kind == "cancel") {
    cancelRequest(*request);
  } else {
    enqueue(std::move(*request));
  }
}

void Control::enqueue(Request request) {
  const std::uint64_t id = request.id;
  std::optional<model::Error> refusal;
  {
    const std::lock_guard lock(m_mutex);
    if ((m_current && m_current->id == id) || std::ranges::any_of(m_queue, [&](const Request& r) { return r.id == id; })) {
      refusal = model::Error{"bad_request", "Request " + std::to_string(id) + " is in work already.", "Use each id once."};
    } else if (m_queue.size() >= kMaxQueued) {
      refusal = model::Error{"busy", std::to_string(kMaxQueued) + " requests wait already.", "Ask again when some are answered."};
    } else {
      m_queue.push_back(std::move(request));
      if (m_voice == Voice::full) m_output.send(encode(protocol::Accepted{id}));  // before any answer to it
    }
  }
  m_queued.notify_one();
  if (refusal) m_output.send(encode(ErrorReply{id, *refusal, false}));
}

void Control::cancelRequest(const Request& request) {
  const auto target = protocol::cancelTargetFromJson(*request.params);
  if (!target) {
    m_output.send(encode(ErrorReply{request.id, {"bad_request", target.error().message, ""}, false}));
    return;
  }
  bool found = false, waiting = false;
  {
    const std::lock_guard lock(m_mutex);
    if (m_current && m_current->id == *target) {
      m_cancel = true;
      found = true;
    }
    waiting = std::erase_if(m_queue, [&](const Request& r) { return r.id == *target; }) > 0;
  }
  if (waiting) m_output.send(encode(ErrorReply{*target, {"cancelled", "Stopped before it began.", ""}, false}));
  m_output.send(protocol::encodeResult(request.id, {{"found", found || waiting}}));
}

}  // namespace dsm::worker
