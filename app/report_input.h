// SPDX-License-Identifier: GPL-3.0-or-later
// What a report of a session is made from: the chosen runs as a session of their own, and for each experiment the configurations
// that get charts. A pure function, so that the window and the command line write the same bytes.
#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "gpu/model/compare.h"
#include "gpu/model/error.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"
#include "ui/export/report.h"

namespace dsm::app {

struct ReportChoice {
  QStringList runs;        // ids; empty: all
  QString experiment;      // only this one; empty: all
  QStringList charts;      // only these; empty: all
  QString title;           // empty: the session's
  QString source;          // the session as the command line names it: a file's name, "recorded", "recorded:NAME"
  double threshold = model::kDefaultThreshold;  // of "same" in comparisons with pinned runs, a fraction
};

// An experiment with more configurations than this has charts of one: the one that an export shows.
inline constexpr std::size_t kMostConfigurations = 4;

// A chosen run is compared with the pinned runs of the whole session, chosen or not: its verdict is that of the window. Errors
// usage (a run or an experiment that is not there) and no_runs.
model::Expected<ui::ReportInput> reportInput(const model::SessionPtr& session, const model::Catalogue& catalogue, const ReportChoice& choice);

}  // namespace dsm::app
