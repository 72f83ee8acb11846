// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope devices`: what the worker sees. Without a device: says why, exit code 69.
#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/measure_job.h"
#include "app/worker/worker_command.h"
#include "gpu/protocol/exit_code.h"
#include "gpu/protocol/json_model.h"

namespace dsm::app {
namespace {

std::string jsonText(const MeasureJob& job) {
  protocol::JsonOut devices = protocol::JsonOut::array();
  for (const model::Device& device : job.devices()) devices.push_back(protocol::toJson(device));
  protocol::JsonOut problems = protocol::JsonOut::array();
  for (const model::Error& problem : job.problems()) problems.push_back(protocol::toJson(problem));
  return protocol::dumpJson({{"worker_version", job.workerVersion()}, {"devices", devices}, {"problems", problems}}, 2) + "\n";
}

std::string humanText(const std::vector<model::Device>& devices) {
  std::string text;
  for (std::size_t index = 0; index < devices.size(); ++index) {
    const model::Device& device = devices[index];
    text += std::to_string(index) + "  " + device.name + "  " + device.uuid + "\n   CC " + std::to_string(device.ccMajor) + "." +
            std::to_string(device.ccMinor) + ", " + std::to_string(device.smCount) + " SMs, " + std::to_string(device.memoryBytes >> 30) +
            " GiB, " + std::to_string(device.sharedPerBlockOptin / 1024) + " KiB of shared memory a block, clusters up to " +
            std::to_string(device.maxClusterNonPortable) + (device.driver.empty() ? std::string() : ", driver " + device.driver) +
            (device.mode.empty() ? std::string() : ", " + device.mode) + "\n";
  }
  return text;
}

}  // namespace

int devicesCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto command = workerCommand(line.value(QStringLiteral("worker")));
  if (!command) {
    printError(command.error());
    return protocol::kExitUsage;
  }
  MeasureJob job(*command, catalogue, [](const auto&) { return std::vector<model::RunRequest>{}; });
  QObject::connect(&job, &MeasureJob::finished, QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
  onInterrupt(&job, [&job] { job.stop(); });
  job.start();
  QCoreApplication::exec();
  if (!job.error().code.empty()) {
    printError(job.error());
    return job.exitCode();
  }
  const bool json = line.has(QStringLiteral("json"));
  if (const auto printed = printOut(json ? jsonText(job) : humanText(job.devices())); !printed) {
    printError(printed.error());
    return protocol::kExitNotWritten;
  }
  if (!job.devices().empty()) return protocol::kExitDone;
  printError(job.problems().empty() ? model::Error{"no_device", "The worker sees no GPU.", ""} : job.problems().front());
  return protocol::kExitNoDevice;
}

}  // namespace dsm::app
