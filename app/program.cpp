// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QPointer>

#include "app/background.h"
#include "app/worker_words.h"

namespace dsm::app {
namespace {

constexpr int kSaveDelayMs = 300;

}  // namespace

Program::Program(const model::Catalogue& catalogue, QStringList workerCommand, LoadedSettings settings, const QString& settingsPath,
                 QObject* parent)
    : QObject(parent),
      m_catalogue(catalogue),
      m_workerCommand(std::move(workerCommand)),
      m_settings(std::move(settings.settings)),
      m_problems(std::move(settings.problems)),
      m_settingsPath(settingsPath) {
  m_saveLater.setSingleShot(true);
  m_saveLater.setInterval(kSaveDelayMs);
  connect(&m_saveLater, &QTimer::timeout, this, &Program::saveSettings);
  // Theme and text size of an older version move here from where the window kept them.
  if (!settings.exists && !(m_settings == ui::Settings{})) m_saveLater.start();
}

// Nothing that was changed in the last moment is lost.
Program::~Program() {
  if (m_saveLater.isActive() && !m_settingsPath.isEmpty()) (void)writeSettings(m_settingsPath, m_settings);
}

DocumentWindow* Program::addWindow(const ui::ViewState& state) {
  auto* window = new DocumentWindow(m_catalogue, m_workerCommand, state, this);
  m_windows.push_back(window);
  if (!std::exchange(m_offered, true)) {
    connect(window, &DocumentWindow::firstPainted, window, &DocumentWindow::offerLostResults, Qt::SingleShotConnection);
  }
  window->setSettings(m_settings);
  window->window().setSettingsFile(m_settingsPath, m_settingsTrouble);
  showProblems(window);
  connect(window, &DocumentWindow::settingsChanged, this, [this, window](const ui::Settings& settings) { takeSettings(window, settings); });
  connect(window, &DocumentWindow::done, this, [this, window] { remove(window); });
  connect(window, &DocumentWindow::windowsWanted, this, [this, window](const QStringList& files) {
    for (const QString& file : files) openFile(file, nextState(window))->show();
  });
  connect(window, &DocumentWindow::newWindowWanted, this, [this, window] {
    const ui::ViewState next = nextState(window);
    openRecording(loadRecording(recordingFolder(), next.experiment, m_catalogue), next)->show();
  });
  connect(window, &DocumentWindow::recentFilesChanged, this, [this](const QStringList& files) {
    for (DocumentWindow* each : m_windows) each->window().setRecentFiles(files);
  });
  connect(window, &DocumentWindow::quitWanted, this, [this] {
    // Each asks for itself whether something would be lost.
    const std::vector<DocumentWindow*> all = m_windows;
    for (DocumentWindow* each : all) each->window().close();
  });
  return window;
}

void Program::showProblems(DocumentWindow* window) {
  if (m_problems.isEmpty()) return;
  const QString more = m_problems.size() == 1 ? QString() : tr(" And %1 more like it.").arg(m_problems.size() - 1);
  window->window().showNotice({ui::Notice::Kind::warning, m_problems.front() + more, tr("See %1.").arg(m_settingsPath)});
  m_problems.clear();
}

void Program::takeSettings(DocumentWindow* from, const ui::Settings& settings) {
  m_settings = settings;
  for (DocumentWindow* each : m_windows) {
    if (each != from) each->setSettings(settings);
  }
  if (!m_settingsPath.isEmpty()) m_saveLater.start();
}

void Program::saveSettings() {
  if (m_saving) {
    m_saveLater.start();  // files of two threads could overtake each other
    return;
  }
  m_saving = true;
  const QPointer<Program> guard(this);
  Background::start([guard, path = m_settingsPath, settings = m_settings] {
    const auto written = writeSettings(path, settings);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, written] {
          if (guard != nullptr) guard->settingsSaved(written);
        },
        Qt::QueuedConnection);
  });
}

void Program::settingsSaved(const model::Expected<void>& written) {
  m_saving = false;
  const QString trouble = written ? QString() : QString::fromStdString(written.error().message);
  const bool news = trouble != m_settingsTrouble && !trouble.isEmpty();
  m_settingsTrouble = trouble;
  for (DocumentWindow* each : m_windows) each->window().setSettingsFile(m_settingsPath, trouble);
  if (news && !m_windows.empty()) m_windows.back()->window().showNotice(noticeOf(written.error(), ui::Notice::Kind::warning));
}

// Like the window it comes from, but not on top of it.
ui::ViewState Program::nextState(DocumentWindow* from) const {
  ui::ViewState state = from->window().viewState();
  state.geometry.clear();
  return state;
}

DocumentWindow* Program::openRecording(RecordingFuture recording, const ui::ViewState& state) {
  DocumentWindow* window = addWindow(state);
  window->showRecording(std::move(recording));
  return window;
}

DocumentWindow* Program::openFile(const QString& path, const ui::ViewState& state) {
  DocumentWindow* window = addWindow(state);
  window->openFile(path);
  return window;
}

void Program::remove(DocumentWindow* window) {
  std::erase(m_windows, window);
  window->deleteLater();
  if (m_windows.empty()) emit lastWindowGone();
}

}  // namespace dsm::app
