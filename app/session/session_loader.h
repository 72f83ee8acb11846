// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one session file on a pool thread, with progress and cancel, so that a 100 MB file never holds the window. What was
// measured and not saved comes along from its journal.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "app/session/journal_file.h"
#include "app/session/session_lock.h"
#include "gpu/model/error.h"
#include "gpu/model/spec.h"
#include "gpu/protocol/session_file.h"

namespace dsm::app {

struct LoadedFile {
  protocol::LoadedSession content;         // with the runs of the journal
  SessionLock lock;                        // of the session file
  std::optional<JournalContents> journal;  // that was folded in; not where another window has the file
  QString journalPath;                     // of that journal
  QString sessionPath;                     // empty: the journal of a session without a file was opened
  std::size_t recovered = 0;               // runs that are only in the journal
  model::Error journalError;               // why one that is there was left alone; empty code: there was no trouble
};

// Any thread. `path` is a session, or a journal: then of the session beside it, if there is one. Errors: those of
// readSessionFile and readJournal, and in_use for a journal that another window writes.
model::Expected<LoadedFile> loadFile(const QString& path, const model::Catalogue& catalogue, const std::atomic<bool>* cancel = nullptr,
                                     const std::function<void(double)>& progress = {});

class SessionLoader : public QObject {
  Q_OBJECT
 public:
  explicit SessionLoader(const model::Catalogue& catalogue, QObject* parent = nullptr);
  ~SessionLoader() override;  // cancels; the pool thread ends by itself

  // A load in progress is cancelled and never reported.
  void load(const QString& path);
  void cancel();
  bool isLoading() const { return m_cancel != nullptr; }

 signals:
  // In turn: any number of progressed(), then exactly one of loaded() or failed() unless cancelled.
  void progressed(QString path, double fraction);
  void loaded(QString path, std::shared_ptr<dsm::app::LoadedFile> file);
  void failed(QString path, dsm::model::Error error);

 private:
  const model::Catalogue& m_catalogue;
  std::shared_ptr<std::atomic<bool>> m_cancel;  // of the load in progress; null: none
};

}  // namespace dsm::app
