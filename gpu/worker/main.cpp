// SPDX-License-Identifier: Apache-2.0
// dsmscope-worker: owns the CUDA context so that the window never does. Without options it speaks JSON Lines on
// stdin and stdout; see gpu/protocol/message.h for what it says.
#include <sys/prctl.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/exit_code.h"
#include "gpu/worker/output.h"
#include "gpu/worker/script.h"
#include "gpu/worker/serve.h"

namespace {

struct Options {
  std::string requestFile;
  std::string deviceUuid;
  bool counters = false;
};

// Parses, or prints help, version or what is wrong and gives the exit code.
int parseOptions(int argc, char** argv, Options& options) {
  CLI::App cli("Measures thread block clusters on an NVIDIA GPU. Speaks JSON Lines on stdin and stdout: usually DSMScope starts it.",
               "dsmscope-worker");
  cli.set_version_flag("--version", std::string("dsmscope-worker " DSMSCOPE_VERSION));
  cli.add_option("--request", options.requestFile, "Run the requests in FILE (one a line, - for stdin), print the answers, and leave")
      ->type_name("FILE");
  cli.add_option("--device-uuid", options.deviceUuid, "Use only the GPU with this UUID (GPU-...)")->type_name("UUID");
  cli.add_flag("--counters", options.counters, "Collect hardware counters through CUPTI instead of timing");
  cli.footer("Exit codes: 0 done; 1 a measurement failed or was wrong; 2 usage; 65 bad data; 69 no device or no counters; 70 the GPU's context was lost.");
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return cli.exit(error) == 0 ? dsm::protocol::kExitDone : dsm::protocol::kExitUsage;
  }
  return -1;
}

int work(const Options& options) {
  const auto mode = options.counters ? dsm::worker::WorkerMode::counters : dsm::worker::WorkerMode::timing;
  const auto makeBackend = [&] { return dsm::worker::makeBackend(DSMSCOPE_VERSION, options.deviceUuid, mode); };
  const char* faultsAsked = std::getenv("DSMSCOPE_FAULTS");
  const bool faults = faultsAsked != nullptr && std::string_view(faultsAsked) == "1";
  const int outputFd = dsm::worker::takeProtocolDescriptor();
  if (outputFd < 0) {
    std::fprintf(stderr, "dsmscope-worker: stdout cannot be used: %s; run it with stdout open.\n", std::strerror(errno));
    return dsm::protocol::kExitNotWritten;
  }
  const dsm::model::Catalogue& catalogue = dsm::experiments::catalogue();
  if (!options.requestFile.empty()) return dsm::worker::runScript(options.requestFile, outputFd, makeBackend, catalogue, faults);
  // Should the window die without closing our stdin (a fork of it may hold the pipe), the kernel ends us.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) std::perror("dsmscope-worker: prctl(PR_SET_PDEATHSIG)");
  dsm::worker::serve(STDIN_FILENO, outputFd, makeBackend, catalogue, faults);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (const int code = parseOptions(argc, argv, options); code >= 0) return code;
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return work(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dsmscope-worker: %s\n", error.what());
    std::fflush(stderr);
    ::_exit(dsm::protocol::kExitCrashed);  // threads may still be there, and CUDA in an unknown state
  }
}
