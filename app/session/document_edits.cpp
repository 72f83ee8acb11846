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

PinEdit::PinEdit(Document& document, std::string runId, bool pinned)
    : DocumentEdit(document, pinned ? editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Pin run"))
                                    : editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Unpin run"))),
      m_runId(std::move(runId)),
      m_pinned(pinned) {}

void PinEdit::apply(model::Session& session) {
  if (m_pinned) {
    pin(session, session.pinned.size());
  } else {
    unpin(session);
  }
}

void PinEdit::revert(model::Session& session) {
  if (m_pinned) {
    unpin(session);
  } else {
    pin(session, m_place);
  }
}

void PinEdit::pin(model::Session& session, std::size_t place) {
  const auto offset = static_cast<std::ptrdiff_t>(std::min(place, session.pinned.size()));
  session.pinned.insert(session.pinned.begin() + offset, m_runId);
}

void PinEdit::unpin(model::Session& session) {
  const auto found = std::ranges::find(session.pinned, m_runId);
  if (found == session.pinned.end()) return;
  m_place = static_cast<std::size_t>(found - session.pinned.begin());
  session.pinned.erase(found);
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

NotesEdit::NotesEdit(Document& document, std::string runId, std::string notes)
    : DocumentEdit(document, editText(QT_TRANSLATE_NOOP("dsm::app::Document", "Edit notes"))),
      m_runId(std::move(runId)),
      m_notes(std::move(notes)),
      m_before(document.session()->run(m_runId)->notes) {}

void NotesEdit::apply(model::Session& session) { put(session, m_notes); }
void NotesEdit::revert(model::Session& session) { put(session, m_before); }

void NotesEdit::put(model::Session& session, const std::string& notes) const {
  const auto found = std::ranges::find_if(session.runs, [&](const model::RunPtr& run) { return run->id == m_runId; });
  if (found == session.runs.end()) return;
  auto copy = std::make_shared<model::Run>(**found);
  copy->notes = notes;
  *found = std::move(copy);
}

}  // namespace dsm::app
