// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a person calls it, without a screen: its exit code and what it wrote.
#pragma once

#include <QByteArray>
#include <QLatin1String>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace dsm::test {

struct Outcome {
  int code = -1;
  QByteArray out;
  QByteArray err;
};

inline QProcessEnvironment screenless(const QString& recordings, const QString& config) {
  QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE"}) all.remove(QLatin1String(name));
  all.insert(QStringLiteral("DSMSCOPE_RECORDINGS"), recordings);
  all.insert(QStringLiteral("XDG_CONFIG_HOME"), config);
  return all;
}

inline Outcome callProgram(const QString& program, const QStringList& arguments, const QProcessEnvironment& variables) {
  QProcess process;
  process.setProcessEnvironment(variables);
  process.start(program, arguments);
  process.closeWriteChannel();
  if (!process.waitForFinished(120'000)) process.kill();
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode(), process.readAllStandardOutput(),
          process.readAllStandardError()};
}

inline bool isOneSentence(const QByteArray& err) { return err.startsWith("dsmscope: ") && err.count('\n') == 1 && err.endsWith('\n'); }

}  // namespace dsm::test
