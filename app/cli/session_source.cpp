// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session_source.h"

#include <QFileInfo>

#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/session/session_file.h"
#include "app/session/session_loader.h"

namespace dsm::app {
namespace {

model::Expected<model::Session> recordedSession(const QString& experiment, const model::Catalogue& catalogue) {
  const auto index = builtInRecording();
  if (!index) return tl::unexpected(index.error());
  if (!experiment.isEmpty()) {
    const auto spec = experimentNamed(experiment, catalogue);
    if (!spec) return tl::unexpected(spec.error());
    return readRecordedExperiment(*index, (*spec)->info().id, catalogue);
  }
  model::Session all;
  all.title = index->title;
  all.devices = index->devices;
  for (const model::ExperimentSpec* spec : catalogue) {
    if (index->experiment(spec->info().id) == nullptr) continue;
    auto part = readRecordedExperiment(*index, spec->info().id, catalogue);
    if (!part) return tl::unexpected(part.error());
    all.runs.insert(all.runs.end(), part->runs.begin(), part->runs.end());
    all.pinned.insert(all.pinned.end(), part->pinned.begin(), part->pinned.end());
  }
  if (all.runs.empty()) return model::fail("no_recording", "The built-in recording holds no experiment that this program knows.");
  return all;
}

}  // namespace

model::Expected<model::Session> journalNamed(const QString& path, const model::Catalogue& catalogue) {
  auto loaded = loadFile(path, catalogue);
  if (!loaded) return tl::unexpected(loaded.error());
  if (!loaded->journalError.code.empty()) return tl::unexpected(loaded->journalError);
  if (loaded->journal) {
    for (const std::string& remark : loaded->journal->remarks) printNote(remark);
  }
  return std::move(loaded->content.session);
}

bool isRecordedName(const QString& name) { return name == QLatin1String("recorded") || name.startsWith(QLatin1String("recorded:")); }

model::Expected<model::Session> sessionNamed(const QString& name, const model::Catalogue& catalogue) {
  if (isRecordedName(name)) return recordedSession(name.section(QLatin1Char(':'), 1), catalogue);
  if (isJournalPath(name)) return journalNamed(name, catalogue);
  auto loaded = readSessionFile(name, catalogue);
  if (!loaded) return tl::unexpected(loaded.error());
  if (QFileInfo::exists(journalPathOf(name))) {
    printNote("Results that are not saved yet are in " + journalPathOf(name).toStdString() + " and are left out.");
  }
  return std::move(loaded->session);
}

}  // namespace dsm::app
