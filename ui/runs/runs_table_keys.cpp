// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys, clicks on heads of groups, and the context menu of a runs table.
#include <algorithm>

#include <QActionGroup>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include "ui/runs/runs_desk.h"
#include "ui/runs/runs_table.h"

namespace dsm::ui {

void RunsTable::rename() { editColumn(RunColumn::run); }
void RunsTable::editTags() { editColumn(RunColumn::tags); }
void RunsTable::editNotes() { editColumn(RunColumn::notes); }

void RunsTable::editColumn(RunColumn column) {
  const QModelIndex current = currentIndex();
  if (!m_desk.runAt(current)) return;
  setColumnShown(int(column), true);
  const QModelIndex cell = current.siblingAtColumn(int(column));
  scrollTo(cell);
  selectionModel()->setCurrentIndex(cell, QItemSelectionModel::NoUpdate);
  edit(cell);
}

void RunsTable::fold(int row, bool folded) {
  RunsGroups& rows = m_desk.rows();
  const int head = rows.headerOf(row);
  if (head < 0 || rows.isFolded(head) == folded) return;
  // The cursor must not fall into the next group when its row goes away.
  if (folded && row != head) selectionModel()->setCurrentIndex(rows.index(head, currentIndex().column()), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  rows.setFolded(head, folded);
}

// True when the key was about a group.
bool RunsTable::pressInGroups(QKeyEvent* event) {
  RunsGroups& rows = m_desk.rows();
  const int row = currentIndex().row();
  if (!rows.isGrouped() || row < 0 || state() == QAbstractItemView::EditingState) return false;
  const bool onHead = rows.isHeader(row);
  switch (event->key()) {
    case Qt::Key_Plus: fold(row, false); return true;
    case Qt::Key_Minus: fold(row, true); return true;
    case Qt::Key_Right:
      if (!onHead) return false;
      fold(row, false);
      return true;
    case Qt::Key_Left: {
      if (onHead) {
        fold(row, true);
        return true;
      }
      // From the first column that can be seen the next step to the left is the head.
      int first = 0;
      while (first < horizontalHeader()->count() && isColumnHidden(horizontalHeader()->logicalIndex(first))) ++first;
      if (currentIndex().column() != horizontalHeader()->logicalIndex(first)) return false;
      selectionModel()->setCurrentIndex(rows.index(rows.headerOf(row), currentIndex().column()),
                                        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
      return true;
    }
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!onHead) return false;
      fold(row, !rows.isFolded(row));
      return true;
    default: return false;
  }
}

void RunsTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    m_desk.copySelected();
    return;
  }
  if (pressInGroups(event)) return;
  switch (event->key()) {
    case Qt::Key_Space: m_desk.togglePins(); return;
    case Qt::Key_Delete: m_desk.deleteSelected(); return;
    case Qt::Key_F2: rename(); return;
    case Qt::Key_F3: editTags(); return;
    case Qt::Key_F4: editNotes(); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (state() != QAbstractItemView::EditingState) {
        m_desk.showConfiguration();
        return;
      }
      break;
    default: break;
  }
  QTableView::keyPressEvent(event);
}

void RunsTable::keyboardSearch(const QString& search) {
  const int rows = model()->rowCount();
  if (rows == 0 || search.isEmpty()) return;
  const bool goesOn = m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval();
  m_sinceTyped.start();
  const bool sameLetter = goesOn && m_typed.size() == 1 && m_typed.compare(search, Qt::CaseInsensitive) == 0;
  m_typed = goesOn && !sameLetter ? m_typed + search : search;
  // A letter on its own goes on to the next one; more letters narrow what the cursor is on.
  const int from = std::max(0, currentIndex().row()) + (m_typed.size() == 1 ? 1 : 0);
  const auto starts = [&](int row, RunColumn column) {
    return model()->index(row, int(column)).data().toString().startsWith(m_typed, Qt::CaseInsensitive);
  };
  for (int step = 0; step < rows; ++step) {
    const int row = (from + step) % rows;
    if (!starts(row, RunColumn::run) && !starts(row, RunColumn::variant)) continue;
    selectionModel()->setCurrentIndex(model()->index(row, std::max(int(RunColumn::run), currentIndex().column())),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    return;
  }
}

void RunsTable::mousePressEvent(QMouseEvent* event) {
  const QModelIndex at = indexAt(event->position().toPoint());
  QTableView::mousePressEvent(event);
  if (event->button() == Qt::LeftButton && at.isValid() && m_desk.rows().isHeader(at.row())) fold(at.row(), !m_desk.rows().isFolded(at.row()));
}

// The first click has folded already.
void RunsTable::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex at = indexAt(event->position().toPoint());
  if (at.isValid() && m_desk.rows().isHeader(at.row())) {
    mousePressEvent(event);
  } else {
    QTableView::mouseDoubleClickEvent(event);
  }
}

void RunsTable::fillGroupMenu(QMenu& menu) {
  auto* group = new QActionGroup(&menu);
  const auto add = [&](const QString& text, RunsGroups::By by) {
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(m_desk.rows().by() == by);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, by] { m_desk.rows().setBy(by); });
  };
  add(tr("No groups"), RunsGroups::By::none);
  add(tr("Group by experiment"), RunsGroups::By::experiment);
  add(tr("Group by variant"), RunsGroups::By::variant);
  add(tr("Group by tag"), RunsGroups::By::tag);
  if (!m_desk.rows().isGrouped()) return;
  menu.addSeparator();
  connect(menu.addAction(tr("Open all groups")), &QAction::triggered, this, [this] { m_desk.rows().setAllFolded(false); });
  connect(menu.addAction(tr("Fold all groups")), &QAction::triggered, this, [this] { m_desk.rows().setAllFolded(true); });
}

void RunsTable::contextMenuEvent(QContextMenuEvent* event) {
  const QStringList ids = m_desk.selectedIds();
  const bool one = ids.size() == 1;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  RunsModel& model = m_desk.model();
  const auto add = [&](const QString& text, const char* keys, auto slot) {
    QAction* action = menu->addAction(text);
    action->setShortcut(QKeySequence(QLatin1String(keys)));
    action->setShortcutContext(Qt::WidgetShortcut);  // shown only: keyPressEvent acts
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  if (!ids.isEmpty()) {
    const bool allPinned = std::ranges::all_of(ids, [&](const QString& id) { return model.isPinned(model.rowOf(id)); });
    add(allPinned ? tr("Unpin") : tr("Pin"), "Space", [this] { m_desk.togglePins(); });
    add(tr("Measure again, interleaved"), "Ctrl+Shift+M", [this] { m_desk.interleave(); })->setEnabled(m_desk.canInterleave());
    add(tr("Show in Configure"), "Return", [this] { m_desk.showConfiguration(); })->setEnabled(one);
    menu->addSeparator();
    add(tr("Rename"), "F2", [this] { rename(); })->setEnabled(one);
    add(one ? tr("Edit tags") : tr("Edit tags of %1 runs").arg(ids.size()), "F3", [this] { editTags(); });
    add(tr("Edit notes"), "F4", [this] { editNotes(); })->setEnabled(one);
    add(tr("Copy"), "Ctrl+C", [this] { m_desk.copySelected(); });
    add(one ? tr("Delete run") : tr("Delete %1 runs").arg(ids.size()), "Del", [this] { m_desk.deleteSelected(); });
    menu->addSeparator();
  }
  fillGroupMenu(*menu);
  const QPoint at = event->reason() == QContextMenuEvent::Keyboard
                        ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()) : event->globalPos();
  menu->popup(at);
}

}  // namespace dsm::ui
