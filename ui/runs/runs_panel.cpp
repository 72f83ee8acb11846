// SPDX-License-Identifier: GPL-3.0-or-later
//
// Head, table, and the sentence in its place.
#include "ui/document_text.h"
#include "ui/runs/runs_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/fold_button.h"
#include "ui/runs/runs_desk.h"
#include "ui/theme/numbers.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/empty_state.h"
#include "ui/theme/widgets/segmented_row.h"

namespace dsm::ui {
namespace {

constexpr int kRowsAtStart = 6;
constexpr int kFilterWidth = 176;
constexpr int kLeft = 16;

// "the built-in recording" for a title in words, "hops.json" for a file's name.
QString documentName(const model::Session& session) {
  const QString title = plainText(QString::fromStdString(session.title));
  if (title.isEmpty()) return RunsPanel::tr("this document");
  if (session.origin != model::Origin::recorded || title.contains(u'.') || title.contains(u'/')) return title;
  return RunsPanel::tr("the %1").arg(title.left(1).toLower() + title.mid(1));
}

}  // namespace

RunsPanel::RunsPanel(RunsDesk& desk, RunsTable::Kind kind, QWidget* parent) : QWidget(parent), m_desk(desk), m_kind(kind) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 1, 0, 0);
  column->setSpacing(0);
  m_head = makeHead();
  column->addWidget(m_head);
  m_stack = new QStackedWidget(this);
  m_table = new RunsTable(desk, kind, m_stack);
  m_stack->addWidget(m_table);
  column->addWidget(m_stack, 1);

  RunsFilter* rows = &desk.filter();
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) connect(rows, signal, this, &RunsPanel::refresh);
  connect(rows, &QAbstractItemModel::dataChanged, this, &RunsPanel::refresh);
  connect(&desk.model(), &QAbstractItemModel::rowsInserted, this, &RunsPanel::refresh);
  connect(&desk.model(), &QAbstractItemModel::rowsRemoved, this, &RunsPanel::refresh);
  connect(rows, &RunsFilter::scopeChanged, this, &RunsPanel::refresh);
  connect(rows, &RunsFilter::textChanged, this, &RunsPanel::refresh);
  applySizes();
  refresh();
}

QWidget* RunsPanel::makeHead() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(kLeft, 0, kSpace3, 0);
  row->setSpacing(kSpace3);
  m_fold = new FoldButton(tr("Runs"), head);
  m_fold->setBold(true);
  m_fold->setNoteAtRight(false);
  m_fold->setChecked(true);
  row->addWidget(m_fold, 1);
  m_scope = new SegmentedRow(head);
  m_scope->setLabels({tr("This configuration"), tr("All")});
  m_scope->setUniform(false);
  m_scope->setStretch(false);
  m_scope->setAccessibleName(tr("Runs shown"));
  row->addWidget(m_scope);
  m_filter = new QLineEdit(head);
  m_filter->setPlaceholderText(tr("Filter runs"));
  m_filter->setAccessibleName(tr("Filter runs"));
  m_filter->setToolTip(tr("Show only runs with all of these words; tag:cold asks for a tag (Ctrl+F)"));
  m_filter->addAction(icon(IconName::find), QLineEdit::LeadingPosition);
  m_filter->setClearButtonEnabled(false);
  m_filter->installEventFilter(this);
  row->addWidget(m_filter);
  m_columns = new IconButton(IconName::columns, tr("Columns and groups"), head);
  row->addWidget(m_columns);
  if (m_kind == RunsTable::Kind::full) {
    m_fold->setChevronShown(false);
    m_fold->setFocusPolicy(Qt::NoFocus);
    m_fold->setAttribute(Qt::WA_TransparentForMouseEvents);
  } else {
    m_fold->setToolTip(tr("Fold or unfold the runs"));
    connect(m_fold, &QAbstractButton::toggled, this, [this](bool open) {
      refresh();
      emit foldToggled(!open);
    });
  }
  connect(m_scope, &SegmentedRow::activated, this,
          [this](int index) { m_desk.filter().setScope(index == 0 ? RunsFilter::Scope::thisConfiguration : RunsFilter::Scope::all); });
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) { m_desk.filter().setText(text); });
  connect(m_columns, &QAbstractButton::clicked, this, &RunsPanel::chooseColumns);
  return head;
}

bool RunsPanel::isFolded() const { return !m_fold->isChecked(); }
void RunsPanel::setFolded(bool folded) { m_fold->setChecked(!folded); }

int RunsPanel::headHeight() const { return scaled(kRunsHeadHeight) + 1; }
int RunsPanel::openHeight() const { return headHeight() + scaled(kTableRowHeight) * (1 + kRowsAtStart); }

QString RunsPanel::countsText() const {
  const model::SessionPtr session = m_desk.model().session();
  if (!session) return {};
  const int all = m_desk.model().rowCount();
  if (all == 0) return tr("none yet");
  const int shown = m_desk.filter().rowCount();
  const int measured = measuredHere(*session);
  QString text = tr("%1 of %2").arg(formatInteger(all - measured), documentName(*session));
  if (measured > 0) text += tr(" + %1 measured here").arg(formatInteger(measured));
  if (!isFolded()) return shown == all ? text : text + QStringLiteral(", ") + tr("%1 shown").arg(formatInteger(shown));
  model::RunPtr pinned;
  int more = -1;
  for (const std::string& id : session->pinned) {
    const model::RunPtr run = session->run(id);
    const bool here = run && (m_desk.filter().spec() == nullptr || run->experiment == m_desk.filter().spec()->info().id);
    if (!here) continue;
    pinned = run;
    ++more;
  }
  if (!pinned) return text;
  const int row = m_desk.model().rowOf(QString::fromStdString(pinned->id));
  const QString rate = m_desk.model().index(row, int(RunColumn::rate)).data(Qt::DisplayRole).toString();
  text += QStringLiteral("; ") + tr("pinned: %1, %2").arg(QString::fromStdString(pinned->name.empty() ? pinned->variant : pinned->name), rate);
  return more > 0 ? tr("%1 and %2 more").arg(text, formatInteger(more)) : text;
}

void RunsPanel::refresh() {
  m_fold->setNote(isFolded() && !m_foldedNote.isEmpty() ? m_foldedNote : countsText());
  m_scope->setCurrent(m_desk.filter().scope() == RunsFilter::Scope::thisConfiguration ? 0 : 1);
  if (m_filter->text() != m_desk.filter().text()) {
    const QSignalBlocker blocker(m_filter);
    m_filter->setText(m_desk.filter().text());
  }
  const bool folded = isFolded();
  m_scope->setVisible(!folded);
  m_filter->setVisible(!folded);
  m_columns->setVisible(!folded);
  m_stack->setVisible(!folded);
  if (folded) return;
  if (m_desk.filter().rowCount() > 0) {
    m_stack->setCurrentWidget(m_table);
  } else {
    showEmptyReason();
  }
}

void RunsPanel::setRunPossible(bool possible, bool running) {
  if (possible == m_runPossible && running == m_running) return;
  m_runPossible = possible;
  m_running = running;
  refresh();
}

void RunsPanel::setFoldedNote(const QString& note) {
  if (note == m_foldedNote) return;
  m_foldedNote = note;
  refresh();
}

void RunsPanel::showEmptyReason() {
  if (m_empty == nullptr) {
    m_empty = new EmptyState(m_stack);
    if (m_kind == RunsTable::Kind::full) m_empty->setSketch(EmptyState::Sketch::table);
    m_stack->addWidget(m_empty);
    connect(m_empty, &EmptyState::buttonClicked, this, &RunsPanel::helpEmpty);
  }
  const bool none = m_desk.model().rowCount() == 0;
  if (m_running && none) {
    m_help = Help::none;
    m_empty->setSentences(tr("The first run is in progress."), {});
    m_empty->setButton({});
  } else if (!none && !m_desk.filter().text().isEmpty()) {
    m_help = Help::clearFilter;
    m_empty->setSentences(tr("No run has all of “%1”.").arg(m_desk.filter().text()), {});
    m_empty->setButton(tr("Clear filter"), IconName::close);
  } else if (m_runPossible) {
    m_help = m_running ? Help::none : Help::run;
    m_empty->setSentences(m_running ? tr("This configuration is being measured.")
                          : none    ? tr("This document has no runs.") : tr("This configuration has not been run."), {});
    if (m_running) {
      m_empty->setButton({});
    } else {
      m_empty->setButton(tr("Run"), IconName::run, QStringLiteral("F5"));
    }
  } else if (!none) {
    m_help = Help::showAll;
    m_empty->setSentences(tr("There is no run of this configuration."), {});
    m_empty->setButton(tr("Show all runs"), IconName::table);
  } else {
    m_help = Help::openRecording;
    m_empty->setSentences(tr("This document has no runs, and nothing can be measured here."), {});
    m_empty->setButton(tr("Open the built-in recording"));
  }
  m_stack->setCurrentWidget(m_empty);
}

void RunsPanel::helpEmpty() {
  switch (m_help) {
    case Help::run: emit runWanted(); break;
    case Help::clearFilter: m_desk.filter().setText({}); break;
    case Help::showAll: m_desk.filter().setScope(RunsFilter::Scope::all); break;
    case Help::openRecording: emit openRecordingWanted(); break;
    case Help::none: break;
  }
}

void RunsPanel::chooseColumns() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  m_table->fillGroupMenu(*menu);
  menu->addSeparator();
  m_table->fillColumnMenu(*menu);
  menu->popup(m_columns->mapToGlobal(QPoint(0, m_columns->height())));
}

void RunsPanel::focusFilter() {
  setFolded(false);
  m_filter->setFocus(Qt::ShortcutFocusReason);
  m_filter->selectAll();
}

bool RunsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_filter && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
      m_filter->clear();
      return true;
    }
    if (key == Qt::Key_Down && m_desk.filter().rowCount() > 0) {
      m_table->setFocus(Qt::OtherFocusReason);
      if (!m_table->currentIndex().isValid()) m_table->selectRow(0);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void RunsPanel::applySizes() {
  m_head->setFixedHeight(scaled(kRunsHeadHeight));
  m_filter->setFixedWidth(scaled(kFilterWidth));
}

void RunsPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_head != nullptr) applySizes();
}

void RunsPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.base);
  painter.fillRect(QRect(0, 0, width(), m_head->geometry().bottom() + 1), theme.window);
  painter.fillRect(QRect(0, 0, width(), 1), theme.line);
}

}  // namespace dsm::ui
