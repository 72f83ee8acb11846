// SPDX-License-Identifier: GPL-3.0-or-later
// Which program is the worker: the one beside this executable, or what the person gave as --worker
// ("ssh host dsmscope-worker"). Split like a shell would, but no shell ever runs.
#pragma once

#include <QString>
#include <QStringList>

#include "gpu/model/error.h"

namespace dsm::app {

// Words of a command: blanks separate, '...' keeps everything, "..." keeps all but \" \\ \$ \`, a backslash keeps the
// next character. Variables, globs and operators are not special. Errors bad_value: an open quote, nothing at all.
model::Expected<QStringList> splitCommand(const QString& text);

// dsmscope-worker beside the executable, else where a build tree has it (../bin, ../gpu/worker); the first path if
// none exists, so that the failure to start names it.
QStringList defaultWorkerCommand();

// `text` split, or the default if it is empty.
model::Expected<QStringList> workerCommand(const QString& text);

}  // namespace dsm::app
