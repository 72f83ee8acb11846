// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings in the window: each is applied in one place, whether it comes from the file, from the settings window or from a
// menu, and menus always show what holds.
#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include "ui/main_window.h"
#include "ui/runs/runs_panel.h"
#include "ui/settings/settings_window.h"
#include "ui/theme/theme.h"
#include "ui/window_parts.h"

namespace dsm::ui {
namespace {

constexpr double kUnitsOfThresholdData = 100;  // an action's data is an integer

}  // namespace

void WindowParts::connectSettings() {
  QObject::connect(actions.settings, &QAction::triggered, &window, [this] { showSettings(false); });
  QObject::connect(actions.scheme, &QActionGroup::triggered, &window, [this](QAction* action) {
    Settings wanted = settings;
    wanted.scheme = SchemeChoice(action->data().toInt());
    changeSettings(wanted);
  });
  QObject::connect(actions.textSize, &QActionGroup::triggered, &window, [this](QAction* action) {
    Settings wanted = settings;
    wanted.textPercent = action->data().toInt();
    changeSettings(wanted);
  });
  QObject::connect(actions.threshold, &QActionGroup::triggered, &window, [this](QAction* action) {
    const int data = action->data().toInt();
    if (data == 0) {
      showThreshold();  // the check stays with what holds until another is set
      showSettings(true);
      return;
    }
    Settings wanted = settings;
    wanted.thresholdPercent = data / kUnitsOfThresholdData;
    changeSettings(wanted);
  });
  fillWorkers();
  showThreshold();
}

void WindowParts::showThreshold() {
  bool listed = false;
  for (QAction* action : actions.threshold->actions()) {
    const bool holds = action->data().toInt() == int(settings.thresholdPercent * kUnitsOfThresholdData + 0.5);
    if (action->data().toInt() != 0) action->setChecked(holds);
    listed = listed || holds;
  }
  if (!listed) actions.threshold->actions().last()->setChecked(true);
}

void WindowParts::applySettings(const Settings& wanted) {
  const bool otherUnits = wanted.movedBytes != settings.movedBytes;
  settings = wanted;
  showScheme();
  ThemeHost::instance().setDataPalette(wanted.dataPalette);
  setTextPercent(wanted.textPercent);
  setByteUnits(wanted.movedBytes);
  if (otherUnits) desk.model().rewrite();
  desk.model().comparer().setThreshold(wanted.thresholdPercent / 100);
  model::MeasurementPlan plan;
  plan.budgetSeconds = wanted.budgetSeconds;
  plan.minSamples = std::uint32_t(wanted.minSamples);
  plan.maxSamples = std::uint32_t(wanted.maxSamples);
  configuration.setPlan(plan);
  showThreshold();
  fillWorkers();
  if (settingsWindow) settingsWindow->setSettings(settings);
  scheduleRefresh();
}

void WindowParts::changeSettings(Settings wanted) {
  const bool changed = !(wanted == settings);
  applySettings(wanted);
  if (changed) emit window.settingsChanged(settings);
}

int WindowParts::knownTextPercent(int percent) { return percent >= 138 ? 150 : percent >= 113 ? 125 : 100; }

void WindowParts::setTextPercent(int percent) {
  for (QAction* action : actions.textSize->actions()) action->setChecked(action->data().toInt() == percent);
  const double scale = percent / 100.0;
  if (textScale() == scale) return;
  setTextScale(scale);
  applySizeClass();
  setRunsFolded(runs->isFolded(), false);
  scheduleRefresh();
}

void WindowParts::fillWorkers() {
  actions.workers->clear();
  delete actions.workers->findChild<QActionGroup*>(QString(), Qt::FindDirectChildrenOnly);
  auto* group = new QActionGroup(actions.workers);
  const auto add = [&](const QString& label, const QString& name) {
    QString text = label;
    QAction* action = actions.workers->addAction(text.replace(u'&', QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(settings.worker == name);
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, &window, [this, name] {
      Settings wanted = settings;
      wanted.worker = name;
      // The menu is filled anew: not while it still tells of this click.
      QMetaObject::invokeMethod(&window, [this, wanted] { changeSettings(wanted); }, Qt::QueuedConnection);
    });
  };
  add(MainWindow::tr("This machine"), {});
  for (const WorkerChoice& choice : settings.workers) add(choice.name, choice.name);
  actions.workers->addSeparator();
  QObject::connect(actions.workers->addAction(MainWindow::tr("&Edit the workers…")), &QAction::triggered, &window, [this] { showSettings(false); });
}

void WindowParts::showSettings(bool threshold) {
  if (!settingsWindow) {
    settingsWindow = new SettingsWindow(&window);
    settingsWindow->setAttribute(Qt::WA_DeleteOnClose);
    settingsWindow->setSettings(settings);
    settingsWindow->setFile(settingsPath, settingsTrouble);
    QObject::connect(settingsWindow, &SettingsWindow::settingsChanged, &window, [this](const Settings& wanted) { changeSettings(wanted); });
    QObject::connect(settingsWindow, &SettingsWindow::folderWanted, &window, &MainWindow::settingsFolderRequested);
  }
  settingsWindow->show();
  settingsWindow->raise();
  settingsWindow->activateWindow();
  if (threshold) settingsWindow->focusThreshold();
}

}  // namespace dsm::ui
