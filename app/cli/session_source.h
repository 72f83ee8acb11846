// SPDX-License-Identifier: GPL-3.0-or-later
// A session as a person names it on the command line: a file, or the built-in recording, all of it or one experiment.
#pragma once

#include <QString>

#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// "recorded", "recorded:EXPERIMENT" or a session file. Error usage: no such experiment; no_recording and those of the readers.
model::Expected<model::Session> sessionNamed(const QString& name, const model::Catalogue& catalogue);

bool isRecordedName(const QString& name);

// The session of a journal, with what is only in the journal. Errors: those of loadFile().
model::Expected<model::Session> journalNamed(const QString& path, const model::Catalogue& catalogue);

}  // namespace dsm::app
