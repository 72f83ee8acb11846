// SPDX-License-Identifier: GPL-3.0-or-later
// The generated list of strings for translation compiles, and holds what the window looks up.
#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>
#include <QtCore/qglobal.h>
#include <QtGlobal>

#include "gpu/experiments/catalogue.h"

#include "catalogue_strings.inc"

namespace {

TEST(CatalogueStrings, HoldEveryLabelAndHelp) {
  const auto has = [](std::string_view text) {
    return std::ranges::find(kCatalogueStrings, text, [](const char* each) { return std::string_view(each); }) !=
           std::end(kCatalogueStrings);
  };
  for (const auto* spec : dsm::experiments::catalogue()) {
    EXPECT_TRUE(has(spec->info().label));
    for (const auto& parameter : spec->info().parameters) {
      EXPECT_TRUE(has(parameter.label)) << parameter.label;
      EXPECT_TRUE(has(parameter.help)) << parameter.help;
    }
    for (const auto& variant : spec->info().variants) EXPECT_TRUE(has(variant.summary)) << variant.summary;
  }
}

}  // namespace
