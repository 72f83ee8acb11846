// SPDX-License-Identifier: GPL-3.0-or-later
// The autosave of one document: what is measured goes to a journal as it comes and stays there until a session file holds it.
// Writing waits for the disk, so it is done on a pool thread, in order. Trouble is told once and stops nothing: the document
// has the results, only a crash would lose them. GUI thread only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <QObject>
#include <QString>

#include "app/session/journal_file.h"

namespace dsm::app {

class Journal : public QObject {
  Q_OBJECT
 public:
  explicit Journal(const model::Catalogue& catalogue, QObject* parent = nullptr);
  ~Journal() override;  // what was asked for is still written; the file stays

  // Later lines belong to this session: beside its file, or in journalFolder() if the path is empty or `mayLieBeside` is
  // false (the file is read-only, or another window's). Lines that are there already stay where they are until saved().
  void setSession(const QString& sessionPath, bool mayLieBeside);
  // Goes on with a journal that was read and whose runs the document shows as unsaved.
  void resume(const QString& path, const JournalContents& contents);

  // A run as the document has it now, for the first time or again.
  void append(const model::RunPtr& run, const model::Device* device);

  // How many appends there were: taken with the snapshot that is to be saved.
  std::uint64_t mark() const { return m_appended; }
  // What was appended before `mark` is in a session file, on the disk. When nothing else is left, the journal goes.
  void saved(std::uint64_t mark);
  // The person wants none of it.
  void discard();

  // Calls back on the GUI thread when all that was asked for so far is done.
  void whenIdle(std::function<void()> done);

 signals:
  // One sentence, and not the same twice in a row.
  void trouble(dsm::model::Error error);

 private:
  struct Core;
  void post(std::function<void(Core&)> work);
  void tell(const model::Error& error);

  std::shared_ptr<Core> m_core;
  std::uint64_t m_appended = 0;
  std::string m_lastTrouble;
};

}  // namespace dsm::app
