// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document_window.h"

#include <QEvent>
#include <QTimer>

#include "app/background.h"
#include "app/session/tile_file.h"
#include "app/view_settings.h"
#include "app/worker_words.h"

namespace dsm::app {

DocumentWindow::DocumentWindow(const model::Catalogue& catalogue, const QStringList& workerCommand, const ui::ViewState& state,
                               QObject* parent)
    : QObject(parent),
      m_catalogue(catalogue),
      m_document(catalogue),
      m_journal(catalogue),
      m_queue(workerCommand, catalogue),
      m_counters(workerCommand, catalogue),
      m_loader(catalogue),
      m_window(std::make_unique<ui::MainWindow>(catalogue)) {
  m_window->installEventFilter(this);
  m_window->setUndoStack(m_document.undoStack());
  m_window->setRecentFiles(readRecentFiles());
  m_window->setExportFolder(readExportFolder());
  connectDocument();
  connectFiles();
  connectQueue();
  connectCounters();  // before the window: a run asked for releases the GPU first
  connectWindow();
  connectComparison();
  connectTile();
  m_window->setViewState(state);
}

DocumentWindow::~DocumentWindow() = default;

void DocumentWindow::connectDocument() {
  connect(&m_document, &Document::sessionChanged, this, [this](const model::SessionPtr& session) {
    m_window->setSession(session);
    refreshDevices();
  });
  connect(&m_document, &Document::modifiedChanged, this, &DocumentWindow::showModified);
  connect(&m_document, &Document::pathChanged, this, [this](const QString& path) {
    m_window->setWindowFilePath(path);
    m_window->setSessionFile(path);
  });
}

void DocumentWindow::connectQueue() {
  connect(&m_queue, &RunQueue::workerChanged, this, [this](const WorkerView& view) {
    m_window->setWorkerStatus(workerStatus(view, m_queue.devices()));
    const bool failed = view.state == WorkerHandle::State::gone && !view.error.code.empty() && view.error.code != "worker_missing";
    if (failed) m_window->showNotice(noticeOf(view.error));
    if (view.state == WorkerHandle::State::gone) refreshDevices();
  });
  connect(&m_queue, &RunQueue::devicesChanged, this, [this] {
    m_window->setWorkerStatus(workerStatus(m_queue.workerView(), m_queue.devices()));
    refreshDevices();
  });
  connect(&m_queue, &RunQueue::progressChanged, this,
          [this](const QueueProgress& progress) { m_window->setProgress(runProgress(progress)); });
  connect(&m_queue, &RunQueue::legalityArrived, m_window.get(), &ui::MainWindow::setDeviceLegality);
  connect(&m_queue, &RunQueue::drained, this, &DocumentWindow::finishInterleaving);  // before counters: they want its runs
  connect(&m_queue, &RunQueue::runArrived, this, [this](const model::RunPtr& run, const model::Device& device) {
    if (takeInterleaved(run, device)) return;
    const std::string id = m_document.addMeasurement(run, device);
    keepMeasurement(id);
    countLater(id, *run);
    if (run->status == model::RunStatus::failed) {
      m_window->showNotice({ui::Notice::Kind::error,
                            tr("%1 failed: %2").arg(QString::fromStdString(run->variant), QString::fromStdString(run->error.message)),
                            QString::fromStdString(run->error.hint)});
    }
  });
  connect(&m_queue, &RunQueue::requestsDropped, this, [this](int count, const model::Error& error) {
    if (count > 0) m_window->showNotice(noticeOf(error));
  });
  connect(&m_queue, &RunQueue::ended, this, &DocumentWindow::queueEnded);
}

void DocumentWindow::connectWindow() {
  ui::MainWindow* window = m_window.get();
  connect(window, &ui::MainWindow::runRequested, &m_queue, &RunQueue::enqueue);
  connect(window, &ui::MainWindow::stopRequested, this, &DocumentWindow::stop);
  connect(window, &ui::MainWindow::workerRestartRequested, &m_queue, &RunQueue::restartWorker);
  connect(window, &ui::MainWindow::legalityWanted, &m_queue, &RunQueue::askLegality);
  connect(window, &ui::MainWindow::experimentShown, this, [this](const QString& id) { showPart(id.toStdString()); });
  connect(window, &ui::MainWindow::deviceChosen, this, [this](int index) {
    const DeviceList list = deviceList(m_queue.devices(), *m_document.session(), {});
    if (index >= 0 && index < static_cast<int>(list.choices.size()))
      m_deviceUuid = list.choices[static_cast<std::size_t>(index)].device.uuid;
  });
  connect(window, &ui::MainWindow::pinRequested, this,
          [this](const QStringList& ids, bool pinned) { m_document.setPinned(ids, pinned); });
  connect(window, &ui::MainWindow::deleteRequested, &m_document, &Document::removeRuns);
  connect(window, &ui::MainWindow::notesEdited, this,
          [this](const QString& id, const QString& notes) { m_document.setNotes(id.toStdString(), notes.toStdString()); });
  connect(window, &ui::MainWindow::openRequested, this, &DocumentWindow::openFiles);
  connect(window, &ui::MainWindow::openRecordingRequested, this, [this] {
    if (!m_document.isUntouched()) {
      emit newWindowWanted();
    } else {
      showRecording(loadRecording(recordingFolder(), m_window->viewState().experiment, m_catalogue));
    }
  });
  connect(window, &ui::MainWindow::saveRequested, this, &DocumentWindow::save);
  connect(window, &ui::MainWindow::saveAsRequested, this, &DocumentWindow::saveTo);
  connect(window, &ui::MainWindow::exportAccepted, this, &DocumentWindow::exportChart);
  connect(window, &ui::MainWindow::reportRequested, this, &DocumentWindow::askForReport);
  connect(window, &ui::MainWindow::newWindowRequested, this, &DocumentWindow::newWindowWanted);
  connect(window, &ui::MainWindow::quitRequested, this, &DocumentWindow::quitWanted);
  connect(window, &ui::MainWindow::closing, this, &DocumentWindow::closeForGood);
}

void DocumentWindow::show() { m_window->show(); }

void DocumentWindow::showRecording(RecordingFuture recording) {
  if (recording.isFinished()) {
    takeRecording(recording.result());
    return;
  }
  recording.then(this, [this](const model::Expected<LoadedRecording>& loaded) { takeRecording(loaded); });
}

void DocumentWindow::takeRecording(const model::Expected<LoadedRecording>& loaded) {
  if (!loaded) {
    m_window->showNotice(noticeOf(loaded.error()));
  } else if (m_document.isUntouched() && !m_recording) {
    m_recording = loaded->index;
    m_partsAsked.insert(loaded->experiment);
    m_document.replace(*loaded->session, {});
    m_lock = {};
    m_journal.setSession({}, true);
  } else if (m_recording) {
    m_document.addRecorded(*loaded->session);
  }
  emit dataShown();
}

// The window shows an experiment whose part of the recording may not be here yet.
void DocumentWindow::showPart(const std::string& experiment) {
  if (!m_recording || m_recording->experiment(experiment) == nullptr || !m_partsAsked.insert(experiment).second) return;
  showRecording(loadRecording(m_recording->folder, experiment, m_catalogue));
}

void DocumentWindow::refreshDevices() {
  const bool alive = m_queue.workerView().state != WorkerHandle::State::gone;
  DeviceList list = deviceList(alive ? m_queue.devices() : std::vector<model::Device>{}, *m_document.session(), m_deviceUuid);
  m_window->setDevices(std::move(list.choices), list.current);
}

bool DocumentWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_window.get()) {
    if (event->type() == QEvent::Paint && !m_painted) {
      m_painted = true;
      // After this paint has reached the screen: the worker must not compete with it.
      QTimer::singleShot(0, this, [this] {
        emit firstPainted();
        m_queue.startWorker();
      });
    }
    if (event->type() == QEvent::Close && !m_closing && (m_document.isModified() || m_window->isTileModified())) {
      event->ignore();
      askBeforeClosing();
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

void DocumentWindow::closeForGood() {
  m_closing = true;
  m_journal.discard();  // either all of it is saved, or the person wanted it gone
  writeViewState(m_window->viewState());
  m_loader.cancel();
  m_queue.shutdown();
  m_counters.shutdown();
}

void DocumentWindow::queueEnded() {
  if (--m_queuesToEnd == 0) emit done();
}

}  // namespace dsm::app
