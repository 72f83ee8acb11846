// SPDX-License-Identifier: GPL-3.0-or-later
// A child process with its three pipes, for tests of programs that talk over them. Waits have a limit and fail the
// caller's expectation instead of hanging; nothing sleeps.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/protocol/framing.h"

namespace dsm::test {

class Child {
 public:
  // Starts `arguments` (the first is the program) with `environment` ("NAME=value") added.
  explicit Child(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {});
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();  // kills what is left of it and reaps it

  pid_t pid() const { return m_pid; }
  void send(std::string_view bytes);
  void closeInput();
  void kill(int signal) const;

  // The next message, nothing if none came within `limit` or the stream ended or is at fault.
  std::optional<protocol::Message> message(std::chrono::milliseconds limit = std::chrono::seconds(10));
  // The next message of this kind; others are passed over.
  template <class T>
  std::optional<T> expect(std::chrono::milliseconds limit = std::chrono::seconds(10)) {
    const auto until = std::chrono::steady_clock::now() + limit;
    while (auto next = message(std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()))) {
      if (T* wanted = std::get_if<T>(&*next)) return std::move(*wanted);
    }
    return std::nullopt;
  }
  const std::optional<model::Error>& fault() const { return m_fault; }
  const protocol::MessageStream& stream() const { return m_stream; }
  bool atEnd() const { return m_outEnd; }
  // Everything from stdout and stderr until both end, as bytes (do not mix with message()).
  std::string allOutput();
  const std::string& errors() const { return m_errors; }

  // Exit code, or 256 + signal; nothing if it still runs after `limit`.
  std::optional<int> wait(std::chrono::milliseconds limit = std::chrono::seconds(10));

 private:
  // Reads once from whichever pipe has something; false at the limit or when both have ended.
  bool pump(std::chrono::milliseconds limit, std::string& out);

  pid_t m_pid = -1;
  int m_in = -1;
  int m_out = -1;
  int m_err = -1;
  int m_pidFd = -1;
  bool m_outEnd = false;
  std::optional<int> m_status;
  std::string m_errors;
  protocol::MessageStream m_stream;
  std::deque<protocol::Message> m_messages;
  std::optional<model::Error> m_fault;
};

}  // namespace dsm::test
