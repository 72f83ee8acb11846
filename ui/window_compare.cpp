// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparison in the window: which runs of the views are compared, when the views hear of it, and what the Compare menu can do.
#include <algorithm>

#include <QAction>
#include <QActionGroup>

#include "ui/main_window.h"
#include "ui/traffic/traffic_data.h"
#include "ui/window_parts.h"

namespace dsm::ui {

void WindowParts::connectCompare() {
  QObject::connect(&desk.model().comparer(), &RunComparer::compared, &window, [this](const QStringList& ids) {
    bool awaited = false;
    for (const QString& id : ids) awaited = comparisonsAwaited.erase(id.toStdString()) > 0 || awaited;
    if (awaited) scheduleRefresh();
  });
  QObject::connect(&desk.selection(), &QItemSelectionModel::selectionChanged, &window, [this] { showCompareActions(); });
  QObject::connect(&desk, &RunsDesk::interleaveRequested, &window, &MainWindow::interleaveRequested);
  QObject::connect(actions.interleave, &QAction::triggered, &window, [this] { desk.interleave(); });
  QObject::connect(actions.groupBy, &QActionGroup::triggered, &window,
                   [this](QAction* action) { desk.rows().setBy(RunsGroups::By(action->data().toInt())); });
  QObject::connect(&desk.rows(), &RunsGroups::byChanged, &window, [this] {
    for (QAction* action : actions.groupBy->actions()) action->setChecked(action->data().toInt() == int(desk.rows().by()));
  });
}

// Of the runs that stand for the ticked variants in this configuration, which are the rows of the charts: the latest, and the
// latest one that was counted.
std::shared_ptr<const model::Comparisons> WindowParts::knownComparisons(const ViewInput& input) {
  auto known = std::make_shared<model::Comparisons>();
  comparisonsAwaited.clear();
  if (input.session->pinned.empty()) return known;
  const auto add = [&](const model::RunPtr& run) {
    if (const model::Comparison* comparison = desk.model().comparer().of(run)) {
      known->emplace(run->id, *comparison);
    } else {
      comparisonsAwaited.insert(run->id);
    }
  };
  for (const std::string& variant : input.variants) {
    const auto complete = model::completeValues(*input.spec, variant, input.values);
    if (!complete) continue;
    const auto& all = input.session->runs;
    const auto latest = std::find_if(all.rbegin(), all.rend(),
                                     [&](const model::RunPtr& run) { return model::sameConfiguration(*input.spec, *run, variant, *complete); });
    if (latest != all.rend()) add(*latest);
    const model::RunPtr counted = trafficRun(input, variant);
    if (counted != nullptr && counted != *latest) add(counted);
  }
  return known;
}

void WindowParts::showCompareActions() {
  desk.setInterleavePossible(canMeasure() && configuration.deviceIsLive() && !isRunning());
  actions.interleave->setEnabled(desk.canInterleave());
  const qsizetype selected = desk.selectedIds().size();
  actions.rename->setEnabled(selected == 1);
  actions.notes->setEnabled(selected == 1);
  actions.tags->setEnabled(selected > 0);
  actions.pin->setEnabled(selected > 0);
  actions.clearPins->setEnabled(session && !session->pinned.empty());
}

}  // namespace dsm::ui
