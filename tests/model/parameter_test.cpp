// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may type for a parameter, and what is refused with which sentence.
#include "gpu/model/parameter.h"

#include <gtest/gtest.h>

#include "gpu/experiments/catalogue.h"
#include "gpu/model/spec.h"

namespace dsm::model {
namespace {

const ExperimentSpec& histogram() { return *findSpec(experiments::catalogue(), "histogram"); }

TEST(ParseValue, AcceptsNumbersPowersSuffixesAndWords) {
  const Parameter& bins = *histogram().parameter("bins");
  EXPECT_EQ(parseValue(bins, "65536").value(), 65536);
  EXPECT_EQ(parseValue(bins, "2^16").value(), 65536);
  EXPECT_EQ(parseValue(bins, "64Ki").value(), 65536);
  EXPECT_EQ(parseValue(*histogram().parameter("input"), "u4").value(), 1);
  EXPECT_EQ(parseValue(*histogram().parameter("keys"), "2^31").value(), std::int64_t{1} << 31);
  EXPECT_EQ(parseValue(*histogram().parameter("cluster"), "3").value(), 3);
  EXPECT_EQ(parseValue(*histogram().parameter("non_portable"), "on").value(), 1);
}

TEST(ParseValue, RefusesWhatIsNotANumberOrOutOfRange) {
  const Parameter& bins = *histogram().parameter("bins");
  for (const char* text : {"", "0", "-1", "12x", "2^63", "2^-1", "1e9", "0x10", "99999999999999999999", " 5"}) {
    const auto parsed = parseValue(bins, text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, "bad_value");
    EXPECT_NE(parsed.error().hint.find("1 to 16777216"), std::string::npos) << parsed.error().hint;
  }
  EXPECT_FALSE(parseValue(*histogram().parameter("cluster"), "17"));
  EXPECT_FALSE(parseValue(*histogram().parameter("threads"), "2048"));
  EXPECT_FALSE(parseValue(*histogram().parameter("load_bytes"), "8"));
}

TEST(Catalogue, EveryDefaultIsLegalAndEveryChoiceParsesBack) {
  for (const ExperimentSpec* spec : experiments::catalogue()) {
    int basic = 0;
    for (const Parameter& parameter : spec->info().parameters) {
      EXPECT_TRUE(checkValue(parameter, parameter.defaultValue)) << spec->info().id << "." << parameter.id;
      EXPECT_FALSE(parameter.help.empty()) << parameter.id;
      basic += parameter.advanced ? 0 : 1;
      for (const Choice& choice : parameter.choices) {
        EXPECT_EQ(parseValue(parameter, valueWord(parameter, choice.value)), choice.value) << parameter.id;
      }
      for (const std::string& variant : parameter.variants) {
        EXPECT_NE(spec->variant(variant), nullptr) << parameter.id << " names " << variant;
      }
    }
    EXPECT_LE(basic, 6) << spec->info().id;
    EXPECT_NE(spec->variant(spec->info().baseline), nullptr);
    EXPECT_NE(spec->quantity(spec->info().rateQuantity), nullptr);
    EXPECT_NE(spec->quantity(spec->info().timeQuantity), nullptr);
    for (const ReferenceMark& mark : spec->info().marks) {
      EXPECT_NE(spec->variant(mark.variant), nullptr);
      EXPECT_NE(spec->quantity(mark.quantity), nullptr);
    }
  }
}

}  // namespace
}  // namespace dsm::model
