// SPDX-License-Identifier: GPL-3.0-or-later
//
// The filtered and sorted rows in groups: a head row for each experiment, variant or tag, its runs below it, or nothing below
// it when folded. Flat on purpose: a table keeps columns, keys and one cursor. Without grouping it passes rows through.
// Changes below become inserted, removed and moved rows here, so that selection and scroll stay.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <QAbstractProxyModel>
#include <QSet>

namespace dsm::ui {

class RunsFilter;

class RunsGroups : public QAbstractProxyModel {
  Q_OBJECT
 public:
  enum class By { none, experiment, variant, tag };
  explicit RunsGroups(RunsFilter* rows, QObject* parent = nullptr);

  By by() const { return m_by; }
  void setBy(By by);
  bool isGrouped() const { return m_by != By::none; }
  bool isHeader(int row) const;
  /// The head row of the group that `row` belongs to; -1 without grouping.
  int headerOf(int row) const;
  /// Of the group that `row` belongs to.
  bool isFolded(int row) const;
  void setFolded(int row, bool folded);
  void setAllFolded(bool folded);
  /// "cluster_dsmem" and "4 runs" for a head row.
  QString title(int headerRow) const;
  QString countText(int headerRow) const;
  /// Opens the group of a row of the filter, so that mapFromSource() finds it.
  void reveal(const QModelIndex& sourceIndex);

  QModelIndex mapToSource(const QModelIndex& proxyIndex) const override;
  QModelIndex mapFromSource(const QModelIndex& sourceIndex) const override;
  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex&) const override { return {}; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void byChanged();

 private:
  struct Key {
    QString id;     // empty: no tag, shown last
    QString title;
    bool operator<(const Key& other) const;
  };
  struct Group {
    Key key;
    std::vector<int> rows;  // of the filter, rising
    bool folded = false;
    bool head = false;

    int shown() const { return (head ? 1 : 0) + (folded ? 0 : int(rows.size())); }
  };
  struct Place {  // of a persistent index, across a change of order
    QModelIndex proxy;
    QPersistentModelIndex source;
    QString header;  // key of the head, where it is one
  };
  Key keyOf(int sourceRow) const;
  std::size_t groupAt(int row) const;
  int firstRunOf(std::size_t group) const { return m_starts[group] + (m_groups[group].head ? 1 : 0); }
  void build(bool heads);
  void updateStarts();
  std::size_t ensureGroup(const Key& key);
  void dropGroup(std::size_t group);
  void setHeads(bool heads);
  void foldGroup(std::size_t group, bool folded);
  void announceHeader(std::size_t group);
  void takeInserted(int first, int last);
  void takeAboutToBeRemoved(int first, int last);
  void takeRemoved(int first, int last);
  void takeChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight, const QList<int>& roles);
  void moveToGroup(int sourceRow, const Key& key);
  void saveGroups();
  void takeNewOrder();
  void savePlaces();
  void restorePlaces();

  RunsFilter* m_rows;
  By m_by = By::none;
  std::vector<Group> m_groups;  // one without a head where nothing is grouped
  std::vector<int> m_starts;    // first row of each group, and behind the last one the number of rows
  std::vector<int> m_groupOf;   // by row of the filter
  QSet<QString> m_folded;       // keys; remembered while a group is gone
  std::vector<Place> m_places;                       // across a change of order
  std::unordered_map<std::string, int> m_groupById;  // the same, of each run
};

}  // namespace dsm::ui
