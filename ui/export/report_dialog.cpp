// SPDX-License-Identifier: GPL-3.0-or-later
//
// The form, and in words what the report will hold.
#include "ui/export/report_dialog.h"

#include "ui/export/export_command.h"
#include "ui/theme/numbers.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/segmented_row.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QVBoxLayout>

#include <map>
#include <set>

namespace dsm::ui {
namespace {

const QString kSuffix = QStringLiteral("html");

QLabel* smallLabel(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(dsm::ui::font(TextRole::small));
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

ReportDialog::ReportDialog(model::SessionPtr session, QStringList selected, QString source, QWidget* parent)
    : QDialog(parent), m_session(std::move(session)), m_selected(std::move(selected)), m_source(std::move(source)) {
  setWindowTitle(tr("Export a report"));
  setAttribute(Qt::WA_DeleteOnClose);
  build();
  refresh();
  QSize wanted(scaled(600), scaled(360));
  if (screen() != nullptr) wanted = wanted.boundedTo(screen()->availableSize());
  resize(wanted);
}

void ReportDialog::build() {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(kSpace4, kSpace4, kSpace4, kSpace4);
  rows->setSpacing(kSpace2);
  rows->addWidget(smallLabel(tr("One file of charts, tables and where they come from, to be read in a browser without a network."), this));
  rows->addSpacing(kSpace2);
  auto* scopeLabel = smallLabel(tr("Runs"), this);
  m_scope = new SegmentedRow(this);
  scopeLabel->setBuddy(m_scope);
  m_scope->setAccessibleName(scopeLabel->text());
  rows->addWidget(scopeLabel);
  rows->addWidget(m_scope);
  rows->addSpacing(kSpace2);
  auto* titleLabel = smallLabel(tr("Title"), this);
  m_title = new QLineEdit(this);
  titleLabel->setBuddy(m_title);
  m_title->setAccessibleName(titleLabel->text());
  rows->addWidget(titleLabel);
  rows->addWidget(m_title);
  rows->addSpacing(kSpace2);
  m_outline = smallLabel({}, this);
  m_outline->setObjectName(QStringLiteral("reportOutline"));
  rows->addWidget(m_outline);
  m_note = smallLabel({}, this);
  m_note->hide();
  rows->addWidget(m_note);
  rows->addStretch(1);
  m_command = new CommandLine(this);
  m_command->setBoxed(true);
  rows->addWidget(m_command);
  auto* buttons = new QHBoxLayout;
  m_accept = new PrimaryButton(tr("Export"), this);
  m_accept->setIconName(IconName::exportFile);
  m_accept->setDefault(true);
  auto* cancel = new SecondaryButton(tr("Cancel"), this);
  cancel->setAutoDefault(false);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(m_accept);
  rows->addLayout(buttons);
  m_scope->setCurrent(0);
  connect(m_scope, &SegmentedRow::activated, this, &ReportDialog::refresh);
  connect(m_title, &QLineEdit::textChanged, this, &ReportDialog::refresh);
  connect(m_accept, &QPushButton::clicked, this, &ReportDialog::chooseFile);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void ReportDialog::setSession(model::SessionPtr session) {
  m_session = std::move(session);
  QStringList kept;
  for (const QString& id : m_selected) {
    if (m_session->run(id.toStdString()) != nullptr) kept << id;
  }
  m_selected = kept;
  refresh();
}

void ReportDialog::setThreshold(double fraction) {
  m_threshold = fraction;
  refresh();
}

void ReportDialog::setOnlySelected(bool only) {
  if (only && m_selected.isEmpty()) return;
  m_scope->setCurrent(only ? 1 : 0);
  refresh();
}

QStringList ReportDialog::runs() const { return m_scope->current() == 1 ? m_selected : QStringList(); }
QString ReportDialog::title() const { return m_title->text().trimmed(); }
QString ReportDialog::command() const { return m_command->command(); }

QString ReportDialog::outline() const {
  const QStringList ids = runs();
  const std::set<QString> chosen(ids.begin(), ids.end());
  std::map<std::string, int> experiments;
  int count = 0;
  for (const model::RunPtr& run : m_session->runs) {
    if (!chosen.empty() && !chosen.contains(QString::fromStdString(run->id))) continue;
    ++count;
    ++experiments[run->experiment];
  }
  if (count == 0) return tr("There is no run to report on. Measure something first.");
  QStringList parts;
  for (const auto& [id, runs] : experiments) parts << tr("%1 of %2").arg(formatInteger(runs), QString::fromStdString(id));
  //: a list: "4 of token_hop, 2 of histogram"
  return tr("Runs in it: %1. Charts and tables of each experiment, how it was measured and on what, names, notes and tags, and the commands that make all "
            "of it again.")
      .arg(parts.join(QStringLiteral(", ")));
}

void ReportDialog::refresh() {
  const int current = m_scope->current();
  m_scope->setLabels({tr("Whole session (%1)").arg(formatInteger(qint64(m_session->runs.size()))), tr("Selected (%1)").arg(formatInteger(m_selected.size()))});
  m_scope->setAvailable(1, !m_selected.isEmpty(), tr("No run is selected. Select some in the runs table."));
  m_scope->setCurrent(m_selected.isEmpty() ? 0 : std::max(current, 0));
  m_title->setPlaceholderText(QString::fromStdString(m_session->title));
  m_outline->setText(outline());
  m_command->setCommand(reportCommand(m_source, runs(), title(), m_threshold));
  m_accept->setEnabled(!m_session->runs.empty());
}

void ReportDialog::chooseFile() {
  QString path = m_suggestedPath.isEmpty() ? QStringLiteral("report") : m_suggestedPath;
  if (QFileInfo(path).suffix() != kSuffix) path += QLatin1Char('.') + kSuffix;
  auto* dialog = new QFileDialog(this, tr("Export to"), path);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(kSuffix);
  dialog->setNameFilter(tr("HTML (*.html)"));
  connect(dialog, &QFileDialog::fileSelected, this, &ReportDialog::acceptPath);
  dialog->open();
}

bool ReportDialog::acceptPath(const QString& path) {
  QString file = path;
  if (QFileInfo(file).suffix().compare(kSuffix, Qt::CaseInsensitive) != 0) {
    file += QLatin1Char('.') + kSuffix;
    if (QFileInfo::exists(file)) {  // the file dialog asked about the name as typed
      m_note->setText(tr("%1 is there already. Choose a name that ends in .html.").arg(QFileInfo(file).fileName()));
      m_note->show();
      return false;
    }
  }
  emit reportAccepted(runs(), title(), file);
  accept();
  return true;
}

}  // namespace dsm::ui
