// SPDX-License-Identifier: Apache-2.0
// What app and worker say to each other: one UTF-8 JSON object a line, at most 1 MiB. The worker greets, the app
// asks, the worker answers. Unknown fields are ignored, unknown kinds refused. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpu/model/device.h"
#include "gpu/model/error.h"
#include "gpu/model/legality.h"
#include "gpu/model/run.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/json_text.h"

namespace dsm::protocol {

inline constexpr std::string_view kMagic = "dsmscope";
inline constexpr int kProtocol = 1;
inline constexpr std::size_t kMaxLineBytes = 1u << 20;  // without its line feed

// ---- worker -> app ----

// {"magic":"dsmscope","protocol":1,"kind":"hello",...}. A worker without a GPU greets too: problems says why.
struct Hello {
  int protocol = kProtocol;
  std::string workerVersion;
  std::vector<model::Device> devices;  // without the occupancy table: ask with `devices`
  std::string driver;                  // "580.159.04"; empty: none found
  std::string runtime;                 // CUDA runtime the worker was built with; empty: built without CUDA
  std::string cupti;                   // version of the loaded library in a counter worker; empty in a timing worker
  std::vector<model::Error> problems;  // no_cuda_build, no_driver, driver_too_old, no_device, no_nvml, mig, ...
};

struct Accepted {
  std::uint64_t id = 0;
};

struct Progress {
  std::uint64_t id = 0;
  std::string phase;  // "waiting for the GPU", "preparing", "validating", "warming up", "measuring", "checking", "counting"
  std::uint32_t samples = 0;
  double fraction = 0;           // 0-1; NaN: not known
  double rate = 0;               // samples per second; NaN: not known
  std::int64_t sinceGpuMs = -1;  // since the last GPU completion; -1: none yet
};

// A piece of a reply line that is longer than a line may be: see ChunkAssembler.
struct Chunk {
  std::uint64_t id = 0;
  std::uint32_t index = 0;
  std::uint32_t count = 0;
  std::string data;
};

struct Result {
  std::uint64_t id = 0;
  JsonPtr body;  // a Run, a list of devices, a Legality, ...: read with gpu/protocol/json_model.h
};

struct ErrorReply {
  std::uint64_t id = 0;  // 0: no request in particular
  model::Error error;
  bool fatal = false;  // the worker leaves with 70 after this line
};

struct Heartbeat {  // every 250 ms while a request is worked on
  std::string phase;
  std::int64_t sinceGpuMs = -1;
  std::uint32_t queued = 0;  // requests waiting behind the one in work
};

using Message = std::variant<Hello, Accepted, Progress, Chunk, Result, ErrorReply, Heartbeat>;

// Errors: bad_message (what is wrong, and the first bytes of the line), unknown_kind, other_protocol (both versions).
model::Expected<Message> parseMessage(std::string_view line);
// True for a line that can be a hello: an object that carries the magic. Used to skip login banners.
bool looksLikeHello(std::string_view line);

// Lines end with their line feed. A line over kMaxLineBytes comes back as several lines of chunks.
std::string encode(const Hello& message);
std::string encode(const Accepted& message);
std::string encode(const Progress& message);
std::string encode(const Chunk& message);
std::string encode(const ErrorReply& message);
std::string encode(const Heartbeat& message);
std::string encodeResult(std::uint64_t id, const JsonOut& body, std::size_t maxLineBytes = kMaxLineBytes);

// ---- app -> worker ----

struct Request {
  std::uint64_t id = 0;         // 1 and up, each used once
  std::string kind;             // "devices", "run", "legality", "cancel", "ping"; those of counters: json_counters.h
  JsonPtr params;               // an object; never null after parseRequest
  std::uint64_t timeoutMs = 0;  // 0: no deadline
};

struct LegalityQuestion {
  std::string experiment;
  std::string variant;
  model::Values values;
  std::string deviceUuid;  // empty: the first device
};

// Errors: bad_request, with the id where it could be read.
struct BadRequest {
  std::uint64_t id = 0;
  model::Error error;
};
tl::expected<Request, BadRequest> parseRequest(std::string_view line);
model::Expected<LegalityQuestion> legalityQuestionFromJson(const JsonIn& json, const model::Catalogue& catalogue);
model::Expected<std::uint64_t> cancelTargetFromJson(const JsonIn& json);

// Lines to send; each ends with a line feed.
std::string encodeRequest(std::uint64_t id, std::string_view kind, const JsonOut& params, std::uint64_t timeoutMs = 0);
std::string encodeDevices(std::uint64_t id, std::uint64_t timeoutMs = 0);
std::string encodeRun(std::uint64_t id, const model::RunRequest& request, const model::Catalogue& catalogue, std::uint64_t timeoutMs = 0);
std::string encodeLegality(std::uint64_t id, const LegalityQuestion& question, const model::Catalogue& catalogue,
                           std::uint64_t timeoutMs = 0);
std::string encodeCancel(std::uint64_t id, std::uint64_t target);
std::string encodePing(std::uint64_t id);

}  // namespace dsm::protocol
