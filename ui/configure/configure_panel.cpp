// SPDX-License-Identifier: GPL-3.0-or-later
//
// Puts the parts together and keeps them in step with the configuration.
#include "ui/configure/configure_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/catalogue_text.h"
#include "ui/configure/fits_card.h"
#include "ui/configure/parameter_section.h"
#include "ui/configure/run_bar.h"
#include "ui/fold_button.h"
#include "ui/text_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"

namespace dsm::ui {
namespace {

constexpr int kMostWidth = 400;  // beyond this, large text would leave the views nothing

}  // namespace

ConfigurePanel::ConfigurePanel(Configuration& configuration, QWidget* parent) : QWidget(parent), m_configuration(configuration) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 1, 0);
  column->setSpacing(0);
  m_head = makeHead();
  column->addWidget(m_head);

  auto* content = new QWidget;
  m_content = new QVBoxLayout(content);
  m_content->setContentsMargins(kConfigurePadding, kSpace2, kConfigurePadding, kSpace3);
  m_content->setSpacing(kSpace1 + 2);
  auto* label = new TextLabel(tr("E&xperiment"), TextRole::small, TextLabel::Ink::text2, content);
  m_content->addWidget(label);
  m_experiment = new QComboBox(content);
  m_experiment->setAccessibleName(tr("Experiment"));
  for (const model::ExperimentSpec* spec : configuration.catalogue()) {
    m_experiment->addItem(catalogueText(spec->info().label));
    m_experiment->setItemData(m_experiment->count() - 1, catalogueText(spec->info().summary), Qt::ToolTipRole);
  }
  m_experiment->insertSeparator(m_experiment->count());
  m_experiment->addItem(tr("Tile kernel, text"));
  m_experiment->setItemData(m_experiment->count() - 1, tr("The shared memory of a kernel in the tile language; nothing is run"), Qt::ToolTipRole);
  label->setBuddy(m_experiment);
  m_content->addWidget(m_experiment);
  m_content->addSpacing(kSpace2 - 2);

  m_scroll = new QScrollArea(this);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setWidget(content);
  content->setAutoFillBackground(false);
  // The bar takes its width from the padding, so that controls and buttons end on one line.
  connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int most) {
    const int bar = most > 0 ? m_scroll->verticalScrollBar()->sizeHint().width() : 0;
    m_content->setContentsMargins(kConfigurePadding, kSpace2, kConfigurePadding - bar, kSpace3);
  });
  m_scroll->viewport()->setAutoFillBackground(false);
  column->addWidget(m_scroll, 1);
  m_foot = makeFoot();
  column->addWidget(m_foot);

  connect(m_experiment, &QComboBox::activated, this, &ConfigurePanel::choose);
  connect(&m_configuration, &Configuration::experimentChanged, this, &ConfigurePanel::rebuild);
  connect(&m_configuration, &Configuration::changed, this, &ConfigurePanel::refresh);
  rebuild();
  applySizes();
}

QWidget* ConfigurePanel::makeHead() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(kConfigurePadding, 0, kSpace3, 0);
  row->addWidget(new TextLabel(tr("Configure"), TextRole::baseBold, TextLabel::Ink::text, head), 1);
  auto* reset = new IconButton(IconName::reset, tr("Back to the defaults of this experiment"), head);
  row->addWidget(reset);
  connect(reset, &QAbstractButton::clicked, this, [this] {
    if (m_tileShown) emit tileResetClicked();
    else m_configuration.reset();
  });
  return head;
}

QWidget* ConfigurePanel::makeFoot() {
  auto* foot = new QWidget(this);
  m_footLayout = new QVBoxLayout(foot);
  m_footLayout->setSpacing(kSpace1);
  m_fits = new FitsCard(foot);
  m_runBar = new RunBar(foot);
  m_footLayout->addWidget(m_fits);
  m_footLayout->addWidget(m_runBar);
  connect(m_runBar, &RunBar::runClicked, this, &ConfigurePanel::runClicked);
  connect(m_runBar, &RunBar::stopClicked, this, &ConfigurePanel::stopClicked);
  return foot;
}

void ConfigurePanel::choose(int index) {
  const bool tile = index >= int(m_configuration.catalogue().size());
  emit tileChosen(tile);
  if (!tile) m_configuration.showExperiment(m_configuration.catalogue()[std::size_t(index)]->info().id);
}

void ConfigurePanel::setTileParts(QWidget* section, QWidget* foot) {
  m_tileSection = section;
  m_tileFoot = foot;
  m_content->addWidget(section, 1);
  layout()->addWidget(foot);
}

void ConfigurePanel::setTileShown(bool shown) {
  m_tileShown = shown && m_tileSection != nullptr;
  m_section->setVisible(!m_tileShown);
  m_foot->setVisible(!m_tileShown);
  if (m_tileSection != nullptr) m_tileSection->setVisible(m_tileShown);
  if (m_tileFoot != nullptr) m_tileFoot->setVisible(m_tileShown);
  refresh();
  update();
}

void ConfigurePanel::rebuild() {
  if (m_section != nullptr && m_section->advanced() != nullptr) m_advancedOpen = m_section->advanced()->isChecked();
  const bool experimentHadFocus = m_experiment->hasFocus();
  if (m_section != nullptr) {
    m_section->hide();
    m_content->removeWidget(m_section);
    m_section->deleteLater();  // one of its controls may have caused this
  }
  m_section = new ParameterSection(m_configuration, m_advancedOpen, m_scroll->widget());
  m_content->addWidget(m_section, 1);
  m_section->setVisible(!m_tileShown);  // now and not at the next turn, so that Tab finds it
  if (experimentHadFocus) m_experiment->setFocus(Qt::OtherFocusReason);
  refresh();
}

void ConfigurePanel::refresh() {
  const auto& catalogue = m_configuration.catalogue();
  const auto shown = std::ranges::find(catalogue, &m_configuration.spec());
  m_experiment->setCurrentIndex(m_tileShown ? m_experiment->count() - 1 : int(shown - catalogue.begin()));
  m_section->refresh();

  FitsFacts facts;
  const std::string lead = m_configuration.leadVariant();
  const model::Legality* legality = m_configuration.legalityOf(lead);
  if (const model::VariantInfo* variant = m_configuration.spec().variant(lead)) facts.variant = catalogueText(variant->label);
  if (m_configuration.device()) {
    facts.deviceName = QString::fromStdString(m_configuration.device()->name);
    facts.staticCapBytes = m_configuration.device()->sharedPerBlockStatic;
  }
  if (m_configuration.ticked().empty()) {
    facts.reason = tr("No variant is ticked.");
  } else if (legality == nullptr) {
    facts.reason = tr("No device is chosen.");
  } else {
    facts.known = true;
    facts.legality = *legality;
    if (!legality->fits) facts.reason = catalogueText(legality->reason) + othersThatRun();
  }
  m_fits->setFacts(facts);
}

QString ConfigurePanel::othersThatRun() const {
  const std::vector<model::RunRequest> requests = m_configuration.requests();
  if (requests.empty()) return {};
  if (requests.size() > 1) return u' ' + tr("%1 others run.").arg(requests.size());
  const model::VariantInfo* variant = m_configuration.spec().variant(requests.front().variant);
  return u' ' + tr("%1 runs.").arg(variant != nullptr ? catalogueText(variant->label) : QString());
}

void ConfigurePanel::setProgress(const RunProgress& progress) { m_runBar->setProgress(progress); }
void ConfigurePanel::setRunning(bool running, bool stopping) { m_runBar->setRunning(running, stopping); }

void ConfigurePanel::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  applySizes();
}

void ConfigurePanel::applySizes() {
  setFixedWidth(std::min(scaled(m_compact ? kConfigureWidthSmall : kConfigureWidth), kMostWidth));
  m_head->setFixedHeight(scaled(m_compact ? kTabBarHeightSmall : kTabBarHeight));
  m_fits->setCompact(m_compact);
  const int top = m_compact ? kSpace2 : kSpace3;
  m_footLayout->setContentsMargins(kConfigurePadding, top, kConfigurePadding, kSpace4);
  m_footLayout->setSpacing(m_compact ? 0 : kSpace1);
  update();
}

void ConfigurePanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.window);
  painter.fillRect(QRect(0, m_head->geometry().bottom(), width(), 1), theme.line);
  painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.line);
  // A hairline only where content can pass under the foot.
  const bool scrolls = m_scroll->widget()->height() > m_scroll->viewport()->height();
  const QWidget* foot = m_tileShown ? m_tileFoot : m_foot;
  if (m_compact || scrolls) painter.fillRect(QRect(0, foot->geometry().top(), width(), 1), theme.line);
}

void ConfigurePanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && m_footLayout != nullptr) applySizes();
}

}  // namespace dsm::ui
