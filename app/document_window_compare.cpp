// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison and settings behind the window: names, tags and pins become commands of the document; two runs are measured again
// in turn and come back as two new ones; and another worker takes over when the person chooses it.
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#include "app/document_window.h"
#include "app/settings_file.h"
#include "app/worker/worker_command.h"
#include "app/worker_words.h"
#include "gpu/model/compare.h"
#include "ui/runs/verdict_text.h"

namespace dsm::app {

void DocumentWindow::connectComparison() {
  ui::MainWindow* window = m_window.get();
  connect(window, &ui::MainWindow::nameEdited, this,
          [this](const QString& id, const QString& name) { m_document.setName(id.toStdString(), name.toStdString()); });
  connect(window, &ui::MainWindow::tagsEdited, this, [this](const ui::TagLists& lists) {
    RunTags tags;
    for (const auto& [id, list] : lists) {
      std::vector<std::string>& into = tags[id.toStdString()];
      for (const QString& tag : list) into.push_back(tag.toStdString());
    }
    m_document.setTags(tags);
  });
  connect(window, &ui::MainWindow::interleaveRequested, this, &DocumentWindow::interleave);
  connect(window, &ui::MainWindow::settingsChanged, this, [this](const ui::Settings& settings) {
    useWorkerOf(settings);
    emit settingsChanged(settings);
  });
  connect(window, &ui::MainWindow::settingsFolderRequested, this,
          [] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(settingsFilePath()).absolutePath())); });
}

void DocumentWindow::setSettings(const ui::Settings& settings) {
  m_window->setSettings(settings);
  useWorkerOf(settings);
}

void DocumentWindow::useWorkerOf(const ui::Settings& settings) {
  const QString chosen = commandOf(settings);
  const bool first = !m_workerChosen.has_value();
  if (!first && *m_workerChosen == chosen) return;
  m_workerChosen = chosen;
  if (first) return;  // the command line may have named another one, and that holds until the person chooses
  const auto command = workerCommand(chosen);
  if (!command) {
    m_window->showNotice(noticeOf(command.error(), ui::Notice::Kind::warning));
    return;
  }
  m_queue.setCommand(*command);
  m_counters.setCommand(*command);
}

void DocumentWindow::interleave(const QString& baseId, const QString& runId) {
  const model::RunPtr base = m_document.session()->run(baseId.toStdString());
  const model::RunPtr run = m_document.session()->run(runId.toStdString());
  if (!base || !run || !m_queue.isIdle() || m_interleaving) return;
  std::vector<model::RunRequest> sides{requestOf(*base), requestOf(*run)};
  // Both on the device that is chosen: a recorded run may be of one that is not here.
  for (model::RunRequest& side : sides) side.deviceUuid = m_deviceUuid.empty() && !m_queue.devices().empty() ? m_queue.devices().front().uuid : m_deviceUuid;
  auto plan = interleaved(std::move(sides));
  if (!plan) {
    m_window->showNotice(noticeOf(plan.error()));
    return;
  }
  m_interleaving = std::move(*plan);
  m_interleaved.clear();
  m_counters.releaseGpu();
  m_queue.enqueue(m_interleaving->requests);
}

// Portions do not enter the document. The first that failed ends the rest: there would be no whole run of it.
bool DocumentWindow::takeInterleaved(const model::RunPtr& run, const model::Device& device) {
  if (!m_interleaving || m_interleaved.size() >= m_interleaving->requests.size()) return false;
  m_interleaved.push_back(run);
  m_interleavedOn = device;
  if (run->status == model::RunStatus::failed) m_queue.stop();
  return true;
}

void DocumentWindow::finishInterleaving() {
  if (!m_interleaving) return;
  const InterleavePlan plan = std::move(*m_interleaving);
  m_interleaving.reset();
  const std::vector<model::RunPtr> arrived = std::exchange(m_interleaved, {});
  const auto joined = joinInterleaved(plan, arrived, m_catalogue);
  if (!joined) {
    m_window->showNotice(noticeOf(joined.error(), ui::Notice::Kind::warning));
    return;
  }
  std::vector<model::RunPtr> added;
  for (const model::RunPtr& run : *joined) {
    const std::string id = m_document.addMeasurement(run, m_interleavedOn);
    keepMeasurement(id);
    countLater(id, *run);
    added.push_back(m_document.session()->run(id));
  }
  const model::ExperimentSpec* spec = model::findSpec(m_catalogue, added.front()->experiment);
  const model::Comparison comparison = model::compareRuns(spec, *added.front(), &m_interleavedOn, *added.back(), &m_interleavedOn,
                                                          m_window->settings().thresholdPercent / 100);
  const QString result = comparison.kind == model::Comparison::Kind::verdict
                             ? tr("%1 against %2, ratio %3").arg(ui::verdictWords(comparison), ui::baselineName(spec, *added.front(), *added.back()),
                                                                 ui::ratioText(comparison))
                             : QString::fromStdString(comparison.why);
  m_window->showNotice({ui::Notice::Kind::info, tr("Measured in turn: %1 is %2.").arg(QString::fromStdString(added.back()->variant), result),
                        tr("Both are new runs; pin the first to keep the verdict.")});
}

}  // namespace dsm::app
