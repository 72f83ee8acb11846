// SPDX-License-Identifier: GPL-3.0-or-later
//
// Head and command line around the panel that is also below the other views.
#include "ui/runs/table_page.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/runs/runs_desk.h"
#include "ui/runs/runs_panel.h"
#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/command_line.h"

namespace dsm::ui {

TablePage::TablePage(RunsDesk& desk, QWidget* parent) : QWidget(parent), m_desk(desk) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_head = new QWidget(this);
  auto* row = new QHBoxLayout(m_head);
  row->setContentsMargins(kViewPadding, kSpace2, kSpace4, kSpace2);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  words->addWidget(new TextLabel(tr("Every run"), TextRole::title, TextLabel::Ink::text, m_head));
  m_finding = new TextLabel({}, TextRole::base, TextLabel::Ink::text2, m_head);
  m_finding->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  words->addWidget(m_finding);
  row->addLayout(words, 1);
  auto* copy = new IconButton(IconName::copy, tr("Copy the selected rows"), m_head);
  row->addWidget(copy, 0, Qt::AlignTop);
  column->addWidget(m_head);
  m_panel = new RunsPanel(desk, RunsTable::Kind::full, this);
  column->addWidget(m_panel, 1);
  m_command = new CommandLine(this);
  column->addWidget(m_command);
  connect(copy, &QAbstractButton::clicked, &desk, &RunsDesk::copySelected);
  connect(&desk.model(), &QAbstractItemModel::rowsInserted, this, &TablePage::showFinding);
  connect(&desk.model(), &QAbstractItemModel::rowsRemoved, this, &TablePage::showFinding);
  connect(&desk.model(), &QAbstractItemModel::dataChanged, this, &TablePage::showFinding);
  showFinding();
}

void TablePage::showFinding() {
  const model::SessionPtr& session = m_desk.model().session();
  if (!session || session->runs.empty()) {
    m_finding->setText(tr("No run yet."));
    return;
  }
  const auto failed = std::ranges::count(session->runs, model::RunStatus::failed, [](const model::RunPtr& run) { return run->status; });
  const auto wrong = std::ranges::count_if(session->runs, [](const model::RunPtr& run) {
    return run->status == model::RunStatus::ok && run->validation.done && !run->validation.correct;
  });
  const auto checked = std::ranges::count_if(session->runs, [](const model::RunPtr& run) {
    return run->status == model::RunStatus::ok && run->validation.done && run->validation.correct;
  });
  QString text = tr("%1 runs, %2 of them equal to the CPU").arg(formatInteger(qint64(session->runs.size())), formatInteger(checked));
  if (failed > 0) text += tr(", %1 failed").arg(formatInteger(failed));
  if (wrong > 0) text += tr(", %1 wrong").arg(formatInteger(wrong));
  m_finding->setText(text + u'.');
}

void TablePage::setInput(const ViewInput& input) {
  if (input.spec == nullptr) return;
  // Only what runs, and no names when that is everything.
  std::vector<std::string> variants;
  for (const std::string& variant : input.variants) {
    const auto legality = input.legality.find(variant);
    if (legality == input.legality.end() || legality->second.fits) variants.push_back(variant);
  }
  if (variants.size() == input.spec->info().variants.size()) variants.clear();
  const std::string command = model::commandFor(*input.spec, "run", variants, input.values) + " --out runs.dsmscope";
  if (const QString text = QString::fromStdString(command); text != m_command->command()) m_command->setCommand(text);
}

void TablePage::setCompact(bool compact) { m_command->setSmall(compact); }

}  // namespace dsm::ui
