// SPDX-License-Identifier: GPL-3.0-or-later
// What a view needs to draw: one immutable bundle, handed to each view whenever the document, the settings or
// the selection change. Views compute nothing that is not a pure function of this, and ask no one else.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/model/baseline.h"
#include "gpu/model/legality.h"
#include "gpu/model/session.h"
#include "gpu/model/spec.h"

namespace dsm::ui {

struct ViewInput {
  const model::ExperimentSpec* spec = nullptr;      // never null once a view is shown
  model::SessionPtr session;                        // never null once a view is shown
  std::shared_ptr<const model::Device> device;      // the chosen one (recorded or live); null: none known
  bool deviceIsLive = false;                        // a worker is ready on it: Run is possible
  model::Values values;                             // every parameter of the spec, as in Configure
  std::vector<std::string> variants;                // ticked, in catalogue order
  std::string leadVariant;                          // the ticked variant whose layout the ruler shows
  std::map<std::string, model::Legality> legality;  // by variant id, all variants
  std::string selectedRun;                          // id, or empty
  bool running = false;                             // a run is in progress
  // Of the runs shown against their pinned baselines, as far as they are known; null: a view computes them where it shows them.
  std::shared_ptr<const model::Comparisons> comparisons;
  double comparisonThreshold = model::kDefaultThreshold;  // of "same", a fraction
};

}  // namespace dsm::ui
