// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the rows of a bar chart compare with the pinned runs: words for a column, for the sentences, and numbers for the
// table. Made from comparisons that the window has, or computed here where none are handed in (exports, the command line).
#pragma once

#include <map>
#include <string>

#include <QString>

#include "gpu/model/compare.h"
#include "gpu/model/shapes.h"
#include "ui/view_input.h"

namespace dsm::ui {

struct BarComparison {
  enum class Sign { none, pinned, faster, slower, same, undecided };
  Sign sign = Sign::none;
  QString words;        ///< "1.79× faster", "pinned"
  QString baseline;     ///< "global_atomics"; empty for the pinned run itself
  QString sentence;     ///< "1.79× faster than global_atomics, ratio 0.558 (0.551–0.565)"
  QString differences;  ///< "block and driver": what is not alike; empty when nothing is
  model::Ratio ratio;
};

/// By run id; empty where nothing is pinned, and for a quantity that is not the headline: verdicts are about that one.
using BarComparisons = std::map<std::string, BarComparison>;
BarComparisons barComparisons(const ViewInput& input, const model::BarsShape& shape, const std::string& quantity);

}  // namespace dsm::ui
