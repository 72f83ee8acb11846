// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bookkeeping of the groups: which rows of the filter each holds, and how a change below becomes a change here. What the head
// rows say is in runs_groups_rows.cpp.
#include "ui/runs/runs_groups.h"

#include <algorithm>
#include <map>

#include "ui/catalogue_text.h"
#include "ui/runs/runs_filter.h"
#include "ui/runs/runs_model.h"

namespace dsm::ui {

bool RunsGroups::Key::operator<(const Key& other) const {
  if (id.isEmpty() != other.id.isEmpty()) return !id.isEmpty();
  const int order = QString::localeAwareCompare(title, other.title);
  return order < 0 || (order == 0 && id < other.id);
}

RunsGroups::RunsGroups(RunsFilter* rows, QObject* parent) : QAbstractProxyModel(parent), m_rows(rows) {
  QAbstractProxyModel::setSourceModel(rows);
  build(false);
  connect(rows, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) { takeInserted(first, last); });
  connect(rows, &QAbstractItemModel::rowsAboutToBeRemoved, this,
          [this](const QModelIndex&, int first, int last) { takeAboutToBeRemoved(first, last); });
  connect(rows, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first, int last) { takeRemoved(first, last); });
  connect(rows, &QAbstractItemModel::dataChanged, this, &RunsGroups::takeChanged);
  connect(rows, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] {
    emit layoutAboutToBeChanged();
    savePlaces();
    saveGroups();
  });
  connect(rows, &QAbstractItemModel::layoutChanged, this, [this] {
    takeNewOrder();
    restorePlaces();
    emit layoutChanged();
  });
  connect(rows, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
  connect(rows, &QAbstractItemModel::modelReset, this, [this] {
    build(isGrouped());
    endResetModel();
  });
  connect(rows, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
}

RunsGroups::Key RunsGroups::keyOf(int sourceRow) const {
  if (!isGrouped()) return {};
  const model::RunPtr run = m_rows->runs()->runAt(m_rows->mapToSource(m_rows->index(sourceRow, 0)).row());
  if (!run) return {};
  QString id;
  switch (m_by) {
    case By::experiment: {
      id = QString::fromStdString(run->experiment);
      const model::ExperimentSpec* spec = m_rows->runs()->specOf(*run);
      return {id, spec == nullptr ? id : catalogueText(spec->info().label)};
    }
    case By::variant: id = QString::fromStdString(run->variant); break;
    case By::tag:
      if (run->tags.empty()) return {QString(), tr("no tag")};
      id = QString::fromStdString(run->tags.front());
      break;
    case By::none: break;
  }
  return {id, id};
}

void RunsGroups::build(bool heads) {
  std::map<Key, std::vector<int>> rows;
  if (!isGrouped()) rows[{}];
  for (int row = 0; row < m_rows->rowCount(); ++row) rows[keyOf(row)].push_back(row);
  m_groups.clear();
  m_groupOf.assign(std::size_t(m_rows->rowCount()), -1);
  for (auto& [key, list] : rows) {
    for (const int row : list) m_groupOf[std::size_t(row)] = int(m_groups.size());
    m_groups.push_back({key, std::move(list), heads && m_folded.contains(key.id), heads});
  }
  updateStarts();
}

void RunsGroups::updateStarts() {
  m_starts.resize(m_groups.size() + 1);
  m_starts[0] = 0;
  for (std::size_t group = 0; group < m_groups.size(); ++group) m_starts[group + 1] = m_starts[group] + m_groups[group].shown();
}

void RunsGroups::saveGroups() {
  m_groupById.clear();
  for (int row = 0; row < m_rows->rowCount(); ++row) {
    const model::RunPtr run = m_rows->runs()->runAt(m_rows->mapToSource(m_rows->index(row, 0)).row());
    if (run) m_groupById[run->id] = m_groupOf[std::size_t(row)];
  }
}

// The same runs in another order: each stays in its group, and whatever changed about it is told by a signal of its own.
void RunsGroups::takeNewOrder() {
  for (Group& group : m_groups) group.rows.clear();
  for (int row = 0; row < m_rows->rowCount(); ++row) {
    const model::RunPtr run = m_rows->runs()->runAt(m_rows->mapToSource(m_rows->index(row, 0)).row());
    const auto group = run ? m_groupById.find(run->id) : m_groupById.end();
    m_groupOf[std::size_t(row)] = group == m_groupById.end() ? 0 : group->second;
    m_groups[std::size_t(m_groupOf[std::size_t(row)])].rows.push_back(row);
  }
  m_groupById.clear();
  updateStarts();
}

std::size_t RunsGroups::groupAt(int row) const {
  return std::size_t(std::upper_bound(m_starts.begin(), m_starts.end(), row) - m_starts.begin()) - 1;
}

std::size_t RunsGroups::ensureGroup(const Key& key) {
  const auto found = std::lower_bound(m_groups.begin(), m_groups.end(), key, [](const Group& group, const Key& wanted) { return group.key < wanted; });
  const auto place = std::size_t(found - m_groups.begin());
  if (found != m_groups.end() && found->key.id == key.id) return place;
  beginInsertRows({}, m_starts[place], m_starts[place]);
  m_groups.insert(m_groups.begin() + std::ptrdiff_t(place), {key, {}, m_folded.contains(key.id), true});
  for (int& group : m_groupOf) group += group >= int(place) ? 1 : 0;
  updateStarts();
  endInsertRows();
  return place;
}

void RunsGroups::dropGroup(std::size_t group) {
  if (!m_groups[group].head || !m_groups[group].rows.empty()) return;
  beginRemoveRows({}, m_starts[group], m_starts[group]);
  m_groups.erase(m_groups.begin() + std::ptrdiff_t(group));
  for (int& each : m_groupOf) each -= each > int(group) ? 1 : 0;
  updateStarts();
  endRemoveRows();
}

// Rows that come in at once stand together in each group: all older ones are before or behind them.
void RunsGroups::takeInserted(int first, int last) {
  const int count = last - first + 1;
  for (Group& group : m_groups) {
    for (auto row = std::lower_bound(group.rows.begin(), group.rows.end(), first); row != group.rows.end(); ++row) *row += count;
  }
  m_groupOf.insert(m_groupOf.begin() + first, std::size_t(count), -1);
  std::map<Key, std::vector<int>> fresh;
  for (int row = first; row <= last; ++row) fresh[keyOf(row)].push_back(row);
  for (const auto& [key, rows] : fresh) {
    const std::size_t at = ensureGroup(key);
    Group& group = m_groups[at];
    const auto place = std::lower_bound(group.rows.begin(), group.rows.end(), first) - group.rows.begin();
    const int top = firstRunOf(at) + int(place);
    if (!group.folded) beginInsertRows({}, top, top + int(rows.size()) - 1);
    group.rows.insert(group.rows.begin() + place, rows.begin(), rows.end());
    for (const int row : rows) m_groupOf[std::size_t(row)] = int(at);
    updateStarts();
    if (!group.folded) endInsertRows();
    announceHeader(at);
  }
}

void RunsGroups::takeAboutToBeRemoved(int first, int last) {
  for (std::size_t at = m_groups.size(); at-- > 0;) {
    Group& group = m_groups[at];
    const auto from = std::lower_bound(group.rows.begin(), group.rows.end(), first);
    const auto to = std::upper_bound(from, group.rows.end(), last);
    if (from == to) continue;
    const int top = firstRunOf(at) + int(from - group.rows.begin());
    if (!group.folded) beginRemoveRows({}, top, top + int(to - from) - 1);
    for (auto row = from; row != to; ++row) m_groupOf[std::size_t(*row)] = -1;
    group.rows.erase(from, to);
    updateStarts();
    if (!group.folded) endRemoveRows();
    announceHeader(at);
    dropGroup(at);
  }
}

void RunsGroups::takeRemoved(int first, int last) {
  const int count = last - first + 1;
  for (Group& group : m_groups) {
    for (auto row = std::upper_bound(group.rows.begin(), group.rows.end(), last); row != group.rows.end(); ++row) *row -= count;
  }
  m_groupOf.erase(m_groupOf.begin() + first, m_groupOf.begin() + last + 1);
}

void RunsGroups::takeChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight, const QList<int>& roles) {
  if (!isGrouped()) {
    emit dataChanged(mapFromSource(topLeft), mapFromSource(bottomRight), roles);
    return;
  }
  for (int row = topLeft.row(); row <= bottomRight.row(); ++row) {
    const Key key = keyOf(row);
    const int group = m_groupOf[std::size_t(row)];
    if (group >= 0 && m_groups[std::size_t(group)].key.id != key.id) moveToGroup(row, key);
  }
  if (topLeft.row() != bottomRight.row()) {
    if (rowCount() > 0) emit dataChanged(index(0, topLeft.column()), index(rowCount() - 1, bottomRight.column()), roles);
  } else if (const QModelIndex shown = mapFromSource(topLeft); shown.isValid()) {
    emit dataChanged(shown, shown.siblingAtColumn(bottomRight.column()), roles);
  }
}

// A run whose variant or tag changed keeps its selection: it moves, and a folded group opens for one that is in sight.
void RunsGroups::moveToGroup(int sourceRow, const Key& key) {
  const std::size_t to = ensureGroup(key);
  const auto from = std::size_t(m_groupOf[std::size_t(sourceRow)]);
  const bool wasShown = !m_groups[from].folded;
  if (wasShown) setFolded(m_starts[to], false);
  Group& old = m_groups[from];
  Group& next = m_groups[to];
  const auto oldPlace = std::lower_bound(old.rows.begin(), old.rows.end(), sourceRow) - old.rows.begin();
  const auto newPlace = std::lower_bound(next.rows.begin(), next.rows.end(), sourceRow) - next.rows.begin();
  const int oldRow = firstRunOf(from) + int(oldPlace);
  const int newRow = firstRunOf(to) + int(newPlace);
  const bool moves = wasShown && beginMoveRows({}, oldRow, oldRow, {}, newRow);
  const bool comes = !wasShown && !next.folded;
  if (comes) beginInsertRows({}, newRow, newRow);
  old.rows.erase(old.rows.begin() + oldPlace);
  next.rows.insert(next.rows.begin() + newPlace, sourceRow);
  m_groupOf[std::size_t(sourceRow)] = int(to);
  updateStarts();
  if (moves) endMoveRows();
  if (comes) endInsertRows();
  announceHeader(to);
  announceHeader(from);
  dropGroup(from);
}

void RunsGroups::foldGroup(std::size_t group, bool folded) {
  Group& one = m_groups[group];
  if (one.folded == folded || !one.head) return;
  const int first = firstRunOf(group);
  const int last = first + int(one.rows.size()) - 1;
  if (!one.rows.empty()) folded ? beginRemoveRows({}, first, last) : beginInsertRows({}, first, last);
  one.folded = folded;
  updateStarts();
  if (!one.rows.empty()) folded ? endRemoveRows() : endInsertRows();
  announceHeader(group);
}

void RunsGroups::setHeads(bool heads) {
  for (std::size_t group = m_groups.size(); group-- > 0;) {
    if (m_groups[group].head == heads) continue;
    heads ? beginInsertRows({}, m_starts[group], m_starts[group]) : beginRemoveRows({}, m_starts[group], m_starts[group]);
    m_groups[group].head = heads;
    updateStarts();
    heads ? endInsertRows() : endRemoveRows();
  }
}

// Heads go, rows change their order, new heads come: no row that is selected leaves the table in between.
void RunsGroups::setBy(By by) {
  if (by == m_by) return;
  for (std::size_t group = 0; group < m_groups.size(); ++group) foldGroup(group, false);
  setHeads(false);
  emit layoutAboutToBeChanged();
  savePlaces();
  m_by = by;
  m_folded.clear();
  build(false);
  restorePlaces();
  emit layoutChanged();
  if (isGrouped()) setHeads(true);
  emit byChanged();
}

void RunsGroups::savePlaces() {
  m_places.clear();
  for (const QModelIndex& proxy : persistentIndexList()) {
    const bool header = isHeader(proxy.row());
    m_places.push_back({proxy, header ? QModelIndex() : mapToSource(proxy), header ? m_groups[groupAt(proxy.row())].key.id : QString()});
  }
}

void RunsGroups::restorePlaces() {
  for (const Place& place : m_places) {
    QModelIndex now = place.source.isValid() ? mapFromSource(place.source) : QModelIndex();
    for (std::size_t group = 0; !place.source.isValid() && group < m_groups.size(); ++group) {
      if (m_groups[group].head && m_groups[group].key.id == place.header) now = index(m_starts[group], place.proxy.column());
    }
    changePersistentIndex(place.proxy, now);
  }
  m_places.clear();
}

}  // namespace dsm::ui
