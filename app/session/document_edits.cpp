// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document_edits.h"

#include <algorithm>

#include <QCoreApplication>

namespace dsm::app {
namespace {

QString editText(const char* english) { return QCoreApplication::translate("dsm::app::Document", english); }

}  // namespace

void DocumentEdit::redo() {
  model::Session session = *m_document.session();
  apply(session);
  m_document.setSession(std::move(session));
}

void DocumentEdit::undo() {
  model::Session session = *m_document.session();
  revert(session);
  m_document.setSession(std::move(session));
}

PinEdit::PinEdit(Document& document, std::vector<std::string> runIds, bool pinned)
    : DocumentEdit(document, pinned ? runIds.size() == 1 ? editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Pin run"))
                                                         : editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Pin runs"))
                             : runIds.size() == 1 ? editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Unpin run"))
                                                  : editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Unpin runs"))),
      m_runIds(std::move(runIds)),
      m_pinned(pinned) {}

void PinEdit::apply(model::Session& session) {
  if (m_pinned) {
    pin(session);
  } else {
    unpin(session);
  }
}

void PinEdit::revert(model::Session& session) {
  if (m_pinned) {
    unpin(session);
    return;
  }
  for (const Pin& each : m_unpinned) {
    const auto offset = static_cast<std::ptrdiff_t>(std::min(each.place, session.pinned.size()));
    session.pinned.insert(session.pinned.begin() + offset, each.id);
  }
}

void PinEdit::pin(model::Session& session) const {
  for (const std::string& id : m_runIds) {
    if (!session.isPinned(id)) session.pinned.push_back(id);
  }
}

void PinEdit::unpin(model::Session& session) {
  m_unpinned.clear();
  for (std::size_t place = 0; place < session.pinned.size(); ++place) {
    if (std::ranges::find(m_runIds, session.pinned[place]) != m_runIds.end()) m_unpinned.push_back({place, session.pinned[place]});
  }
  std::erase_if(session.pinned, [&](const std::string& id) { return std::ranges::find(m_runIds, id) != m_runIds.end(); });
}

RemoveEdit::RemoveEdit(Document& document, std::vector<std::string> runIds)
    : DocumentEdit(document, editText(runIds.size() == 1 ? QT_TRANSLATE_NOOP("dsm::app::Document", "Delete run")
                                                         : QT_TRANSLATE_NOOP("dsm::app::Document", "Delete runs"))),
      m_runIds(std::move(runIds)) {
  std::ranges::sort(m_runIds);
}

void RemoveEdit::apply(model::Session& session) {
  m_removed.clear();
  m_pinned = session.pinned;
  std::vector<model::RunPtr> kept;
  kept.reserve(session.runs.size());
  for (std::size_t place = 0; place < session.runs.size(); ++place) {
    model::RunPtr& run = session.runs[place];
    if (std::ranges::binary_search(m_runIds, run->id)) {
      m_removed.push_back({place, run});
    } else {
      kept.push_back(run);
    }
  }
  session.runs = std::move(kept);
  std::erase_if(session.pinned, [&](const std::string& id) { return std::ranges::binary_search(m_runIds, id); });
}

void RemoveEdit::revert(model::Session& session) {
  // By rising place each one lands where it was: later arrivals are all behind them.
  for (const Removed& removed : m_removed) {
    const auto place = static_cast<std::ptrdiff_t>(std::min(removed.place, session.runs.size()));
    session.runs.insert(session.runs.begin() + place, removed.run);
  }
  // Commands are undone in order, so no edit changed the pins since; a recording's part may have added some.
  std::vector<std::string> pinned = m_pinned;
  for (std::string& id : session.pinned) {
    if (std::ranges::find(m_pinned, id) == m_pinned.end()) pinned.push_back(std::move(id));
  }
  session.pinned = std::move(pinned);
}

template <class Change>
void RunsEdit::changeRun(model::Session& session, const std::string& runId, Change change) {
  const auto found = std::ranges::find_if(session.runs, [&](const model::RunPtr& run) { return run->id == runId; });
  if (found == session.runs.end()) return;
  auto copy = std::make_shared<model::Run>(**found);
  change(*copy);
  *found = std::move(copy);
}

NotesEdit::NotesEdit(Document& document, std::string runId, std::string notes)
    : RunsEdit(document, editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Edit notes"))),
      m_runId(std::move(runId)),
      m_notes(std::move(notes)),
      m_before(document.session()->run(m_runId)->notes) {}

void NotesEdit::apply(model::Session& session) {
  changeRun(session, m_runId, [&](model::Run& run) { run.notes = m_notes; });
}
void NotesEdit::revert(model::Session& session) {
  changeRun(session, m_runId, [&](model::Run& run) { run.notes = m_before; });
}

RenameEdit::RenameEdit(Document& document, std::string runId, std::string name)
    : RunsEdit(document, editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Rename run"))),
      m_runId(std::move(runId)),
      m_name(std::move(name)),
      m_before(document.session()->run(m_runId)->name) {}

void RenameEdit::apply(model::Session& session) {
  changeRun(session, m_runId, [&](model::Run& run) { run.name = m_name; });
}
void RenameEdit::revert(model::Session& session) {
  changeRun(session, m_runId, [&](model::Run& run) { run.name = m_before; });
}

TagsEdit::TagsEdit(Document& document, RunTags tags)
    : RunsEdit(document, editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Edit tags"))), m_tags(std::move(tags)) {
  for (const auto& [id, list] : m_tags) m_before.emplace(id, document.session()->run(id)->tags);
}

void TagsEdit::apply(model::Session& session) { put(session, m_tags); }
void TagsEdit::revert(model::Session& session) { put(session, m_before); }

void TagsEdit::put(model::Session& session, const RunTags& tags) {
  for (model::RunPtr& run : session.runs) {
    const auto list = tags.find(run->id);
    if (list == tags.end()) continue;
    auto copy = std::make_shared<model::Run>(*run);
    copy->tags = list->second;
    run = std::move(copy);
  }
}

}  // namespace dsm::app
