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
  PinEdit(Document& document, std::string runId, bool pinned);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;
  void pin(model::Session& session, std::size_t place);
  void unpin(model::Session& session);

  std::string m_runId;
  bool m_pinned;
  std::size_t m_place = 0;  // of the pin in the list, for putting it back
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

class NotesEdit final : public DocumentEdit {
 public:
  NotesEdit(Document& document, std::string runId, std::string notes);

 private:
  void apply(model::Session& session) override;
  void revert(model::Session& session) override;
  void put(model::Session& session, const std::string& notes) const;

  std::string m_runId;
  std::string m_notes;
  std::string m_before;
};

}  // namespace dsm::app
