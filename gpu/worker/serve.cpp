// SPDX-License-Identifier: Apache-2.0
// The serving loop.
#include "gpu/worker/serve.h"

#include <unistd.h>
#include <chrono>

#include "gpu/worker/control.h"
#include "gpu/worker/executor.h"
#include "gpu/worker/output.h"

namespace dsm::worker {

void serve(int inputFd, int outputFd, const MakeBackend& makeBackend, const model::Catalogue& catalogue, bool faults) {
  Output output(outputFd);
  Control control(output, inputFd, Control::Voice::full);
  const std::unique_ptr<Backend> backend = makeBackend();
  output.greet(encode(backend->hello()));
  Executor executor(*backend, control, catalogue, faults);
  for (;;) {
    const protocol::Request request = control.next();
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
