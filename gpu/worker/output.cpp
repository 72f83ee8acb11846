// SPDX-License-Identifier: Apache-2.0
// The writer's thread and the descriptor it writes to.
#include "gpu/worker/output.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <utility>

#include "gpu/protocol/exit_code.h"

namespace dsm::worker {
namespace {

constexpr std::size_t kRoomBytes = 1u << 20;

void writeFully(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n > 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      ::_exit(protocol::kExitNotWritten);  // nobody is there to be told
    }
  }
}

}  // namespace

Output::Output(int fd) : m_fd(fd), m_thread([this] { writeAll(); }) {}

Output::~Output() {
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_changed.notify_all();
  m_thread.join();
  ::close(m_fd);
}

void Output::greet(std::string line) {
  {
    const std::lock_guard lock(m_mutex);
    m_waitingBytes += line.size();
    m_lines.push_front(std::move(line));
    m_greeted = true;
  }
  m_changed.notify_all();
}

void Output::send(std::string line) {
  {
    const std::lock_guard lock(m_mutex);
    m_waitingBytes += line.size();
    m_lines.push_back(std::move(line));
  }
  m_changed.notify_all();
}

void Output::sendIfRoom(std::string line) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_waitingBytes > kRoomBytes) return;
    m_waitingBytes += line.size();
    m_lines.push_back(std::move(line));
  }
  m_changed.notify_all();
}

bool Output::flush(std::chrono::milliseconds limit) {
  std::unique_lock lock(m_mutex);
  return m_changed.wait_for(lock, limit, [this] { return m_lines.empty() && !m_writing; });
}

void Output::writeAll() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_changed.wait(lock, [this] { return m_stop || (m_greeted && !m_lines.empty()); });
    if (m_lines.empty() || !m_greeted) return;
    const std::string line = std::move(m_lines.front());
    m_lines.pop_front();
    m_writing = true;
    lock.unlock();
    writeFully(m_fd, line);
    lock.lock();
    m_waitingBytes -= line.size();
    m_writing = false;
    m_changed.notify_all();
  }
}

int takeProtocolDescriptor() {
  for (;;) {  // the lowest free descriptors first: fill holes among 0, 1, 2
    const int fd = ::open("/dev/null", O_RDWR);
    if (fd < 0) return -1;
    if (fd > 2) {
      ::close(fd);
      break;
    }
  }
  const int fd = ::fcntl(1, F_DUPFD_CLOEXEC, 3);
  if (fd < 0) return -1;
  if (::dup2(2, 1) < 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

}  // namespace dsm::worker
