// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_pipes.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace dsm::app {
namespace {

constexpr int kFirstFree = 3;  // never one of the standard three, even where those are closed

void closeEnd(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

void makePipe(int& readEnd, int& writeEnd) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  readEnd = ::fcntl(ends[0], F_DUPFD_CLOEXEC, kFirstFree);
  writeEnd = ::fcntl(ends[1], F_DUPFD_CLOEXEC, kFirstFree);
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace

WorkerPipes::WorkerPipes() {
  makePipe(m_outRead, m_outWrite);
  makePipe(m_errRead, m_errWrite);
}

WorkerPipes::~WorkerPipes() {
  closeEnd(m_outRead);
  closeEnd(m_errRead);
  closeWriteEnds();
}

void WorkerPipes::attach(QProcess& process) const {
  process.setStandardOutputFile(QProcess::nullDevice());
  process.setStandardErrorFile(QProcess::nullDevice());
  // Runs in the child between fork and exec: system calls only.
  process.setChildProcessModifier([out = m_outWrite, err = m_errWrite, parent = ::getpid()] {
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::signal(SIGINT, SIG_IGN);  // Ctrl+C in a terminal reaches both: we stop it, and keep what it measured
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);  // the parent went before the line above took hold
  });
}

void WorkerPipes::closeWriteEnds() {
  closeEnd(m_outWrite);
  closeEnd(m_errWrite);
}

int WorkerPipes::takeOut() { return std::exchange(m_outRead, -1); }
int WorkerPipes::takeErr() { return std::exchange(m_errRead, -1); }

}  // namespace dsm::app
