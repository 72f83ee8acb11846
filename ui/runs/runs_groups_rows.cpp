// SPDX-License-Identifier: GPL-3.0-or-later
//
// The groups as a model: where a row of the filter stands here, and what a head row says.
#include <algorithm>

#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_groups.h"
#include "ui/runs/runs_model.h"
#include "ui/theme/numbers.h"

namespace dsm::ui {

bool RunsGroups::isHeader(int row) const {
  if (row < 0 || row >= rowCount()) return false;
  const std::size_t group = groupAt(row);
  return m_groups[group].head && row == m_starts[group];
}

int RunsGroups::headerOf(int row) const {
  if (row < 0 || row >= rowCount()) return -1;
  const std::size_t group = groupAt(row);
  return m_groups[group].head ? m_starts[group] : -1;
}

bool RunsGroups::isFolded(int row) const { return row >= 0 && row < rowCount() && m_groups[groupAt(row)].folded; }

void RunsGroups::setFolded(int row, bool folded) {
  if (row < 0 || row >= rowCount()) return;
  const std::size_t group = groupAt(row);
  if (!m_groups[group].head) return;
  folded ? void(m_folded.insert(m_groups[group].key.id)) : void(m_folded.remove(m_groups[group].key.id));
  foldGroup(group, folded);
}

void RunsGroups::setAllFolded(bool folded) {
  for (std::size_t group = 0; group < m_groups.size(); ++group) setFolded(m_starts[group], folded);
}

QString RunsGroups::title(int headerRow) const { return isHeader(headerRow) ? m_groups[groupAt(headerRow)].key.title : QString(); }

QString RunsGroups::countText(int headerRow) const {
  if (!isHeader(headerRow)) return {};
  const auto count = qint64(m_groups[groupAt(headerRow)].rows.size());
  return count == 1 ? tr("1 run") : tr("%1 runs").arg(formatInteger(count));
}

void RunsGroups::reveal(const QModelIndex& sourceIndex) {
  if (!sourceIndex.isValid() || sourceIndex.row() >= int(m_groupOf.size())) return;
  const int group = m_groupOf[std::size_t(sourceIndex.row())];
  if (group >= 0 && m_groups[std::size_t(group)].folded) setFolded(m_starts[std::size_t(group)], false);
}

void RunsGroups::announceHeader(std::size_t group) {
  if (!m_groups[group].head) return;
  const int row = m_starts[group];
  emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

QModelIndex RunsGroups::mapToSource(const QModelIndex& proxyIndex) const {
  if (!proxyIndex.isValid() || proxyIndex.row() >= rowCount()) return {};
  const std::size_t group = groupAt(proxyIndex.row());
  const int place = proxyIndex.row() - firstRunOf(group);
  return place < 0 ? QModelIndex() : m_rows->index(m_groups[group].rows[std::size_t(place)], proxyIndex.column());
}

QModelIndex RunsGroups::mapFromSource(const QModelIndex& sourceIndex) const {
  if (!sourceIndex.isValid() || sourceIndex.row() >= int(m_groupOf.size())) return {};
  const int at = m_groupOf[std::size_t(sourceIndex.row())];
  if (at < 0 || m_groups[std::size_t(at)].folded) return {};
  const Group& group = m_groups[std::size_t(at)];
  const auto place = std::lower_bound(group.rows.begin(), group.rows.end(), sourceIndex.row()) - group.rows.begin();
  return index(firstRunOf(std::size_t(at)) + int(place), sourceIndex.column());
}

QModelIndex RunsGroups::index(int row, int column, const QModelIndex& parent) const {
  const bool inside = !parent.isValid() && row >= 0 && row < rowCount() && column >= 0 && column < columnCount();
  return inside ? createIndex(row, column) : QModelIndex();
}

int RunsGroups::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_starts.back(); }
int RunsGroups::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_rows->columnCount(); }
bool RunsGroups::hasChildren(const QModelIndex& parent) const { return !parent.isValid() && rowCount() > 0; }

QVariant RunsGroups::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (!isHeader(index.row())) return QAbstractProxyModel::data(index, role);
  switch (role) {
    case Qt::DisplayRole: return index.column() == int(RunColumn::run) ? title(index.row()) : QString();
    case Qt::AccessibleTextRole:
      return (isFolded(index.row()) ? tr("%1, %2, folded") : tr("%1, %2, open")).arg(title(index.row()), countText(index.row()));
    case Qt::ToolTipRole:
      return m_by == By::tag ? tr("A run with several tags stands under its first. Left folds, Right opens.") : tr("Left folds, Right opens.");
    case RunsModel::headerRole: return true;
    default: return {};
  }
}

// The base asks the first row for its column, and the first row may be a head.
QVariant RunsGroups::headerData(int section, Qt::Orientation orientation, int role) const {
  return orientation == Qt::Horizontal ? m_rows->headerData(section, orientation, role) : QVariant();
}

Qt::ItemFlags RunsGroups::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  if (!isHeader(index.row())) return QAbstractProxyModel::flags(index);
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

}  // namespace dsm::ui
