// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a window: opening one with what its journal holds, saving, and keeping what is measured until it is saved.
#include <QCoreApplication>
#include <QFileDialog>
#include <QPointer>

#include "app/background.h"
#include "app/document_window.h"
#include "app/session/session_file.h"
#include "app/session/tile_file.h"
#include "app/session/view_state.h"
#include "app/view_settings.h"
#include "app/worker_words.h"

namespace dsm::app {
namespace {

constexpr QLatin1String kShowLost("show_lost_results");

QString text(const std::string& sentence) { return QString::fromStdString(sentence); }

QString runCount(std::size_t count) {
  return count == 1 ? DocumentWindow::tr("One result") : DocumentWindow::tr("%1 results").arg(count);
}

// Why the file must not be written back; empty: it may.
QString readOnlyReason(const LoadedFile& file) {
  if (file.content.version > protocol::kSessionVersion) {
    return DocumentWindow::tr("it was written by a newer DSMScope (version %1)").arg(file.content.version);
  }
  if (!file.content.remarks.empty()) {
    return DocumentWindow::tr("it holds what this version cannot keep, such as %1").arg(text(file.content.remarks.front()));
  }
  return file.lock.contested() ? DocumentWindow::tr("it is open in another window") : QString();
}

}  // namespace

void DocumentWindow::connectFiles() {
  connect(&m_loader, &SessionLoader::loaded, this, [this](const QString& path, const std::shared_ptr<LoadedFile>& file) {
    m_window->setProgress({});
    m_recording.reset();
    takeFile(*file);
    m_lock = std::move(file->lock);
    m_window->showTile(false);
    if (!file->sessionPath.isEmpty()) emit recentFilesChanged(addRecentFile(isJournalPath(path) ? file->sessionPath : path));
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
  connect(&m_journal, &Journal::trouble, this,
          [this](const model::Error& error) { m_window->showNotice(noticeOf(error, ui::Notice::Kind::warning)); });
  connect(m_window.get(), &ui::MainWindow::noticeAction, this, [this](const QString& action) {
    if (action == kShowLost) openFiles(std::exchange(m_lost, {}));
  });
}

void DocumentWindow::takeFile(const LoadedFile& file) {
  const QString reason = readOnlyReason(file);
  model::Session session = file.content.session;
  if (file.sessionPath.isEmpty()) session.title = tr("Results that were not saved").toStdString();
  m_journal.setSession(file.sessionPath, reason.isEmpty());
  m_document.replace(std::move(session), file.sessionPath, reason, file.recovered > 0);
  ui::ViewState state = m_window->viewState();
  const bool says = !file.content.session.viewState.empty();
  const bool changed = says ? takeViewState(file.content.session.viewState, m_catalogue, state)
                            : showLatestRun(*m_document.session(), m_catalogue, state);
  if (changed) m_window->setViewState(state);
  if (file.journal) m_journal.resume(file.journalPath, *file.journal);
  if (!reason.isEmpty()) {
    m_window->showNotice({ui::Notice::Kind::warning, tr("%1 is open read-only: %2.").arg(file.sessionPath, reason),
                          tr("Save it under another name to keep changes.")});
  }
  if (!file.journalError.code.empty()) m_window->showNotice(noticeOf(file.journalError, ui::Notice::Kind::warning));
  for (const std::string& remark : file.journal ? file.journal->remarks : std::vector<std::string>{}) {
    m_window->showNotice({ui::Notice::Kind::warning, text(remark), {}});
  }
  if (file.recovered > 0) {
    m_window->showNotice({ui::Notice::Kind::info, tr("%1 that no file holds came back from %2.").arg(runCount(file.recovered), file.journalPath),
                          tr("Save the session to keep them.")});
  }
}

void DocumentWindow::openFile(const QString& path) {
  if (isTileFile(path)) {
    openTile(path);
  } else {
    m_loader.load(path);
  }
}

// What is going on: a file that is read, else the runs.
void DocumentWindow::stop() {
  if (!m_loader.isLoading()) {
    m_queue.stop();
    return;
  }
  m_loader.cancel();
  m_window->setProgress({});
}

void DocumentWindow::openFiles(QStringList files) {
  if (files.isEmpty()) return;
  // A text takes the place of a text, a session that of a session; what would be lost stays, and a new window opens.
  if (isTileFile(files.first())) {
    if (!m_window->isTileModified()) openFile(files.takeFirst());
  } else if (m_document.isUntouched() && !m_loader.isLoading()) openFile(files.takeFirst());
  if (!files.isEmpty()) emit windowsWanted(files);
}

void DocumentWindow::offerLostResults() {
  Background::start([guard = QPointer<DocumentWindow>(this)] {
    const QStringList lost = findLostJournals();
    if (lost.isEmpty()) return;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, lost] {
          if (guard == nullptr) return;
          guard->m_lost = lost;
          guard->m_window->showNotice({ui::Notice::Kind::info,
                                       lost.size() == 1 ? tr("A session ended before its results were saved.")
                                                        : tr("%1 sessions ended before their results were saved.").arg(lost.size()),
                                       tr("The results are still there."), tr("Show them"), kShowLost});
        },
        Qt::QueuedConnection);
  });
}

// The run as the document has it: under its own id, with its counters once they are there.
void DocumentWindow::keepMeasurement(const std::string& runId) {
  const model::RunPtr run = m_document.session()->run(runId);
  if (run == nullptr || m_closing) return;
  m_journal.append(run, m_document.session()->device(run->deviceUuid));
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
    m_closeAfterSave = false;
    m_window->showNotice(noticeOf(allowed.error()));
    return;
  }
  // A snapshot is immutable, so a pool thread may write it while the person goes on.
  const model::SessionPtr session = m_document.session();
  auto stored = std::make_shared<model::Session>(*session);
  stored->viewState = viewStateText(m_window->viewState(), session->viewState);
  const auto done = [guard = QPointer<DocumentWindow>(this), path, session, mark = m_journal.mark()](const model::Expected<void>& written,
                                                                                                     const std::shared_ptr<SessionLock>& lock) {
    if (guard == nullptr) return;
    if (!written) {
      guard->m_closeAfterSave = false;
      guard->m_window->showNotice(noticeOf(written.error()));
      return;
    }
    guard->m_recording.reset();
    guard->m_lock = std::move(*lock);
    guard->m_document.markSaved(path, session);
    guard->m_journal.setSession(path, true);
    guard->m_journal.saved(mark);
    emit guard->recentFilesChanged(addRecentFile(path));
    if (guard->m_document.isModified()) guard->m_closeAfterSave = false;  // something came in meanwhile
    guard->closeIfSaved();
  };
  Background::start([path, done, stored, ours = m_lock.covers(path), &catalogue = m_catalogue] {
    const bool contested = !ours && SessionLock::take(path).contested();
    const auto written = contested ? model::Expected<void>(model::fail("in_use", path.toStdString() + " is open in another window.",
                                                                       "Save under another name, or close that window."))
                                   : writeSessionFile(path, *stored, catalogue);
    auto lock = std::make_shared<SessionLock>(written ? SessionLock::take(path) : SessionLock());
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [done, written, lock] { done(written, lock); }, Qt::QueuedConnection);
  });
}

}  // namespace dsm::app
