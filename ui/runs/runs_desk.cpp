// SPDX-License-Identifier: GPL-3.0-or-later
//
// Actions become requests: the document decides, and its next snapshot shows the result.
#include "ui/runs/runs_desk.h"
#include "ui/theme/plain_text.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>

namespace dsm::ui {

RunsDesk::RunsDesk(const model::Catalogue& catalogue, QObject* parent)
    : QObject(parent), m_model(catalogue), m_filter(&m_model), m_selection(&m_filter) {
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

QStringList RunsDesk::selectedIds() const {
  QModelIndexList rows = m_selection.selectedRows();
  std::ranges::sort(rows, [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  QStringList ids;
  for (const QModelIndex& row : rows) {
    if (const model::RunPtr run = m_model.runAt(m_filter.mapToSource(row).row())) ids << QString::fromStdString(run->id);
  }
  return ids;
}

QString RunsDesk::currentId() const {
  const QModelIndex current = m_selection.currentIndex();
  if (!current.isValid() || !m_selection.isRowSelected(current.row(), {})) return {};
  const model::RunPtr run = m_model.runAt(m_filter.mapToSource(current).row());
  return run ? QString::fromStdString(run->id) : QString();
}

void RunsDesk::select(const QString& runId) {
  const int row = m_model.rowOf(runId);
  if (row < 0) return;
  const QModelIndex index = m_filter.mapFromSource(m_model.index(row, int(RunColumn::run)));
  if (!index.isValid()) return;
  m_selection.setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunsDesk::togglePins() {
  const QStringList ids = selectedIds();
  const bool allPinned = std::ranges::all_of(ids, [&](const QString& id) { return m_model.isPinned(m_model.rowOf(id)); });
  for (const QString& id : ids) {
    const bool pinned = m_model.isPinned(m_model.rowOf(id));
    if (pinned == allPinned) emit pinRequested(id, !allPinned);
  }
}

void RunsDesk::clearPins() {
  if (!m_model.session()) return;
  const std::vector<std::string> pinned = m_model.session()->pinned;  // the document may answer in between
  for (const std::string& id : pinned) emit pinRequested(QString::fromStdString(id), false);
}

void RunsDesk::deleteSelected() {
  const QStringList ids = selectedIds();
  if (!ids.isEmpty()) emit deleteRequested(ids);
}

void RunsDesk::copySelected() {
  QModelIndexList rows = m_selection.selectedRows();
  if (rows.isEmpty()) return;
  std::ranges::sort(rows, [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  const auto cell = [](QString text) { return spreadsheetText(text.replace(u'\t', u' ').replace(u'\n', u' ')); };
  QStringList lines;
  QStringList header;
  for (int column = 1; column < m_filter.columnCount(); ++column) {
    header << cell(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
  }
  lines << header.join(u'\t');
  for (const QModelIndex& row : rows) {
    QStringList cells;
    for (int column = 1; column < m_filter.columnCount(); ++column) {
      cells << cell(m_filter.index(row.row(), column).data(Qt::DisplayRole).toString());
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
