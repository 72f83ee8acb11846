// SPDX-License-Identifier: GPL-3.0-or-later
//
// A name counts as ticked with any roll-up: "lts__t_bytes.sum" ticks "lts__t_bytes".
#include "ui/configure/metric_model.h"

#include <algorithm>

#include "ui/catalogue_text.h"

namespace dsm::ui {
namespace {

std::string baseOf(const std::string& metric) { return metric.substr(0, metric.find('.')); }

}  // namespace

void MetricModel::setMetrics(const std::vector<model::MetricInfo>& metrics) {
  beginResetModel();
  m_metrics.clear();
  m_metrics.reserve(metrics.size());
  for (const model::MetricInfo& info : metrics) {
    m_metrics.push_back({info, QString::fromStdString(info.name + ' ' + info.description).toLower(), false});
  }
  addTyped();
  narrow();
  endResetModel();
}

// Chosen names that the list lacks stand first: they must not vanish from sight.
void MetricModel::addTyped() {
  std::erase_if(m_metrics, &Entry::typed);
  for (const std::string& each : m_chosen) {
    if (contains(each)) continue;
    model::MetricInfo info;
    info.name = each;
    m_metrics.insert(m_metrics.begin(), {info, QString::fromStdString(each).toLower(), true});
  }
}

void MetricModel::setWords(const QStringList& words) {
  if (words == m_words) return;
  beginResetModel();
  m_words = words;
  narrow();
  endResetModel();
}

void MetricModel::narrow() {
  m_rows.clear();
  for (int i = 0; i < int(m_metrics.size()); ++i) {
    const QString& text = m_metrics[std::size_t(i)].haystack;
    if (std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word); })) m_rows.push_back(i);
  }
}

void MetricModel::setChosen(const std::set<std::string>& names) {
  beginResetModel();
  m_chosen = names;
  addTyped();
  narrow();
  endResetModel();
  emit chosenChanged();
}

void MetricModel::add(const std::string& metric) {
  std::set<std::string> names = m_chosen;
  names.insert(metric);
  setChosen(names);
}

bool MetricModel::contains(const std::string& metric) const {
  return std::ranges::find(m_metrics, baseOf(metric), [](const Entry& entry) { return baseOf(entry.info.name); }) != m_metrics.end();
}

bool MetricModel::isChosen(const std::string& metric) const {
  return std::ranges::any_of(m_chosen, [base = baseOf(metric)](const std::string& each) { return baseOf(each) == base; });
}

int MetricModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant MetricModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const Entry& entry = m_metrics[std::size_t(m_rows[std::size_t(index.row())])];
  if (role == Qt::CheckStateRole && index.column() == name) return isChosen(entry.info.name) ? Qt::Checked : Qt::Unchecked;
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case name:
      return QString::fromStdString(entry.info.name);
    case unit:
      return QString::fromStdString(entry.info.unit);
    case description:
      return entry.typed ? tr("Not in the list of this chip.") : catalogueText(entry.info.description);
    default:
      return {};
  }
}

QVariant MetricModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case name:
      return tr("Metric");
    case unit:
      return tr("Unit");
    case description:
      return tr("What it counts");
    default:
      return {};
  }
}

Qt::ItemFlags MetricModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.isValid()) flags |= Qt::ItemNeverHasChildren;
  if (index.column() == name) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

bool MetricModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole || index.column() != name) return false;
  const std::string metric = m_metrics[std::size_t(m_rows[std::size_t(index.row())])].info.name;
  std::erase_if(m_chosen, [base = baseOf(metric)](const std::string& each) { return baseOf(each) == base; });
  if (value.toInt() == Qt::Checked) m_chosen.insert(metric);
  emit dataChanged(index, index);
  emit chosenChanged();
  return true;
}

}  // namespace dsm::ui
