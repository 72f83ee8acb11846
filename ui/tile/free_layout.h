// SPDX-License-Identifier: GPL-3.0-or-later
//
// Free layout: the kernel's arrays, placed by hand in a window of its own. It starts from the kernel's plan, has its own undo, and
// never changes the text.
#pragma once

#include <QAbstractTableModel>
#include <QDialog>
#include <QUndoStack>

#include "ui/tile/free_arrays.h"

class QTableView;

namespace dsm::ui {

class FreeRuler;
class NoteLine;

/// The arrays as rows of fields. A change that is typed is asked for, not made.
class FreeArraysModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { name, size, offset, alignment, first, last, columnCountOfAll };
  using QAbstractTableModel::QAbstractTableModel;
  void setArrays(const FreeArrays& arrays);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
  void changeWanted(int row, dsm::ui::FreeArray array);
  void refused(QString sentence);

 private:
  FreeArrays m_arrays;
};

class FreeLayout : public QDialog {
  Q_OBJECT
 public:
  FreeLayout(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan, const model::Device& device, QWidget* parent = nullptr);
  const FreeArrays& arrays() const { return m_arrays; }
  QUndoStack* undoStack() { return &m_undo; }
  FreeRuler* ruler() const { return m_ruler; }
  QTableView* table() const { return m_table; }
  /// The first fault and how many more; else that there is none.
  QString sentence() const;

 private:
  class Change;
  void build();
  void startFrom(model::Placement placement);
  void setArray(int row, const FreeArray& array, const QString& what);
  void setArrays(const FreeArrays& arrays, const QString& what);
  void take(const FreeArrays& arrays);
  void refresh();

  const model::tile::Kernel m_kernel;
  const model::tile::KernelPlan m_plan;
  const model::Device m_device;
  FreeArrays m_arrays;
  int m_chosen = -1;
  QUndoStack m_undo;
  FreeRuler* m_ruler = nullptr;
  FreeArraysModel* m_model = nullptr;
  QTableView* m_table = nullptr;
  NoteLine* m_note = nullptr;
};

}  // namespace dsm::ui
