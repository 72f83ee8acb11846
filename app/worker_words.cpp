// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker_words.h"

#include <algorithm>

#include <QCoreApplication>

namespace dsm::app {
namespace {

constexpr std::int64_t kSilentMs = 2000;  // no kernel of a sensible configuration takes longer without a word

QString words(const char* english) { return QCoreApplication::translate("dsm::app::Worker", english); }

QString withoutStop(const std::string& sentence) {
  QString text = QString::fromStdString(sentence);
  if (text.endsWith(QLatin1Char('.'))) text.chop(1);
  return text;
}

// "NVIDIA H200" -> "H200": the status bar has no room for the maker's name.
QString shortName(const model::Device& device) {
  QString name = QString::fromStdString(device.name);
  const QString maker = QStringLiteral("NVIDIA ");
  return name.startsWith(maker) ? name.mid(maker.size()) : name;
}

ui::WorkerStatus goneStatus(const WorkerView& view) {
  ui::WorkerStatus status;
  if (view.error.code.empty()) {
    status.state = ui::WorkerStatus::State::none;
    status.text = words("worker not started");
    return status;
  }
  const bool missing = view.error.code == "worker_missing";
  status.state = missing ? ui::WorkerStatus::State::none : ui::WorkerStatus::State::gone;
  status.text = missing ? words("no worker here") : words("worker gone");
  status.detail = QString::fromStdString(view.error.message);
  status.remedy = QString::fromStdString(view.error.hint);
  return status;
}

ui::WorkerStatus readyStatus(const WorkerView& view, const std::vector<model::Device>& devices) {
  ui::WorkerStatus status;
  if (devices.empty()) {
    status.state = ui::WorkerStatus::State::none;
    status.text = view.problems.empty() ? words("no GPU here") : withoutStop(view.problems.front().message);
    if (!view.problems.empty()) status.remedy = QString::fromStdString(view.problems.front().hint);
    return status;
  }
  status.state = ui::WorkerStatus::State::ready;
  status.text = words("%1 idle").arg(shortName(devices.front()));
  status.smClockHz = static_cast<double>(devices.front().clockHz);
  if (!view.problems.empty()) {
    status.detail = QString::fromStdString(view.problems.front().message);
    status.remedy = QString::fromStdString(view.problems.front().hint);
  }
  return status;
}

}  // namespace

ui::WorkerStatus workerStatus(const WorkerView& view, const std::vector<model::Device>& devices) {
  ui::WorkerStatus status;
  switch (view.state) {
    case WorkerHandle::State::starting:
      status.state = ui::WorkerStatus::State::starting;
      status.text = words("worker starting");
      break;
    case WorkerHandle::State::ready:
      return readyStatus(view, devices);
    case WorkerHandle::State::busy:
      status.state = ui::WorkerStatus::State::busy;
      status.text = view.gpuSilentMs > kSilentMs ? words("measuring; the GPU has not answered for %1 s").arg(view.gpuSilentMs / 1000)
                                                 : words("measuring");
      break;
    case WorkerHandle::State::cancelling:
      status.state = ui::WorkerStatus::State::cancelling;
      status.text = words("stopping");
      break;
    case WorkerHandle::State::gone:
      return goneStatus(view);
  }
  return status;
}

ui::RunProgress runProgress(const QueueProgress& progress) {
  ui::RunProgress shown;
  shown.done = progress.done;
  shown.total = progress.total;
  shown.label = QString::fromStdString(progress.variant);
  if (!progress.phase.empty()) shown.label += QStringLiteral(", ") + QString::fromStdString(progress.phase);
  shown.fraction = progress.fraction;
  shown.rate = progress.rate;
  shown.secondsLeft = progress.secondsLeft;
  return shown;
}

DeviceList deviceList(const std::vector<model::Device>& live, const model::Session& session, const std::string& wanted) {
  DeviceList list;
  for (const model::Device& device : live) list.choices.push_back({device, true, QString::fromStdString(device.mode)});
  for (const model::Device& device : session.devices) {
    const bool isLive = std::ranges::find(live, device.uuid, &model::Device::uuid) != live.end();
    if (!isLive) list.choices.push_back({device, false, words("recorded")});
  }
  if (!list.choices.empty()) list.current = 0;
  for (std::size_t index = 0; index < list.choices.size(); ++index) {
    if (!wanted.empty() && list.choices[index].device.uuid == wanted) list.current = static_cast<int>(index);
  }
  return list;
}

ui::Notice noticeOf(const model::Error& error, ui::Notice::Kind kind) {
  return {kind, QString::fromStdString(error.message), QString::fromStdString(error.hint)};
}

}  // namespace dsm::app
