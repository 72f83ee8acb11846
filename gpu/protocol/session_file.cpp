// SPDX-License-Identifier: Apache-2.0
// Reading, writing and checking sessions. Runs come through the parser's hook, one at a time; what a fault in a run
// means is decided once the header is read: an error, or something that a newer version does differently.
#include "gpu/protocol/session_file.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/json_reader.h"
#include "gpu/protocol/json_unknown.h"
#include "gpu/protocol/json_values.h"

namespace dsm::protocol {
namespace {

constexpr std::string_view kFormat = "dsmscope-session";

using OnRun = std::function<model::Expected<void>(std::size_t index, const JsonIn& json, const model::Run& run)>;

// The version, if it is a session at all.
model::Expected<int> checkHeader(const JsonIn& root) {
  const auto format = root.is_object() ? root.find("format") : root.end();
  if (!root.is_object() || format == root.end() || !format->is_string() || *format != std::string(kFormat)) {
    return model::fail("not_a_session", "no DSMScope session: \"format\" is not \"" + std::string(kFormat) + "\"");
  }
  const auto version = root.find("version");
  const auto number = version == root.end() ? std::nullopt : Fields::asInteger<int>(*version);
  if (!number || *number < 1) return model::fail("not_a_session", "version: a number from 1 expected");
  return *number;
}

tl::unexpected<model::Error> newerVersion(int version) {
  return model::fail(
      "newer_version",
      "the session has version " + std::to_string(version) + ", this program reads up to " + std::to_string(kSessionVersion),
      "Open it with the DSMScope that wrote it; it was not changed.");
}

void readDevices(const JsonIn& devices, Fields& fields, model::Session& session, Unread& unread) {
  if (!devices.is_array()) return fields.fail("devices", kindOf(devices) + ", an array expected");
  for (std::size_t i = 0; fields.ok() && i < devices.size(); ++i) {
    auto device = deviceFromJson(devices[i], joinPath("devices", i), &unread);
    if (!device) {
      fields.fail(std::move(device.error()));
    } else if (session.device(device->uuid) != nullptr) {
      fields.fail(joinPath("devices", i) + ".uuid", device->uuid + " is there twice");
    } else {
      session.devices.push_back(std::move(*device));
    }
  }
}

// What nobody asked for goes to its owner: the session, or one of its devices.
void keepUnknown(model::UnknownFields taken, model::Session& session) {
  static constexpr std::string_view kDevices = "/devices/";
  for (model::UnknownField& field : taken) {
    if (field.path == "/view_state") {
      session.viewState = std::move(field.json);
    } else if (field.path.starts_with(kDevices)) {
      const std::size_t slash = field.path.find('/', kDevices.size());
      const auto index = static_cast<std::size_t>(std::stoul(field.path.substr(kDevices.size(), slash - kDevices.size())));
      session.unknownOfDevices[session.devices[index].uuid].push_back({field.path.substr(slash), std::move(field.json)});
    } else {
      session.unknown.push_back(std::move(field));
    }
  }
}

// Everything but the runs.
model::Expected<void> readRoot(std::string_view text, const JsonIn& root, LoadedSession& loaded) {
  model::Session& session = loaded.session;
  std::string origin(model::originName(session.origin));
  Unread unread;
  Fields fields(root, {}, &unread);
  fields.find("format");
  fields.find("version");
  fields.text("title", session.title);
  fields.text("origin", origin);
  fields.text("notes", session.notes);
  fields.texts("pinned", session.pinned);
  if (const auto known = model::originFromName(origin)) {
    session.origin = *known;
  } else {
    fields.fail("origin", '"' + origin + "\" is no origin");
  }
  if (const JsonIn* runs = fields.find("runs"); runs != nullptr && !runs->is_array()) {
    fields.fail("runs", kindOf(*runs) + ", an array expected");
  }
  if (const JsonIn* devices = fields.find("devices"); devices != nullptr) readDevices(*devices, fields, session, unread);
  if (const JsonIn* state = fields.find("view_state"); state != nullptr) {
    if (!state->is_object()) fields.fail("view_state", kindOf(*state) + ", an object expected");
    unread.push_back({&root, "view_state"});  // its text is kept, its meaning is the window's
  }
  if (auto done = fields.finish(); !done) return done;
  keepUnknown(takeUnknown(text, root, unread), session);
  return {};
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

// The runs as the parser brings them. A fault in one is kept until it is known whether a newer version wrote it.
class RunReader {
 public:
  RunReader(const model::Catalogue& catalogue, const ParseLimits& limits, const OnRun& onRun, LoadedSession& loaded)
      : m_catalogue(catalogue), m_limits(limits), m_onRun(onRun), m_loaded(loaded) {}

  model::Expected<void> take(std::size_t index, const JsonIn& json, std::string_view text) {
    if (m_limits.cancel != nullptr && m_limits.cancel->load(std::memory_order_relaxed)) return model::fail("cancelled", "reading was stopped");
    if (faults.size() >= kMostFaults) return {};
    Unread unread;
    auto run = runFromJson(json, m_catalogue, joinPath("runs", index), &unread);
    if (run && m_onRun) {
      if (auto done = m_onRun(index, json, *run); !done) run = tl::unexpected<model::Error>(done.error());
    }
    if (!run) {
      faults.push_back(run.error());
      return {};
    }
    run->unknown = takeUnknown(text, json, unread);
    m_loaded.session.runs.push_back(std::make_shared<const model::Run>(std::move(*run)));
    return {};
  }

  static constexpr std::size_t kMostFaults = 20;
  std::vector<model::Error> faults;

 private:
  const model::Catalogue& m_catalogue;
  const ParseLimits& m_limits;
  const OnRun& m_onRun;
  LoadedSession& m_loaded;
};

// Valid UTF-8: `text` itself, or `replaced` with U+FFFD for what is none, and a remark that says where.
std::string_view inUtf8(std::string_view text, std::string& replaced, Remarks& remarks) {
  const std::size_t invalid = firstInvalidUtf8(text);
  if (invalid == std::string_view::npos) return text;
  remarks.push_back("a text that is not UTF-8 at byte " + std::to_string(invalid + 1) + ", replaced by U+FFFD");
  replaced = replaceInvalidUtf8(text);
  return replaced;
}

model::Expected<LoadedSession> parse(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits,
                                     const OnRun& onRun) {
  LoadedSession loaded;
  std::string replaced;
  if (text.size() <= limits.maxBytes) text = inUtf8(text, replaced, loaded.remarks);
  RunReader reader(catalogue, limits, onRun, loaded);
  const ElementHook hook{"runs", [&](std::size_t index, const JsonIn& json, std::string_view element) {
                           return reader.take(index, json, element);
                         }};
  const model::Expected<JsonIn> root = parseWithHook(text, limits, hook);
  if (!root) return tl::unexpected<model::Error>(root.error());
  const model::Expected<int> version = checkHeader(*root);
  if (!version) return tl::unexpected<model::Error>(version.error());
  loaded.version = *version;
  const bool newer = loaded.version > kSessionVersion;
  if (newer) {
    for (const model::Error& fault : reader.faults) loaded.remarks.push_back(fault.message + ", left out");
    if (loaded.session.runs.empty() && !reader.faults.empty()) return newerVersion(loaded.version);
  } else if (!reader.faults.empty()) {
    return tl::unexpected<model::Error>(reader.faults.front());
  }
  auto done = readRoot(text, *root, loaded);
  if (done) done = checkReferences(loaded);
  if (done) return loaded;
  if (newer) return newerVersion(loaded.version);
  return tl::unexpected<model::Error>(done.error());
}

// Equal as far as a double written and read back, then computed again by another libm, can be.
bool sameNumber(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return !std::isfinite(a) && !std::isfinite(b);  // null in the file
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
    const auto known = std::ranges::find(recomputed, quantity, &std::pair<std::string, model::Summary>::first);
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

std::string runText(const model::Run& run, const model::Catalogue& catalogue, FileOrigins origins) {
  JsonOut json = toJson(run, catalogue);
  if (origins == FileOrigins::recorded && run.origin == model::Origin::measured) json["origin"] = model::originName(model::Origin::recorded);
  return withUnknown(dumpJson(json), run.unknown);
}

std::string writeSession(const model::Session& session, const model::Catalogue& catalogue, FileOrigins origins) {
  const auto list = [](std::string& text, std::string_view key, const auto& items, const auto& line) {
    text += ",\n\"" + std::string(key) + "\":[";
    bool first = true;
    for (const auto& item : items) {
      text += first ? "\n" : ",\n";
      text += line(item);
      first = false;
    }
    text += first ? "]" : "\n]";
  };
  const bool recorded = origins == FileOrigins::recorded && session.origin == model::Origin::measured;
  std::string text = "{\"format\":\"" + std::string(kFormat) + "\",\"version\":" + std::to_string(kSessionVersion);
  text += ",\n\"title\":" + dumpJson(JsonOut(session.title));
  text += ",\n\"origin\":" + dumpJson(JsonOut(model::originName(recorded ? model::Origin::recorded : session.origin)));
  if (!session.notes.empty()) text += ",\n\"notes\":" + dumpJson(JsonOut(session.notes));
  list(text, "devices", session.devices, [&](const model::Device& device) {
    const auto unknown = session.unknownOfDevices.find(device.uuid);
    return withUnknown(dumpJson(toJson(device)), unknown == session.unknownOfDevices.end() ? model::UnknownFields{} : unknown->second);
  });
  list(text, "runs", session.runs, [&](const model::RunPtr& run) { return runText(*run, catalogue, origins); });
  list(text, "pinned", session.pinned, [](const std::string& id) { return dumpJson(JsonOut(id)); });
  if (!session.viewState.empty()) text += ",\n\"view_state\":" + session.viewState;
  for (const model::UnknownField& field : session.unknown) {
    text += ",\n" + dumpJson(JsonOut(keyOfPointer(field.path))) + ':' + field.json;
  }
  return text + "\n}\n";
}

model::Expected<SessionCheck> checkSession(std::string_view text, const model::Catalogue& catalogue, const ParseLimits& limits) {
  SessionCheck check;
  const auto loaded = parse(text, catalogue, limits, [&](std::size_t index, const JsonIn& json, const model::Run& run) {
    return compareRun(index, json, run, catalogue, check);
  });
  if (!loaded) return tl::unexpected<model::Error>(loaded.error());
  if (loaded->version > kSessionVersion) return newerVersion(loaded->version);
  return check;
}

}  // namespace dsm::protocol
