// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tiles of the shown kernel as a short table: swatch and name, shape, bytes, lines in which they live.
#pragma once

#include <QAbstractTableModel>

#include "ui/tile/tile_document.h"

namespace dsm::ui {

class TileListModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { name, shape, bytes, live, columnCountOfAll };
  explicit TileListModel(TileDocument& document, QObject* parent = nullptr);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  void refresh();

  TileDocument& m_document;
  model::tile::Kernel m_kernel;  // as last announced
};

}  // namespace dsm::ui
