// SPDX-License-Identifier: GPL-3.0-or-later
//
// Search field, table, count, and what to do with them.
#include "ui/configure/metric_picker.h"

#include <algorithm>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/configure/metric_model.h"
#include "ui/text_label.h"
#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr int kSearchDelayMs = 150;

}  // namespace

MetricPicker::MetricPicker(const model::CounterRequest& current, QWidget* parent) : QDialog(parent), m_background(current.background) {
  setWindowTitle(tr("Metrics to collect"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpace4, kSpace4, kSpace4, kSpace4);
  column->setSpacing(kSpace2);
  auto* top = new QHBoxLayout;
  top->setSpacing(kSpace2);
  m_search = new QLineEdit(this);
  m_search->setPlaceholderText(tr("Search names and descriptions"));
  m_search->setAccessibleName(tr("Search metrics"));
  m_search->addAction(icon(IconName::find), QLineEdit::LeadingPosition);
  top->addWidget(m_search, 1);
  m_add = new SecondaryButton(tr("Add this name"), this);
  m_add->setAutoDefault(false);
  top->addWidget(m_add);
  column->addLayout(top);

  m_model = new MetricModel(this);
  m_table = new QTableView(this);
  m_table->setModel(m_model);
  m_table->setShowGrid(false);
  m_table->setWordWrap(false);
  m_table->setTabKeyNavigation(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setAccessibleName(tr("Metrics"));
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  m_table->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->setColumnWidth(MetricModel::name, scaled(340));
  m_table->setColumnWidth(MetricModel::unit, scaled(80));
  column->addWidget(m_table, 1);
  m_count = new TextLabel({}, TextRole::small, TextLabel::Ink::text2, this);
  column->addWidget(m_count);

  auto* foot = new QHBoxLayout;
  foot->setSpacing(kSpace2);
  m_traffic = new QCheckBox(tr("And the traffic set, one pass"), this);
  const bool fresh = current.names.empty();
  m_traffic->setChecked(fresh || std::ranges::find(current.sets, model::kTrafficSet) != current.sets.end());
  foot->addWidget(m_traffic, 1);
  auto* cancel = new SecondaryButton(tr("Cancel"), this);
  cancel->setAutoDefault(false);
  foot->addWidget(cancel);
  m_accept = new PrimaryButton(tr("Collect these"), this);
  foot->addWidget(m_accept);
  column->addLayout(foot);
  resize(scaled(820), scaled(520));

  m_searchLater.setSingleShot(true);
  m_searchLater.setInterval(kSearchDelayMs);
  connect(&m_searchLater, &QTimer::timeout, this, [this] { emit metricsWanted(m_search->text().trimmed()); });
  connect(m_search, &QLineEdit::textChanged, this, &MetricPicker::search);
  connect(m_add, &QAbstractButton::clicked, this, [this] {
    m_model->add(typedName().toStdString());
    m_search->clear();
  });
  connect(m_model, &MetricModel::chosenChanged, this, &MetricPicker::refresh);
  connect(m_traffic, &QCheckBox::toggled, this, &MetricPicker::refresh);
  connect(cancel, &QAbstractButton::clicked, this, &QDialog::reject);
  connect(m_accept, &QAbstractButton::clicked, this, [this] {
    emit requestChosen(request());
    accept();
  });
  m_model->setChosen({current.names.begin(), current.names.end()});
  refresh();
}

void MetricPicker::setMetrics(const model::MetricList& list) {
  m_model->setMetrics(list.metrics);
  m_count->setToolTip(list.chip.empty() ? QString() : QString::fromStdString(list.chip));
  refresh();
}

model::CounterRequest MetricPicker::request() const {
  model::CounterRequest request;
  if (m_traffic->isChecked()) request.sets.emplace_back(model::kTrafficSet);
  request.names.assign(m_model->chosen().begin(), m_model->chosen().end());
  request.background = m_background;
  return request;
}

void MetricPicker::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  if (event->spontaneous()) return;
  m_search->setFocus();
  emit metricsWanted(m_search->text().trimmed());
}

void MetricPicker::search() {
  m_model->setWords(m_search->text().toLower().split(u' ', Qt::SkipEmptyParts));
  m_searchLater.start();
  refresh();
}

// A single word with the double underscore that every metric's name has.
QString MetricPicker::typedName() const {
  const QString text = m_search->text().trimmed();
  return text.contains(QLatin1String("__")) && !text.contains(u' ') && !text.contains(u',') ? text : QString();
}

void MetricPicker::refresh() {
  const QString name = typedName();
  m_add->setEnabled(!name.isEmpty() && !m_model->contains(name.toStdString()));
  const auto chosen = formatInteger(qint64(m_model->chosen().size()));
  if (m_model->metricCount() == 0) {
    m_count->setText(m_search->text().isEmpty()
                         ? tr("The list of this chip is not there yet; a name can be typed and added. %1 chosen.").arg(chosen)
                         : tr("No metric has all of these words. %1 chosen.").arg(chosen));
  } else {
    m_count->setText(
        tr("%1 of %2 metrics, %3 chosen.").arg(formatInteger(m_model->rowCount()), formatInteger(m_model->metricCount()), chosen));
  }
  m_accept->setEnabled(!m_model->chosen().empty() || m_traffic->isChecked());
}

}  // namespace dsm::ui
