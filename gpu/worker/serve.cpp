// SPDX-License-Identifier: Apache-2.0
// The serving loop.
#include "gpu/worker/serve.h"

#include <unistd.h>
#include <chrono>
#include <optional>

#include "gpu/worker/control.h"
#include "gpu/worker/executor.h"
#include "gpu/worker/output.h"

namespace dsm::worker {
namespace {

// Long enough for one counter request after another to find the session open; short enough for a timing worker to wait.
constexpr std::chrono::milliseconds kRestAfter{500};

}  // namespace

void serve(int inputFd, int outputFd, const MakeBackend& makeBackend, const model::Catalogue& catalogue, bool faults) {
  Output output(outputFd);
  Control control(output, inputFd, Control::Voice::full);
  const std::unique_ptr<Backend> backend = makeBackend();
  output.greet(encode(backend->hello()));
  Executor executor(*backend, control, catalogue, faults);
  for (;;) {
    std::optional<protocol::Request> soon = control.nextWithin(kRestAfter);
    if (!soon) executor.rest();
    const protocol::Request request = soon ? std::move(*soon) : control.next();
    Answer answer = executor.execute(request);
    control.end();
    output.send(std::move(answer.lines));
    if (!answer.fatal) continue;
    output.flush(std::chrono::milliseconds(1000));
    // Not by return: tearing down a lost context can hang.
    ::_exit(protocol::kExitCrashed);
  }
}

}  // namespace dsm::worker
