// SPDX-License-Identifier: GPL-3.0-or-later
// The document of one window: an immutable session snapshot, the undo stack of the person's edits, and where it
// is stored. Every edit is a command; an arriving measurement is a fact and not undoable. GUI thread only.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QUndoStack>

#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::app {

// What becomes of the tags of some runs, by run id.
using RunTags = std::map<std::string, std::vector<std::string>>;

class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(const model::Catalogue& catalogue, QObject* parent = nullptr);

  model::SessionPtr session() const { return m_session; }  // never null
  QUndoStack* undoStack() { return &m_undo; }
  const model::Catalogue& catalogue() const { return m_catalogue; }

  // The file it belongs to; empty: none yet (a fresh document, the built-in recording).
  QString path() const { return m_path; }
  // Why it must not be written back to path(); empty: it may.
  QString readOnlyReason() const { return m_readOnlyReason; }
  // An edit or a measurement that no file holds yet.
  bool isModified() const { return m_unsavedMeasurements || !m_undo.isClean(); }
  // Nothing that a person did or measured would be lost by showing something else in its place.
  bool isUntouched() const { return m_path.isEmpty() && !isModified(); }

  // Another session takes the place of this one; the undo stack is emptied. `unsaved`: it has results that no file holds.
  void replace(model::Session session, const QString& path, const QString& readOnlyReason = {}, bool unsaved = false);
  // A later part of the built-in recording. Runs that are there already are left alone. Not undoable, not an edit.
  void addRecorded(const model::Session& part);
  // A measurement and the device it ran on. Its id is made unique within the session; returned.
  std::string addMeasurement(model::RunPtr run, const model::Device& device);

  // Counters of a run that is there; of one that went away meanwhile they are dropped. A measurement: not undoable.
  void addCounters(const std::string& runId, model::Counters counters);

  // Edits, each one command. Unknown ids and edits that change nothing are ignored.
  void setPinned(const QStringList& runIds, bool pinned);
  void removeRuns(const QStringList& runIds);
  void setNotes(const std::string& runId, const std::string& notes);
  // An empty name: the variant says again what the run is.
  void setName(const std::string& runId, const std::string& name);
  // The tags of all these runs, in one command.
  void setTags(const RunTags& tags);

  // Error read_only: why it must not be written to `path`, by whatever name or link that leads to its own file.
  model::Expected<void> maySaveTo(const QString& path) const;
  // `saved` is in the file `path` now, which becomes the document's own. Edits made since stay unsaved.
  void markSaved(const QString& path, const model::SessionPtr& saved);

 signals:
  void sessionChanged(dsm::model::SessionPtr session);
  void modifiedChanged(bool modified);
  void pathChanged(QString path);

 private:
  friend class DocumentEdit;
  void setSession(model::Session session);
  void emitModified();

  const model::Catalogue& m_catalogue;
  model::SessionPtr m_session;
  QUndoStack m_undo;
  QString m_path;
  QString m_readOnlyReason;
  bool m_unsavedMeasurements = false;
  bool m_lastModified = false;
};

}  // namespace dsm::app
