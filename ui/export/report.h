// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs as one self-contained HTML file: charts as inline SVG by renderChart(), the tables behind them, how it was measured and where,
// and the commands that make it again. It holds no script and refers to nothing outside itself, and whatever comes from
// a session is text in it. The same input gives the same bytes.
#pragma once

#include "gpu/model/error.h"
#include "ui/view_input.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace dsm::ui {

struct ReportExperiment {
  const model::ExperimentSpec* spec = nullptr;
  std::vector<ViewInput> configurations;  ///< each gets its charts
  int configurationsLeftOut = 0;          ///< these are in the table of runs alone
};

struct ReportInput {
  model::SessionPtr session;                  ///< the runs that are reported on, and their devices
  std::vector<ReportExperiment> experiments;  ///< runs of any other are listed without charts
  QStringList charts;                         ///< ids; empty: every chart that has something to show
  std::size_t runsInFile = 0;                 ///< of the session that `session` was chosen from
  QString title;                              ///< empty: the session's
  QString file;                               ///< name of the session's file, no folder; empty: none
  QString command;                            ///< makes the report again
  QString program;                            ///< "DSMScope 0.1.0"
  model::SessionPtr baselines;                ///< its pinned runs are what the others are compared with; null: those of `session`
  double threshold = model::kDefaultThreshold;  ///< of "same" in these comparisons, a fraction
};

class ReportParts;

/// The report in steps of some milliseconds each, so that a window stays alive between them. GUI thread, as renderChart().
class ReportJob {
 public:
  explicit ReportJob(ReportInput input);
  ~ReportJob();

  int steps() const { return int(m_steps.size()); }
  int done() const { return m_next; }
  /// One step further; false: nothing is left to do, or an error ended it.
  bool step();
  /// Once step() is false. Errors: bad_value (a session without runs), and those of renderChart().
  model::Expected<QByteArray> result() const;

 private:
  std::unique_ptr<ReportParts> m_parts;
  std::vector<std::function<void()>> m_steps;
  int m_next = 0;
};

/// All steps at once.
model::Expected<QByteArray> renderReport(const ReportInput& input);

}  // namespace dsm::ui
