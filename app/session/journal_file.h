// SPDX-License-Identifier: GPL-3.0-or-later
// The journal on disk: NAME.dsmscope-journal beside the session, or a file in the person's state folder. A line of header,
// then one line for each run that was measured and is in no session file yet, synced one by one. A run that is there twice
// counts as its last line says (its counters came later). Free functions and a file, for any one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "app/session/descriptor.h"
#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

inline constexpr int kJournalVersion = 1;

// "/x/y.dsmscope-journal" for "/x/y.dsmscope".
QString journalPathOf(const QString& sessionPath);
bool isJournalPath(const QString& path);
// The session that a journal lies beside, by its name.
QString sessionPathOf(const QString& journalPath);
// $XDG_STATE_HOME/dsmscope, else ~/.local/state/dsmscope: for sessions without a file, and where a journal cannot lie beside it.
QString journalFolder();
// A new name in that folder.
QString untitledJournalPath();

struct JournalContents {
  std::string sessionPath;            // whose it is; empty: of a session without a file
  std::vector<model::Device> devices;
  std::vector<model::RunPtr> runs;    // recorded, by now
  std::uint64_t wholeBytes = 0;       // up to the end of the last whole line
  std::vector<std::string> remarks;   // what was left out, one sentence each
};

// Errors: not_read, not_a_journal, newer_version. A last line that was cut off and lines that are not ours are remarks.
model::Expected<JournalContents> readJournal(const QString& path, const model::Catalogue& catalogue);

// Adds the runs that `session` lacks, and their devices. How many.
std::size_t foldIn(model::Session& session, const JournalContents& journal);

// Journals in journalFolder() that nobody writes any more: their windows ended without saving.
QStringList findLostJournals();

// The line of one run; with `device` unless null.
std::string journalLine(const model::Run& run, const model::Device* device, const model::Catalogue& catalogue);

// A journal that this process writes; nobody else can take it meanwhile.
class JournalFile {
 public:
  // A new file. Error not_written; in_use if there is one already: it may hold what nobody has seen.
  static model::Expected<JournalFile> create(const QString& path, const QString& sessionPath);
  // One that was read; what stands behind `wholeBytes` is cut off. Errors: not_written, in_use.
  static model::Expected<JournalFile> resume(const QString& path, std::uint64_t wholeBytes);

  // In place of the one that is there, whole or not at all. Error not_written.
  static model::Expected<JournalFile> rewrite(const QString& path, const QString& sessionPath, const std::string& lines);

  const QString& path() const { return m_path; }
  // The lines are on the disk. Error not_written: then none of them is.
  model::Expected<void> append(std::string_view lines);
  void remove();

 private:
  JournalFile(QString path, Descriptor file) : m_path(std::move(path)), m_file(std::move(file)) {}
  QString m_path;
  Descriptor m_file;
};

}  // namespace dsm::app
