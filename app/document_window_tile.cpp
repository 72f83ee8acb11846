// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tile kernel's file: read and written on a pool thread, asked about before it is lost. The text itself is the window's.
#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPointer>

#include "app/background.h"
#include "app/document_window.h"
#include "app/session/atomic_file.h"
#include "app/session/tile_file.h"
#include "app/version.h"
#include "app/view_settings.h"
#include "app/worker_words.h"

namespace dsm::app {
namespace {

constexpr char kResource[] = ":/";

}  // namespace

void DocumentWindow::connectTile() {
  connect(m_window.get(), &ui::MainWindow::tileSaveRequested, this, [this](const QString& path) {
    if (path.isEmpty()) saveTile();
    else saveTileTo(path);
  });
  connect(m_window.get(), &ui::MainWindow::tileModifiedChanged, this, &DocumentWindow::showModified);
}

void DocumentWindow::showModified() { m_window->setWindowModified(m_document.isModified() || m_window->isTileModified()); }

void DocumentWindow::openTile(const QString& path) {
  // What is behind the text, for the way back to the experiments.
  if (m_document.isUntouched() && m_document.session()->runs.empty() && !m_recording && !m_loader.isLoading()) {
    showRecording(loadRecording(recordingFolder(), m_window->viewState().experiment, m_catalogue));
  }
  const QPointer<DocumentWindow> guard(this);
  Background::start([guard, path] {
    const auto bytes = readTileFile(path);
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, path, bytes] {
          if (guard != nullptr) guard->takeTile(path, bytes);
        },
        Qt::QueuedConnection);
  });
}

void DocumentWindow::takeTile(const QString& path, const model::Expected<QByteArray>& bytes) {
  if (!bytes) {
    m_window->showNotice(noticeOf(bytes.error()));
    return;
  }
  if (m_window->isTileModified()) {  // typed into while the file was read
    emit windowsWanted({path});
    return;
  }
  const bool example = path.startsWith(QLatin1String(kResource));
  m_window->openTile(*bytes, example ? QString() : path, path.section(QLatin1Char('/'), -1));
  m_window->setWindowFilePath(example ? QString() : path);
  if (!example) emit recentFilesChanged(addRecentFile(path));
  emit tileShown(path);
}

void DocumentWindow::saveTile() {
  if (!m_window->tilePath().isEmpty()) {
    saveTileTo(m_window->tilePath());
    return;
  }
  auto* dialog = new QFileDialog(m_window.get(), tr("Save tile kernel"), m_window->tileName());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("tile"));
  dialog->setNameFilters({tr("Tile kernels (*.tile)"), tr("All files (*)")});
  connect(dialog, &QFileDialog::fileSelected, this, &DocumentWindow::saveTileTo);
  connect(dialog, &QDialog::rejected, this, [this] { m_closeAfterSave = false; });
  dialog->open();
}

void DocumentWindow::saveTileTo(const QString& path) {
  const QPointer<DocumentWindow> guard(this);
  Background::start([guard, path, bytes = m_window->tileBytes()] {
    const auto written = writeFileAtomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, path, bytes, written] {
          if (guard == nullptr) return;
          if (!written) {
            guard->m_closeAfterSave = false;
            guard->m_window->showNotice(noticeOf(written.error()));
            return;
          }
          guard->m_window->markTileSaved(path, bytes);
          guard->m_window->setWindowFilePath(path);
          emit guard->recentFilesChanged(addRecentFile(path));
          guard->showModified();
          guard->closeIfSaved();
        },
        Qt::QueuedConnection);
  });
}

void DocumentWindow::exportTile(ui::Format format, const ui::RenderOptions& options, const QString& path) {
  const auto bytes = m_window->renderTile(format, options, {{QStringLiteral("program"), QStringLiteral("DSMScope %1").arg(QLatin1String(kVersion))}});
  const auto written = bytes ? writeFileAtomically(path, {bytes->constData(), static_cast<std::size_t>(bytes->size())})
                             : model::Expected<void>(tl::unexpected(bytes.error()));
  if (written) m_window->showNotice({ui::Notice::Kind::info, tr("Wrote %1.").arg(path), {}});
  else m_window->showNotice(noticeOf(written.error()));
}

// The next of what is to be saved before the window may go; then it goes.
void DocumentWindow::closeIfSaved() {
  if (!m_closeAfterSave) return;
  if (m_window->isTileModified()) saveTile();
  else if (m_document.isModified()) save();
  else m_window->close();
}

void DocumentWindow::askBeforeClosing() {
  QStringList lost;
  if (m_document.isModified()) lost << tr("This session has results or edits that no file holds yet.");
  if (m_window->isTileModified()) lost << tr("%1 has edits that no file holds yet.").arg(m_window->tileName());
  auto* question = new QMessageBox(QMessageBox::Question, tr("DSMScope"), lost.join(QLatin1Char(' ')),
                                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window.get());
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setDefaultButton(QMessageBox::Save);
  connect(question, &QMessageBox::finished, this, [this](int answer) {
    if (answer == QMessageBox::Discard) {
      m_closing = true;
      m_window->close();
    } else if (answer == QMessageBox::Save) {
      m_closeAfterSave = true;
      closeIfSaved();
    }
  });
  question->open();
}

}  // namespace dsm::app
