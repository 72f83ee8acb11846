// SPDX-License-Identifier: Apache-2.0
// The worker for scripts: requests from a file, one a line, answers on stdout, an exit code at the end.
#pragma once

#include <string>

#include "gpu/model/spec.h"
#include "gpu/protocol/exit_code.h"
#include "gpu/worker/serve.h"

namespace dsm::worker {

// Runs every request of `file` ("-": stdin) in order and writes one line per answer (result or error) to `outputFd`, which it owns.
// Goes on after a failed one. Returns the gravest outcome: 70 over 69 over 65 over 1 over 0; a file that cannot be read
// is 65 with a sentence on stderr. Empty lines and lines that begin with # are skipped.
protocol::ExitCode runScript(const std::string& file, int outputFd, const MakeBackend& makeBackend, const model::Catalogue& catalogue,
                             bool faults);

}  // namespace dsm::worker
