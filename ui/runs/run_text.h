// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run as words and numbers for a table: its name, its figures in the quantities that the spec names, what is special
// about its settings, its state. Pure functions; used by the model, by copy and by tests.
#pragma once

#include <optional>
#include <string>

#include <QString>
#include <QStringList>

#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::ui {

/// The figures of one run in one quantity; nothing without samples.
struct RunFigure {
  model::Unit unit = model::Unit::none;
  model::Summary summary;
};

/// Nothing when the spec lacks the quantity, the run has no finite sample or is not ok.
std::optional<RunFigure> figureOf(const model::ExperimentSpec* spec, const model::Run& run, const std::string& quantity);

/// Digits that an interval supports: 2 to 5.
int digitsFor(const model::Summary& summary);
/// "2.928 ms", "428 cycles", "92 G keys/s": the number with a fitting prefix and its unit.
QString quantityText(model::Unit unit, double value, int digits);
/// "histogram 64 Ki": the experiment and its first parameter that spans powers of two.
QString runName(const model::ExperimentSpec* spec, const model::Run& run);
/// What the run is called: the name that a person gave it, else runName().
QString shownName(const model::ExperimentSpec* spec, const model::Run& run);
QStringList tagsOf(const model::Run& run);
/// "cold,  first run , cold" -> "cold", "first run": blanks made single, empty ones and repetitions left out.
QStringList tagsFromText(const QString& text);
/// "512 threads, input skewed": settings that differ from their defaults and have no column in the panel.
QString runPeculiarity(const model::ExperimentSpec* spec, const model::Run& run);
/// "4", or an en dash where the variant forms no cluster.
QString clusterText(const model::ExperimentSpec* spec, const model::Run& run);
/// "ok", "cancelled", or the error in words.
QString statusText(const model::Run& run);
/// "equal to the CPU: ...", "wrong: ...", "not checked".
QString validationText(const model::Run& run);
/// Median SM clock of the run in hertz; 0 when no sample tells.
double clockHzOf(const model::Run& run);
/// One sentence from an error: message and hint.
QString errorText(const model::Error& error);

}  // namespace dsm::ui
