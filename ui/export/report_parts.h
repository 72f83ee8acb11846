// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the parts of a report share while it is written: the input, the body so far, and what the parts found out for its head
// and its end. Private to ui/export/report*.cpp.
#pragma once

#include "ui/export/html_page.h"
#include "ui/export/report.h"

#include <QCoreApplication>

#include <optional>

namespace dsm::ui {

struct ReportFinding {
  QString anchor;  ///< id of the section that shows it
  QString title;
  QString sentence;
};

class ReportParts {
 public:
  explicit ReportParts(ReportInput given) : input(std::move(given)) {}
  const model::Session& baselines() const { return input.baselines ? *input.baselines : *input.session; }

  ReportInput input;
  /// Of each run of an experiment that has a pinned run, once its steps are done; charts and tables share it.
  std::shared_ptr<model::Comparisons> comparisons = std::make_shared<model::Comparisons>();
  HtmlPage body;
  std::vector<ReportFinding> findings;
  QStringList commands;  ///< that measure again, each once
  int charts = 0;
  std::optional<model::Error> error;
};

using ReportSteps = std::vector<std::function<void()>>;

/// The pinned runs of an experiment, in the order of the pins; some may not be in the report.
std::vector<model::RunPtr> pinnedOf(const ReportParts& parts, const std::string& experiment);
/// The charts of one configuration, a step each. `first`: of its experiment.
void addChartSteps(ReportSteps& steps, ReportParts& parts, const ViewInput& input, const QString& anchor, bool first);
/// The table of `runs`; `spec` may be null: runs of an experiment that this program does not know.
void addRunTableSteps(ReportSteps& steps, ReportParts& parts, const model::ExperimentSpec* spec, std::vector<model::RunPtr> runs);
/// How it was measured, where, and how to do it again.
void writeMethods(ReportParts& parts);
void writeProvenance(ReportParts& parts);
void writeCommands(ReportParts& parts);
/// Rules for screen and paper; holds neither < nor &.
QByteArray reportStyle();

inline QString reportText(const char* english, int n = -1) {
  return QCoreApplication::translate("dsm::ui::Report", english, nullptr, n);
}
#define DSM_REPORT_TR(text) reportText(QT_TRANSLATE_NOOP("dsm::ui::Report", text))

/// "1 run", "12 runs".
QString runsText(qint64 count);

}  // namespace dsm::ui
