// SPDX-License-Identifier: GPL-3.0-or-later
//
// Snapshots in, row changes out. What the cells say is in runs_model_cells.cpp.
#include "ui/runs/runs_model.h"

#include <algorithm>
#include <set>

namespace dsm::ui {

RunsModel::RunsModel(const model::Catalogue& catalogue, QObject* parent) : QAbstractTableModel(parent), m_catalogue(catalogue) {
  std::set<std::string> seen;
  for (const model::ExperimentSpec* spec : m_catalogue) {
    for (const model::Parameter& parameter : spec->info().parameters) {
      if (seen.insert(parameter.id).second) m_parameters.push_back(parameter.id);
    }
  }
  m_comparer = new RunComparer(m_catalogue, this);
  connect(m_comparer, &RunComparer::compared, this, &RunsModel::takeCompared);
}

void RunsModel::setSession(const model::SessionPtr& session) {
  static const std::vector<model::RunPtr> kNone;
  const std::vector<model::RunPtr>& runs = session ? session->runs : kNone;
  const auto oldPinned = m_session ? m_session->pinned : std::vector<std::string>{};
  const auto newPinned = session ? session->pinned : std::vector<std::string>{};
  const bool pinsChanged = oldPinned != newPinned;
  m_session = session;
  m_comparer->setSession(session);
  // The usual case: the old runs, and perhaps new ones behind them.
  const std::size_t common = std::min(m_rows.size(), runs.size());
  std::size_t same = 0;
  while (same < common && m_rows[same].run->id == runs[same]->id) ++same;
  if (same < m_rows.size()) {
    QHash<QString, int> wanted;
    wanted.reserve(qsizetype(runs.size()));
    for (std::size_t i = 0; i < runs.size(); ++i) wanted.insert(QString::fromStdString(runs[i]->id), int(i));
    removeMissing(wanted);
  }
  insertAndMove(runs);
  updateRows(runs, pinsChanged);
}

void RunsModel::removeMissing(const QHash<QString, int>& wanted) {
  int last = int(m_rows.size()) - 1;
  while (last >= 0) {
    if (wanted.contains(QString::fromStdString(m_rows[std::size_t(last)].run->id))) {
      --last;
      continue;
    }
    int first = last;
    while (first > 0 && !wanted.contains(QString::fromStdString(m_rows[std::size_t(first - 1)].run->id))) --first;
    beginRemoveRows({}, first, last);
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
    m_indexDirty = true;
    endRemoveRows();
    last = first - 1;
  }
}

void RunsModel::insertAndMove(const std::vector<model::RunPtr>& runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i < m_rows.size() && m_rows[i].run->id == runs[i]->id) continue;
    if (const int at = rowOf(QString::fromStdString(runs[i]->id)); at >= 0) {
      beginMoveRows({}, at, at, {}, int(i));
      std::rotate(m_rows.begin() + qsizetype(i), m_rows.begin() + at, m_rows.begin() + at + 1);
      m_indexDirty = true;
      endMoveRows();
      continue;
    }
    std::size_t end = i + 1;
    while (end < runs.size() && rowOf(QString::fromStdString(runs[end]->id)) < 0) ++end;
    std::vector<Row> fresh;
    fresh.reserve(end - i);
    for (std::size_t k = i; k < end; ++k) {
      Row row;
      row.run = runs[k];
      row.pinned = m_session->isPinned(runs[k]->id);
      fresh.push_back(std::move(row));
    }
    beginInsertRows({}, int(i), int(end) - 1);
    m_rows.insert(m_rows.begin() + qsizetype(i), std::make_move_iterator(fresh.begin()), std::make_move_iterator(fresh.end()));
    m_indexDirty = true;
    endInsertRows();
    i = end - 1;
  }
}

void RunsModel::updateRows(const std::vector<model::RunPtr>& runs, bool pinsChanged) {
  const int lastColumn = columnCount() - 1;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Row& row = m_rows[i];
    bool changed = false;
    if (row.run != runs[i]) {
      row.run = runs[i];
      row.figures.reset();
      row.search.clear();
      changed = true;
    }
    if (pinsChanged) row.pinned = m_session->isPinned(row.run->id);
    if (changed) emit dataChanged(index(int(i), 0), index(int(i), lastColumn));
  }
  if (pinsChanged && !m_rows.empty()) emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, lastColumn));
}

void RunsModel::rebuildIndex() const {
  m_rowById.clear();
  m_rowById.reserve(qsizetype(m_rows.size()));
  for (std::size_t i = 0; i < m_rows.size(); ++i) m_rowById.insert(QString::fromStdString(m_rows[i].run->id), int(i));
  m_indexDirty = false;
}

int RunsModel::rowOf(const QString& runId) const {
  if (m_indexDirty) rebuildIndex();
  return m_rowById.value(runId, -1);
}

model::RunPtr RunsModel::runAt(int row) const {
  return row >= 0 && row < int(m_rows.size()) ? m_rows[std::size_t(row)].run : nullptr;
}

const model::ExperimentSpec* RunsModel::specOf(const model::Run& run) const { return model::findSpec(m_catalogue, run.experiment); }

bool RunsModel::isPinned(int row) const { return row >= 0 && row < int(m_rows.size()) && m_rows[std::size_t(row)].pinned; }

int RunsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(RunColumn::count) + int(m_parameters.size());
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.isValid()) flags |= Qt::ItemNeverHasChildren;
  const auto column = RunColumn(index.column());
  if (column == RunColumn::run || column == RunColumn::tags || column == RunColumn::notes) flags |= Qt::ItemIsEditable;
  return flags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const model::RunPtr run = index.isValid() && role == Qt::EditRole ? runAt(index.row()) : nullptr;
  if (!run) return false;
  const QString id = QString::fromStdString(run->id);
  switch (RunColumn(index.column())) {
    case RunColumn::run: {
      QString name = value.toString().simplified();
      if (name == runName(specOf(*run), *run).simplified()) name.clear();  // left as it was offered: no name of its own
      if (name == QString::fromStdString(run->name)) return false;
      emit nameEdited(id, name);
      return true;
    }
    case RunColumn::tags: {
      const QStringList tags = tagsFromText(value.toString());
      if (tags == tagsOf(*run)) return false;
      emit tagsEdited(id, tags);
      return true;
    }
    case RunColumn::notes:
      if (QString::fromStdString(run->notes) == value.toString()) return false;
      emit notesEdited(id, value.toString());
      return true;
    default: return false;
  }
}

void RunsModel::rewrite() {
  if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

}  // namespace dsm::ui
