// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person sets once for all windows, as plain values. The application reads and writes them; the window shows them
// and says when one is changed.
#pragma once

#include <vector>

#include <QMetaType>
#include <QString>

#include "ui/theme/numbers.h"
#include "ui/theme/theme.h"
#include "ui/window_types.h"

namespace dsm::ui {

/// A worker to measure with: "ssh host dsmscope-worker" on another machine.
struct WorkerChoice {
  QString name;
  QString command;

  bool operator==(const WorkerChoice&) const = default;
};

struct Settings {
  SchemeChoice scheme = SchemeChoice::automatic;
  DataPalette dataPalette = DataPalette::colour;
  int textPercent = 100;             ///< 100, 125 or 150
  ByteUnits movedBytes = ByteUnits::si;
  double budgetSeconds = 2.0;        ///< of timed work, for each run
  int minSamples = 20;               ///< launches timed at least
  int maxSamples = 320;              ///< at most; not below minSamples
  double thresholdPercent = 1.0;     ///< a change smaller than this is no change
  QString worker;                    ///< name of the one in use; empty: the one beside this program
  std::vector<WorkerChoice> workers;

  bool operator==(const Settings&) const = default;
};

constexpr double kLeastBudgetSeconds = 0.05;
constexpr double kMostBudgetSeconds = 600;
constexpr int kLeastSamples = 6;  ///< below it a median has no 95 % interval
constexpr int kMostSamples = 100000;
constexpr double kLeastThresholdPercent = 0.05;
constexpr double kMostThresholdPercent = 50;

/// A name that a settings file can hold: one line, not empty, without "=" and not starting like a comment or a section.
bool isWorkerName(const QString& name);

}  // namespace dsm::ui

Q_DECLARE_METATYPE(dsm::ui::Settings)
