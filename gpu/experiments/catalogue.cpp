// SPDX-License-Identifier: Apache-2.0
// The list of experiments. A new one is a folder beside this file, a line here and one in CMakeLists.txt.
#include "gpu/experiments/catalogue.h"

#include "gpu/experiments/histogram/spec.h"
#include "gpu/experiments/tile_exchange/spec.h"
#include "gpu/experiments/token_hop/spec.h"

namespace dsm::experiments {

const model::Catalogue& catalogue() {
  static const model::Catalogue kCatalogue{&histogramSpec(), &tokenHopSpec(), &tileExchangeSpec()};
  return kCatalogue;
}

}  // namespace dsm::experiments
