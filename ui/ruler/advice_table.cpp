// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys and sizes.
#include "ui/ruler/advice_table.h"

#include "ui/ruler/advice_model.h"
#include "ui/ruler/advice_text.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>

namespace dsm::ui {
namespace {

int widthOf(AdviceColumn column) {
  switch (column) {
    case AdviceColumn::variant: return 140;
    case AdviceColumn::cluster: return 56;
    case AdviceColumn::threads: return 60;
    case AdviceColumn::bytes: return 80;
    case AdviceColumn::rate: return 126;
    case AdviceColumn::runs: return 220;
    case AdviceColumn::nearest: return 132;
    case AdviceColumn::placement: return 112;
    case AdviceColumn::origin:
    case AdviceColumn::count: break;
  }
  return 100;
}

}  // namespace

AdviceTable::AdviceTable(QWidget* parent) : QTableView(parent) {
  setAccessibleName(tr("Configurations"));
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setItemDelegate(new AdviceDelegate(this));
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  horizontalHeader()->setSortIndicatorClearable(true);
  horizontalHeader()->setMinimumSectionSize(28);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  connect(this, &QAbstractItemView::doubleClicked, this, &AdviceTable::rowChosen);
}

void AdviceTable::applySizes() {
  setMinimumHeight(scaled(2 * kTableRowHeight));
  setFont(dsm::ui::font(TextRole::base));
  horizontalHeader()->setFont(dsm::ui::font(TextRole::small));
  verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  for (int column = 0; column < int(AdviceColumn::count); ++column) setColumnWidth(column, scaled(widthOf(AdviceColumn(column))));
}

void AdviceTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    emit copyWanted();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (currentIndex().isValid()) emit rowChosen();
    return;
  }
  QTableView::keyPressEvent(event);
}

}  // namespace dsm::ui
