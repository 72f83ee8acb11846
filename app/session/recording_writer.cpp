// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recording_writer.h"

#include <algorithm>

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>

#include <nlohmann/json.hpp>

#include "app/session/atomic_file.h"
#include "app/session/recording.h"
#include "gpu/protocol/json_model.h"
#include "gpu/protocol/session_file.h"

namespace dsm::app {
namespace {

constexpr int kBestCompression = 9;

void collectDevices(const model::Session& session, std::vector<model::Device>& devices) {
  for (const model::Device& device : session.devices) {
    if (std::ranges::find(devices, device.uuid, &model::Device::uuid) == devices.end()) devices.push_back(device);
  }
}

}  // namespace

model::Expected<void> writeRecording(const QString& folder, const std::map<std::string, model::Session>& sessions,
                                     const RecordingNote& note, const model::Catalogue& catalogue) {
  if (!QDir().mkpath(folder)) {
    return model::fail("not_written", folder.toStdString() + " could not be made.", "Choose another folder.");
  }
  protocol::JsonOut experiments = protocol::JsonOut::array();
  std::vector<model::Device> devices;
  for (const auto& [id, session] : sessions) {
    const std::string text = protocol::writeSession(session, catalogue);
    const QByteArray packed = qCompress(reinterpret_cast<const uchar*>(text.data()), static_cast<qsizetype>(text.size()), kBestCompression);
    const std::string file = id + ".dsmscope.z";
    const auto written = writeFileAtomically(folder + QLatin1Char('/') + QString::fromStdString(file),
                                             {packed.constData(), static_cast<std::size_t>(packed.size())});
    if (!written) return written;
    collectDevices(session, devices);
    experiments.push_back({{"id", id},
                           {"file", file},
                           {"bytes", packed.size()},
                           {"text_bytes", text.size()},
                           {"sha256", QCryptographicHash::hash(packed, QCryptographicHash::Sha256).toHex().toStdString()},
                           {"runs", session.runs.size()},
                           {"pinned", session.pinned}});
  }
  protocol::JsonOut deviceList = protocol::JsonOut::array();
  for (const model::Device& device : devices) deviceList.push_back(protocol::toJson(device));
  const protocol::JsonOut index = {{"format", "dsmscope-recording"},
                                   {"version", kRecordingVersion},
                                   {"title", note.title},
                                   {"made", QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString()},
                                   {"command", note.command},
                                   {"worker_version", note.workerVersion},
                                   {"devices", deviceList},
                                   {"experiments", experiments}};
  return writeFileAtomically(folder + QLatin1String("/index.json"), protocol::dumpJson(index, 2) + "\n");
}

}  // namespace dsm::app
