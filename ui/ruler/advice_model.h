// SPDX-License-Identifier: GPL-3.0-or-later
//
// The advisor's configurations as rows that can be sorted by any column, and how they are drawn: marker, tick or cross, the
// origin's glyph before a figure.
#pragma once

#include "gpu/model/advisor.h"
#include "ui/charts/chart_table.h"

#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <memory>
#include <string>

namespace dsm::ui {

class AdviceModel : public ChartTableModel {
  Q_OBJECT
 public:
  enum Role { sortRole = Qt::UserRole + 1, legalRole, slotRole, originRole, shownRole, recommendedRole };
  using ChartTableModel::ChartTableModel;
  /// `shownVariant` and `shown`: the configuration in force, drawn bold.
  void setAdvice(const model::ExperimentSpec& spec, const model::Advice& advice, const model::Device& device, const std::string& shownVariant, const model::Values& shown);
  void clear();
  const model::Advice& advice() const { return m_advice; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  QString toolTip(int row) const;
  bool isShown(const model::Configuration& row) const;
  const model::ExperimentSpec* m_spec = nullptr;
  model::Advice m_advice;
  model::Device m_device;
  std::string m_shownVariant;
  model::Values m_shown;
};

/// Numbers by value; what is missing comes last in either order.
class AdviceOrder : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit AdviceOrder(QObject* parent = nullptr);

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

class AdviceDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace dsm::ui
