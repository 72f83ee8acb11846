// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame around every chart. Rebuilding waits for the view to be visible, so that a hidden tab costs nothing.
#include "ui/charts/chart_page.h"

#include "ui/charts/elided_label.h"
#include "ui/charts/legend_row.h"
#include "ui/charts/paragraph.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/command_line.h"
#include "ui/theme/widgets/empty_state.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QPainter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>

namespace dsm::ui {
namespace {

constexpr int kSentenceColumns = 3;
constexpr int kHowToReadWidth = 380;

class Hairline : public QWidget {
 public:
  explicit Hairline(QWidget* parent) : QWidget(parent) { setFixedHeight(1); }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), currentTheme().line); }
};

}  // namespace

ChartPage::ChartPage(QWidget* parent) : QWidget(parent) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  page->setSpacing(0);
  m_body = new QVBoxLayout;
  m_body->setSpacing(0);
  page->addLayout(m_body, 1);
  buildHead(m_body);

  m_controlsHost = new QWidget(this);
  auto* controlsColumn = new QVBoxLayout(m_controlsHost);
  controlsColumn->setContentsMargins(0, kSpace3, 0, kSpace3);
  controlsColumn->setSpacing(kSpace2);
  m_controls = new QHBoxLayout;
  m_controls->setSpacing(kSpace2);
  controlsColumn->addLayout(m_controls);
  m_belowControls = new QVBoxLayout;
  controlsColumn->addLayout(m_belowControls);
  m_body->addWidget(m_controlsHost);

  m_stack = new QStackedWidget(this);
  m_chartArea = new QScrollArea(m_stack);
  m_chartArea->setFrameShape(QFrame::NoFrame);
  m_chartArea->setWidgetResizable(true);
  m_chartArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_chartArea->setFocusPolicy(Qt::NoFocus);
  m_chartArea->setBackgroundRole(QPalette::Base);
  auto* host = new QWidget;
  host->setBackgroundRole(QPalette::Base);
  m_content = new QVBoxLayout(host);
  m_content->setContentsMargins(0, 0, 0, 0);
  m_content->setSpacing(kSpace2);
  m_chartArea->setWidget(host);
  m_stack->addWidget(m_chartArea);
  m_body->addWidget(m_stack, 1);

  m_sentencesHost = new QWidget(this);
  auto* sentencesColumn = new QVBoxLayout(m_sentencesHost);
  sentencesColumn->setContentsMargins(0, kSpace1, 0, 0);
  sentencesColumn->setSpacing(kSpace2);
  sentencesColumn->addWidget(new Hairline(m_sentencesHost));
  m_sentences = new QGridLayout;
  m_sentences->setHorizontalSpacing(kSpace5);
  sentencesColumn->addLayout(m_sentences);
  m_sentencesHost->hide();

  m_command = new CommandLine(this);
  page->addWidget(m_command);
  applyMargins();
  connect(&ThemeHost::instance(), &ThemeHost::changed, this, [this] {
    restyle();
    m_dirty = true;
    if (isVisible() && m_input.spec != nullptr) {
      m_dirty = false;
      rebuild();
    }
  });
}

ChartPage::~ChartPage() = default;

void ChartPage::buildHead(QVBoxLayout* page) {
  auto* head = new QHBoxLayout;
  head->setSpacing(kSpace1);
  m_title = new ElidedLabel(TextRole::title, ElidedLabel::Ink::text, this);
  head->addWidget(m_title, 1);
  const auto button = [&](IconName name, const QString& tip, auto slot) {
    auto* made = new IconButton(name, tip, this);
    connect(made, &IconButton::clicked, this, slot);
    head->addWidget(made);
    return made;
  };
  button(IconName::zoomFit, tr("Reset zoom"), &ChartPage::resetZoom);
  m_tableButton = button(IconName::table, tr("Show as table"), &ChartPage::showTable);
  m_tableButton->setCheckable(true);
  auto* copy = button(IconName::copy, tr("Copy"), [] {});
  m_copyMenu = new QMenu(copy);
  m_copyMenu->addAction(tr("Copy picture"), this, &ChartPage::copyPicture);
  m_copyMenu->addAction(tr("Copy numbers, tab-separated"), this, &ChartPage::copyTable);
  connect(copy, &IconButton::clicked, m_copyMenu, [copy, this] { m_copyMenu->popup(copy->mapToGlobal(QPoint(0, copy->height()))); });
  button(IconName::exportFile, tr("Export"), &ChartPage::requestExport);
  button(IconName::commandLine, tr("Show or hide the command line"), &ChartPage::toggleCommand);
  m_howButton = button(IconName::question, tr("How to read this"), &ChartPage::showHowToRead);
  page->addLayout(head);
  m_finding = new ElidedLabel(TextRole::base, ElidedLabel::Ink::text2, this);
  page->addWidget(m_finding);
}

void ChartPage::placeLegend(LegendRow* legend, bool beside) {
  if (m_controlsEnd == nullptr) {
    m_controlsEnd = new QSpacerItem(0, 0, QSizePolicy::Fixed, QSizePolicy::Minimum);
    m_controls->addItem(m_controlsEnd);
  }
  if (beside != m_legendBelow) return;
  m_legendBelow = !beside;
  QBoxLayout* from = beside ? static_cast<QBoxLayout*>(m_belowControls) : m_controls;
  QBoxLayout* to = beside ? static_cast<QBoxLayout*>(m_controls) : m_belowControls;
  from->removeWidget(legend);
  to->addWidget(legend, beside ? 1 : 0);
  m_controlsEnd->changeSize(0, 0, beside ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Minimum);
  m_controls->invalidate();
  legend->setRightAligned(beside);
}

void ChartPage::setInput(const ViewInput& input) {
  m_input = input;
  m_dirty = true;
  if (!isVisible() || input.spec == nullptr || input.session == nullptr) return;
  m_dirty = false;
  rebuild();
}

void ChartPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_dirty || m_input.spec == nullptr || m_input.session == nullptr) return;
  m_dirty = false;
  rebuild();
}

QString ChartPage::finding() const { return m_finding->text(); }
QString ChartPage::title() const { return m_title->text(); }

void ChartPage::setHead(const QString& title, const QString& finding) {
  m_title->setText(title);
  m_finding->setText(finding);
  if (m_tableShown) refreshTable();
}

void ChartPage::setSentences(const QStringList& sentences) {
  if (sentences != m_sentenceTexts) {
    m_sentenceTexts = sentences;
    while (QLayoutItem* item = m_sentences->takeAt(0)) {
      delete item->widget();
      delete item;
    }
    for (qsizetype i = 0; i < sentences.size(); ++i) {
      m_sentences->addWidget(new Paragraph(sentences[i], m_sentencesHost), 0, int(i), Qt::AlignTop);
    }
    for (int i = 0; i < kSentenceColumns; ++i) m_sentences->setColumnStretch(i, i < sentences.size() ? 1 : 0);
  }
  m_sentencesHost->setVisible(!sentences.isEmpty());
}

void ChartPage::setCommand(const QString& command) {
  m_command->setCommand(command);
  m_command->setVisible(m_commandShown && !command.isEmpty());
}

void ChartPage::showChart() {
  m_controlsHost->show();
  if (m_tableShown) {
    refreshTable();
    m_stack->setCurrentWidget(m_tableView);
  } else {
    m_stack->setCurrentWidget(m_chartArea);
  }
}

void ChartPage::showEmptyState() {
  m_controlsHost->hide();
  m_stack->setCurrentWidget(emptyState());
}

void ChartPage::scrollTo(const QWidget& part, const QRect& rect) {
  const QPoint at = part.mapTo(m_chartArea->widget(), rect.topLeft());
  m_chartArea->ensureVisible(at.x(), at.y() + rect.height() / 2, 0, rect.height());
}

EmptyState* ChartPage::emptyState() {
  if (m_empty == nullptr) {
    m_empty = new EmptyState(m_stack);
    m_stack->addWidget(m_empty);
  }
  return m_empty;
}

void ChartPage::refreshTable() {
  if (m_tableView == nullptr) {
    m_tableModel = new ChartTableModel(this);
    m_tableView = new QTableView(m_stack);
    m_tableView->setModel(m_tableModel);
    m_tableView->setShowGrid(false);
    m_tableView->setAlternatingRowColors(true);
    m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tableView->verticalHeader()->hide();
    m_tableView->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
    m_tableView->horizontalHeader()->setHighlightSections(false);
    m_tableView->horizontalHeader()->setStretchLastSection(true);
    m_tableView->setAccessibleName(tr("The chart as a table"));
    m_stack->addWidget(m_tableView);
  }
  m_tableModel->setTable(table());
  for (int column = 0; column < m_tableModel->columnCount(); ++column) {
    const int header = m_tableView->horizontalHeader()->sectionSizeHint(column);
    const int cells = static_cast<QAbstractItemView*>(m_tableView)->sizeHintForColumn(column);
    m_tableView->setColumnWidth(column, std::max(header, cells) + kSpace4);
  }
}

void ChartPage::showTable(bool on) {
  m_tableShown = on;
  m_tableButton->setChecked(on);
  if (m_stack->currentWidget() == m_empty && m_empty != nullptr) return;
  showChart();
  if (on) m_tableView->setFocus();
}

void ChartPage::copyPicture() {
  RenderOptions options = exportOptions();
  options.scheme = currentScheme();
  options.palette = dataPalette();
  options.scale = std::clamp(devicePixelRatioF(), 1.0, 3.0);
  if (const auto image = renderImage(chartId(), m_input, options, provenanceOf(chartId(), m_input))) {
    QApplication::clipboard()->setImage(*image);
  }
}

void ChartPage::copyTable() { QApplication::clipboard()->setText(toTsv(table())); }

void ChartPage::requestExport() { emit exportWanted(chartId()); }

void ChartPage::toggleCommand() {
  m_commandShown = !m_commandShown;
  m_command->setVisible(m_commandShown && !m_command->command().isEmpty());
}

void ChartPage::showHowToRead() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  auto* label = new QLabel(howToRead());
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setFixedWidth(scaled(kHowToReadWidth));
  label->setContentsMargins(kSpace3, kSpace2, kSpace3, kSpace2);
  auto* action = new QWidgetAction(menu);
  action->setText(howToRead());
  action->setDefaultWidget(label);
  menu->addAction(action);
  menu->popup(m_howButton->mapToGlobal(QPoint(m_howButton->width() - menu->sizeHint().width(), m_howButton->height())));
}

void ChartPage::setCompact(bool compact) {
  m_compact = compact;
  m_command->setSmall(compact);
  applyMargins();
}

void ChartPage::applyMargins() {
  const int side = m_compact ? kViewPaddingSmall : kViewPadding;
  m_body->setContentsMargins(side, m_compact ? kSpace1 : kSpace1 + 2, side, kSpace2);
  m_controlsHost->layout()->setContentsMargins(0, m_compact ? kSpace1 : kSpace3, 0, kSpace1);
}

void ChartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const QSize whole = window()->size();
  const bool compact = whole.width() < kSmallWindowWidth || whole.height() < kSmallWindowHeight;
  if (compact != m_compact) setCompact(compact);
}

void ChartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) restyle();
}

void ChartPage::restyle() {
  m_title->updateGeometry();
  m_finding->updateGeometry();
  if (m_tableView != nullptr) m_tableView->verticalHeader()->setDefaultSectionSize(scaled(kTableRowHeight));
}

}  // namespace dsm::ui
