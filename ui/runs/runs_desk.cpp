// SPDX-License-Identifier: GPL-3.0-or-later
//
// Actions become requests: the document decides, and its next snapshot shows the result.
#include "ui/runs/runs_desk.h"
#include "ui/theme/plain_text.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>

namespace dsm::ui {

namespace {

QString safeCell(QString text, bool numeric) {
  text.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
  return numeric ? text : spreadsheetText(text);
}

}  // namespace

RunsDesk::RunsDesk(const model::Catalogue& catalogue, QObject* parent)
    : QObject(parent), m_model(catalogue), m_filter(&m_model), m_groups(&m_filter), m_selection(&m_groups) {
  connect(&m_model, &RunsModel::nameEdited, this, &RunsDesk::nameEdited);
  connect(&m_model, &RunsModel::tagsEdited, this, &RunsDesk::editTags);
  connect(&m_model, &RunsModel::notesEdited, this, &RunsDesk::notesEdited);
  const auto announce = [this] {
    const QString id = currentId();
    if (id == m_currentId) return;
    m_currentId = id;
    emit currentRunChanged(id);
  };
  connect(&m_selection, &QItemSelectionModel::currentRowChanged, this, announce);
  connect(&m_selection, &QItemSelectionModel::selectionChanged, this, announce);
}

model::RunPtr RunsDesk::runAt(const QModelIndex& index) const {
  const QModelIndex row = m_groups.mapToSource(index);
  return row.isValid() ? m_model.runAt(m_filter.mapToSource(row).row()) : nullptr;
}

QStringList RunsDesk::selectedIds() const {
  QModelIndexList rows = m_selection.selectedRows();
  std::ranges::sort(rows, [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  QStringList ids;
  for (const QModelIndex& row : rows) {
    if (const model::RunPtr run = runAt(row)) ids << QString::fromStdString(run->id);
  }
  return ids;
}

QString RunsDesk::currentId() const {
  const QModelIndex current = m_selection.currentIndex();
  if (!current.isValid() || !m_selection.isRowSelected(current.row(), {})) return {};
  const model::RunPtr run = runAt(current);
  return run ? QString::fromStdString(run->id) : QString();
}

void RunsDesk::select(const QString& runId) {
  const int row = m_model.rowOf(runId);
  if (row < 0) return;
  const QModelIndex shown = m_filter.mapFromSource(m_model.index(row, int(RunColumn::run)));
  m_groups.reveal(shown);
  const QModelIndex index = m_groups.mapFromSource(shown);
  if (!index.isValid()) return;
  m_selection.setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunsDesk::togglePins() {
  const QStringList ids = selectedIds();
  const bool allPinned = std::ranges::all_of(ids, [&](const QString& id) { return m_model.isPinned(m_model.rowOf(id)); });
  QStringList changing;
  for (const QString& id : ids) {
    if (m_model.isPinned(m_model.rowOf(id)) == allPinned) changing << id;
  }
  if (!changing.isEmpty()) emit pinRequested(changing, !allPinned);
}

void RunsDesk::clearPins() {
  QStringList pinned;
  if (m_model.session()) {
    for (const std::string& id : m_model.session()->pinned) pinned << QString::fromStdString(id);
  }
  if (!pinned.isEmpty()) emit pinRequested(pinned, false);
}

// What was added to one run and taken from it happens to every selected one; their other tags stay.
void RunsDesk::editTags(const QString& runId, const QStringList& tags) {
  const model::RunPtr edited = m_model.runAt(m_model.rowOf(runId));
  if (!edited) return;
  const QStringList before = tagsOf(*edited);
  TagLists all{{runId, tags}};
  const QStringList selected = selectedIds();
  for (const QString& id : selected.contains(runId) ? selected : QStringList()) {
    const model::RunPtr run = id == runId ? nullptr : m_model.runAt(m_model.rowOf(id));
    if (!run) continue;
    QStringList theirs = tagsOf(*run);
    for (const QString& tag : before) {
      if (!tags.contains(tag)) theirs.removeAll(tag);
    }
    for (const QString& tag : tags) {
      if (!before.contains(tag) && !theirs.contains(tag)) theirs << tag;
    }
    all.emplace_back(id, theirs);
  }
  emit tagsEdited(all);
}

std::optional<std::pair<QString, QString>> RunsDesk::interleavePair() const {
  const model::SessionPtr& session = m_model.session();
  const QStringList ids = selectedIds();
  const auto runOf = [&](const QString& id) { return m_model.runAt(m_model.rowOf(id)); };
  if (!session || ids.isEmpty() || ids.size() > 2) return std::nullopt;
  if (ids.size() == 2) {
    const model::RunPtr first = runOf(ids[0]);
    const model::RunPtr second = runOf(ids[1]);
    if (!first || !second || first->experiment != second->experiment) return std::nullopt;
    const bool turned = session->isPinned(second->id) && !session->isPinned(first->id);
    return turned ? std::pair(ids[1], ids[0]) : std::pair(ids[0], ids[1]);
  }
  const model::RunPtr run = runOf(ids[0]);
  const model::ExperimentSpec* spec = run ? m_model.specOf(*run) : nullptr;
  const model::RunPtr base = spec == nullptr ? nullptr : model::nearestPinned(*spec, *session, *run);
  if (!base) return std::nullopt;
  return std::pair(QString::fromStdString(base->id), ids[0]);
}

void RunsDesk::interleave() {
  if (!m_interleavePossible) return;
  if (const auto pair = interleavePair()) emit interleaveRequested(pair->first, pair->second);
}

void RunsDesk::deleteSelected() {
  const QStringList ids = selectedIds();
  if (!ids.isEmpty()) emit deleteRequested(ids);
}

void RunsDesk::copySelected() {
  QModelIndexList rows = m_selection.selectedRows();
  rows.removeIf([this](const QModelIndex& row) { return m_groups.isHeader(row.row()); });
  if (rows.isEmpty()) return;
  std::ranges::sort(rows, [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  QStringList lines;
  QStringList header;
  for (int column = 1; column < m_groups.columnCount(); ++column) {
    header << safeCell(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), false);
  }
  lines << header.join(u'\t');
  for (const QModelIndex& row : rows) {
    QStringList cells;
    for (int column = 1; column < m_groups.columnCount(); ++column) {
      cells << safeCell(m_groups.index(row.row(), column).data(Qt::DisplayRole).toString(), m_model.isNumeric(column));
    }
    lines << cells.join(u'\t');
  }
  QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
}

void RunsDesk::showConfiguration() {
  const QString id = currentId();
  if (!id.isEmpty()) emit configurationWanted(id);
}

}  // namespace dsm::ui
