// SPDX-License-Identifier: Apache-2.0
// The worker as the app uses it: JSON Lines on stdin and a private descriptor until stdin closes.
#pragma once

#include <functional>
#include <memory>

#include "gpu/model/spec.h"
#include "gpu/worker/backend.h"

namespace dsm::worker {

using MakeBackend = std::function<std::unique_ptr<Backend>()>;

// Watches `inputFd` from the first moment, then makes the backend (CUDA may take its time) and greets. Never comes
// back: when the input closes the process ends by _exit(0), after a sticky fault (replied and flushed) by _exit(70).
// Throws what `makeBackend` throws. Owns both descriptors.
[[noreturn]] void serve(int inputFd, int outputFd, const MakeBackend& makeBackend, const model::Catalogue& catalogue, bool faults);

}  // namespace dsm::worker
