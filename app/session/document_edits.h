// SPDX-License-Identifier: GPL-3.0-or-later
// The commands on a document's undo stack. Each holds the difference it makes, not a snapshot, so that undoing one
// keeps the measurements that came after it.
#pragma once

#include <string>
#include <vector>

#include <QUndoCommand>

#include "app/session/document.h"

namespace dsm::app {

class DocumentEdit : public QUndoCommand {
 public:
  DocumentEdit(Document& document, const QString& text) : QUndoCommand(text), m_document(document) {}
  void redo() final;
  void undo() final;

 protected:
  virtual void apply(model::Session& session) = 0;
  virtual void revert(model::Session& session) = 0;

 private:
  Document& m_document;
};

class PinEdit final : public DocumentEdit {
 public:
  PinEdit(Document& document, std::vector<std::string> runIds, bool pinned);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;
  void pin(model::Session& session) const;
  void unpin(model::Session& session);

  struct Pin {
    std::size_t place = 0;  // in the list, for putting it back
    std::string id;
  };
  std::vector<std::string> m_runIds;
  bool m_pinned;
  std::vector<Pin> m_unpinned;  // by rising place
};

class RemoveEdit final : public DocumentEdit {
 public:
  RemoveEdit(Document& document, std::vector<std::string> runIds);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;

  struct Removed {
    std::size_t place = 0;
    model::RunPtr run;
  };
  std::vector<std::string> m_runIds;
  std::vector<Removed> m_removed;     // by rising place
  std::vector<std::string> m_pinned;  // the whole list before
};

// A change of what a person wrote about some runs. The runs are replaced by copies, never changed.
class RunsEdit : public DocumentEdit {
 public:
  RunsEdit(Document& document, const QString& text) : DocumentEdit(document, text) {}

 protected:
  // Calls change(Run&) on a copy of the run, which takes its place; a run that is gone is left out.
  template <class Change>
  static void changeRun(model::Session& session, const std::string& runId, Change change);
};

class NotesEdit final : public RunsEdit {
 public:
  NotesEdit(Document& document, std::string runId, std::string notes);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;

  std::string m_runId;
  std::string m_notes;
  std::string m_before;
};

class RenameEdit final : public RunsEdit {
 public:
  RenameEdit(Document& document, std::string runId, std::string name);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;

  std::string m_runId;
  std::string m_name;
  std::string m_before;
};

class TagsEdit final : public RunsEdit {
 public:
  // Each run gets its list in place of the old one.
  TagsEdit(Document& document, RunTags tags);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;
  static void put(model::Session& session, const RunTags& tags);

  RunTags m_tags;
  RunTags m_before;
};

}  // namespace dsm::app
