// SPDX-License-Identifier: GPL-3.0-or-later
//
// Metrics of a chip as a table with ticks, narrowed by words. Thousands of them: the text to search is made once.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

#include "gpu/model/counters.h"

namespace dsm::ui {

class MetricModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { name, unit, description, columns };
  using QAbstractTableModel::QAbstractTableModel;
  void setMetrics(const std::vector<model::MetricInfo>& metrics);
  /// All words have to occur in name or description; empty: all rows.
  void setWords(const QStringList& words);
  /// Ticked names, those that are not in the list too, in alphabetical order.
  const std::set<std::string>& chosen() const { return m_chosen; }
  void setChosen(const std::set<std::string>& names);
  void add(const std::string& metric);
  /// Is this metric, with any roll-up, in the list?
  bool contains(const std::string& metric) const;
  int metricCount() const { return int(m_metrics.size()); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
  void chosenChanged();

 private:
  struct Entry {
    model::MetricInfo info;
    QString haystack;
    bool typed = false;  // chosen, and not in the chip's list
  };
  void addTyped();
  void narrow();
  bool isChosen(const std::string& metric) const;

  std::vector<Entry> m_metrics;
  std::vector<int> m_rows;  // those that the words leave
  std::set<std::string> m_chosen;
  QStringList m_words;
};

}  // namespace dsm::ui
