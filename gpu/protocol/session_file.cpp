// SPDX-License-Identifier: Apache-2.0
// Reading, writing and checking sessions. Runs come through the parser's hook, one at a time; a fault in a run
// is reported only once the header is known to be ours, so that a newer file says that it is newer.
#include "gpu/protocol/session_file.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_reader.h"
#include "gpu/protocol/json_values.h"

namespace dsm::protocol {
namespace {

constexpr std::string_view kFormat = "dsmscope-session";

using OnRun = std::function<model::Expected<void>(std::size_t index, const JsonIn& json, const model::Run& run)>;

model::Expected<void> checkHeader(const JsonIn& root) {
  const auto format = root.is_object() ? root.find("format") : root.end();
  if (!root.is_object() || format == root.end() || !format->is_string() || *format != std::string(kFormat)) {
    return model::fail("not_a_session", "no DSMScope session: \"format\" is not \"" + std::string(kFormat) + "\"");
  }
  const auto version = root.find("version");
  const auto number = version == root.end() ? std::nullopt : Fields::asInteger<std::int64_t>(*version);
  if (!number || *number < 1) return model::fail("not_a_session", "version: a number from 1 expected");
  if (*number > kSessionVersion) {
    return model::fail(
        "newer_version",
        "the session has version " + std::to_string(*number) + ", this program reads up to " + std::to_string(kSessionVersion),
        "Open it with the DSMScope that wrote it; it was not changed.");
  }
  return {};
}

// Everything but the runs.
model::Expected<void> readRoot(const JsonIn& root, LoadedSession& loaded) {
  model::Session& session = loaded.session;
  std::string origin(model::originName(session.origin));
  Fields fields(root, {}, &loaded.remarks);
  fields.find("format");
  fields.find("version");
  fields.text("title", session.title);
  fields.text("origin", origin);
  fields.texts("pinned", session.pinned);
  if (const auto known = model::originFromName(origin)) {
    session.origin = *known;
  } else {
    fields.fail("origin", '"' + origin + "\" is no origin");
  }
  if (const JsonIn* runs = fields.find("runs"); runs != nullptr && !runs->is_array()) {
    fields.fail("runs", kindOf(*runs) + ", an array expected");
  }
  if (const JsonIn* devices = fields.find("devices"); devices != nullptr) {
    if (!devices->is_array()) fields.fail("devices", kindOf(*devices) + ", an array expected");
    for (std::size_t i = 0; fields.ok() && i < devices->size(); ++i) {
      auto device = deviceFromJson((*devices)[i], joinPath("devices", i), &loaded.remarks);
      if (!device) {
        fields.fail(std::move(device.error()));
      } else if (session.device(device->uuid) != nullptr) {
        fields.fail(joinPath("devices", i) + ".uuid", device->uuid + " is there twice");
      } else {
        session.devices.push_back(std::move(*device));
      }
    }
  }
  return fields.finish();
}

// What holds between the parts: run ids once each, devices and pins that exist.
model::Expected<void> checkReferences(LoadedSession& loaded) {
  model::Session& session = loaded.session;
  std::set<std::string_view> uuids, ids;
  for (const model::Device& device : session.devices) uuids.insert(device.uuid);
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    const model::Run& run = *session.runs[i];
    if (!ids.insert(run.id).second) return model::fail("bad_json", joinPath("runs", i) + ".id: " + run.id + " is there twice");
    if (!run.deviceUuid.empty() && !uuids.contains(run.deviceUuid)) {
      return model::fail("bad_json", joinPath("runs", i) + ".device_uuid: " + run.deviceUuid + " is none of the session's devices");
    }
  }
  std::vector<std::string> pinned;
  for (std::size_t i = 0; i < session.pinned.size(); ++i) {
    if (ids.contains(session.pinned[i])) {
      pinned.push_back(session.pinned[i]);
    } else {
      loaded.remarks.push_back(joinPath("pinned", i) + ": there is no run " + session.pinned[i] + ", not kept");
    }
  }
  session.pinned = std::move(pinned);
  return {};
}

model::Expected<LoadedSession> parse(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits,
                                     const OnRun& onRun) {
  LoadedSession loaded;
  std::optional<model::Error> runError;
  const ElementHook hook{"runs", [&](std::size_t index, const JsonIn& json) -> model::Expected<void> {
                           if (limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed)) {
                             return model::fail("cancelled", "reading was stopped");
                           }
                           if (runError) return {};
                           auto run = runFromJson(json, catalogue, joinPath("runs", index), &loaded.remarks);
                           if (!run) {
                             runError = run.error();
                             return {};
                           }
                           if (onRun) {
                             if (auto done = onRun(index, json, *run); !done) runError = done.error();
                           }
                           loaded.session.runs.push_back(std::make_shared<const model::Run>(std::move(*run)));
                           return {};
                         }};
  const model::Expected<JsonIn> root = parseWithHook(text, limits, hook);
  if (!root) return tl::unexpected<model::Error>(root.error());
  if (auto done = checkHeader(*root); !done) return tl::unexpected<model::Error>(done.error());
  if (runError) return tl::unexpected<model::Error>(*runError);
  if (auto done = readRoot(*root, loaded); !done) return tl::unexpected<model::Error>(done.error());
  if (auto done = checkReferences(loaded); !done) return tl::unexpected<model::Error>(done.error());
  return loaded;
}

// Equal as far as a double written and read back, then computed again by another libm, can be.
bool sameNumber(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::string shown(double value) { return dumpJson(JsonOut(value)); }

model::Expected<void> compareStatistic(const std::string& path, const JsonIn& inFile, const model::Summary& summary,
                                       std::size_t& compared) {
  Fields fields(inFile, path);
  const std::pair<const char*, double> expected[] = {
      {"n", static_cast<double>(summary.n)}, {"median", summary.median},   {"low", summary.median95.low}, {"high", summary.median95.high},
      {"minimum", summary.minimum},          {"maximum", summary.maximum}, {"mad", summary.mad}};
  for (const auto& [key, value] : expected) {
    double found = 0;
    fields.real(key, found, Fields::Need::required);
    if (auto done = fields.finish(); !done) return done;
    ++compared;
    if (!sameNumber(found, value)) {
      return model::fail("differs", path + "." + key + ": " + shown(found) + " in the file, " + shown(value) + " from its " +
                                        std::to_string(summary.n) + " samples");
    }
  }
  return {};
}

model::Expected<void> compareRun(std::size_t index, const JsonIn& json, const model::Run& run, const model::Catalogue& catalogue,
                                 SessionCheck& check) {
  ++check.runs;
  for (const model::Sample& sample : run.samples) {
    for (const double value : {sample.elapsedNs, sample.cycles, sample.smClockHz}) check.notFinite += std::isfinite(value) ? 0 : 1;
  }
  const auto inFile = json.find("summary");
  const model::ExperimentSpec* spec = model::findSpec(catalogue, run.experiment);
  const auto recomputed = spec == nullptr ? std::vector<std::pair<std::string, model::Summary>>{} : summariesOf(run, *spec);
  if (recomputed.empty()) ++check.withoutSpec;
  if (inFile == json.end() || recomputed.empty()) return {};
  const std::string path = joinPath("runs", index) + ".summary";
  if (!inFile->is_object()) return model::fail("bad_json", path + ": " + kindOf(*inFile) + ", an object expected");
  for (const auto& [quantity, block] : inFile->items()) {
    const auto known = std::ranges::find_if(recomputed, [&](const auto& entry) { return entry.first == quantity; });
    const std::string at = joinPath(path, quantity);
    if (known == recomputed.end()) return model::fail("differs", at + ": " + run.experiment + " has no such quantity");
    if (auto done = compareStatistic(at, block, known->second, check.statistics); !done) return done;
  }
  return {};
}

}  // namespace

model::Expected<LoadedSession> parseSession(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits) {
  return parse(text, catalogue, limits, {});
}

std::string writeSession(const model::Session& session, const model::Catalogue& catalogue) {
  const auto list = [](std::string& text, std::string_view key, const auto& items, const auto& line) {
    text += ",\n\"" + std::string(key) + "\":[";
    bool first = true;
    for (const auto& item : items) {
      text += first ? "\n" : ",\n";
      text += dumpJson(line(item));
      first = false;
    }
    text += first ? "]" : "\n]";
  };
  std::string text = "{\"format\":\"" + std::string(kFormat) + "\",\"version\":" + std::to_string(kSessionVersion);
  text += ",\n\"title\":" + dumpJson(JsonOut(session.title));
  text += ",\n\"origin\":" + dumpJson(JsonOut(model::originName(session.origin)));
  list(text, "devices", session.devices, [](const model::Device& device) { return toJson(device); });
  list(text, "runs", session.runs, [&](const model::RunPtr& run) { return toJson(*run, catalogue); });
  list(text, "pinned", session.pinned, [](const std::string& id) { return JsonOut(id); });
  return text + "\n}\n";
}

model::Expected<SessionCheck> checkSession(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits) {
  SessionCheck check;
  const auto loaded = parse(text, catalogue, limits, [&](std::size_t index, const JsonIn& json, const model::Run& run) {
    return compareRun(index, json, run, catalogue, check);
  });
  if (!loaded) return tl::unexpected<model::Error>(loaded.error());
  return check;
}

}  // namespace dsm::protocol
