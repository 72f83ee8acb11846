// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Runs panel: a head with fold, counts, scope, filter and columns, the table below it, and, when no row is shown, a
// sentence that says why and a button that helps. Used below the views and, without the fold, as the Table view.
#pragma once

#include <QWidget>

#include "ui/runs/runs_table.h"

class QLineEdit;
class QStackedWidget;

namespace dsm::ui {

class EmptyState;
class FoldButton;
class IconButton;
class RunsDesk;
class SegmentedRow;

class RunsPanel : public QWidget {
  Q_OBJECT
 public:
  RunsPanel(RunsDesk& desk, RunsTable::Kind kind, QWidget* parent = nullptr);
  RunsTable* table() const { return m_table; }
  QLineEdit* filterField() const { return m_filter; }
  SegmentedRow* scopeRow() const { return m_scope; }
  EmptyState* emptyState() const { return m_empty; }
  bool isFolded() const;
  void setFolded(bool folded);
  /// "6 of the built-in recording, 4 shown"; when folded also the pinned run.
  QString countsText() const;
  /// What the empty table says when there is nothing at all to run on.
  void setRunPossible(bool possible, bool running);
  /// What the folded line says in place of the counts; empty: the counts.
  void setFoldedNote(const QString& note);
  int headHeight() const;
  /// Head, header and six rows.
  int openHeight() const;

 public slots:
  void focusFilter();
  void refresh();

 signals:
  void foldToggled(bool folded);
  void runWanted();
  void openRecordingWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeHead();
  void chooseColumns();
  void showEmptyReason();
  void helpEmpty();
  void applySizes();

  enum class Help { none, run, clearFilter, showAll, openRecording };
  RunsDesk& m_desk;
  RunsTable::Kind m_kind;
  QWidget* m_head = nullptr;
  FoldButton* m_fold = nullptr;
  SegmentedRow* m_scope = nullptr;
  QLineEdit* m_filter = nullptr;
  IconButton* m_columns = nullptr;
  QStackedWidget* m_stack = nullptr;
  RunsTable* m_table = nullptr;
  EmptyState* m_empty = nullptr;
  Help m_help = Help::none;
  QString m_foldedNote;
  bool m_runPossible = true;
  bool m_running = false;
};

}  // namespace dsm::ui
