// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns of a runs table. What keys do is in runs_table_keys.cpp.
#include "ui/runs/runs_table.h"

#include <algorithm>

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPaintEvent>

#include "ui/runs/runs_delegate.h"
#include "ui/runs/runs_desk.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace dsm::ui {
namespace {

constexpr int kParameterWidth = 112;
constexpr int kChevronLeft = 11;  // where a pin stands in the rows below
constexpr int kChevron = 10;
constexpr int kHeaderText = 40;   // the text of the Run column

}  // namespace

RunsTable::RunsTable(RunsDesk& desk, Kind kind, QWidget* parent) : QTableView(parent), m_desk(desk), m_kind(kind) {
  setObjectName(kind == Kind::panel ? QStringLiteral("runsPanelTable") : QStringLiteral("runsFullTable"));
  setAccessibleName(tr("Runs"));
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::DoubleClicked);
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
  setModel(&desk.rows());
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
  if (full) add({ratio, baseline, origin});
  add({notes});
  if (!full) return columns;
  add({tags, status, device, clock, validation, date, command});
  for (int column = int(RunColumn::count); column < m_desk.model().columnCount(); ++column) columns.push_back(column);
  return columns;
}

int RunsTable::startWidth(int column) const {
  switch (column < int(RunColumn::count) ? RunColumn(column) : RunColumn::count) {
    case RunColumn::pin: return 32;
    case RunColumn::run: return 132;
    case RunColumn::variant: return 148;
    case RunColumn::cluster: return 60;
    case RunColumn::time: return 88;
    case RunColumn::rate: return 120;
    case RunColumn::dsmem:
    case RunColumn::l2FromSms:
    case RunColumn::dramWritten: return 112;
    case RunColumn::interval: return 80;
    case RunColumn::samples: return 56;
    case RunColumn::verdict: return 132;
    case RunColumn::ratio: return 148;
    case RunColumn::baseline: return 148;
    case RunColumn::origin: return 104;
    case RunColumn::tags: return 112;
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
  header->moveSection(header->visualIndex(int(RunColumn::verdict)), header->visualIndex(int(RunColumn::interval)));  // in sight at 1440
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

void RunsTable::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (!m_desk.rows().isGrouped()) return;
  QPainter painter(viewport());
  for (int row = std::max(0, rowAt(event->rect().top())); row < model()->rowCount(); ++row) {
    if (rowViewportPosition(row) > event->rect().bottom()) break;
    if (m_desk.rows().isHeader(row)) paintHeader(painter, row);
  }
}

// Over all columns: a head says one thing, whatever columns are shown and however far they are scrolled.
void RunsTable::paintHeader(QPainter& painter, int row) {
  const Theme& theme = currentTheme();
  const QRect rect(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
  const bool selected = selectionModel()->isRowSelected(row, {});
  painter.fillRect(rect, selected ? theme.sel : theme.window);
  if (selected) painter.fillRect(QRect(rect.topLeft(), QSize(kStateEdge, rect.height())), theme.accent);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF chevron(rect.left() + kChevronLeft, rect.center().y() - kChevron / 2.0 + 0.5, kChevron, kChevron);
  paintGlyph(painter, chevron, m_desk.rows().isFolded(row) ? Glyph::chevronRight : Glyph::chevronDown, theme.text2);
  const QFont bold = dsm::ui::font(TextRole::baseBold);
  const QString title = m_desk.rows().title(row);
  const int left = rect.left() + kHeaderText;
  painter.setFont(bold);
  painter.setPen(theme.text);
  painter.drawText(rect.adjusted(left, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title);
  painter.setFont(dsm::ui::font(TextRole::small));
  painter.setPen(theme.text2);
  const int count = left + QFontMetrics(bold).horizontalAdvance(title) + kSpace3;
  painter.drawText(rect.adjusted(count, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_desk.rows().countText(row));
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (hasFocus() && currentIndex().row() == row) {
    painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
  }
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
