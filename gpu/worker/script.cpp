// SPDX-License-Identifier: Apache-2.0
// Requests from a file.
#include "gpu/worker/script.h"

#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>

#include <nlohmann/json.hpp>

#include "gpu/worker/control.h"
#include "gpu/worker/executor.h"
#include "gpu/worker/output.h"

namespace dsm::worker {
namespace {

using protocol::ExitCode;

int gravity(ExitCode code) {
  switch (code) {
    case protocol::kExitCrashed:
      return 4;
    case protocol::kExitNoDevice:
      return 3;
    case protocol::kExitBadData:
      return 2;
    case protocol::kExitDone:
      return 0;
    default:
      return 1;
  }
}

// What a request that Control would have answered itself gets here.
Answer executeLine(const std::string& line, Control& control, Executor& executor) {
  const auto request = protocol::parseRequest(line);
  if (!request) {
    return {encode(protocol::ErrorReply{request.error().id, request.error().error, false}), false, protocol::kExitBadData};
  }
  if (request->kind == "ping") return {protocol::encodeResult(request->id, {{"pong", true}}), false, protocol::kExitDone};
  control.begin(*request);
  Answer answer = executor.execute(*request);
  control.end();
  return answer;
}

}  // namespace

ExitCode runScript(const std::string& file, int outputFd, const MakeBackend& makeBackend, const model::Catalogue& catalogue, bool faults) {
  std::ifstream opened;
  if (file != "-") {
    opened.open(file);
    if (!opened) {
      std::fprintf(stderr, "dsmscope-worker: %s cannot be read: %s; give a file with one request a line.\n", file.c_str(),
                   std::strerror(errno));
      ::close(outputFd);
      return protocol::kExitBadData;
    }
  }
  std::istream& in = file == "-" ? std::cin : opened;
  Output output(outputFd);
  output.greet({});  // scripts read answers only
  Control control(output, -1, Control::Voice::quiet);
  const std::unique_ptr<Backend> backend = makeBackend();
  Executor executor(*backend, control, catalogue, faults, std::numeric_limits<std::size_t>::max());  // no chunks
  ExitCode worst = protocol::kExitDone;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    Answer answer = executeLine(line, control, executor);
    output.send(std::move(answer.lines));
    if (gravity(answer.exitCode) > gravity(worst)) worst = answer.exitCode;
    if (!answer.fatal) continue;
    output.flush(std::chrono::milliseconds(1000));
    ::_exit(protocol::kExitCrashed);  // tearing down a lost context can hang
  }
  if (in.bad()) {
    std::fprintf(stderr, "dsmscope-worker: %s could not be read to its end.\n", file.c_str());
    return protocol::kExitBadData;
  }
  return worst;
}

}  // namespace dsm::worker
