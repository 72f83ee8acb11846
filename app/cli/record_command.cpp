// SPDX-License-Identifier: GPL-3.0-or-later
// `dsmscope record`: makes the built-in recording. Runs are kept in partial files as they come, so that an interrupted
// recording goes on where it was; the compressed files and the index are written once all is there.
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/measure_job.h"
#include "app/cli/recording_plan.h"
#include "app/cli/run_table.h"
#include "app/session/recording_writer.h"
#include "app/session/session_file.h"
#include "app/worker/worker_command.h"
#include "gpu/protocol/exit_code.h"

namespace dsm::app {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::seconds kKeepEvery{10};

class Recorder : public QObject {
 public:
  Recorder(const QString& folder, RecordingExtent extent, std::vector<const model::ExperimentSpec*> specs,
           const model::Catalogue& catalogue)
      : m_folder(folder), m_extent(extent), m_specs(std::move(specs)), m_catalogue(catalogue) {}

  model::Expected<std::vector<model::RunRequest>> plan(const std::vector<model::Device>& devices,
                                                       const std::vector<model::Error>& problems);
  void take(const model::RunPtr& run);
  model::Expected<void> keep();  // the partial files
  model::Expected<void> finish(const std::string& workerVersion);
  std::string report() const;
  bool hasFailures() const;

 private:
  struct Part {
    model::Session session;
    std::size_t planned = 0;
    std::size_t illegal = 0;
    std::size_t resumed = 0;
    bool changed = false;
  };
  QString partialPath(const std::string& id) const {
    return m_folder + QLatin1Char('/') + QString::fromStdString(id) + QStringLiteral(".partial.dsmscope");
  }
  void resume(const model::ExperimentSpec& spec, Part& part, const model::Device& device);

  const QString m_folder;
  const RecordingExtent m_extent;
  const std::vector<const model::ExperimentSpec*> m_specs;
  const model::Catalogue& m_catalogue;
  std::map<std::string, Part> m_parts;
  steady_clock::time_point m_kept = steady_clock::now();
};

// Runs of an earlier, interrupted recording on the same device.
void Recorder::resume(const model::ExperimentSpec& spec, Part& part, const model::Device& device) {
  const QString path = partialPath(spec.info().id);
  if (!QFile::exists(path)) return;
  auto loaded = readSessionFile(path, m_catalogue);
  if (!loaded) {
    printError(loaded.error());
    return;
  }
  for (const model::RunPtr& run : loaded->session.runs) {
    if (run->status == model::RunStatus::ok && run->deviceUuid == device.uuid) part.session.runs.push_back(run);
  }
  part.resumed = part.session.runs.size();
}

model::Expected<std::vector<model::RunRequest>> Recorder::plan(const std::vector<model::Device>& devices,
                                                               const std::vector<model::Error>& problems) {
  if (devices.empty()) {
    if (!problems.empty()) return model::fail("no_device", problems.front().message, problems.front().hint);
    return model::fail("no_device", "The worker sees no GPU.", "Record on a machine with one.");
  }
  if (!QDir().mkpath(m_folder)) return model::fail("not_written", m_folder.toStdString() + " could not be made.", "Choose another folder.");
  const model::Device& device = devices.front();
  std::vector<model::RunRequest> requests;
  for (const model::ExperimentSpec* spec : m_specs) {
    Part& part = m_parts[spec->info().id];
    part.session.title = "Recording of " + device.name;
    part.session.origin = model::Origin::recorded;
    part.session.devices = {device};
    resume(*spec, part, device);
    const RecordingPlan planned = recordingPlan(*spec, device, m_extent);
    part.planned = planned.requests.size();
    part.illegal = planned.illegal;
    for (const model::RunRequest& request : planned.requests) {
      const bool have = std::ranges::any_of(part.session.runs, [&](const model::RunPtr& run) {
        return run->plan == request.plan && model::sameConfiguration(*spec, *run, request.variant, request.values);
      });
      if (!have) requests.push_back(request);
    }
  }
  return requests;
}

void Recorder::take(const model::RunPtr& run) {
  Part& part = m_parts[run->experiment];
  auto copy = std::make_shared<model::Run>(*run);
  // Unique over all experiments, since their parts end up in one document; stable, so that a pin survives a resume.
  for (std::size_t number = part.session.runs.size() + 1;; ++number) {
    copy->id = copy->experiment + "-" + copy->variant + "-" + std::to_string(number);
    if (part.session.run(copy->id) == nullptr) break;
  }
  part.session.runs.push_back(std::move(copy));
  part.changed = true;
  if (steady_clock::now() - m_kept < kKeepEvery) return;
  if (const auto kept = keep(); !kept) printError(kept.error());
}

model::Expected<void> Recorder::keep() {
  m_kept = steady_clock::now();
  for (auto& [id, part] : m_parts) {
    if (!part.changed) continue;
    if (auto written = writeSessionFile(partialPath(id), part.session, m_catalogue); !written) return written;
    part.changed = false;
  }
  return {};
}

bool Recorder::hasFailures() const {
  return std::ranges::any_of(m_parts, [](const auto& entry) {
    return std::ranges::any_of(entry.second.session.runs,
                               [](const model::RunPtr& run) { return run->status != model::RunStatus::ok || !run->validation.correct; });
  });
}

model::Expected<void> Recorder::finish(const std::string& workerVersion) {
  std::map<std::string, model::Session> sessions;
  for (auto& [id, part] : m_parts) {
    const model::ExperimentSpec* spec = model::findSpec(m_catalogue, id);
    const std::string& baseline = spec->info().baseline;
    const auto complete = model::completeValues(*spec, baseline, {});
    for (const model::RunPtr& run : part.session.runs) {
      if (complete && model::sameConfiguration(*spec, *run, baseline, *complete)) part.session.pinned = {run->id};
    }
    sessions[id] = part.session;
  }
  const std::string command = "dsmscope record --out " + m_folder.section(QLatin1Char('/'), -1).toStdString() +
                              (m_extent == RecordingExtent::quick ? " --quick" : "");
  const model::Device& device = m_parts.begin()->second.session.devices.front();
  auto written = writeRecording(m_folder, sessions, {"Built-in recording: " + device.name, command, workerVersion}, m_catalogue);
  if (!written) return written;
  for (const auto& [id, part] : m_parts) QFile::remove(partialPath(id));
  return {};
}

std::string Recorder::report() const {
  std::string text = "experiment       planned  resumed  recorded  illegal here\n";
  for (const auto& [id, part] : m_parts) {
    std::string line = id;
    const auto cell = [&](std::size_t column, std::size_t number) {
      const std::string digits = std::to_string(number);
      line.resize(std::max(line.size() + 1, column - std::min(column, digits.size())), ' ');
      line += digits;
    };
    cell(24, part.planned);
    cell(33, part.resumed);
    cell(43, part.session.runs.size());
    cell(57, part.illegal);
    text += line + "\n";
  }
  return text;
}

model::Expected<std::vector<const model::ExperimentSpec*>> specsFrom(const CommandLine& line, const model::Catalogue& catalogue) {
  if (!line.has(QStringLiteral("experiment"))) return catalogue;
  std::vector<const model::ExperimentSpec*> specs;
  for (const QString& name : line.values.at(QStringLiteral("experiment"))) {
    const auto spec = experimentNamed(name, catalogue);
    if (!spec) return tl::unexpected(spec.error());
    specs.push_back(*spec);
  }
  return specs;
}

// What stands in the folder after the job, and the exit code.
int conclude(Recorder& recorder, const MeasureJob& job) {
  if (!job.error().code.empty()) printError(job.error());
  if (job.devices().empty()) return job.exitCode();
  if (const auto kept = recorder.keep(); !kept) {
    printError(kept.error());
    return protocol::kExitNotWritten;
  }
  const bool complete = job.error().code.empty() && !recorder.hasFailures();
  if (complete) {
    if (const auto written = recorder.finish(job.workerVersion()); !written) {
      printError(written.error());
      return protocol::kExitNotWritten;
    }
  } else {
    printNote("The recording is not complete; run the same command again to go on.");
  }
  if (const auto printed = printOut(recorder.report()); !printed) return protocol::kExitNotWritten;
  return complete ? protocol::kExitDone : std::max(job.exitCode(), static_cast<int>(protocol::kExitFailed));
}

}  // namespace

int recordCommand(const CommandLine& line, const model::Catalogue& catalogue) {
  const auto command = workerCommand(line.value(QStringLiteral("worker")));
  const auto specs = specsFrom(line, catalogue);
  const QString folder = QDir::cleanPath(line.value(QStringLiteral("out")));
  if (!command || !specs || line.value(QStringLiteral("out")).isEmpty()) {
    printError(!command ? command.error()
               : !specs ? specs.error()
                        : model::Error{"usage", "--out DIR is missing.", "Name the folder of the recording."});
    return protocol::kExitUsage;
  }
  Recorder recorder(folder, line.has(QStringLiteral("quick")) ? RecordingExtent::quick : RecordingExtent::full, *specs, catalogue);
  MeasureJob* measuring = nullptr;
  MeasureJob job(*command, catalogue,
                 [&](const std::vector<model::Device>& devices) { return recorder.plan(devices, measuring->problems()); });
  measuring = &job;
  int count = 0;
  int total = 0;
  QObject::connect(&job, &MeasureJob::progressChanged,
                   [&total](const QueueProgress& progress) { total = std::max(total, progress.total); });
  QObject::connect(&job, &MeasureJob::runArrived, [&](const model::RunPtr& run) {
    recorder.take(run);
    printNote(std::to_string(++count) + " of " + std::to_string(total) + ": " + runSentence(*run, catalogue));
  });
  QObject::connect(&job, &MeasureJob::finished, QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
  onInterrupt(&job, [&job] { job.stop(); });
  job.start();
  QCoreApplication::exec();
  return conclude(recorder, job);
}

}  // namespace dsm::app
