// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_loader.h"

#include <chrono>

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>

#include "app/background.h"
#include "app/session/session_file.h"

namespace dsm::app {
namespace {

constexpr std::chrono::milliseconds kProgressEvery{100};

void foldJournalIn(const QString& path, const model::Catalogue& catalogue, LoadedFile& loaded) {
  if (SessionLock::take(path).contested()) {
    loaded.journalError = {"in_use", path.toStdString() + " is being written by another DSMScope; its results are not shown here.", ""};
    return;
  }
  auto journal = readJournal(path, catalogue);
  if (!journal) {
    loaded.journalError = journal.error();
    return;
  }
  loaded.recovered = foldIn(loaded.content.session, *journal);
  loaded.journal = std::move(*journal);
  loaded.journalPath = path;
}

}  // namespace

model::Expected<LoadedFile> loadFile(const QString& path, const model::Catalogue& catalogue, const std::atomic<bool>* cancel,
                                     const std::function<void(double)>& progress) {
  LoadedFile loaded;
  const bool alone = isJournalPath(path) && !QFileInfo::exists(sessionPathOf(path));
  if (alone) {
    foldJournalIn(path, catalogue, loaded);
    if (!loaded.journalError.code.empty()) return tl::unexpected(loaded.journalError);
    loaded.content.session.title = "Results that were not saved";
    return loaded;
  }
  loaded.sessionPath = isJournalPath(path) ? sessionPathOf(path) : path;
  loaded.lock = SessionLock::take(loaded.sessionPath);
  auto content = readSessionFile(loaded.sessionPath, catalogue, {cancel, progress});
  if (!content) return tl::unexpected(content.error());
  loaded.content = std::move(*content);
  const QString journal = journalPathOf(loaded.sessionPath);
  if (!loaded.lock.contested() && QFileInfo::exists(journal)) foldJournalIn(journal, catalogue, loaded);
  return loaded;
}

SessionLoader::SessionLoader(const model::Catalogue& catalogue, QObject* parent) : QObject(parent), m_catalogue(catalogue) {}

SessionLoader::~SessionLoader() { cancel(); }

void SessionLoader::cancel() {
  if (m_cancel != nullptr) m_cancel->store(true);
  m_cancel.reset();
}

void SessionLoader::load(const QString& path) {
  cancel();
  m_cancel = std::make_shared<std::atomic<bool>>(false);
  // The pool thread touches this object only through the event loop of the window's thread, which drops what comes
  // after a cancel or the end of this object.
  const auto deliver = [guard = QPointer<SessionLoader>(this), token = m_cancel](auto&& call) {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, token, call] {
          if (guard != nullptr && guard->m_cancel == token) call(*guard);
        },
        Qt::QueuedConnection);
  };
  Background::start([path, deliver, token = m_cancel, &catalogue = m_catalogue] {
    auto last = std::chrono::steady_clock::now();
    const auto progress = [&](double fraction) {
      const auto now = std::chrono::steady_clock::now();
      if (now - last < kProgressEvery) return;
      last = now;
      deliver([path, fraction](SessionLoader& loader) { emit loader.progressed(path, fraction); });
    };
    auto loaded = loadFile(path, catalogue, token.get(), progress);
    if (token->load()) return;
    if (!loaded) {
      deliver([path, error = loaded.error()](SessionLoader& loader) {
        loader.m_cancel.reset();
        emit loader.failed(path, error);
      });
      return;
    }
    auto file = std::make_shared<LoadedFile>(std::move(*loaded));
    deliver([path, file](SessionLoader& loader) {
      loader.m_cancel.reset();
      emit loader.loaded(path, file);
    });
  });
}

}  // namespace dsm::app
