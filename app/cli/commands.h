// SPDX-License-Identifier: GPL-3.0-or-later
// The commands without a window. Each takes a parsed command line and returns the process's exit code
// (gpu/protocol/exit_code.h); results go to stdout, one sentence about a failure to stderr.
#pragma once

#include "app/cli/command_line.h"
#include "app/session/recording.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// These run inside a QCoreApplication that the caller made.
int devicesCommand(const CommandLine& line, const model::Catalogue& catalogue);
int runCommand(const CommandLine& line, const model::Catalogue& catalogue);
int metricsCommand(const CommandLine& line, const model::Catalogue& catalogue);
int checkCommand(const CommandLine& line, const model::Catalogue& catalogue);
int compareCommand(const CommandLine& line, const model::Catalogue& catalogue);
int importCommand(const CommandLine& line, const model::Catalogue& catalogue);
int recordCommand(const CommandLine& line, const model::Catalogue& catalogue);
// These need a QApplication on the offscreen platform.
int rulerCommand(const CommandLine& line, const model::Catalogue& catalogue);
int exportCommand(const CommandLine& line, const model::Catalogue& catalogue);
int shotsCommand(const CommandLine& line, const model::Catalogue& catalogue);

// The index in recordingFolder(), or the sentence why there is none.
model::Expected<RecordingIndex> builtInRecording();

}  // namespace dsm::app
