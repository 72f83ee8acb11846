// SPDX-License-Identifier: Apache-2.0
// Worker to app: writing and reading. Requests are in request.cpp.
#include "gpu/protocol/message.h"

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_model.h"

namespace dsm::protocol {
namespace {

using Need = Fields::Need;

// Of a chunk's data: even if every byte needs a backslash, the line stays under kMaxLineBytes.
constexpr std::size_t kChunkBytes = 480u << 10;

ParseLimits lineLimits() {
  ParseLimits limits;
  limits.maxDepth = 24;
  return limits;
}

std::string line(const JsonOut& json) { return dumpJson(json) + '\n'; }

// The first bytes of a line, for a sentence about it.
std::string excerpt(std::string_view text) {
  constexpr std::size_t kShown = 60;
  std::string shown;
  for (const char c : replaceInvalidUtf8(text.substr(0, kShown))) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return '"' + shown + (text.size() > kShown ? "...\"" : "\"");
}

template <class T>
model::Expected<Message> finished(Fields& fields, T message) {
  if (auto done = fields.finish(); !done) {
    return model::fail("bad_message", "the worker sent a message that makes no sense: " + done.error().message);
  }
  return Message(std::move(message));
}

model::Expected<Message> readHello(Fields& fields) {
  Hello hello;
  fields.integer("protocol", hello.protocol, Need::required);
  fields.text("worker_version", hello.workerVersion);
  if (fields.ok() && hello.protocol != kProtocol) {
    return model::fail("other_protocol",
                       "the worker" + (hello.workerVersion.empty() ? std::string() : " " + hello.workerVersion) + " speaks protocol " +
                           std::to_string(hello.protocol) + ", this program speaks " + std::to_string(kProtocol),
                       "Use a dsmscope-worker of the same version as this program.");
  }
  fields.nested("devices", hello.devices, [](const JsonIn& json, const std::string& at) { return devicesFromJson(json, at); });
  fields.text("driver", hello.driver);
  fields.text("runtime", hello.runtime);
  fields.text("cupti", hello.cupti);
  fields.nested("problems", hello.problems, [](const JsonIn& json, const std::string& at) -> model::Expected<std::vector<model::Error>> {
    if (!json.is_array()) return model::fail("bad_json", at + ": " + kindOf(json) + ", an array expected");
    std::vector<model::Error> problems;
    for (std::size_t i = 0; i < json.size(); ++i) {
      auto problem = errorFromJson(json[i], joinPath(at, i));
      if (!problem) return tl::unexpected<model::Error>(problem.error());
      problems.push_back(std::move(*problem));
    }
    return problems;
  });
  return finished(fields, std::move(hello));
}

model::Expected<Message> readProgress(Fields& fields) {
  Progress message;
  fields.integer("id", message.id, Need::required);
  fields.text("phase", message.phase);
  fields.integer("samples", message.samples);
  fields.real("fraction", message.fraction);
  fields.real("rate", message.rate);
  fields.integer("since_gpu_ms", message.sinceGpuMs);
  return finished(fields, std::move(message));
}

model::Expected<Message> readChunk(Fields& fields) {
  Chunk message;
  fields.integer("id", message.id, Need::required);
  fields.integer("index", message.index, Need::required);
  fields.integer("count", message.count, Need::required);
  fields.text("data", message.data, Need::required);
  return finished(fields, std::move(message));
}

model::Expected<Message> readResult(Fields& fields) {
  Result message;
  fields.integer("id", message.id, Need::required);
  if (const JsonIn* body = fields.find("result", Need::required)) message.body = std::make_shared<const JsonIn>(*body);
  return finished(fields, std::move(message));
}

model::Expected<Message> readError(Fields& fields) {
  ErrorReply message;
  fields.integer("id", message.id);
  fields.text("code", message.error.code, Need::required);
  fields.text("message", message.error.message);
  fields.text("hint", message.error.hint);
  fields.boolean("fatal", message.fatal);
  return finished(fields, std::move(message));
}

model::Expected<Message> readHeartbeat(Fields& fields) {
  Heartbeat message;
  fields.text("phase", message.phase);
  fields.integer("since_gpu_ms", message.sinceGpuMs);
  fields.integer("queued", message.queued);
  return finished(fields, std::move(message));
}

}  // namespace

bool looksLikeHello(std::string_view text) {
  if (text.find(kMagic) == std::string_view::npos || text.size() > kMaxLineBytes) return false;
  const auto parsed = parseJson(text, lineLimits());
  if (!parsed || !(*parsed)->is_object()) return false;
  const auto magic = (*parsed)->find("magic");
  return magic != (*parsed)->end() && magic->is_string() && *magic == std::string(kMagic);
}

model::Expected<Message> parseMessage(std::string_view text) {
  const auto parsed = parseJson(text, lineLimits());
  if (!parsed) {
    return model::fail("bad_message", "the worker sent a line that is no message, " + excerpt(text) + ": " + parsed.error().message);
  }
  Fields fields(**parsed, {});
  std::string kind, magic;
  fields.text("magic", magic);
  // A hello of another version may be spelled otherwise: the magic and the version are all that is sure.
  if (fields.ok() && magic == kMagic) return readHello(fields);
  fields.text("kind", kind, Need::required);
  if (auto done = fields.finish(); !done) {
    return model::fail("bad_message", "the worker sent a line that is no message, " + excerpt(text) + ": " + done.error().message);
  }
  if (kind == "accepted") {
    Accepted message;
    fields.integer("id", message.id, Need::required);
    return finished(fields, message);
  }
  if (kind == "progress") return readProgress(fields);
  if (kind == "chunk") return readChunk(fields);
  if (kind == "result") return readResult(fields);
  if (kind == "error") return readError(fields);
  if (kind == "heartbeat") return readHeartbeat(fields);
  return model::fail("unknown_kind", "the worker sent a message of kind " + excerpt(kind) + ", which this program does not know",
                     "Use a dsmscope-worker of the same version as this program.");
}

std::string encode(const Hello& message) {
  JsonOut devices = JsonOut::array(), problems = JsonOut::array();
  for (const model::Device& device : message.devices) devices.push_back(toJson(device));
  for (const model::Error& problem : message.problems) problems.push_back(toJson(problem));
  return line({{"magic", kMagic},
               {"protocol", message.protocol},
               {"kind", "hello"},
               {"worker_version", message.workerVersion},
               {"devices", devices},
               {"driver", message.driver},
               {"runtime", message.runtime},
               {"cupti", message.cupti},
               {"problems", problems}});
}

std::string encode(const Accepted& message) { return line({{"id", message.id}, {"kind", "accepted"}}); }

std::string encode(const Progress& message) {
  return line({{"id", message.id},
               {"kind", "progress"},
               {"phase", message.phase},
               {"samples", message.samples},
               {"fraction", message.fraction},
               {"rate", message.rate},
               {"since_gpu_ms", message.sinceGpuMs}});
}

std::string encode(const Chunk& message) {
  return line({{"id", message.id}, {"kind", "chunk"}, {"index", message.index}, {"count", message.count}, {"data", message.data}});
}

std::string encode(const ErrorReply& message) {
  return line({{"id", message.id},
               {"kind", "error"},
               {"code", message.error.code},
               {"message", message.error.message},
               {"hint", message.error.hint},
               {"fatal", message.fatal}});
}

std::string encode(const Heartbeat& message) {
  return line({{"kind", "heartbeat"}, {"phase", message.phase}, {"since_gpu_ms", message.sinceGpuMs}, {"queued", message.queued}});
}

std::string encodeResult(std::uint64_t id, const JsonOut& body, std::size_t maxLineBytes) {
  std::string whole = "{\"id\":" + std::to_string(id) + ",\"kind\":\"result\",\"result\":" + dumpJson(body) + "}";
  if (whole.size() <= maxLineBytes) return whole + '\n';
  // Cut where a character begins, so that each chunk is text.
  std::vector<std::string_view> pieces;
  for (std::string_view rest = whole; !rest.empty();) {
    std::size_t size = std::min(kChunkBytes, rest.size());
    while (size < rest.size() && (static_cast<unsigned char>(rest[size]) & 0xc0u) == 0x80u) --size;
    pieces.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  std::string lines;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    lines += encode(Chunk{id, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(pieces.size()), std::string(pieces[i])});
  }
  return lines;
}

}  // namespace dsm::protocol
