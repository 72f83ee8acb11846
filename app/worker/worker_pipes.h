// SPDX-License-Identifier: GPL-3.0-or-later
// stdout and stderr of a worker as own pipes. QProcess would read them on the window's thread, and as fast as the
// worker writes; these are read by ReplyReader on a pool thread, at the pace of the reader.
#pragma once

#include <QProcess>

namespace dsm::app {

class WorkerPipes {
 public:
  WorkerPipes();   // valid() tells whether the system gave us pipes
  ~WorkerPipes();  // closes what is still here
  WorkerPipes(const WorkerPipes&) = delete;
  WorkerPipes& operator=(const WorkerPipes&) = delete;

  bool valid() const { return m_outRead >= 0 && m_errRead >= 0; }
  // Makes the child write to the pipes, and die with this process even if it never reads its stdin. Call before start.
  void attach(QProcess& process) const;
  void closeWriteEnds();  // after start, so that the end of the child is the end of the pipe
  int takeOut();          // the caller owns them from then on
  int takeErr();

 private:
  int m_outRead = -1;
  int m_outWrite = -1;
  int m_errRead = -1;
  int m_errWrite = -1;
};

}  // namespace dsm::app
