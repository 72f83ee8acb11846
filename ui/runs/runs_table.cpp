// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys, menu and columns of a runs table.
#include "ui/runs/runs_table.h"

#include <algorithm>

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include "ui/runs/runs_delegate.h"
#include "ui/runs/runs_desk.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kParameterWidth = 112;

}  // namespace

RunsTable::RunsTable(RunsDesk& desk, Kind kind, QWidget* parent) : QTableView(parent), m_desk(desk), m_kind(kind) {
  setObjectName(kind == Kind::panel ? QStringLiteral("runsPanelTable") : QStringLiteral("runsFullTable"));
  setAccessibleName(tr("Runs"));
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setItemDelegate(new RunsDelegate(this));
  QHeaderView* header = horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionsMovable(true);
  header->setStretchLastSection(true);
  header->setMinimumSectionSize(28);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  header->setSortIndicatorClearable(true);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);

  // setModel makes a selection of its own, and setSortingEnabled sorts: the shared ones are put in their place after.
  setModel(&desk.filter());
  QItemSelectionModel* own = selectionModel();
  setSelectionModel(&desk.selection());
  delete own;
  setSortingEnabled(true);
  connect(&desk.filter(), &QAbstractItemModel::layoutChanged, header, [header, &desk] {
    if (header->sortIndicatorSection() != desk.filter().sortColumn()) {
      const QSignalBlocker blocker(header);
      header->setSortIndicator(desk.filter().sortColumn(), desk.filter().sortOrder());
    }
  });
  applySizes();
  resetColumns();
}

std::vector<int> RunsTable::startColumns() const {
  using enum RunColumn;
  std::vector<int> columns;
  const auto add = [&](std::initializer_list<RunColumn> list) {
    for (const RunColumn column : list) columns.push_back(int(column));
  };
  add({pin, run, variant, cluster, time, rate});
  const bool full = m_kind == Kind::full;
  if (full || !m_compact) add({dsmem, l2FromSms, dramWritten});
  if (full) add({interval, samples});
  add({verdict});
  if (full) add({origin});
  add({notes});
  if (!full) return columns;
  add({status, device, clock, validation, date, command});
  for (int column = int(RunColumn::count); column < m_desk.model().columnCount(); ++column) columns.push_back(column);
  return columns;
}

int RunsTable::startWidth(int column) const {
  switch (column < int(RunColumn::count) ? RunColumn(column) : RunColumn::count) {
    case RunColumn::pin: return 32;
    case RunColumn::run: return 144;
    case RunColumn::variant: return 148;
    case RunColumn::cluster: return 60;
    case RunColumn::time: return 88;
    case RunColumn::rate: return 108;
    case RunColumn::dsmem:
    case RunColumn::l2FromSms:
    case RunColumn::dramWritten: return 112;
    case RunColumn::interval: return 80;
    case RunColumn::samples: return 56;
    case RunColumn::verdict: return 132;
    case RunColumn::origin: return 104;
    case RunColumn::notes: return m_kind == Kind::panel ? 96 : 160;  // the last one takes what is left
    case RunColumn::status: return 96;
    case RunColumn::device: return 120;
    case RunColumn::clock: return 88;
    case RunColumn::validation: return 240;
    case RunColumn::date: return 88;
    case RunColumn::command: return 480;
    case RunColumn::count: break;
  }
  return kParameterWidth;
}

void RunsTable::resetColumns() {
  const std::vector<int> shown = startColumns();
  QHeaderView* header = horizontalHeader();
  const int count = m_desk.model().columnCount();
  for (int column = 0; column < count; ++column) {
    header->moveSection(header->visualIndex(column), column);
    setColumnHidden(column, !std::ranges::binary_search(shown, column));
    header->resizeSection(column, scaled(startWidth(column)));
  }
  if (m_kind != Kind::full) return;
  // Parameters stand before the words about the run.
  const int to = header->visualIndex(int(RunColumn::status));
  for (int i = 0; i < count - int(RunColumn::count); ++i) {
    header->moveSection(header->visualIndex(int(RunColumn::count) + i), to + i);
  }
}

void RunsTable::setCompact(bool compact) {
  if (compact == m_compact || m_kind != Kind::panel) return;
  // A column that the person has shown or hidden stays as it is.
  for (int column = 0; column < int(RunColumn::count); ++column) {
    if (RunsModel::isCounter(column) && isColumnHidden(column) == m_compact) setColumnHidden(column, compact);
  }
  m_compact = compact;
}

void RunsTable::setColumnShown(int column, bool shown) { setColumnHidden(column, !shown); }

// What a small window hides of its own accord is no choice of the person's.
QByteArray RunsTable::saveColumns() {
  const bool compact = m_compact;
  setCompact(false);
  QByteArray state = horizontalHeader()->saveState();
  setCompact(compact);
  return state;
}

void RunsTable::restoreColumns(const QByteArray& state) {
  QHeaderView* header = horizontalHeader();
  const int sortColumn = m_desk.filter().sortColumn();
  const Qt::SortOrder order = m_desk.filter().sortOrder();
  const QSignalBlocker blocker(header);  // the sort belongs to the rows, not to this table
  // A state of another catalogue has another number of columns.
  if (!header->restoreState(state) || header->count() != m_desk.model().columnCount()) resetColumns();
  header->setSortIndicator(sortColumn, order);
  if (m_compact) {
    m_compact = false;
    setCompact(true);
  }
}

void RunsTable::fillColumnMenu(QMenu& menu) {
  for (int column = int(RunColumn::run); column < m_desk.model().columnCount(); ++column) {
    const QString name = m_desk.model().headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString();
    QAction* action = menu.addAction(name);
    action->setCheckable(true);
    action->setChecked(isColumnShown(column));
    connect(action, &QAction::toggled, this, [this, column](bool on) { setColumnShown(column, on); });
  }
  menu.addSeparator();
  connect(menu.addAction(tr("Columns of the start")), &QAction::triggered, this, &RunsTable::resetColumns);
}

void RunsTable::editNotes() {
  const QModelIndex current = currentIndex();
  if (!current.isValid()) return;
  setColumnShown(int(RunColumn::notes), true);
  const QModelIndex notes = current.siblingAtColumn(int(RunColumn::notes));
  scrollTo(notes);
  edit(notes);
}

void RunsTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    m_desk.copySelected();
    return;
  }
  switch (event->key()) {
    case Qt::Key_Space: m_desk.togglePins(); return;
    case Qt::Key_Delete: m_desk.deleteSelected(); return;
    case Qt::Key_F2: editNotes(); return;
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

void RunsTable::contextMenuEvent(QContextMenuEvent* event) {
  const QStringList ids = m_desk.selectedIds();
  if (ids.isEmpty()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  RunsModel& model = m_desk.model();
  const bool allPinned = std::ranges::all_of(ids, [&](const QString& id) { return model.isPinned(model.rowOf(id)); });
  const auto add = [&](const QString& text, const char* keys, auto slot) {
    QAction* action = menu->addAction(text);
    action->setShortcut(QKeySequence(QLatin1String(keys)));
    action->setShortcutContext(Qt::WidgetShortcut);  // shown only: keyPressEvent acts
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  add(allPinned ? tr("Unpin") : tr("Pin"), "Space", [this] { m_desk.togglePins(); });
  add(tr("Show in Configure"), "Return", [this] { m_desk.showConfiguration(); })->setEnabled(ids.size() == 1);
  add(tr("Edit notes"), "F2", [this] { editNotes(); })->setEnabled(ids.size() == 1);
  menu->addSeparator();
  add(tr("Copy"), "Ctrl+C", [this] { m_desk.copySelected(); });
  add(ids.size() == 1 ? tr("Delete run") : tr("Delete %1 runs").arg(ids.size()), "Del", [this] { m_desk.deleteSelected(); });
  const QPoint at = event->reason() == QContextMenuEvent::Keyboard
                        ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()) : event->globalPos();
  menu->popup(at);
}

void RunsTable::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange) applySizes();
}

void RunsTable::applySizes() {
  verticalHeader()->setMinimumSectionSize(scaled(kTableRowHeight));
  verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  horizontalHeader()->setFixedHeight(scaled(kTableRowHeight));
}

}  // namespace dsm::ui
