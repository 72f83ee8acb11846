// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table over the shared runs. Space pins, Delete deletes, F2 edits the notes, Ctrl+C copies; a context menu names
// all of it. Tab leaves the table. Each table chooses its own columns; rows, sort and selection are shared.
#pragma once

#include <QTableView>
#include <vector>

#include "ui/runs/runs_model.h"

namespace dsm::ui {

class RunsDesk;

class RunsTable : public QTableView {
  Q_OBJECT
 public:
  enum class Kind { panel, full };
  RunsTable(RunsDesk& desk, Kind kind, QWidget* parent = nullptr);
  /// Columns that the person can show or hide.
  void setColumnShown(int column, bool shown);
  bool isColumnShown(int column) const { return !isColumnHidden(column); }
  /// The columns of the start.
  void resetColumns();
  /// Widths, order and hidden columns; unknown bytes are ignored.
  QByteArray saveColumns();
  void restoreColumns(const QByteArray& state);
  /// On a small window the panel starts without the counters.
  void setCompact(bool compact);
  /// A menu with a check for each column; caller shows it.
  void fillColumnMenu(QMenu& menu);

 public slots:
  void editNotes();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applySizes();
  std::vector<int> startColumns() const;
  int startWidth(int column) const;

  RunsDesk& m_desk;
  Kind m_kind;
  bool m_compact = false;
};

}  // namespace dsm::ui
