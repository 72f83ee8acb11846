// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/session_fixture.h"

#include <ctime>
#include <map>

#include <QFile>

#include "app/session/recording_writer.h"
#include "gpu/experiments/catalogue.h"
#include "tests/fake_worker/canned_run.h"

namespace dsm::test {

model::Session cannedSession(const std::string& experiment, int count) {
  const model::ExperimentSpec* spec = model::findSpec(experiments::catalogue(), experiment);
  model::Session session;
  session.title = "canned";
  session.devices = {cannedDevice()};
  const auto& variants = spec->info().variants;
  for (int number = 1; number <= count; ++number) {
    const std::string& variant = variants[static_cast<std::size_t>(number - 1) % variants.size()].id;
    auto run = cannedRun(*spec, {experiment, variant, {}, {}, {}}, "run-" + std::to_string(number));
    if (!run) qFatal("canned run: %s", run.error().message.c_str());
    session.runs.push_back(std::make_shared<const model::Run>(std::move(*run)));
  }
  return session;
}

void writeCannedRecording(const QString& folder) {
  std::map<std::string, model::Session> sessions;
  for (const model::ExperimentSpec* spec : experiments::catalogue()) {
    model::Session session = cannedSession(spec->info().id, 4);
    for (model::RunPtr& run : session.runs) {  // unique over all experiments, as in a real recording
      auto copy = std::make_shared<model::Run>(*run);
      copy->id = spec->info().id + "-" + run->id;
      run = std::move(copy);
    }
    session.pinned = {spec->info().id + "-run-1"};
    sessions[spec->info().id] = std::move(session);
  }
  const auto written = app::writeRecording(folder, sessions, {"Canned recording", "a test", "fake"}, experiments::catalogue());
  if (!written) qFatal("canned recording: %s", written.error().message.c_str());
}

qint64 threadCpuMs() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

QByteArray readBytes(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(path));
  return file.readAll();
}

void writeBytes(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("%s cannot be written", qPrintable(path));
}

}  // namespace dsm::test
