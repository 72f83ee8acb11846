// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include <algorithm>
#include <utility>

namespace dsm::app {

Program::Program(const model::Catalogue& catalogue, QStringList workerCommand, QObject* parent)
    : QObject(parent), m_catalogue(catalogue), m_workerCommand(std::move(workerCommand)) {}

DocumentWindow* Program::addWindow(const ui::ViewState& state) {
  auto* window = new DocumentWindow(m_catalogue, m_workerCommand, state, this);
  m_windows.push_back(window);
  if (!std::exchange(m_offered, true)) {
    connect(window, &DocumentWindow::firstPainted, window, &DocumentWindow::offerLostResults, Qt::SingleShotConnection);
  }
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
