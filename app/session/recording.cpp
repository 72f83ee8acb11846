// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recording.h"

#include <unistd.h>
#include <algorithm>
#include <memory>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPromise>
#include <QtEndian>

#include <nlohmann/json.hpp>

#include "app/background.h"
#include "app/session/session_file.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/session_file.h"

namespace dsm::app {
namespace {

constexpr std::uint64_t kMaxPartBytes = 256ull << 20;
constexpr const char* kReinstall = "Install DSMScope again, or open a session file.";

tl::unexpected<model::Error> bad(const QString& path, const std::string& why) {
  return model::fail("bad_recording", "The recording " + path.toStdString() + " cannot be used: " + why + ".", kReinstall);
}

// A name that stays inside the folder.
bool isPlainName(const std::string& name) { return !name.empty() && name.front() != '.' && name.find('/') == std::string::npos; }

RecordedExperiment experimentFromJson(const nlohmann::json& json) {
  RecordedExperiment entry;
  entry.id = json.at("id").get<std::string>();
  entry.file = json.at("file").get<std::string>();
  entry.bytes = json.at("bytes").get<std::uint64_t>();
  entry.textBytes = json.at("text_bytes").get<std::uint64_t>();
  entry.sha256 = json.at("sha256").get<std::string>();
  entry.runs = json.at("runs").get<std::size_t>();
  entry.pinned = json.value("pinned", std::vector<std::string>{});
  return entry;
}

model::Expected<RecordingIndex> indexFromJson(const nlohmann::json& json, const QString& path) {
  RecordingIndex index;
  try {
    if (json.at("format") != "dsmscope-recording") return bad(path, "it is not an index of recordings");
    if (const int version = json.at("version").get<int>(); version > kRecordingVersion) {
      return model::fail("newer_version",
                         "The recording " + path.toStdString() + " has version " + std::to_string(version) + "; this program reads up to " +
                             std::to_string(kRecordingVersion) + ".",
                         "Use a newer DSMScope.");
    }
    index.title = json.value("title", std::string{});
    index.made = json.value("made", std::string{});
    index.command = json.value("command", std::string{});
    index.workerVersion = json.value("worker_version", std::string{});
    auto devices = protocol::devicesFromJson(json.at("devices"), "devices");
    if (!devices) return bad(path, devices.error().message);
    index.devices = std::move(*devices);
    for (const nlohmann::json& entry : json.at("experiments")) index.experiments.push_back(experimentFromJson(entry));
  } catch (const nlohmann::json::exception& exception) {
    return bad(path, exception.what());
  }
  for (const RecordedExperiment& entry : index.experiments) {
    if (!isPlainName(entry.file)) return bad(path, "the file name " + entry.file + " leaves its folder");
  }
  return index;
}

// The session text of one part. qUncompress believes the length at the front, so that is checked first.
model::Expected<QByteArray> textOf(const QString& path, const RecordedExperiment& entry) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return bad(path, file.errorString().toStdString());
  if (static_cast<std::uint64_t>(file.size()) != entry.bytes) {
    return bad(path, "it has " + std::to_string(file.size()) + " bytes, its index says " + std::to_string(entry.bytes));
  }
  const QByteArray packed = file.readAll();
  if (QCryptographicHash::hash(packed, QCryptographicHash::Sha256).toHex() != QByteArray::fromStdString(entry.sha256)) {
    return bad(path, "its checksum differs from the index");
  }
  const std::uint64_t claimed = packed.size() < 4 ? 0 : qFromBigEndian<quint32>(packed.constData());
  if (claimed != entry.textBytes || claimed > kMaxPartBytes) return bad(path, "its length differs from the index");
  QByteArray text = qUncompress(packed);
  if (static_cast<std::uint64_t>(text.size()) != entry.textBytes) return bad(path, "it does not unpack");
  return text;
}

}  // namespace

const RecordedExperiment* RecordingIndex::experiment(std::string_view id) const {
  const auto found = std::ranges::find(experiments, id, &RecordedExperiment::id);
  return found == experiments.end() ? nullptr : &*found;
}

QString executableFolder() {
  char target[4096];
  const ssize_t length = ::readlink("/proc/self/exe", target, sizeof target);
  if (length <= 0 || length == static_cast<ssize_t>(sizeof target)) return QStringLiteral(".");
  return QFileInfo(QFile::decodeName(QByteArray(target, length))).absolutePath();
}

QString recordingFolder() {
  const QString chosen = qEnvironmentVariable("DSMSCOPE_RECORDINGS");
  return chosen.isEmpty() ? QDir::cleanPath(executableFolder() + QLatin1String("/../share/dsmscope/recordings")) : chosen;
}

model::Expected<RecordingIndex> readRecordingIndex(const QString& folder) {
  const QString path = folder + QLatin1String("/index.json");
  if (!QFileInfo::exists(path)) {
    return model::fail("no_recording", "There is no built-in recording at " + path.toStdString() + ".", kReinstall);
  }
  auto file = FileText::open(path);
  if (!file) return bad(path, file.error().message);
  const auto json = protocol::parseJson(file->text());
  if (!json) return bad(path, json.error().message);
  auto index = indexFromJson(**json, path);
  if (index) index->folder = folder;
  return index;
}

model::Expected<model::Session> readRecordedExperiment(const RecordingIndex& index, std::string_view id,
                                                       const model::Catalogue& catalogue) {
  const RecordedExperiment* entry = index.experiment(id);
  if (entry == nullptr) {
    return model::fail("no_recording", "The built-in recording holds nothing of " + std::string(id) + ".",
                       "Run it, or open a session file.");
  }
  const QString path = index.folder + QLatin1Char('/') + QString::fromStdString(entry->file);
  const auto text = textOf(path, *entry);
  if (!text) return tl::unexpected(text.error());
  auto loaded = protocol::parseSession({text->constData(), static_cast<std::size_t>(text->size())}, catalogue);
  if (!loaded) return bad(path, loaded.error().message);
  if (loaded->session.runs.size() != entry->runs) return bad(path, "its number of runs differs from the index");
  markRecorded(loaded->session);
  loaded->session.title = index.title;
  loaded->session.pinned = entry->pinned;
  return std::move(loaded->session);
}

RecordingFuture loadRecording(const QString& folder, const std::string& id, const model::Catalogue& catalogue) {
  auto promise = std::make_shared<QPromise<model::Expected<LoadedRecording>>>();
  promise->start();
  Background::start([promise, folder, id, &catalogue] {
    const auto load = [&]() -> model::Expected<LoadedRecording> {
      auto index = readRecordingIndex(folder);
      if (!index) return tl::unexpected(index.error());
      std::string wanted = id;
      for (const model::ExperimentSpec* spec : catalogue) {
        if (wanted.empty() && index->experiment(spec->info().id) != nullptr) wanted = spec->info().id;
      }
      auto session = readRecordedExperiment(*index, wanted, catalogue);
      if (!session) return tl::unexpected(session.error());
      return LoadedRecording{std::move(*index), wanted, std::make_shared<const model::Session>(std::move(*session))};
    };
    promise->addResult(load());
    promise->finish();
  });
  return promise->future();
}

}  // namespace dsm::app
