// SPDX-License-Identifier: GPL-3.0-or-later
// posix_spawn, poll and pidfd.
#include "tests/worker/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <stdexcept>

extern char** environ;

namespace dsm::test {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    read = ends[0];
    write = ends[1];
  }
};

int waitMs(std::chrono::steady_clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
  const Pipe in, out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, 1);
  posix_spawn_file_actions_adddup2(&actions, err.write, 2);
  std::vector<char*> argv, env;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  for (const std::string& variable : environment) env.push_back(const_cast<char*>(variable.c_str()));
  for (char** variable = environ; *variable != nullptr; ++variable) env.push_back(*variable);
  env.push_back(nullptr);
  const int failed = ::posix_spawn(&m_pid, argv.front(), &actions, nullptr, argv.data(), env.data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(in.read);
  ::close(out.write);
  ::close(err.write);
  m_in = in.write;
  m_out = out.read;
  m_err = err.read;
  if (failed != 0) throw std::runtime_error("cannot start " + arguments.front());
  m_pidFd = static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0));
  if (m_pidFd < 0) throw std::runtime_error("pidfd_open");
  ::signal(SIGPIPE, SIG_IGN);
}

Child::~Child() {
  closeInput();
  if (!m_status) {
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
  }
  for (const int fd : {m_out, m_err, m_pidFd}) {
    if (fd >= 0) ::close(fd);
  }
}

void Child::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(m_in, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return;  // it left: its answers tell
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

void Child::closeInput() {
  if (m_in >= 0) ::close(m_in);
  m_in = -1;
}

void Child::kill(int signal) const { ::kill(m_pid, signal); }

bool Child::pump(std::chrono::milliseconds limit, std::string& out) {
  std::array<pollfd, 2> fds{pollfd{m_out, POLLIN, 0}, pollfd{m_err, POLLIN, 0}};
  if (m_out < 0 && m_err < 0) return false;
  if (::poll(fds.data(), fds.size(), static_cast<int>(limit.count())) <= 0) return false;
  std::array<char, 65536> buffer;
  for (std::size_t i = 0; i < fds.size(); ++i) {
    if (fds[i].fd < 0 || fds[i].revents == 0) continue;
    int& fd = i == 0 ? m_out : m_err;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n > 0) {
      (i == 0 ? out : m_errors).append(buffer.data(), static_cast<std::size_t>(n));
    } else {
      ::close(fd);
      fd = -1;
      m_outEnd = m_outEnd || i == 0;
    }
  }
  return true;
}

std::optional<protocol::Message> Child::message(std::chrono::milliseconds limit) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (m_messages.empty()) {
    if (m_fault || m_outEnd) return std::nullopt;
    std::string bytes;
    if (!pump(std::chrono::milliseconds(waitMs(until)), bytes)) return std::nullopt;
    std::vector<protocol::Message> arrived;
    if (auto read = m_stream.push(bytes, arrived); !read) m_fault = read.error();
    std::ranges::move(arrived, std::back_inserter(m_messages));
  }
  protocol::Message next = std::move(m_messages.front());
  m_messages.pop_front();
  return next;
}

std::string Child::allOutput() {
  std::string bytes;
  while (pump(std::chrono::seconds(20), bytes)) {
  }
  return bytes;
}

std::optional<int> Child::wait(std::chrono::milliseconds limit) {
  if (m_status) return m_status;
  pollfd fd{m_pidFd, POLLIN, 0};
  if (::poll(&fd, 1, static_cast<int>(limit.count())) <= 0) return std::nullopt;
  int status = 0;
  if (::waitpid(m_pid, &status, 0) != m_pid) return std::nullopt;
  m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
  return m_status;
}

}  // namespace dsm::test
