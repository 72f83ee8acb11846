// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document_window.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFileDialog>
#include <QPointer>
#include <QTimer>

#include "app/background.h"
#include "app/cli/chart_input.h"
#include "app/session/atomic_file.h"
#include "app/session/session_file.h"
#include "app/session/tile_file.h"
#include "app/version.h"
#include "app/view_settings.h"
#include "app/worker_words.h"
#include "ui/export/render.h"

namespace dsm::app {

DocumentWindow::DocumentWindow(const model::Catalogue& catalogue, const QStringList& workerCommand, const ui::ViewState& state,
                               QObject* parent)
    : QObject(parent),
      m_catalogue(catalogue),
      m_document(catalogue),
      m_queue(workerCommand, catalogue),
      m_counters(workerCommand, catalogue),
      m_loader(catalogue),
      m_window(std::make_unique<ui::MainWindow>(catalogue)) {
  m_window->installEventFilter(this);
  m_window->setUndoStack(m_document.undoStack());
  m_window->setRecentFiles(readRecentFiles());
  connectDocument();
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
  connect(&m_document, &Document::pathChanged, this, [this](const QString& path) { m_window->setWindowFilePath(path); });
  connect(&m_loader, &SessionLoader::loaded, this, [this](const QString& path, const std::shared_ptr<protocol::LoadedSession>& loaded) {
    m_window->setProgress({});
    m_recording.reset();
    const bool whole = loaded->remarks.empty();
    m_document.replace(
        std::move(loaded->session), path,
        whole ? QString()
              : tr("it holds what this version does not know, such as %1").arg(QString::fromStdString(loaded->remarks.front())));
    if (!whole)
      m_window->showNotice({ui::Notice::Kind::warning, tr("%1 is open read-only: %2.").arg(path, m_document.readOnlyReason()),
                            tr("Save it under another name to keep changes.")});
    m_window->showTile(false);
    emit recentFilesChanged(addRecentFile(path));
    emit dataShown();
  });
  connect(&m_loader, &SessionLoader::failed, this, [this](const QString&, const model::Error& error) {
    m_window->setProgress({});
    m_window->showNotice(noticeOf(error));
  });
  connect(&m_loader, &SessionLoader::progressed, this, [this](const QString& path, double fraction) {
    ui::RunProgress progress;
    progress.label = tr("opening %1").arg(path.section(QLatin1Char('/'), -1));
    progress.fraction = fraction;
    m_window->setProgress(progress);
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
    countLater(m_document.addMeasurement(run, device), *run);
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
  connect(window, &ui::MainWindow::stopRequested, &m_queue, &RunQueue::stop);
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

void DocumentWindow::openFile(const QString& path) {
  if (isTileFile(path)) openTile(path);
  else m_loader.load(path);
}

void DocumentWindow::openFiles(QStringList files) {
  if (files.isEmpty()) return;
  // A text takes the place of a text, a session that of a session; what would be lost stays, and a new window opens.
  if (isTileFile(files.first())) {
    if (!m_window->isTileModified()) openFile(files.takeFirst());
  } else if (m_document.isUntouched() && !m_loader.isLoading()) openFile(files.takeFirst());
  if (!files.isEmpty()) emit windowsWanted(files);
}

void DocumentWindow::refreshDevices() {
  const bool alive = m_queue.workerView().state != WorkerHandle::State::gone;
  DeviceList list = deviceList(alive ? m_queue.devices() : std::vector<model::Device>{}, *m_document.session(), m_deviceUuid);
  m_window->setDevices(std::move(list.choices), list.current);
}

void DocumentWindow::save() {
  if (!m_document.path().isEmpty() && m_document.readOnlyReason().isEmpty()) {
    saveTo(m_document.path());
    return;
  }
  auto* dialog = new QFileDialog(m_window.get(), tr("Save session"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("dsmscope"));
  dialog->setNameFilter(tr("DSMScope sessions (*.dsmscope)"));
  connect(dialog, &QFileDialog::fileSelected, this, &DocumentWindow::saveTo);
  connect(dialog, &QDialog::rejected, this, [this] { m_closeAfterSave = false; });
  dialog->open();
}

void DocumentWindow::saveTo(const QString& path) {
  if (const auto allowed = m_document.maySaveTo(path); !allowed) {
    m_window->showNotice(noticeOf(allowed.error()));
    return;
  }
  // A snapshot is immutable, so a pool thread may write it while the person goes on.
  const QPointer<DocumentWindow> guard(this);
  Background::start([guard, path, session = m_document.session(), &catalogue = m_catalogue] {
    const auto written = writeSessionFile(path, *session, catalogue);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, path, session, written] {
          if (guard == nullptr) return;
          if (!written) {
            guard->m_closeAfterSave = false;
            guard->m_window->showNotice(noticeOf(written.error()));
            return;
          }
          guard->m_recording.reset();
          guard->m_document.markSaved(path, session);
          emit guard->recentFilesChanged(addRecentFile(path));
          if (guard->m_document.isModified()) guard->m_closeAfterSave = false;  // something came in meanwhile
          guard->closeIfSaved();
        },
        Qt::QueuedConnection);
  });
}

void DocumentWindow::exportChart(const QString& chart, ui::Format format, const ui::RenderOptions& options, const QString& path) {
  if (chart == QLatin1String("tile_ruler")) {
    exportTile(format, options, path);
    return;
  }
  const ui::ViewState state = m_window->viewState();
  const model::ExperimentSpec* spec = model::findSpec(m_catalogue, state.experiment);
  if (spec == nullptr) spec = m_catalogue.front();
  ui::ViewInput input = chartInput(*spec, m_document.session(), {state.values, state.variants});
  input.comparisonThreshold = m_window->settings().thresholdPercent / 100;
  auto provenance = ui::provenanceOf(chart, input);
  provenance[QStringLiteral("program")] = QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion));
  const auto bytes = ui::renderChart(chart, input, format, options, provenance);
  const auto written = bytes ? writeFileAtomically(path, {bytes->constData(), static_cast<std::size_t>(bytes->size())})
                             : model::Expected<void>(tl::unexpected(bytes.error()));
  if (written) {
    m_window->showNotice({ui::Notice::Kind::info, tr("Wrote %1.").arg(path), {}});
  } else {
    m_window->showNotice(noticeOf(written.error()));
  }
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
  writeViewState(m_window->viewState());
  m_loader.cancel();
  m_queue.shutdown();
  m_counters.shutdown();
}

void DocumentWindow::queueEnded() {
  if (--m_queuesToEnd == 0) emit done();
}

}  // namespace dsm::app
