// SPDX-License-Identifier: Apache-2.0
// The thread that never calls CUDA: reads stdin, queues requests, answers ping and cancel, sends heartbeats, keeps
// the deadline, and leaves by _exit when stdin closes or a deadline is missed. So a hung kernel can neither keep a
// worker alive nor make it silent.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "gpu/protocol/framing.h"
#include "gpu/protocol/message.h"
#include "gpu/worker/output.h"

namespace dsm::worker {

inline constexpr std::size_t kMaxQueued = 4096;
inline constexpr std::chrono::milliseconds kHeartbeat{250};
inline constexpr std::chrono::milliseconds kGrace{2000};  // from the deadline's cancel to the deadline's exit

class Control {
 public:
  enum class Voice { full, quiet };  // quiet: no accepted, progress and heartbeat lines (scripts)

  // Reads requests from `inputFd` (-1: none, they come by submit). Starts its thread.
  Control(Output& output, int inputFd, Voice voice);
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;
  ~Control();

  // ---- the thread that works ----
  // Waits for a request and makes it the current one.
  protocol::Request next();
  // The same, or nothing if none came within `limit`.
  std::optional<protocol::Request> nextWithin(std::chrono::milliseconds limit);
  // Makes `request` the current one without a queue (scripts).
  void begin(const protocol::Request& request);
  void end();
  // Phase of the current request, for heartbeats.
  void setPhase(const std::string& phase);
  // The time limit of the current request begins to count now: not before the GPU is its own.
  void startDeadline();
  // True once the current request ran out of time: what was cancelled then was not the person's wish.
  bool missedDeadline() const { return m_missed.load(); }
  void progress(protocol::Progress progress);

  const std::atomic<bool>& cancel() const { return m_cancel; }
  std::atomic<std::int64_t>& lastGpuCompletionNs() { return m_lastGpuCompletionNs; }
  std::int64_t sinceGpuMs() const;  // -1: no completion in this request yet

 private:
  using Clock = std::chrono::steady_clock;
  struct Current {
    std::uint64_t id = 0;
    std::uint64_t timeoutMs = 0;
    std::string phase;
    std::optional<Clock::time_point> deadline;
    Clock::time_point lastBeat;
  };

  void watch();
  void readInput();
  void take(const std::string& line);
  void enqueue(protocol::Request request);
  void cancelRequest(const protocol::Request& request);
  void beatAndKeepTime();
  int pollTimeoutMs();
  void makeCurrent(const protocol::Request& request);
  void wake();

  Output& m_output;
  const int m_inputFd;
  const Voice m_voice;
  int m_wakeFd = -1;
  protocol::LineReader m_lines;

  std::mutex m_mutex;
  std::condition_variable m_queued;
  std::deque<protocol::Request> m_queue;
  std::optional<Current> m_current;
  std::atomic<bool> m_cancel{false};
  std::atomic<bool> m_missed{false};
  std::atomic<bool> m_stop{false};
  std::atomic<std::int64_t> m_lastGpuCompletionNs{0};
  std::thread m_thread;
};

}  // namespace dsm::worker
