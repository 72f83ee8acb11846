// SPDX-License-Identifier: Apache-2.0
// App to worker: writing and reading requests.
#include <nlohmann/json.hpp>

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/json_values.h"
#include "gpu/protocol/message.h"

namespace dsm::protocol {
namespace {

using Need = Fields::Need;

JsonOut questionToJson(const LegalityQuestion& question, const model::Catalogue& catalogue) {
  return {{"experiment", question.experiment},
          {"variant", question.variant},
          {"values", valuesToJson(question.values, model::findSpec(catalogue, question.experiment))},
          {"device_uuid", question.deviceUuid}};
}

}  // namespace

tl::expected<Request, BadRequest> parseRequest(std::string_view line) {
  Request request;
  const auto bad = [&](const model::Error& error) {
    return tl::unexpected<BadRequest>(BadRequest{
        request.id,
        {"bad_request", "the request cannot be read: " + error.message, "Send {\"id\":1,\"kind\":\"ping\"}, one object a line."}});
  };
  ParseLimits limits;
  limits.maxBytes = kMaxLineBytes;
  const auto parsed = parseJson(line, limits);
  if (!parsed) return bad(parsed.error());
  Fields fields(**parsed, {});
  fields.integer("id", request.id, Need::required);
  fields.text("kind", request.kind, Need::required);
  fields.integer("timeout_ms", request.timeoutMs);
  JsonIn params = JsonIn::object();
  if (const JsonIn* given = fields.find("params"); given != nullptr && !given->is_null()) {
    if (!given->is_object()) fields.fail("params", kindOf(*given) + ", an object expected");
    params = *given;
  }
  if (fields.ok() && request.id == 0) fields.fail("id", "0, a number from 1 expected");
  if (auto done = fields.finish(); !done) return bad(done.error());
  request.params = std::make_shared<const JsonIn>(std::move(params));
  return request;
}

model::Expected<LegalityQuestion> legalityQuestionFromJson(const JsonIn& json, const model::Catalogue& catalogue) {
  LegalityQuestion question;
  Fields fields(json, "params");
  fields.text("experiment", question.experiment, Need::required);
  fields.text("variant", question.variant, Need::required);
  const model::ExperimentSpec* spec = model::findSpec(catalogue, question.experiment);
  fields.nested("values", question.values, [&](const JsonIn& inner, const std::string& at) { return valuesFromJson(inner, spec, at); });
  fields.text("device_uuid", question.deviceUuid);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return question;
}

model::Expected<std::uint64_t> cancelTargetFromJson(const JsonIn& json) {
  std::uint64_t target = 0;
  Fields fields(json, "params");
  fields.integer("target", target, Need::required);
  if (auto done = fields.finish(); !done) return tl::unexpected<model::Error>(done.error());
  return target;
}

std::string encodeRequest(std::uint64_t id, std::string_view kind, const JsonOut& params, std::uint64_t timeoutMs) {
  JsonOut json = {{"id", id}, {"kind", kind}, {"params", params}};
  if (timeoutMs > 0) json["timeout_ms"] = timeoutMs;
  return dumpJson(json) + '\n';
}

std::string encodeDevices(std::uint64_t id, std::uint64_t timeoutMs) { return encodeRequest(id, "devices", JsonOut::object(), timeoutMs); }

std::string encodeRun(std::uint64_t id, const model::RunRequest& request, const model::Catalogue& catalogue, std::uint64_t timeoutMs) {
  return encodeRequest(id, "run", toJson(request, catalogue), timeoutMs);
}

std::string encodeLegality(std::uint64_t id, const LegalityQuestion& question, const model::Catalogue& catalogue, std::uint64_t timeoutMs) {
  return encodeRequest(id, "legality", questionToJson(question, catalogue), timeoutMs);
}

std::string encodeCancel(std::uint64_t id, std::uint64_t target) { return encodeRequest(id, "cancel", {{"target", target}}); }

std::string encodePing(std::uint64_t id) { return encodeRequest(id, "ping", JsonOut::object()); }

}  // namespace dsm::protocol
