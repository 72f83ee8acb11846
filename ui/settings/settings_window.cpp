// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of label and control in a page that scrolls on a low screen. The workers are in settings_workers.cpp.
#include "ui/settings/settings_window.h"

#include <algorithm>
#include <array>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/charts/elided_label.h"
#include "ui/text_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets/buttons.h"
#include "ui/theme/widgets/segmented_row.h"

namespace dsm::ui {
namespace {

constexpr int kLabelWidth = 176;
constexpr int kFieldWidth = 112;
constexpr int kWidth = 620;
constexpr int kHeight = 700;
constexpr std::array<int, 3> kTextPercents{100, 125, 150};
constexpr std::array<double, 4> kThresholds{0.5, 1, 2, 5};

template <std::size_t N, class T>
int placeOf(const std::array<T, N>& values, T value) {
  const auto found = std::ranges::find(values, value);
  return found == values.end() ? -1 : int(found - values.begin());
}

// A point for decimals and no groups, whatever the locale: as everywhere in the window.
QLocale plainLocale() {
  QLocale locale = QLocale::c();
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale;
}

}  // namespace

SettingsWindow::SettingsWindow(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Settings"));
  setModal(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(kSpace5, kSpace4, kSpace5, kSpace5);
  rows->setSpacing(kSpace2);
  buildAppearance(rows);
  buildMeasuring(rows);
  buildComparison(rows);
  buildWorkers(rows);
  buildFile(rows);
  rows->addStretch(1);
  scroll->setWidget(page);
  column->addWidget(scroll, 1);
  const QSize wanted(scaled(kWidth), scaled(kHeight));
  resize(parent != nullptr ? wanted.boundedTo(parent->size()) : wanted);
  refresh();
}

void SettingsWindow::addHeading(QVBoxLayout* page, const QString& text) {
  if (page->count() > 0) page->addSpacing(kSpace3);
  page->addWidget(new TextLabel(text, TextRole::baseBold, TextLabel::Ink::text, page->parentWidget()));
}

void SettingsWindow::addLabel(QVBoxLayout* page, const QString& text, QWidget* control) {
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace3);
  auto* label = new TextLabel(text, TextRole::base, TextLabel::Ink::text2, page->parentWidget());
  label->setFixedWidth(scaled(kLabelWidth));
  label->setBuddy(control);
  row->addWidget(label);
  row->addWidget(control);
  row->addStretch(1);
  page->addLayout(row);
  if (control->accessibleName().isEmpty()) control->setAccessibleName(text);
}

SegmentedRow* SettingsWindow::addChoices(QVBoxLayout* page, const QString& label, const QStringList& choices, std::function<void(int)> chosen) {
  auto* row = new SegmentedRow(page->parentWidget());
  row->setLabels(choices);
  row->setUniform(false);
  row->setStretch(false);
  row->setAccessibleName(label);
  connect(row, &SegmentedRow::activated, this, std::move(chosen));
  addLabel(page, label, row);
  return row;
}

void SettingsWindow::buildAppearance(QVBoxLayout* page) {
  addHeading(page, tr("Appearance"));
  m_scheme = addChoices(page, tr("Theme"), {tr("As the desktop"), tr("Light"), tr("Dark")},
                        [this](int index) { apply([&](Settings& settings) { settings.scheme = SchemeChoice(index); }); });
  m_palette = addChoices(page, tr("Colours of data"), {tr("Colour"), tr("Grey")},
                         [this](int index) { apply([&](Settings& settings) { settings.dataPalette = DataPalette(index); }); });
  m_palette->setToolTip(tr("Colours can be told apart by colour-blind readers; grey is for weak projectors. Files have a choice of their own"));
  m_text = addChoices(page, tr("Text size"), {QStringLiteral("100 %"), QStringLiteral("125 %"), QStringLiteral("150 %")}, [this](int index) {
    apply([&](Settings& settings) { settings.textPercent = kTextPercents[std::size_t(index)]; });
  });
  m_bytes = addChoices(page, tr("Moved bytes"), {tr("SI: kB, MB, GB"), tr("IEC: KiB, MiB, GiB")},
                       [this](int index) { apply([&](Settings& settings) { settings.movedBytes = ByteUnits(index); }); });
  m_bytes->setToolTip(tr("In the window; files are always written in SI, so that they do not depend on a setting"));
}

void SettingsWindow::buildMeasuring(QVBoxLayout* page) {
  addHeading(page, tr("Each run"));
  m_budget = new QDoubleSpinBox(page->parentWidget());
  m_budget->setLocale(plainLocale());
  m_budget->setDecimals(2);
  m_budget->setRange(kLeastBudgetSeconds, kMostBudgetSeconds);
  m_budget->setSingleStep(0.5);
  m_budget->setToolTip(tr("Timed work after which a run stops, once it has the fewest launches"));
  m_least = new QSpinBox(page->parentWidget());
  m_most = new QSpinBox(page->parentWidget());
  for (QSpinBox* box : {m_least, m_most}) {
    box->setLocale(plainLocale());
    box->setRange(kLeastSamples, kMostSamples);
    box->setSingleStep(10);
  }
  for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{m_budget, m_least, m_most}) {
    box->setKeyboardTracking(false);
    box->setFixedWidth(scaled(kFieldWidth));
  }
  addLabel(page, tr("Budget, seconds"), m_budget);
  addLabel(page, tr("Fewest launches timed"), m_least);
  addLabel(page, tr("Most launches timed"), m_most);
  connect(m_budget, &QDoubleSpinBox::valueChanged, this, [this](double value) { apply([&](Settings& settings) { settings.budgetSeconds = value; }); });
  // Whichever is changed holds; the other one gives way.
  connect(m_least, &QSpinBox::valueChanged, this, [this](int value) {
    apply([&](Settings& settings) {
      settings.minSamples = value;
      settings.maxSamples = std::max(settings.maxSamples, value);
    });
  });
  connect(m_most, &QSpinBox::valueChanged, this, [this](int value) {
    apply([&](Settings& settings) {
      settings.maxSamples = value;
      settings.minSamples = std::min(settings.minSamples, value);
    });
  });
}

void SettingsWindow::buildComparison(QVBoxLayout* page) {
  addHeading(page, tr("Comparison"));
  auto* row = new QWidget(page->parentWidget());
  auto* parts = new QHBoxLayout(row);
  parts->setContentsMargins(0, 0, 0, 0);
  parts->setSpacing(kSpace3);
  m_threshold = new SegmentedRow(row);
  m_threshold->setLabels({QStringLiteral("0.5 %"), QStringLiteral("1 %"), QStringLiteral("2 %"), QStringLiteral("5 %")});
  m_threshold->setStretch(false);
  m_threshold->setAccessibleName(tr("Threshold"));
  m_ownThreshold = new QDoubleSpinBox(row);
  m_ownThreshold->setLocale(plainLocale());
  m_ownThreshold->setDecimals(2);
  m_ownThreshold->setRange(kLeastThresholdPercent, kMostThresholdPercent);
  m_ownThreshold->setSingleStep(0.1);
  m_ownThreshold->setSuffix(QStringLiteral("\u00a0%"));
  m_ownThreshold->setKeyboardTracking(false);
  m_ownThreshold->setFixedWidth(scaled(kFieldWidth));
  m_ownThreshold->setAccessibleName(tr("Threshold of your own, percent"));
  parts->addWidget(m_threshold);
  parts->addWidget(m_ownThreshold);
  addLabel(page, tr("No change below"), row);
  auto* note = new TextLabel(tr("Faster or slower needs the whole 95 % interval of the ratio beyond this, same needs it within."),
                             TextRole::small, TextLabel::Ink::text2, page->parentWidget());
  note->setWordWrap(true);
  page->addWidget(note);
  connect(m_threshold, &SegmentedRow::activated, this,
          [this](int index) { apply([&](Settings& settings) { settings.thresholdPercent = kThresholds[std::size_t(index)]; }); });
  connect(m_ownThreshold, &QDoubleSpinBox::valueChanged, this,
          [this](double value) { apply([&](Settings& settings) { settings.thresholdPercent = value; }); });
}

void SettingsWindow::buildFile(QVBoxLayout* page) {
  addHeading(page, tr("Settings file"));
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace3);
  m_path = new ElidedLabel(TextRole::mono, ElidedLabel::Ink::text2, page->parentWidget());
  row->addWidget(m_path, 1);
  auto* folder = new SecondaryButton(tr("Open folder"), page->parentWidget());
  folder->setAutoDefault(false);
  row->addWidget(folder);
  page->addLayout(row);
  m_trouble = new TextLabel({}, TextRole::small, TextLabel::Ink::error, page->parentWidget());
  m_trouble->setWordWrap(true);
  page->addWidget(m_trouble);
  m_trouble->hide();
  connect(folder, &QAbstractButton::clicked, this, &SettingsWindow::folderWanted);
}

void SettingsWindow::setFile(const QString& path, const QString& trouble) {
  m_path->setText(path);
  m_trouble->setText(trouble);
  m_trouble->setVisible(!trouble.isEmpty());
}

void SettingsWindow::focusThreshold() {
  m_ownThreshold->setFocus(Qt::ShortcutFocusReason);
  m_ownThreshold->selectAll();
}

void SettingsWindow::setSettings(const Settings& settings) {
  if (settings == m_settings) return;
  m_settings = settings;
  refresh();
}

void SettingsWindow::apply(const std::function<void(Settings&)>& change) {
  if (m_filling) return;
  Settings changed = m_settings;
  change(changed);
  if (changed == m_settings) return;
  m_settings = changed;
  refresh();
  emit settingsChanged(m_settings);
}

void SettingsWindow::refresh() {
  m_filling = true;
  m_scheme->setCurrent(int(m_settings.scheme));
  m_palette->setCurrent(int(m_settings.dataPalette));
  m_text->setCurrent(placeOf(kTextPercents, m_settings.textPercent));
  m_bytes->setCurrent(int(m_settings.movedBytes));
  m_budget->setValue(m_settings.budgetSeconds);
  m_least->setValue(m_settings.minSamples);
  m_most->setValue(m_settings.maxSamples);
  m_threshold->setCurrent(placeOf(kThresholds, m_settings.thresholdPercent));
  m_ownThreshold->setValue(m_settings.thresholdPercent);
  showWorkers();
  m_filling = false;
}

}  // namespace dsm::ui
