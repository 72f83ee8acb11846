// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every change replaces the whole list: it is short, and undo is then one assignment.
#include "ui/tile/free_layout.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequence>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/slider_field.h"
#include "ui/tile/free_ruler.h"
#include "ui/tile/tile_page_parts.h"

namespace dsm::ui {
namespace {

constexpr int kMostAlignment = 1024;
constexpr int kMostPhase = 500;
constexpr qint64 kMostOffset = 1'000'000'000'000;

}  // namespace

void FreeArraysModel::setArrays(const FreeArrays& arrays) {
  const bool same = arrays.size() == m_arrays.size();
  if (!same) beginResetModel();
  m_arrays = arrays;
  if (!same) endResetModel();
  else if (!arrays.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int FreeArraysModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_arrays.size()); }
int FreeArraysModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columnCountOfAll; }

QVariant FreeArraysModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const FreeArray& array = m_arrays[std::size_t(index.row())];
  if (role == Qt::TextAlignmentRole) return int((index.column() == name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  const auto number = [role](std::uint64_t value) { return role == Qt::EditRole ? QString::number(value) : formatInteger(qint64(value)); };
  switch (index.column()) {
    case name: return array.name;
    case size: return number(array.bytes);
    case offset: return number(array.offsetBytes);
    case alignment: return number(array.alignBytes);
    case first: return number(std::uint64_t(array.firstPhase + 1));
    case last: return number(std::uint64_t(array.lastPhase + 1));
    default: return {};
  }
}

QVariant FreeArraysModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) return int((section == name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case name: return tr("Array");
    case size: return tr("Size, B");
    case offset: return tr("Offset, B");
    case alignment: return tr("Alignment, B");
    case first: return tr("First phase");
    case last: return tr("Last phase");
    default: return {};
  }
}

Qt::ItemFlags FreeArraysModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
  return index.isValid() && index.column() >= offset ? usual | Qt::ItemIsEditable : usual;
}

bool FreeArraysModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.row() >= rowCount()) return false;
  FreeArray array = m_arrays[std::size_t(index.row())];
  const auto number = parseCount(value.toString());
  const auto refuse = [&](const QString& sentence) {
    emit refused(sentence);
    return false;
  };
  if (!number || *number < 0) return refuse(tr("“%1” is no whole number.").arg(value.toString()));
  switch (index.column()) {
    case offset:
      if (*number > kMostOffset) return refuse(tr("An offset is at most %1.").arg(byteCountText(std::uint64_t(kMostOffset))));
      array.offsetBytes = std::uint64_t(*number);
      break;
    case alignment:
      if (*number < 1 || *number > kMostAlignment || !std::has_single_bit(std::uint64_t(*number)))
        return refuse(tr("An alignment is a power of two from 1 to %1.").arg(formatInteger(kMostAlignment)));
      array.alignBytes = std::uint32_t(*number);
      break;
    case first:
      if (*number < 1 || *number > array.lastPhase + 1) return refuse(tr("The first phase is from 1 to the last, %1.").arg(array.lastPhase + 1));
      array.firstPhase = int(*number) - 1;
      break;
    case last:
      if (*number <= array.firstPhase || *number > kMostPhase)
        return refuse(tr("The last phase is from the first, %1, to %2.").arg(array.firstPhase + 1).arg(kMostPhase));
      array.lastPhase = int(*number) - 1;
      break;
    default: return false;
  }
  if (!(array == m_arrays[std::size_t(index.row())])) emit changeWanted(index.row(), array);
  return true;
}

class FreeLayout::Change : public QUndoCommand {
 public:
  Change(FreeLayout& owner, FreeArrays before, FreeArrays after, const QString& what)
      : QUndoCommand(what), m_owner(owner), m_before(std::move(before)), m_after(std::move(after)) {}
  void undo() override { m_owner.take(m_before); }
  void redo() override { m_owner.take(m_after); }

 private:
  FreeLayout& m_owner;
  FreeArrays m_before;
  FreeArrays m_after;
};

FreeLayout::FreeLayout(const model::tile::Kernel& kernel, const model::tile::KernelPlan& plan, const model::Device& device, QWidget* parent)
    : QDialog(parent), m_kernel(kernel), m_plan(plan), m_device(device) {
  setWindowTitle(tr("Free layout: %1").arg(QString::fromStdString(kernel.name)));
  build();
  take(freeArraysOf(m_kernel, m_plan, m_kernel.dynshared ? model::Placement::dynamic : model::Placement::fixed));
  resize(scaled(760), scaled(640));
}

void FreeLayout::build() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpace4, kSpace4, kSpace4, kSpace4);
  column->setSpacing(kSpace3);
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* host = new QWidget;
  auto* hostColumn = new QVBoxLayout(host);
  hostColumn->setContentsMargins(0, 0, 0, 0);
  m_ruler = new FreeRuler(host);
  hostColumn->addWidget(m_ruler);
  hostColumn->addStretch(1);
  scroll->setWidget(host);
  column->addWidget(scroll, 3);
  m_note = new NoteLine(this);
  column->addWidget(m_note);
  m_model = new FreeArraysModel(this);
  m_table = new QTableView(this);
  m_table->setModel(m_model);
  m_table->setAccessibleName(tr("Arrays"));
  m_table->setShowGrid(false);
  m_table->setAlternatingRowColors(true);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->setTabKeyNavigation(false);
  column->addWidget(m_table, 2);
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace2);
  const auto button = [&](const QString& text, auto slot) {
    auto* made = new SecondaryButton(text, this);
    made->setAutoDefault(false);
    connect(made, &QAbstractButton::clicked, this, slot);
    row->addWidget(made);
    return made;
  };
  auto* undo = button(tr("Undo"), [this] { m_undo.undo(); });
  auto* redo = button(tr("Redo"), [this] { m_undo.redo(); });
  button(tr("Static offsets"), [this] { startFrom(model::Placement::fixed); });
  button(tr("Dynamic offsets"), [this] { startFrom(model::Placement::dynamic); });
  row->addStretch(1);
  button(tr("Close"), [this] { close(); });
  column->addLayout(row);
  column->addWidget(new TextLabel(tr("The text of the kernel stays as it is."), TextRole::small, TextLabel::Ink::text2, this));
  undo->setEnabled(false);
  redo->setEnabled(false);
  connect(&m_undo, &QUndoStack::canUndoChanged, undo, &QWidget::setEnabled);
  connect(&m_undo, &QUndoStack::canRedoChanged, redo, &QWidget::setEnabled);
  const auto key = [this](const QKeySequence& keys, auto slot) {
    auto* action = new QAction(this);
    action->setShortcut(keys);
    addAction(action);
    connect(action, &QAction::triggered, this, slot);
  };
  key(QKeySequence::Undo, [this] { m_undo.undo(); });
  key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [this] { m_undo.redo(); });
  connect(m_ruler, &FreeRuler::chosen, this, [this](int array) {
    m_chosen = array;
    if (array >= 0) m_table->selectRow(array);
  });
  connect(m_ruler, &FreeRuler::offsetWanted, this, [this](int array, quint64 offset) {
    FreeArray changed = m_arrays[std::size_t(array)];
    changed.offsetBytes = offset;
    setArray(array, changed, tr("move %1").arg(changed.name));
  });
  connect(m_model, &FreeArraysModel::changeWanted, this, [this](int array, const FreeArray& changed) {
    setArray(array, changed, tr("change %1").arg(changed.name));
  });
  connect(m_model, &FreeArraysModel::refused, this, [this](const QString& sentence) { m_note->setText(sentence, true); });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (now.row() == m_chosen) return;
    m_chosen = now.row();
    m_ruler->setArrays(m_arrays, m_device, m_chosen);
  });
}

void FreeLayout::startFrom(model::Placement placement) {
  setArrays(freeArraysOf(m_kernel, m_plan, placement), placement == model::Placement::fixed ? tr("static offsets") : tr("dynamic offsets"));
}

void FreeLayout::setArray(int row, const FreeArray& array, const QString& what) {
  FreeArrays changed = m_arrays;
  changed[std::size_t(row)] = array;
  setArrays(changed, what);
}

void FreeLayout::setArrays(const FreeArrays& arrays, const QString& what) {
  if (arrays != m_arrays) m_undo.push(new Change(*this, m_arrays, arrays, what));
}

void FreeLayout::take(const FreeArrays& arrays) {
  m_arrays = arrays;
  refresh();
}

QString FreeLayout::sentence() const {
  const QStringList faults = freeFaults(m_arrays, m_device);
  if (faults.isEmpty()) return tr("No two live arrays overlap. Drag a box sideways, or type into the table.");
  return faults.size() == 1 ? faults.front() : tr("%1 And %2 more.").arg(faults.front()).arg(faults.size() - 1);
}

void FreeLayout::refresh() {
  m_model->setArrays(m_arrays);
  m_ruler->setArrays(m_arrays, m_device, m_chosen);
  m_note->setText(sentence(), !freeFaults(m_arrays, m_device).isEmpty());
}

}  // namespace dsm::ui
