// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of workers: a name and the command that starts each. A row that is not whole yet is kept in the table and left
// out of the settings, with a sentence that says what it lacks.
#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/settings/settings_window.h"
#include "ui/text_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr int kNameWidth = 168;
constexpr int kRowsShown = 4;

QString cellText(const QTableWidget& table, int row, int column) {
  const QTableWidgetItem* item = table.item(row, column);
  return item == nullptr ? QString() : item->text().simplified();
}

}  // namespace

bool isWorkerName(const QString& name) {
  return !name.isEmpty() && name == name.simplified() && !name.contains(u'=') && !QStringView(u"[#;").contains(name[0]);
}

void SettingsWindow::buildWorkers(QVBoxLayout* page) {
  addHeading(page, tr("Workers"));
  m_worker = new QComboBox(page->parentWidget());
  m_worker->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  addLabel(page, tr("Measure with"), m_worker);
  m_workers = new QTableWidget(0, 2, page->parentWidget());
  m_workers->setObjectName(QStringLiteral("workers"));
  m_workers->setAccessibleName(tr("Workers on other machines"));
  m_workers->setHorizontalHeaderLabels({tr("Name"), tr("Command")});
  m_workers->horizontalHeader()->setStretchLastSection(true);
  m_workers->horizontalHeader()->setHighlightSections(false);
  m_workers->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_workers->setColumnWidth(0, scaled(kNameWidth));
  m_workers->verticalHeader()->hide();
  m_workers->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  m_workers->setTabKeyNavigation(false);
  m_workers->setShowGrid(false);
  m_workers->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_workers->setSelectionMode(QAbstractItemView::SingleSelection);
  m_workers->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
  m_workers->setFixedHeight(scaled(kTableRowHeight) * (kRowsShown + 1) + 2);
  page->addWidget(m_workers);
  m_workerFault = new TextLabel({}, TextRole::small, TextLabel::Ink::error, page->parentWidget());
  m_workerFault->setWordWrap(true);
  m_workerFault->hide();
  page->addWidget(m_workerFault);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(kSpace2);
  auto* add = new SecondaryButton(tr("Add worker"), page->parentWidget());
  m_remove = new SecondaryButton(tr("Remove"), page->parentWidget());
  for (SecondaryButton* button : {add, m_remove}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  auto* note = new TextLabel(tr("Such as: ssh host dsmscope-worker"), TextRole::small, TextLabel::Ink::text2, page->parentWidget());
  buttons->addWidget(note, 1);
  page->addLayout(buttons);
  connect(m_worker, &QComboBox::activated, this, [this](int index) {
    apply([&](Settings& settings) { settings.worker = index == 0 ? QString() : m_worker->itemText(index); });
  });
  connect(m_workers, &QTableWidget::itemChanged, this, &SettingsWindow::takeWorkers);
  connect(m_workers, &QTableWidget::itemSelectionChanged, this, [this] { m_remove->setEnabled(!m_workers->selectedItems().isEmpty()); });
  connect(add, &QAbstractButton::clicked, this, &SettingsWindow::addWorker);
  connect(m_remove, &QAbstractButton::clicked, this, &SettingsWindow::removeWorker);
  m_remove->setEnabled(false);
}

void SettingsWindow::showWorkers() {
  m_worker->clear();
  m_worker->addItem(tr("This machine"));
  for (const WorkerChoice& worker : m_settings.workers) {
    m_worker->addItem(worker.name);
    m_worker->setItemData(m_worker->count() - 1, worker.command, Qt::ToolTipRole);
  }
  const int used = m_settings.worker.isEmpty() ? 0 : m_worker->findText(m_settings.worker);
  m_worker->setCurrentIndex(std::max(0, used));
  // Rows that the person is still writing stay as they are.
  std::vector<WorkerChoice> shown;
  for (int row = 0; row < m_workers->rowCount(); ++row) {
    const WorkerChoice one{cellText(*m_workers, row, 0), cellText(*m_workers, row, 1)};
    if (isWorkerName(one.name) && !one.command.isEmpty()) shown.push_back(one);
  }
  if (shown == m_settings.workers) return;
  const QSignalBlocker blocker(m_workers);
  m_workers->setRowCount(int(m_settings.workers.size()));
  for (int row = 0; row < m_workers->rowCount(); ++row) {
    m_workers->setItem(row, 0, new QTableWidgetItem(m_settings.workers[std::size_t(row)].name));
    m_workers->setItem(row, 1, new QTableWidgetItem(m_settings.workers[std::size_t(row)].command));
  }
}

void SettingsWindow::takeWorkers() {
  std::vector<WorkerChoice> whole;
  QString fault;
  for (int row = 0; row < m_workers->rowCount(); ++row) {
    const WorkerChoice one{cellText(*m_workers, row, 0), cellText(*m_workers, row, 1)};
    const bool taken = std::ranges::any_of(whole, [&](const WorkerChoice& other) { return other.name == one.name; });
    if (!isWorkerName(one.name)) {
      fault = tr("Row %1 needs a name that has no “=” and does not start with [, # or ;.").arg(row + 1);
    } else if (taken) {
      fault = tr("Row %1 has the name of another row; give it its own.").arg(row + 1);
    } else if (one.command.isEmpty()) {
      fault = tr("%1 needs a command, such as ssh host dsmscope-worker.").arg(one.name);
    } else {
      whole.push_back(one);
    }
  }
  m_workerFault->setText(fault);
  m_workerFault->setVisible(!fault.isEmpty());
  apply([&](Settings& settings) {
    // The worker in use keeps being so under its new name.
    const bool renamed = settings.workers.size() == whole.size();
    for (std::size_t i = 0; renamed && i < whole.size(); ++i) {
      if (!settings.worker.isEmpty() && settings.workers[i].name == settings.worker) {
        settings.worker = whole[i].name;
        break;
      }
    }
    settings.workers = whole;
    const bool known = std::ranges::any_of(whole, [&](const WorkerChoice& worker) { return worker.name == settings.worker; });
    if (!known) settings.worker.clear();
  });
}

void SettingsWindow::addWorker() {
  const int row = m_workers->rowCount();
  {
    const QSignalBlocker blocker(m_workers);
    m_workers->insertRow(row);
    m_workers->setItem(row, 0, new QTableWidgetItem);
    m_workers->setItem(row, 1, new QTableWidgetItem);
  }
  m_workers->setCurrentCell(row, 0);
  m_workers->setFocus(Qt::OtherFocusReason);
  m_workers->editItem(m_workers->item(row, 0));
}

void SettingsWindow::removeWorker() {
  const int row = m_workers->currentRow();
  if (row < 0) return;
  m_workers->removeRow(row);
  takeWorkers();
}

}  // namespace dsm::ui
