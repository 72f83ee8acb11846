// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a quantity in its base unit is shown: one prefix for a whole axis or column, and as many digits as the interval
// of a median supports.
#pragma once

#include "gpu/model/statistics.h"
#include "gpu/model/units.h"

#include <QString>

namespace dsm::ui {

struct UnitScale {
  double factor = 1;  ///< shown = value / factor
  QString label;      ///< "cycles", "ms", "TB/s"; may be empty
};

/// Prefix for an axis or column whose largest magnitude is `largest` (base unit; not finite counts as 0).
UnitScale unitScaleFor(model::Unit unit, double largest);
/// Digits after the point for a shown value with a shown half interval: two to five significant digits.
int decimalsFor(double shown, double shownHalfWidth);
/// Digits of one number in a column whose numbers need `fewest` to `own` digits: one rhythm, but three significant ones at least.
int columnDecimals(double shown, int own, int fewest);
/// The median in the scale's unit, without the unit; an en dash if it is not finite.
QString medianText(const model::Summary& summary, const UnitScale& scale);
/// "417–436" in the scale's unit.
QString intervalText(const model::Summary& summary, const UnitScale& scale);

}  // namespace dsm::ui
