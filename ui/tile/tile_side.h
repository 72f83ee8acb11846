// SPDX-License-Identifier: GPL-3.0-or-later
//
// Configure, while a tile kernel is shown: file, chip, placement, kernel, its tiles; at the foot whether it fits, Save and Export.
// Two widgets, since the foot of Configure stays while the rest scrolls.
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/tile/tile_document.h"

class QComboBox;
class QTableView;

namespace dsm::ui {

class Card;
class PrimaryButton;
class SecondaryButton;
class SegmentedRow;
class TextLabel;
class TileListModel;

class TileSection : public QWidget {
  Q_OBJECT
 public:
  explicit TileSection(TileDocument& document, QWidget* parent = nullptr);
  /// Files opened lately; those that are no tile kernels are left out.
  void setRecentFiles(const QStringList& files);
  QComboBox* fileBox() const { return m_file; }
  QComboBox* kernelBox() const { return m_kernel; }
  SegmentedRow* placementRow() const { return m_show; }
  QList<SegmentedRow*> chipRows() const { return m_chips; }
  QTableView* table() const { return m_table; }
  SecondaryButton* addButton() const { return m_add; }
  SecondaryButton* freeButton() const { return m_free; }

 signals:
  /// A file, or an example as ":/examples/NAME.tile".
  void fileWanted(QString path);
  void openWanted();
  void addWanted();
  void freeLayoutWanted();
  void lineWanted(int line);

 private:
  void buildTop();
  void buildTable();
  void refresh();
  void refreshFiles();
  void refreshChips();
  void fitTable();

  TileDocument& m_document;
  QStringList m_recent;
  QStringList m_chipNames;  // as in the rows; empty: the own device
  QComboBox* m_file = nullptr;
  QList<SegmentedRow*> m_chips;
  TextLabel* m_chipNote = nullptr;
  SegmentedRow* m_show = nullptr;
  QComboBox* m_kernel = nullptr;
  TileListModel* m_model = nullptr;
  QTableView* m_table = nullptr;
  SecondaryButton* m_add = nullptr;
  SecondaryButton* m_free = nullptr;
};

class TileFoot : public QWidget {
  Q_OBJECT
 public:
  explicit TileFoot(TileDocument& document, QWidget* parent = nullptr);
  void setCompact(bool compact);
  Card* card() const { return m_card; }
  PrimaryButton* saveButton() const { return m_save; }
  SecondaryButton* exportButton() const { return m_export; }
  /// "Fits. Peak dynamic 4 096 B, peak static 4 256 B."
  QString sentence() const;

 signals:
  void saveWanted();
  void exportWanted();

 private:
  void refresh();
  /// How many blocks of a @persistent kernel stay on the device at once.
  void showGrid(const model::tile::Kernel& kernel, std::uint64_t blockBytes);

  TileDocument& m_document;
  bool m_compact = false;
  Card* m_card = nullptr;
  QWidget* m_values = nullptr;
  TextLabel* m_dynamic = nullptr;
  TextLabel* m_static = nullptr;
  TextLabel* m_roomLabel = nullptr;
  TextLabel* m_room = nullptr;
  TextLabel* m_gridLabel = nullptr;
  TextLabel* m_grid = nullptr;
  TextLabel* m_reason = nullptr;
  PrimaryButton* m_save = nullptr;
  SecondaryButton* m_export = nullptr;
};

/// Names of the examples that are compiled in: "chain.tile", ...
QStringList tileExamples();
/// ":/examples/chain.tile".
QString tileExamplePath(const QString& name);

}  // namespace dsm::ui
