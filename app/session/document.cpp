// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document.h"

#include <algorithm>
#include <unordered_set>

#include "app/session/document_edits.h"
#include "app/session/session_lock.h"

namespace dsm::app {
namespace {

bool hasId(const model::Session& session, const std::string& id) { return session.run(id) != nullptr; }

std::string uniqueId(const model::Session& session, const std::string& wanted) {
  if (!wanted.empty() && !hasId(session, wanted)) return wanted;
  const std::string stem = wanted.empty() ? "run" : wanted;
  for (std::size_t number = session.runs.size() + 1;; ++number) {
    std::string id = stem + "-" + std::to_string(number);
    if (!hasId(session, id)) return id;
  }
}

void addDevice(model::Session& session, const model::Device& device) {
  const auto found = std::ranges::find(session.devices, device.uuid, &model::Device::uuid);
  if (found == session.devices.end()) {
    session.devices.push_back(device);
  } else if (found->occupancy.empty() && !device.occupancy.empty()) {
    *found = device;  // the same device, better known
  }
}

}  // namespace

Document::Document(const model::Catalogue& catalogue, QObject* parent) : QObject(parent), m_catalogue(catalogue) {
  model::Session empty;
  empty.origin = model::Origin::measured;
  m_session = std::make_shared<const model::Session>(std::move(empty));
  connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::emitModified);
}

void Document::setSession(model::Session session) {
  m_session = std::make_shared<const model::Session>(std::move(session));
  emit sessionChanged(m_session);
}

void Document::emitModified() {
  if (isModified() == m_lastModified) return;
  m_lastModified = isModified();
  emit modifiedChanged(m_lastModified);
}

void Document::replace(model::Session session, const QString& path, const QString& readOnlyReason, bool unsaved) {
  m_undo.clear();
  m_unsavedMeasurements = unsaved;
  m_readOnlyReason = readOnlyReason;
  m_path = path;
  setSession(std::move(session));
  emit pathChanged(m_path);
  emitModified();
}

void Document::addRecorded(const model::Session& part) {
  model::Session session = *m_session;
  std::unordered_set<std::string> known;
  for (const model::RunPtr& run : session.runs) known.insert(run->id);
  for (const model::Device& device : part.devices) addDevice(session, device);
  for (const model::RunPtr& run : part.runs) {
    if (known.insert(run->id).second) session.runs.push_back(run);
  }
  for (const std::string& id : part.pinned) {
    if (known.contains(id) && !session.isPinned(id)) session.pinned.push_back(id);
  }
  setSession(std::move(session));
}

std::string Document::addMeasurement(model::RunPtr run, const model::Device& device) {
  model::Session session = *m_session;
  const std::string id = uniqueId(session, run->id);
  if (id != run->id) {
    auto copy = std::make_shared<model::Run>(*run);
    copy->id = id;
    run = std::move(copy);
  }
  if (!device.uuid.empty()) addDevice(session, device);
  session.runs.push_back(std::move(run));
  m_unsavedMeasurements = true;
  setSession(std::move(session));
  emitModified();
  return id;
}

void Document::addCounters(const std::string& runId, model::Counters counters) {
  model::Session session = *m_session;
  const auto found = std::ranges::find(session.runs, runId, [](const model::RunPtr& run) { return run->id; });
  if (found == session.runs.end()) return;
  auto copy = std::make_shared<model::Run>(**found);
  copy->counters = std::move(counters);
  std::erase_if(copy->unknown, [](const model::UnknownField& field) { return field.path.starts_with("/counters/"); });  // of the old ones
  *found = std::move(copy);
  m_unsavedMeasurements = true;
  setSession(std::move(session));
  emitModified();
}

void Document::setPinned(const QStringList& runIds, bool pinned) {
  std::vector<std::string> changing;
  for (const QString& id : runIds) {
    std::string known = id.toStdString();
    if (hasId(*m_session, known) && m_session->isPinned(known) != pinned && std::ranges::find(changing, known) == changing.end())
      changing.push_back(std::move(known));
  }
  if (!changing.empty()) m_undo.push(new PinEdit(*this, std::move(changing), pinned));
}

void Document::removeRuns(const QStringList& runIds) {
  std::vector<std::string> known;
  for (const QString& id : runIds) {
    if (hasId(*m_session, id.toStdString())) known.push_back(id.toStdString());
  }
  if (!known.empty()) m_undo.push(new RemoveEdit(*this, std::move(known)));
}

void Document::setNotes(const std::string& runId, const std::string& notes) {
  const model::RunPtr run = m_session->run(runId);
  if (run == nullptr || run->notes == notes) return;
  m_undo.push(new NotesEdit(*this, runId, notes));
}

void Document::setName(const std::string& runId, const std::string& name) {
  const model::RunPtr run = m_session->run(runId);
  if (run == nullptr || run->name == name) return;
  m_undo.push(new RenameEdit(*this, runId, name));
}

void Document::setTags(const RunTags& tags) {
  RunTags changing;
  for (const auto& [id, list] : tags) {
    const model::RunPtr run = m_session->run(id);
    if (run != nullptr && run->tags != list) changing.emplace(id, list);
  }
  if (!changing.empty()) m_undo.push(new TagsEdit(*this, std::move(changing)));
}

model::Expected<void> Document::maySaveTo(const QString& path) const {
  if (m_readOnlyReason.isEmpty() || (path != m_path && !isSameFile(path, m_path))) return {};
  return model::fail("read_only", path.toStdString() + " is open read-only: " + m_readOnlyReason.toStdString() + ".",
                     "Save it under another name.");
}

void Document::markSaved(const QString& path, const model::SessionPtr& saved) {
  m_path = path;
  m_readOnlyReason.clear();
  if (saved == m_session) {
    m_unsavedMeasurements = false;
    m_undo.setClean();
  }
  emit pathChanged(m_path);
  emitModified();
}

}  // namespace dsm::app
