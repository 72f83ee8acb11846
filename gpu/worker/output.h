// SPDX-License-Identifier: Apache-2.0
// The worker's side of the protocol pipe. Lines are queued and written by a thread of its own, so that an app that
// does not read can block neither the thread that watches stdin nor the one that measures. Never throws.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace dsm::worker {

class Output {
 public:
  // Writes to `fd`, which it owns. A write error (the reader is gone) ends the process with _exit(74).
  explicit Output(int fd);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // writes what is queued, then stops

  // The greeting: until it is here nothing is written, then it is first.
  void greet(std::string line);
  // Results and errors: always delivered, any thread, never waits.
  void send(std::string line);
  // Progress and heartbeats: dropped while more than 1 MiB waits to be read.
  void sendIfRoom(std::string line);
  // True once everything is written; false if that took longer than `limit`.
  bool flush(std::chrono::milliseconds limit);

 private:
  void writeAll();

  int m_fd;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<std::string> m_lines;
  std::size_t m_waitingBytes = 0;
  bool m_greeted = false;
  bool m_writing = false;
  bool m_stop = false;
  std::thread m_thread;
};

// Moves the protocol to a private duplicate of fd 1 and points fd 1 at stderr, where device printf then goes.
// Opens /dev/null for any of fds 0, 1, 2 that is closed. Returns the duplicate, or -1 (errno tells).
int takeProtocolDescriptor();

}  // namespace dsm::worker
