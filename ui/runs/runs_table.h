// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table over the shared runs. Space pins, Delete deletes, F2 renames, F3 edits tags, F4 notes, Ctrl+C copies, letters look for
// a name; in groups Left folds and Right opens. A context menu names all of it. Tab leaves the table. Each table chooses its own
// columns; rows, groups, sort and selection are shared.
#pragma once

#include <QElapsedTimer>
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
  /// The choices of grouping, with a check.
  void fillGroupMenu(QMenu& menu);
  /// Name or variant that starts with what was typed within a moment, from the current row on and round.
  void keyboardSearch(const QString& search) override;

 public slots:
  void rename();
  void editTags();
  void editNotes();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void editColumn(RunColumn column);
  bool pressInGroups(QKeyEvent* event);
  void fold(int row, bool folded);
  void paintHeader(QPainter& painter, int row);
  void applySizes();
  std::vector<int> startColumns() const;
  int startWidth(int column) const;

  RunsDesk& m_desk;
  Kind m_kind;
  bool m_compact = false;
  QString m_typed;
  QElapsedTimer m_sinceTyped;
};

}  // namespace dsm::ui
