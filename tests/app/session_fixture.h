// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions for the tests of app/, made of canned runs that never saw a GPU and say so in their device's name.
#pragma once

#include <string>

#include <QString>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::test {

// `count` runs of the experiment, its variants in turn, ids "run-1" and up. Configurations that fit.
model::Session cannedSession(const std::string& experiment, int count);

// A recording of all experiments in `folder`; fails the test program if it cannot be written.
void writeCannedRecording(const QString& folder);

// Processor time of this thread, in milliseconds: what a turn of the event loop costs, whatever else the machine does.
qint64 threadCpuMs();

QByteArray readBytes(const QString& path);
void writeBytes(const QString& path, const QByteArray& bytes);

}  // namespace dsm::test
